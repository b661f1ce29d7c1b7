/** The table of routes below `/api/` that are not records: one row per path. */
import { calendarRoutes } from './calendars/answer-calendar.ts'
import { answerRights, answerUsers } from './access/answer-access.ts'
import { answerAggregate } from './grid/answer-aggregate.ts'
import { answerBatch } from './grid/answer-batch.ts'
import { answerExceptions, changeExceptions } from './exceptions/answer-exceptions.ts'
import { answerDates } from './grid/answer-dates.ts'
import { answerLookup } from './grid/answer-lookup.ts'
import { answerDistinct, answerPosition } from './grid/list-questions.ts'
import { accountRoutes } from './me/account-routes.ts'
import { answerOutcome, answerRejected } from './import/answer-outcome.ts'
import { answerImport } from './import/answer-preview.ts'
import { createImport, removeImport } from './import/answer-upload.ts'
import { answerMentions } from './inbox/answer-mentions.ts'
import { answerMenu } from './menu/answer-menu.ts'
import { answerMeta, answerMetaIndex } from './meta/answer-meta.ts'
import { planRoutes } from './plan/plan-routes.ts'
import { releaseRoutes } from './release/answer-release.ts'
import { safetyStockRoutes } from './stock/answer-safety-stock.ts'
import { historyRoutes } from './history/history-routes.ts'
import { proposalRoutes } from './proposals/proposal-routes.ts'
import { scenarioRoutes } from './scenarios/scenario-routes.ts'
import { createReset, resetFactors } from './start/reset.ts'
import { webhookRoutes } from './webhooks/answer-webhooks.ts'
import type { WordRoute } from './word-router.ts'

export const wordRoutes: readonly WordRoute[] = [
  { path: '/api/menu/', handlers: { GET: answerMenu } },
  { path: '/api/meta/', handlers: { GET: answerMetaIndex } },
  { path: '/api/meta/{app}/{entity}/', handlers: { GET: answerMeta } },
  { path: '/api/lookup/{app}/{entity}/', handlers: { GET: answerLookup } },
  { path: '/api/mentions/{app}/{entity}/', handlers: { GET: answerMentions } },
  { path: '/api/distinct/{app}/{entity}/', handlers: { GET: answerDistinct } },
  { path: '/api/aggregate/{app}/{entity}/', handlers: { GET: answerAggregate } },
  { path: '/api/position/{app}/{entity}/', handlers: { GET: answerPosition } },
  { path: '/api/batch/{app}/{entity}/', body: 'batch', handlers: { POST: answerBatch } },
  { path: '/api/orderdates/{app}/{entity}/', handlers: { POST: answerDates } },
  { path: '/api/import/{app}/{entity}/', body: 'upload', handlers: { POST: createImport } },
  { path: '/api/import/{app}/{entity}/{upload}/', handlers: { GET: answerImport, DELETE: removeImport } },
  { path: '/api/import/{app}/{entity}/{upload}/outcome/', handlers: { GET: answerOutcome } },
  { path: '/api/import/{app}/{entity}/{upload}/rejected/', handlers: { GET: answerRejected } },
  { path: '/api/exceptions/', handlers: { GET: answerExceptions, POST: changeExceptions } },
  ...calendarRoutes,
  ...releaseRoutes,
  ...planRoutes,
  ...safetyStockRoutes,
  ...webhookRoutes,
  ...historyRoutes,
  ...proposalRoutes,
  ...scenarioRoutes,
  ...accountRoutes,
  { path: '/api/access/users/', handlers: { GET: answerUsers } },
  { path: '/api/access/rights/', handlers: { GET: answerRights } },
  { path: '/api/access/users/{id}/factors/', body: 'none', handlers: { DELETE: resetFactors } },
  { path: '/api/access/users/{id}/reset/', body: 'none', handlers: { POST: createReset } },
]
