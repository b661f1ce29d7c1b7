/** Orders that start, end and are in progress per time bucket: of operations, of suppliers, and between locations. */
import { number, reference } from '../define.ts'
import type { Field } from '../field.ts'
import { bucketFields, defineReport } from './declare.ts'

/** Measures of orders; `under` and `label` name the measure of orders in progress. */
const measures = (under: string, label: string): readonly Field[] => [
  number('starts', { help: 'Quantity of the orders that begin in the bucket.' }),
  number('starts_proposed', {
    label: 'starts proposed',
    help: 'Quantity of the proposals that begin in the bucket.',
  }),
  number('ends', { help: 'Quantity of the orders that end in the bucket.' }),
  number('ends_proposed', {
    label: 'ends proposed',
    help: 'Quantity of the proposals that end in the bucket.',
  }),
  number(under, { label, help: 'Quantity of the orders that are under way at the end of the bucket.' }),
  number(`${under}_proposed`, {
    label: `${label} proposed`,
    help: 'Quantity of the proposals that are under way at the end of the bucket.',
  }),
]

const item = reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item ordered.' })

export const operationReport = defineReport({
  name: 'operationreport',
  label: 'operation report',
  about: 'Manufacturing and work orders that begin, end and are in progress per operation and time bucket.',
  basedOn: ['input.manufacturingorder', 'input.workorder'],
  key: 'startdate',
  rowsMidSize: 1_000_000,
  fields: [
    reference('operation', 'input.operation', 'cascade', { help: 'Operation executed.' }),
    bucketFields,
    measures('inprogress', 'in progress'),
  ],
})

export const purchaseReport = defineReport({
  name: 'purchasereport',
  label: 'purchase report',
  about:
    'Purchase orders that are placed, received and on order per item, supplier, location and time bucket.',
  basedOn: ['input.purchaseorder'],
  key: 'startdate',
  rowsMidSize: 1_000_000,
  fields: [
    item,
    reference('supplier', 'input.supplier', 'cascade', { nullable: true, help: 'Vendor.' }),
    reference('location', 'input.location', 'cascade', { nullable: true, help: 'Receiving location.' }),
    bucketFields,
    measures('onorder', 'on order'),
  ],
})

export const distributionReport = defineReport({
  name: 'distributionreport',
  label: 'distribution report',
  about:
    'Distribution orders that are shipped, received and in transit per item, origin, destination and time bucket.',
  basedOn: ['input.distributionorder'],
  key: 'startdate',
  rowsMidSize: 1_000_000,
  fields: [
    item,
    reference('origin', 'input.location', 'cascade', { nullable: true, help: 'Shipping location.' }),
    reference('destination', 'input.location', 'cascade', { nullable: true, help: 'Receiving location.' }),
    bucketFields,
    measures('intransit', 'in transit'),
  ],
})
