/** Result and parameters of each run, so that planners can compare it with the previous one. */
import {
  choice,
  datetime,
  defineEntity,
  identity,
  integer,
  lastModified,
  number,
  reference,
  text,
} from 'planning-service/extension'

export const classificationRun = defineEntity({
  name: 'abc.classificationrun',
  label: 'classification run',
  labelPlural: 'classification runs',
  about: 'Result of one ABC classification, with the rules it followed.',
  key: 'id',
  permissions: ['view'],
  imports: false,
  // Only the task writes it.
  readOnly: true,
  rowsMidSize: 500,
  fields: [
    identity(),
    lastModified(),
    reference('user', 'common.user', 'setNull', {
      nullable: true,
      access: 'readonly',
      help: 'Who has launched it; empty for the command line.',
    }),
    choice('measure', ['value', 'quantity', 'lines'], { required: true, help: 'What items were ranked by.' }),
    datetime('from', { required: true, help: 'Demand due before this was left out.' }),
    datetime('until', { required: true, help: 'Demand due from this moment on was left out.' }),
    text('statuses', { required: true, help: 'Statuses of the demand that counted.' }),
    number('a', {
      label: 'A up to',
      required: true,
      help: 'Share of the total, in percent, that class A makes.',
    }),
    number('b', {
      label: 'B up to',
      required: true,
      help: 'Share of the total, in percent, that the classes A and B make.',
    }),
    integer('items_a', { label: 'items in A', required: true, help: 'Number of items in class A.' }),
    integer('items_b', { label: 'items in B', required: true, help: 'Number of items in class B.' }),
    integer('items_c', { label: 'items in C', required: true, help: 'Number of items in class C.' }),
    integer('unclassified', { required: true, help: 'Number of items without demand.' }),
    number('total', { required: true, help: 'Sum of what was ranked by, over all items.' }),
    integer('changed', { required: true, help: 'Number of items whose class or value has changed.' }),
  ],
})
