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
