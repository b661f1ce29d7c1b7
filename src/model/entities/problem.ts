import { datetime, identity, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const problem = defineEntity({
  name: 'output.problem',
  label: 'problem',
  labelPlural: 'problems',
  about: 'Exceptions found in the plan.',
  key: 'id',
  permissions: ['view'],
  imports: false,
  readOnly: true,
  rowsMidSize: 50000,
  fields: [
    identity(),
    text('entity', {
      access: 'readonly',
      indexed: true,
      words: {
        demand: 'demand',
        forecast: 'forecast',
        material: 'material',
        capacity: 'capacity',
        operation: 'operation',
      },
      help: 'Area: demand, forecast, material, capacity or operation.',
    }),
    text('owner', { access: 'readonly', indexed: true, help: 'Key of the affected object, as text.' }),
    text('name', {
      access: 'readonly',
      indexed: true,
      words: {
        late: 'Late order',
        short: 'Short order',
        unplanned: 'Order not planned',
        overload: 'Overload',
        'material shortage': 'Material shortage',
        'invalid data': 'Incomplete data',
        'before current': 'Should have started',
        precedence: 'Wrong sequence',
      },
      help: 'Problem type.',
    }),
    text('description', { access: 'readonly', help: 'Readable explanation.' }),
    datetime('startdate', { label: 'start date', access: 'readonly', indexed: true, help: 'Start moment.' }),
    datetime('enddate', { label: 'end date', access: 'readonly', indexed: true, help: 'End moment.' }),
  ],
})
