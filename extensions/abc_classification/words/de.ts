/** German words of the module. */
import type { ModuleTexts } from 'planning-service/extension'

export const de: ModuleTexts = {
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
    class: 'Klasse',
    items: 'Artikel',
    'share of items': 'Anteil an den Artikeln',
    'share of value': 'Anteil am Wert',
    statuses: 'Status',
    total: 'Summe',
    changed: 'geändert',
    Inventory: 'Bestand',
    'Classify items': 'Artikel klassifizieren',
    'ABC summary': 'ABC-Übersicht',
    'Classification runs': 'Klassifizierungsläufe',
  },
  choices: {
    value: 'Wert',
    quantity: 'Menge',
    lines: 'Auftragspositionen',
  },
  tasks: {
    abc_classification: {
      title: 'Artikel nach Bedarfswert klassifizieren',
      about:
        'Ordnet Artikel nach dem Bedarf: Klasse A enthält die wenigen, die den größten Teil ausmachen, C die vielen, die wenig ausmachen. Artikel ohne Bedarf haben keine Klasse.',
      parameters: {
        measure: [
          'Kenngröße',
          'Wonach Artikel geordnet werden.',
          { value: 'Wert (Menge × Kosten)', quantity: 'Menge', lines: 'Anzahl der Auftragspositionen' },
        ],
        a: ['Klasse A bis', 'Prozent der Summe, die Klasse A ausmacht.'],
        b: ['Klassen A und B bis', 'Prozent der Summe, die die Klassen A und B zusammen ausmachen.'],
        past: ['Tage zurück', 'Bedarf zählt ab so vielen Tagen vor heute, nach Bedarfstermin.'],
        ahead: ['Tage voraus', 'Bedarf zählt bis so viele Tage nach heute.'],
        status: [
          'Status',
          'Status der Bedarfe, die zählen.',
          {
            inquiry: 'Anfrage',
            quote: 'Angebot',
            open: 'Offen',
            closed: 'Abgeschlossen',
            canceled: 'Storniert',
          },
        ],
        dryrun: ['Nur prüfen', 'Klassifiziert und zählt, speichert nichts.'],
      },
    },
  },
}
