/** Key figures of a plan. */
import { choice, datetime, integer, number, text } from '../define.ts'
import { defineReport } from './declare.ts'

export const planSummary = defineReport({
  name: 'plansummary',
  label: 'plan summary',
  about:
    'A plan in a few figures: demand on time, late and short, stock, proposals, the busiest resources, problems.',
  basedOn: [
    'input.demand',
    'input.item',
    'input.buffer',
    'input.operationplan',
    'input.operationplanmaterial',
    'output.constraint',
    'output.problem',
    'output.resourcesummary',
  ],
  key: 'id',
  rowsMidSize: 40,
  fields: [
    integer('id', { label: 'identifier', help: 'Number of the row.' }),
    choice('section', ['demand', 'inventory', 'proposals', 'capacity', 'problems', 'constraints', 'run'], {
      help: 'What the figures are about.',
    }),
    text('name', {
      help: 'What is counted: ontime, late, short; the name of a resource, a problem or a task.',
    }),
    integer('count', { nullable: true, help: 'How many there are.' }),
    number('quantity', { nullable: true, help: 'Units.' }),
    number('value', { nullable: true, help: 'Units times the cost of their items.' }),
    number('days', {
      nullable: true,
      help: 'Days of lateness, added up; of a resource, how many are looked at.',
    }),
    number('percent', { nullable: true, help: 'Share of the section, or utilization of a resource.' }),
    datetime('moment', {
      nullable: true,
      help: 'When the task ended; of a resource, from when on it is looked at.',
    }),
    text('status', { nullable: true, help: 'How the task ended.' }),
  ],
})
