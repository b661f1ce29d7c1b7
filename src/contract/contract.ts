/** All endpoints of the contract, by method and path. */
import { webhookEndpoints } from './webhooks.ts'

export const contract = {
  ...webhookEndpoints,
}

export type Contract = typeof contract
