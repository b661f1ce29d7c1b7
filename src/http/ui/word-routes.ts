/** The table of routes below `/api/` that are not records: one row per path. */
import { calendarRoutes } from './calendars/answer-calendar.ts'
import { accessRoutes } from './access/answer-access.ts'
import { exceptionRoutes } from './exceptions/answer-exceptions.ts'
import { gridRoutes } from './grid/grid-routes.ts'
import { accountRoutes } from './me/account-routes.ts'
import { answerOutcome, answerRejected } from './import/answer-outcome.ts'
import { answerImport } from './import/answer-preview.ts'
import { createImport, removeImport } from './import/answer-upload.ts'
import { inboxRoutes } from './inbox/answer-inbox.ts'
import { metaRoutes } from './meta/meta-routes.ts'
import { planRoutes } from './plan/plan-routes.ts'
import { releaseRoutes } from './release/answer-release.ts'
import { safetyStockRoutes } from './stock/answer-safety-stock.ts'
import { historyRoutes } from './history/history-routes.ts'
import { proposalRoutes } from './proposals/proposal-routes.ts'
import { scenarioRoutes } from './scenarios/scenario-routes.ts'
import { webhookRoutes } from './webhooks/answer-webhooks.ts'
import type { WordRoute } from './word-router.ts'

export const wordRoutes: readonly WordRoute[] = [
  ...metaRoutes,
  ...gridRoutes,
  { path: '/api/import/{app}/{entity}/', body: 'upload', handlers: { POST: createImport } },
  { path: '/api/import/{app}/{entity}/{upload}/', handlers: { GET: answerImport, DELETE: removeImport } },
  { path: '/api/import/{app}/{entity}/{upload}/outcome/', handlers: { GET: answerOutcome } },
  { path: '/api/import/{app}/{entity}/{upload}/rejected/', handlers: { GET: answerRejected } },
  ...exceptionRoutes,
  ...calendarRoutes,
  ...releaseRoutes,
  ...planRoutes,
  ...safetyStockRoutes,
  ...webhookRoutes,
  ...historyRoutes,
  ...proposalRoutes,
  ...scenarioRoutes,
  ...accountRoutes,
  ...inboxRoutes,
  ...accessRoutes,
]
