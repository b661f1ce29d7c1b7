/** ABC classification: ranks items by their demand. Example of an extension module. */
import { choice, defineExtension, number } from 'planning-service/extension'
import { abcClassification } from './abc-classification.ts'
import { classificationRun } from './classification-run.ts'
import { summary } from './summary.ts'
import { translations } from './translations.ts'

export const extension = defineExtension({
  name: 'abc',
  about: 'Tells the few items that make most of the demanded value from the many that make little of it.',
  fields: {
    'input.item': [
      choice('abc', ['A', 'B', 'C'], {
        label: 'ABC class',
        nullable: true,
        indexed: true,
        access: 'computed',
        help: 'A for the few items that make most of the demand, C for the many that make little; empty without demand.',
      }),
      number('abc_value', {
        label: 'demanded value',
        nullable: true,
        access: 'computed',
        help: 'What the item was ranked by in the last classification.',
      }),
    ],
  },
  entities: [classificationRun],
  migrations: 'migrations',
  tasks: [
    {
      name: 'abc_classification',
      group: 'Inventory',
      title: 'Classify items by demanded value.',
      task: abcClassification,
    },
  ],
  reports: [summary],
  menu: [
    { group: 'Inventory', label: 'Classify items', task: 'abc_classification' },
    { group: 'Inventory', label: 'ABC summary', entity: 'abc.summary' },
    { group: 'Inventory', label: 'Classification runs', entity: 'abc.classificationrun' },
  ],
  exports: [
    {
      name: 'abc.csv',
      entity: 'input.item',
      fields: ['name', 'description', 'category', 'cost', 'abc', 'abc_value'],
      filter: { abc__in: 'A,B,C' },
      ordering: '-abc_value,name',
    },
  ],
  translations,
})
