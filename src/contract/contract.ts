/** All endpoints of the contract, by method and path. */
import { safetyStockEndpoints } from './safety-stock.ts'
import { webhookEndpoints } from './webhooks.ts'

export const contract = {
  ...safetyStockEndpoints,
  ...webhookEndpoints,
}

export type Contract = typeof contract
