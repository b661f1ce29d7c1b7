/** Orders that use a resource within a window of time, with the capacity that each takes in it. */
import { datetime, duration, number, reference, text } from '../define.ts'
import { defineReport } from './declare.ts'
import { stepOwner, typeAndStatus } from './shared-fields.ts'

export const capacityOrders = defineReport({
  name: 'capacityorders',
  label: 'orders on a resource',
  about:
    'Orders that use a resource, or the members of a pool, within a window of time, with their load in it.',
  basedOn: ['input.resource', 'input.operationplan', 'input.operationplanresource', 'input.demand'],
  key: 'reference',
  rowsMidSize: 500,
  fields: [
    reference('reference', 'input.operationplan', 'cascade', { help: 'Order number.' }),
    reference('resource', 'input.resource', 'cascade', { help: 'Resource used.' }),
    reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item that the order makes.' }),
    number('load', {
      help: 'Capacity that the order uses within the window: working hours times units of the resource.',
    }),
    number('setup', { help: 'Capacity spent on its changeover within the window.' }),
    number('quantity', { nullable: true, help: 'Quantity of the order.' }),
    ...typeAndStatus(),
    reference('operation', 'input.operation', 'cascade', { nullable: true, help: 'Operation executed.' }),
    reference('location', 'input.location', 'cascade', { nullable: true, help: 'Location of the order.' }),
    stepOwner(),
    datetime('startdate', { label: 'start date', help: 'Start of the order, its changeover included.' }),
    datetime('enddate', { label: 'end date', help: 'End of the order.' }),
    datetime('due', { nullable: true, help: 'Earliest due date of the demands that it is for.' }),
    duration('delay', {
      nullable: true,
      help: 'End date versus the latest date that keeps all fed demands on time.',
    }),
    text('demands', { nullable: true, help: 'Sales orders that it is for.' }),
    text('customers', { nullable: true, help: 'Customers of these sales orders.' }),
  ],
})
