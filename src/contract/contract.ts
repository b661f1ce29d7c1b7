/** All endpoints of the contract, by method and path. */
import { planEndpoints } from './plan.ts'
import { releaseEndpoints } from './release.ts'
import { safetyStockEndpoints } from './safety-stock.ts'
import { webhookEndpoints } from './webhooks.ts'

export const contract = {
  ...planEndpoints,
  ...releaseEndpoints,
  ...safetyStockEndpoints,
  ...webhookEndpoints,
}

export type Contract = typeof contract
