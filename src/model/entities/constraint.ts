import { datetime, identity, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const constraint = defineEntity({
  name: 'output.constraint',
  label: 'constraint',
  labelPlural: 'constraints',
  about: 'Reasons why a demand is late or short.',
  key: 'id',
  permissions: ['view'],
  imports: false,
  readOnly: true,
  rowsMidSize: 300000,
  fields: [
    identity(),
    text('demand', { nullable: true, access: 'readonly', indexed: true, help: 'Sales order affected.' }),
    text('forecast', { nullable: true, access: 'readonly', indexed: true, help: 'Forecast affected.' }),
    text('item', { nullable: true, access: 'readonly', indexed: true, help: 'Item of that demand.' }),
    text('entity', {
      access: 'readonly',
      indexed: true,
      words: { demand: 'demand', material: 'material', capacity: 'capacity', operation: 'operation' },
      help: 'Area: demand, material, capacity or operation.',
    }),
    text('owner', { access: 'readonly', indexed: true, help: 'Key of the limiting object, as text.' }),
    text('name', {
      access: 'readonly',
      indexed: true,
      words: {
        'purchasing lead time': 'Purchasing lead time',
        'manufacturing lead time': 'Manufacturing lead time',
        'distribution lead time': 'Distribution lead time',
        overload: 'Capacity',
        'await supply': 'Supply under way',
        'material shortage': 'No supply',
        'sync demand': 'Ships together',
        overdue: 'Overdue',
        'invalid data': 'Incomplete data',
      },
      help: 'Constraint type.',
    }),
    text('description', { access: 'readonly', help: 'Readable explanation.' }),
    datetime('startdate', { label: 'start date', access: 'readonly', indexed: true, help: 'Start moment.' }),
    datetime('enddate', { label: 'end date', access: 'readonly', indexed: true, help: 'End moment.' }),
  ],
})
