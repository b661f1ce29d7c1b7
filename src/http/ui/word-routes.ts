/** The table of routes below `/api/` that are not records: one row per path. */
import { calendarRoutes } from './calendars/answer-calendar.ts'
import { answerRights, answerUsers } from './access/answer-access.ts'
import { answerAggregate } from './grid/answer-aggregate.ts'
import { answerBatch } from './grid/answer-batch.ts'
import { answerExceptions, changeExceptions } from './exceptions/answer-exceptions.ts'
import { answerDates } from './grid/answer-dates.ts'
import { answerLookup } from './grid/answer-lookup.ts'
import { answerDistinct, answerPosition } from './grid/list-questions.ts'
import { answerSessions, changeOwnPassword, endOtherSessions, endSession } from './me/own-access.ts'
import {
  addPasskey,
  answerFactors,
  beginPasskey,
  confirmTimeCodes,
  offerTimeCodes,
  removePasskey,
  removeTimeCodes,
  renamePasskey,
  renewRecoveryCodes,
} from './me/factors.ts'
import { answerRemembered, readRemembered, removeRemembered, writeRemembered } from './me/remembered.ts'
import { answerViews, createView, deleteView, updateView } from './me/views.ts'
import { answerOutcome, answerRejected } from './import/answer-outcome.ts'
import { answerImport } from './import/answer-preview.ts'
import { createImport, removeImport } from './import/answer-upload.ts'
import { answerInbox, markRead } from './inbox/answer-inbox.ts'
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
  { path: '/api/views/{app}/{entity}/', handlers: { GET: answerViews, POST: createView } },
  { path: '/api/views/{app}/{entity}/{id}/', handlers: { PATCH: updateView, DELETE: deleteView } },
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
  { path: '/api/me/password/', handlers: { POST: changeOwnPassword }, ofUser: true },
  { path: '/api/me/sessions/', handlers: { GET: answerSessions, DELETE: endOtherSessions }, ofUser: true },
  { path: '/api/me/sessions/{id}/', handlers: { DELETE: endSession }, ofUser: true },
  { path: '/api/me/factors/', handlers: { GET: answerFactors }, ofUser: true },
  {
    path: '/api/me/factors/totp/',
    handlers: { POST: offerTimeCodes, DELETE: removeTimeCodes },
    ofUser: true,
  },
  { path: '/api/me/factors/totp/confirm/', handlers: { POST: confirmTimeCodes }, ofUser: true },
  { path: '/api/me/factors/recovery/', handlers: { POST: renewRecoveryCodes }, ofUser: true },
  { path: '/api/me/factors/passkeys/', handlers: { POST: addPasskey }, ofUser: true },
  { path: '/api/me/factors/passkeys/options/', handlers: { POST: beginPasskey }, ofUser: true },
  {
    path: '/api/me/factors/passkeys/{id}/',
    handlers: { PATCH: renamePasskey, DELETE: removePasskey },
    ofUser: true,
  },
  { path: '/api/me/preferences/', handlers: { GET: answerRemembered }, ofUser: true },
  {
    path: '/api/me/preferences/{name}/',
    handlers: { GET: readRemembered, PUT: writeRemembered, DELETE: removeRemembered },
    ofUser: true,
  },
  { path: '/api/inbox/', handlers: { GET: answerInbox }, ofUser: true },
  { path: '/api/inbox/read/', handlers: { POST: markRead }, ofUser: true },
  { path: '/api/access/users/', handlers: { GET: answerUsers } },
  { path: '/api/access/rights/', handlers: { GET: answerRights } },
  { path: '/api/access/users/{id}/factors/', body: 'none', handlers: { DELETE: resetFactors } },
  { path: '/api/access/users/{id}/reset/', body: 'none', handlers: { POST: createReset } },
]
