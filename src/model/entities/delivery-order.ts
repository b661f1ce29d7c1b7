import { defineEntity } from '../entity.ts'
import { orderFields } from './order-fields.ts'

export const deliveryOrder = defineEntity({
  name: 'input.deliveryorder',
  label: 'delivery order',
  labelPlural: 'delivery orders',
  about: 'Planned shipment to a customer (type DLVR).',
  key: 'reference',
  view: { of: 'input.operationplan', type: 'DLVR' },
  rowsMidSize: 120000,
  fields: orderFields({ written: ['demand'] }),
})
