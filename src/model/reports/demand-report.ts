/** Demand, planned deliveries and backlog, per item, location and time bucket. */
import { number, reference, text } from '../define.ts'
import { bucketFields, defineReport } from './declare.ts'

export const demandReport = defineReport({
  name: 'demandreport',
  label: 'demand report',
  about: 'Orders, planned deliveries and backlog per item, location and time bucket.',
  basedOn: ['input.demand', 'input.deliveryorder', 'output.constraint'],
  key: 'startdate',
  rowsMidSize: 500_000,
  fields: [
    reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item ordered.' }),
    reference('location', 'input.location', 'cascade', { nullable: true, help: 'Shipping location.' }),
    bucketFields,
    number('orders', { help: 'Quantity of the sales orders that are due in the bucket.' }),
    number('supply', { help: 'Quantity that is planned to be delivered in the bucket.' }),
    number('backlog', { help: 'Quantity due by the end of the bucket that is not delivered by then.' }),
    text('reasons', { nullable: true, help: 'Why orders that are due in the bucket are late or short.' }),
  ],
})
