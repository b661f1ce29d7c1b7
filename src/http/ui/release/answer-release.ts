/**
 * `GET /api/release/`: lists the orders that can be released.
 * `POST /api/release/merge/`: joins proposed orders, as edits to try.
 * `POST /api/release/`: releases orders; each gets a receipt, and none is released twice.
 * `POST /api/release/receipts/`: stores the response of an ERP system to released orders.
 */
import { authorize } from '../../../auth/rights/policies.ts'
import { releaseEndpoints } from '../../../contract/release.ts'
import { requireEntity } from '../../../model/model.ts'
import { mergeOrders } from '../../../planning/release/merge-orders.ts'
import { readReleasable } from '../../../planning/release/releasable-orders.ts'
import {
  findOrderTypes,
  isReleasable,
  releasableEntities,
  releaseOrders,
} from '../../../planning/release/release-orders.ts'
import { findReleasedTypes, recordReceipts } from '../../../planning/release/order-receipts.ts'
import { routesOf } from '../../contract/routes.ts'
import type { WordCall } from '../word-call.ts'

export const releaseRoutes = routesOf(releaseEndpoints, {
  'GET /api/release/': ({ context }, { query }) => readReleasable(context, query),

  'POST /api/release/merge/': async ({ context }, { body }) => ({
    orders: await mergeOrders(context, [...new Set((await body()).references)]),
  }),

  'POST /api/release/': async (call, { body }) => {
    const { context, exchange, scenario } = call
    const references = [...new Set((await body()).references)]
    requireChanging(call, await findOrderTypes(context, references))
    try {
      return await releaseOrders(context, references)
    } finally {
      exchange.listTags.forget(scenario)
    }
  },

  'POST /api/release/receipts/': async (call, { body }) => {
    const { receipts } = await body()
    const references = receipts.map(({ reference }) => reference)
    requireChanging(call, await findReleasedTypes(call.context, references))
    const stored = await recordReceipts(call.context, receipts)
    return { stored: [...stored], refused: references.filter((reference) => !stored.has(reference)) }
  },
})

/** Throws `permission_denied` if the user may not change orders of one of the types. */
function requireChanging(
  { context, principal, scenario }: WordCall,
  types: ReadonlyMap<string, string>,
): void {
  for (const type of new Set(types.values())) {
    if (isReleasable(type))
      authorize(principal, scenario, requireEntity(context.model, releasableEntities[type]), 'PATCH')
  }
}
