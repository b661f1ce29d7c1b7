/** French words of the module. */
import type { ModuleTexts } from 'planning-service/extension'

export const fr: ModuleTexts = {
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
    'A up to': 'A jusqu’à',
    'B up to': 'B jusqu’à',
    'items in A': 'articles en A',
    'items in B': 'articles en B',
    'items in C': 'articles en C',
    unclassified: 'sans classe',
    class: 'classe',
    items: 'articles',
    'share of items': 'part des articles',
    'share of value': 'part de la valeur',
    statuses: 'statuts',
    total: 'total',
    changed: 'modifiés',
    Inventory: 'Stocks',
    'Classify items': 'Classer les articles',
    'ABC summary': 'Synthèse ABC',
    'Classification runs': 'Classifications',
  },
  choices: {
    value: 'valeur',
    quantity: 'quantité',
    lines: 'lignes de commande',
  },
  tasks: {
    abc_classification: {
      title: 'Classer les articles par valeur demandée',
      about:
        'Classe les articles selon la demande : la classe A réunit les quelques articles qui en font l’essentiel, C les nombreux qui en font peu. Les articles sans demande n’ont pas de classe.',
      parameters: {
        measure: [
          'Mesure',
          'Ce selon quoi les articles sont classés.',
          { value: 'Valeur (quantité × coût)', quantity: 'Quantité', lines: 'Nombre de lignes de commande' },
        ],
        a: ['Classe A jusqu’à', 'Pourcentage du total que fait la classe A.'],
        b: ['Classes A et B jusqu’à', 'Pourcentage du total que font ensemble les classes A et B.'],
        past: [
          'Jours passés',
          'La demande compte à partir de ce nombre de jours avant aujourd’hui, selon la date de besoin.',
        ],
        ahead: ['Jours à venir', 'La demande compte jusqu’à ce nombre de jours après aujourd’hui.'],
        status: [
          'Statuts',
          'Statuts de la demande qui compte.',
          { inquiry: 'Demande', quote: 'Devis', open: 'Ouvert', closed: 'Clôturé', canceled: 'Annulé' },
        ],
        dryrun: ['Vérifier seulement', 'Classe et compte, n’enregistre rien.'],
      },
    },
  },
}
