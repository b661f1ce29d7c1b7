/** The rules of orders: types and owners, dates, derived columns, and the consequences of a changed status. */
import type { EntityRules } from '../rules/entity-rules.ts'
import { checkOrderOwner, checkOrderType } from './check-orders.ts'
import { orderColumns } from './order-columns.ts'
import { settleOrderDates } from './order-dates.ts'
import { applyOrderRules, keepStatus, rememberOrders } from './order-rules.ts'

export const orderRules: EntityRules = {
  async check(batch, staged) {
    await checkOrderType(batch, staged)
    await checkOrderOwner(batch, staged)
  },
  async complete(batch, staged) {
    await keepStatus(batch, staged)
    return settleOrderDates(batch, staged)
  },
  beforeMerge: rememberOrders,
  derivedColumns: ({ context, target }) => orderColumns(context.scenario, target.entity.view?.type),
  afterMerge: (batch, { allNew }) => applyOrderRules(batch, { type: batch.target.entity.view?.type, allNew }),
}
