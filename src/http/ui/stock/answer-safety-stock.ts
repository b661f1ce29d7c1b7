/**
 * `GET /api/plan/safetystock/?service_level=95&item__category=city`: proposes safety stock for the buffers of a
 * filtered list. Nothing is stored.
 */
import { safetyStockEndpoints } from '../../../contract/safety-stock.ts'
import { requireEntity } from '../../../model/model.ts'
import { stockParameters } from '../../../model/safety-stock.ts'
import { askStock } from '../../../planning/stock/ask-stock.ts'
import { routesOf } from '../../contract/routes.ts'
import { readOptions } from '../../data/data-call.ts'
import { listOf } from '../grid/list-questions.ts'

export const safetyStockRoutes = routesOf(safetyStockEndpoints, {
  'GET /api/plan/safetystock/': async (call, { query }) => {
    const { context } = call
    const buffer = requireEntity(context.model, 'input.buffer')
    // With a misspelled filter ignored, proposals for all buffers would be taken for those of the filter.
    const request = listOf(call, buffer, Object.keys(stockParameters), { strict: true })
    return askStock(context, request, { ...query, ...readOptions(call) })
  },
})
