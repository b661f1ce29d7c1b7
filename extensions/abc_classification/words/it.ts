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
