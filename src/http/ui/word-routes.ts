/** The table of routes below `/api/` that are not records: one row per path. */
import { calendarRoutes } from './calendars/answer-calendar.ts'
import { checkRoutes } from './checks/answer-checks.ts'
import { accessRoutes } from './access/answer-access.ts'
import { exceptionRoutes } from './exceptions/answer-exceptions.ts'
import { gridRoutes } from './grid/grid-routes.ts'
import { accountRoutes } from './me/account-routes.ts'
import { startPageRoutes } from './me/start-pages.ts'
import { importRoutes } from './import/import-routes.ts'
import { inboxRoutes } from './inbox/answer-inbox.ts'
import { metaRoutes } from './meta/meta-routes.ts'
import { planHistoryRoutes } from './plan/plan-history-routes.ts'
import { planRoutes } from './plan/plan-routes.ts'
import { releaseRoutes } from './release/answer-release.ts'
import { safetyStockRoutes } from './stock/answer-safety-stock.ts'
import { historyRoutes } from './history/history-routes.ts'
import { proposalRoutes } from './proposals/proposal-routes.ts'
import { scenarioRoutes } from './scenarios/scenario-routes.ts'
import { webhookRoutes } from './webhooks/answer-webhooks.ts'
import { workerRoutes } from './workers/answer-workers.ts'
import type { WordRoute } from './word-router.ts'

export const wordRoutes: readonly WordRoute[] = [
  ...metaRoutes,
  ...gridRoutes,
  ...importRoutes,
  ...exceptionRoutes,
  ...calendarRoutes,
  ...releaseRoutes,
  ...planHistoryRoutes,
  ...planRoutes,
  ...safetyStockRoutes,
  ...webhookRoutes,
  ...workerRoutes,
  ...checkRoutes,
  ...historyRoutes,
  ...proposalRoutes,
  ...scenarioRoutes,
  ...accountRoutes,
  ...startPageRoutes,
  ...inboxRoutes,
  ...accessRoutes,
]
