/** Dutch words of the module. */
import type { ModuleTexts } from 'planning-service/extension'

export const nl: ModuleTexts = {
  entities: {
    'classification run': ['classificatie', 'classificaties'],
    'ABC summary': ['ABC-overzicht', 'ABC-overzicht'],
  },
  fields: {
    'ABC class': 'ABC-klasse',
    'demanded value': 'gevraagde waarde',
    measure: 'maatstaf',
    from: 'van',
    until: 'tot',
    'A up to': 'A tot',
    'B up to': 'B tot',
    'items in A': 'artikelen in A',
    'items in B': 'artikelen in B',
    'items in C': 'artikelen in C',
    unclassified: 'zonder klasse',
    class: 'klasse',
    items: 'artikelen',
    'share of items': 'aandeel artikelen',
    'share of value': 'aandeel waarde',
    statuses: 'statussen',
    total: 'totaal',
    changed: 'gewijzigd',
    Inventory: 'Voorraad',
    'Classify items': 'Artikelen classificeren',
    'ABC summary': 'ABC-overzicht',
    'Classification runs': 'Classificaties',
  },
  help: {
    'A for the few items that make most of the demand, C for the many that make little; empty without demand.':
      'A voor de weinige artikelen die het meeste van de vraag uitmaken, C voor de vele die weinig uitmaken; leeg zonder vraag.',
    'What the item was ranked by in the last classification.':
      'Waarop het artikel bij de laatste classificatie is gerangschikt.',
    'Who has launched it; empty for the command line.':
      'Wie de classificatie heeft gestart; leeg bij de opdrachtregel.',
    'What items were ranked by.': 'Waarop artikelen zijn gerangschikt.',
    'Demand due before this was left out.': 'Vraag met een gevraagde datum hiervóór is niet meegeteld.',
    'Demand due from this moment on was left out.':
      'Vraag met een gevraagde datum vanaf dit moment is niet meegeteld.',
    'Statuses of the demand that counted.': 'Statussen van de vraag die heeft meegeteld.',
    'Share of the total, in percent, that class A makes.':
      'Aandeel in het totaal, in procenten, dat klasse A uitmaakt.',
    'Share of the total, in percent, that the classes A and B make.':
      'Aandeel in het totaal, in procenten, dat de klassen A en B uitmaken.',
    'Number of items in class A.': 'Aantal artikelen in klasse A.',
    'Number of items in class B.': 'Aantal artikelen in klasse B.',
    'Number of items in class C.': 'Aantal artikelen in klasse C.',
    'Number of items without demand.': 'Aantal artikelen zonder vraag.',
    'Sum of what was ranked by, over all items.':
      'Som van datgene waarop is gerangschikt, over alle artikelen.',
    'Number of items whose class or value has changed.':
      'Aantal artikelen waarvan de klasse of de waarde is gewijzigd.',
    'A, B or C; "none" for items without demand.': 'A, B of C; "none" voor artikelen zonder vraag.',
    'Number of items.': 'Aantal artikelen.',
    'Percent of all items.': 'Percentage van alle artikelen.',
    'Sum over the items of the class.': 'Som over de artikelen van de klasse.',
    'Percent of the sum over all items.': 'Percentage van de som over alle artikelen.',
  },
  choices: {
    value: 'waarde',
    quantity: 'hoeveelheid',
    lines: 'orderregels',
  },
  tasks: {
    abc_classification: {
      title: 'Artikelen op gevraagde waarde classificeren',
      about:
        'Rangschikt artikelen naar de vraag: klasse A bevat de weinige die er het meeste van uitmaken, C de vele die weinig uitmaken. Artikelen zonder vraag hebben geen klasse.',
      parameters: {
        measure: [
          'Maatstaf',
          'Waarop artikelen worden gerangschikt.',
          { value: 'Waarde (hoeveelheid × kosten)', quantity: 'Hoeveelheid', lines: 'Aantal orderregels' },
        ],
        a: ['Klasse A tot', 'Percentage van het totaal dat klasse A uitmaakt.'],
        b: ['Klassen A en B tot', 'Percentage van het totaal dat de klassen A en B samen uitmaken.'],
        past: ['Dagen terug', 'Vraag telt vanaf zoveel dagen vóór vandaag, naar gevraagde datum.'],
        ahead: ['Dagen vooruit', 'Vraag telt tot zoveel dagen na vandaag.'],
        status: [
          'Statussen',
          'Statussen van de vraag die telt.',
          {
            inquiry: 'Aanvraag',
            quote: 'Offerte',
            open: 'Open',
            closed: 'Gesloten',
            canceled: 'Geannuleerd',
          },
        ],
        dryrun: ['Alleen controleren', 'Classificeert en telt, slaat niets op.'],
      },
    },
  },
}
