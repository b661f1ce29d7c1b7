/** Italian words of the module. */
import type { ModuleTexts } from 'planning-service/extension'

export const it: ModuleTexts = {
  entities: {
    'classification run': ['classificazione', 'classificazioni'],
    'ABC summary': ['riepilogo ABC', 'riepilogo ABC'],
  },
  fields: {
    'ABC class': 'classe ABC',
    'demanded value': 'valore richiesto',
    measure: 'misura',
    from: 'dal',
    until: 'al',
    'A up to': 'A fino a',
    'B up to': 'B fino a',
    'items in A': 'articoli in A',
    'items in B': 'articoli in B',
    'items in C': 'articoli in C',
    unclassified: 'senza classe',
    class: 'classe',
    items: 'articoli',
    'share of items': 'quota degli articoli',
    'share of value': 'quota del valore',
    statuses: 'stati',
    total: 'totale',
    changed: 'modificati',
    Inventory: 'Scorte',
    'Classify items': 'Classifica articoli',
    'ABC summary': 'Riepilogo ABC',
    'Classification runs': 'Classificazioni',
  },
  help: {
    'A for the few items that make most of the demand, C for the many that make little; empty without demand.':
      'A per i pochi articoli che fanno la maggior parte della domanda, C per i molti che ne fanno poca; vuoto senza domanda.',
    'What the item was ranked by in the last classification.':
      'In base a che cosa è stato ordinato l’articolo nell’ultima classificazione.',
    'Who has launched it; empty for the command line.': 'Chi l’ha avviata; vuoto per la riga di comando.',
    'What items were ranked by.': 'In base a che cosa sono stati ordinati gli articoli.',
    'Demand due before this was left out.': 'La domanda con data richiesta precedente non è stata contata.',
    'Demand due from this moment on was left out.':
      'La domanda con data richiesta da questo momento in poi non è stata contata.',
    'Statuses of the demand that counted.': 'Stati della domanda che ha contato.',
    'Share of the total, in percent, that class A makes.':
      'Quota del totale, in percentuale, che fa la classe A.',
    'Share of the total, in percent, that the classes A and B make.':
      'Quota del totale, in percentuale, che fanno le classi A e B.',
    'Number of items in class A.': 'Numero di articoli nella classe A.',
    'Number of items in class B.': 'Numero di articoli nella classe B.',
    'Number of items in class C.': 'Numero di articoli nella classe C.',
    'Number of items without demand.': 'Numero di articoli senza domanda.',
    'Sum of what was ranked by, over all items.':
      'Somma di ciò in base a cui si è ordinato, su tutti gli articoli.',
    'Number of items whose class or value has changed.':
      'Numero di articoli la cui classe o il cui valore è cambiato.',
    'A, B or C; "none" for items without demand.': 'A, B o C; "none" per gli articoli senza domanda.',
    'Number of items.': 'Numero di articoli.',
    'Percent of all items.': 'Percentuale di tutti gli articoli.',
    'Sum over the items of the class.': 'Somma sugli articoli della classe.',
    'Percent of the sum over all items.': 'Percentuale della somma su tutti gli articoli.',
  },
  choices: {
    value: 'valore',
    quantity: 'quantità',
    lines: 'righe d’ordine',
  },
  tasks: {
    abc_classification: {
      title: 'Classifica gli articoli per valore richiesto',
      about:
        'Ordina gli articoli in base alla domanda: la classe A riunisce i pochi che ne fanno la maggior parte, C i molti che ne fanno poca. Gli articoli senza domanda non hanno classe.',
      parameters: {
        measure: [
          'Misura',
          'In base a che cosa si ordinano gli articoli.',
          { value: 'Valore (quantità × costo)', quantity: 'Quantità', lines: 'Numero di righe d’ordine' },
        ],
        a: ['Classe A fino a', 'Percentuale del totale che fa la classe A.'],
        b: ['Classi A e B fino a', 'Percentuale del totale che fanno insieme le classi A e B.'],
        past: [
          'Giorni passati',
          'La domanda conta da questo numero di giorni prima di oggi, per data richiesta.',
        ],
        ahead: ['Giorni futuri', 'La domanda conta fino a questo numero di giorni dopo oggi.'],
        status: [
          'Stati',
          'Stati della domanda che conta.',
          { inquiry: 'Richiesta', quote: 'Offerta', open: 'Aperto', closed: 'Chiuso', canceled: 'Annullato' },
        ],
        dryrun: ['Solo controllo', 'Classifica e conta, non salva nulla.'],
      },
    },
  },
}
