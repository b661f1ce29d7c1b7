/** What the module's entities, fields and menu are called in other languages. */
import type { Translations } from 'planning-service/extension'

export const translations: Translations = {
  de: {
    entities: {
      'classification run': ['Klassifizierungslauf', 'Klassifizierungsläufe'],
      'ABC summary': ['ABC-Übersicht', 'ABC-Übersicht'],
    },
    fields: {
      'ABC class': 'ABC-Klasse',
      'demanded value': 'Bedarfswert',
      measure: 'Kenngröße',
      from: 'von',
      until: 'bis',
      'A up to': 'A bis',
      'B up to': 'B bis',
      'items in A': 'Artikel in A',
      'items in B': 'Artikel in B',
      'items in C': 'Artikel in C',
      unclassified: 'ohne Klasse',
      Inventory: 'Bestand',
      'Classify items': 'Artikel klassifizieren',
      'Classification runs': 'Klassifizierungsläufe',
    },
  },
  fr: {
    entities: {
      'classification run': ['classification', 'classifications'],
      'ABC summary': ['synthèse ABC', 'synthèse ABC'],
    },
    fields: {
      'ABC class': 'classe ABC',
      'demanded value': 'valeur demandée',
      measure: 'mesure',
      from: 'du',
      until: 'au',
      'A up to': "A jusqu'à",
      'B up to': "B jusqu'à",
      'items in A': 'articles en A',
      'items in B': 'articles en B',
      'items in C': 'articles en C',
      unclassified: 'sans classe',
      Inventory: 'Stocks',
      'Classify items': 'Classer les articles',
      'Classification runs': 'Classifications',
    },
  },
}
