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
  help: {
    'A for the few items that make most of the demand, C for the many that make little; empty without demand.':
      'A für die wenigen Artikel, die den größten Teil des Bedarfs ausmachen, C für die vielen, die wenig ausmachen; leer ohne Bedarf.',
    'What the item was ranked by in the last classification.':
      'Wonach der Artikel bei der letzten Klassifizierung geordnet wurde.',
    'Who has launched it; empty for the command line.': 'Wer ihn gestartet hat; leer bei der Befehlszeile.',
    'What items were ranked by.': 'Wonach Artikel geordnet wurden.',
    'Demand due before this was left out.': 'Bedarf mit Bedarfstermin davor wurde nicht gezählt.',
    'Demand due from this moment on was left out.':
      'Bedarf mit Bedarfstermin ab diesem Zeitpunkt wurde nicht gezählt.',
    'Statuses of the demand that counted.': 'Status der Bedarfe, die gezählt haben.',
    'Share of the total, in percent, that class A makes.':
      'Anteil an der Summe in Prozent, den Klasse A ausmacht.',
    'Share of the total, in percent, that the classes A and B make.':
      'Anteil an der Summe in Prozent, den die Klassen A und B ausmachen.',
    'Number of items in class A.': 'Anzahl der Artikel in Klasse A.',
    'Number of items in class B.': 'Anzahl der Artikel in Klasse B.',
    'Number of items in class C.': 'Anzahl der Artikel in Klasse C.',
    'Number of items without demand.': 'Anzahl der Artikel ohne Bedarf.',
    'Sum of what was ranked by, over all items.': 'Summe dessen, wonach geordnet wurde, über alle Artikel.',
    'Number of items whose class or value has changed.':
      'Anzahl der Artikel, deren Klasse oder Wert sich geändert hat.',
    'A, B or C; "none" for items without demand.': 'A, B oder C; "none" für Artikel ohne Bedarf.',
    'Number of items.': 'Anzahl der Artikel.',
    'Percent of all items.': 'Prozent aller Artikel.',
    'Sum over the items of the class.': 'Summe über die Artikel der Klasse.',
    'Percent of the sum over all items.': 'Prozent der Summe über alle Artikel.',
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
