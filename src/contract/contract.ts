/** All endpoints of the contract, by method and path. */
import { accessEndpoints } from './access.ts'
import { accountEndpoints } from './account.ts'
import { calendarEndpoints } from './calendars.ts'
import { checkEndpoints } from './checks.ts'
import { differenceEndpoints } from './differences.ts'
import { exceptionEndpoints } from './exceptions.ts'
import { fileEndpoints } from './files.ts'
import { gridEndpoints } from './grid.ts'
import { historyEndpoints } from './history.ts'
import { importEndpoints } from './imports.ts'
import { inboxEndpoints } from './inbox.ts'
import { metaEndpoints } from './meta.ts'
import { planHistoryEndpoints } from './plan-history.ts'
import { planEndpoints } from './plan.ts'
import { proposalEndpoints } from './proposals.ts'
import { releaseEndpoints } from './release.ts'
import { safetyStockEndpoints } from './safety-stock.ts'
import { serviceEndpoints } from './service.ts'
import { sessionEndpoints } from './session.ts'
import { startPageEndpoints } from './start-pages.ts'
import { taskEndpoints } from './tasks.ts'
import { webhookEndpoints } from './webhooks.ts'
import { workerEndpoints } from './workers.ts'

export const contract = {
  ...accessEndpoints,
  ...accountEndpoints,
  ...calendarEndpoints,
  ...checkEndpoints,
  ...differenceEndpoints,
  ...exceptionEndpoints,
  ...fileEndpoints,
  ...gridEndpoints,
  ...historyEndpoints,
  ...importEndpoints,
  ...inboxEndpoints,
  ...metaEndpoints,
  ...planHistoryEndpoints,
  ...planEndpoints,
  ...proposalEndpoints,
  ...releaseEndpoints,
  ...safetyStockEndpoints,
  ...serviceEndpoints,
  ...sessionEndpoints,
  ...startPageEndpoints,
  ...taskEndpoints,
  ...webhookEndpoints,
  ...workerEndpoints,
}

export type Contract = typeof contract
