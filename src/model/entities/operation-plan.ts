import { defineEntity } from '../entity.ts'
import { orderFields } from './order-fields.ts'

export const operationPlan = defineEntity({
  name: 'input.operationplan',
  label: 'order',
  labelPlural: 'orders',
  about: 'Single table holding every order and the stock records: planner output and ERP input.',
  key: 'reference',
  tree: 'owner',
  indexes: [['type', 'demand']],
  rowsMidSize: 1000000,
  fields: orderFields({ written: 'all' }),
})
