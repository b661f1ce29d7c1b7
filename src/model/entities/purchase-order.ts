import { defineEntity } from '../entity.ts'
import { orderFields } from './order-fields.ts'

export const purchaseOrder = defineEntity({
  name: 'input.purchaseorder',
  label: 'purchase order',
  labelPlural: 'purchase orders',
  about: 'Order to a supplier (type PO).',
  key: 'reference',
  view: { of: 'input.operationplan', type: 'PO' },
  rowsMidSize: 150000,
  fields: orderFields({
    written: ['item', 'supplier', 'location', 'demand'],
    dateNames: { startdate: 'ordering_date', enddate: 'receipt_date' },
  }),
})
