import { defineEntity } from '../entity.ts'
import { orderFields } from './order-fields.ts'

export const manufacturingOrder = defineEntity({
  name: 'input.manufacturingorder',
  label: 'manufacturing order',
  labelPlural: 'manufacturing orders',
  about: 'Production order (type MO); header order of a routing.',
  key: 'reference',
  tree: 'owner',
  view: { of: 'input.operationplan', type: 'MO' },
  rowsMidSize: 250000,
  fields: orderFields({ written: ['operation', 'owner', 'demand'] }),
})
