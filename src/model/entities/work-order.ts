import { defineEntity } from '../entity.ts'
import { orderFields } from './order-fields.ts'

export const workOrder = defineEntity({
  name: 'input.workorder',
  label: 'work order',
  labelPlural: 'work orders',
  about: 'Step of a routing manufacturing order (type WO).',
  key: 'reference',
  tree: 'owner',
  view: { of: 'input.operationplan', type: 'WO' },
  rowsMidSize: 300000,
  fields: orderFields({ written: ['operation', 'owner', 'demand'] }),
})
