/** All endpoints of the contract, by method and path. */
import { accountEndpoints } from './account.ts'
import { calendarEndpoints } from './calendars.ts'
import { differenceEndpoints } from './differences.ts'
import { gridEndpoints } from './grid.ts'
import { historyEndpoints } from './history.ts'
import { metaEndpoints } from './meta.ts'
import { planEndpoints } from './plan.ts'
import { proposalEndpoints } from './proposals.ts'
import { releaseEndpoints } from './release.ts'
import { safetyStockEndpoints } from './safety-stock.ts'
import { webhookEndpoints } from './webhooks.ts'

export const contract = {
  ...accountEndpoints,
  ...calendarEndpoints,
  ...differenceEndpoints,
  ...gridEndpoints,
  ...historyEndpoints,
  ...metaEndpoints,
  ...planEndpoints,
  ...proposalEndpoints,
  ...releaseEndpoints,
  ...safetyStockEndpoints,
  ...webhookEndpoints,
}

export type Contract = typeof contract
