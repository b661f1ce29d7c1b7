import { defineEntity } from '../entity.ts'
import { orderFields } from './order-fields.ts'

export const distributionOrder = defineEntity({
  name: 'input.distributionorder',
  label: 'distribution order',
  labelPlural: 'distribution orders',
  about: 'Transfer between locations (type DO).',
  key: 'reference',
  view: { of: 'input.operationplan', type: 'DO' },
  rowsMidSize: 100000,
  fields: orderFields({
    written: ['item', 'origin', 'destination', 'demand'],
    dateNames: { startdate: 'shipping_date', enddate: 'receipt_date' },
  }),
})
