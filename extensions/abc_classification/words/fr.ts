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
  help: {
    'A for the few items that make most of the demand, C for the many that make little; empty without demand.':
      'A pour les quelques articles qui font l’essentiel de la demande, C pour les nombreux qui en font peu ; vide sans demande.',
    'What the item was ranked by in the last classification.':
      'Ce selon quoi l’article a été classé lors de la dernière classification.',
    'Who has launched it; empty for the command line.': 'Qui l’a lancée ; vide pour la ligne de commande.',
    'What items were ranked by.': 'Ce selon quoi les articles ont été classés.',
    'Demand due before this was left out.':
      'La demande dont la date de besoin est antérieure n’a pas été comptée.',
    'Demand due from this moment on was left out.':
      'La demande dont la date de besoin atteint ou dépasse ce moment n’a pas été comptée.',
    'Statuses of the demand that counted.': 'Statuts de la demande qui a compté.',
    'Share of the total, in percent, that class A makes.':
      'Part du total, en pour cent, que fait la classe A.',
    'Share of the total, in percent, that the classes A and B make.':
      'Part du total, en pour cent, que font les classes A et B.',
    'Number of items in class A.': 'Nombre d’articles dans la classe A.',
    'Number of items in class B.': 'Nombre d’articles dans la classe B.',
    'Number of items in class C.': 'Nombre d’articles dans la classe C.',
    'Number of items without demand.': 'Nombre d’articles sans demande.',
    'Sum of what was ranked by, over all items.':
      'Somme de ce selon quoi les articles ont été classés, sur tous les articles.',
    'Number of items whose class or value has changed.':
      'Nombre d’articles dont la classe ou la valeur a changé.',
    'A, B or C; "none" for items without demand.': 'A, B ou C ; "none" pour les articles sans demande.',
    'Number of items.': 'Nombre d’articles.',
    'Percent of all items.': 'Pourcentage de tous les articles.',
    'Sum over the items of the class.': 'Somme sur les articles de la classe.',
    'Percent of the sum over all items.': 'Pourcentage de la somme sur tous les articles.',
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
