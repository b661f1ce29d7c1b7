/** The table of routes below `/api/` that are not records: one row per path. */
import { answerCalendar, previewCalendar } from './calendars/answer-calendar.ts'
import { answerRights, answerUsers } from './access/answer-access.ts'
import { answerAggregate } from './grid/answer-aggregate.ts'
import { answerBatch } from './grid/answer-batch.ts'
import { answerExceptions, changeExceptions } from './exceptions/answer-exceptions.ts'
import { answerDates } from './grid/answer-dates.ts'
import { answerLookup } from './grid/answer-lookup.ts'
import { answerDistinct, answerPosition } from './grid/list-questions.ts'
import { answerAudit, answerChangeSet } from './history/answer-audit.ts'
import { answerExport } from './history/answer-export.ts'
import { answerEvents } from './events/answer-events.ts'
import { answerHistory } from './history/answer-history.ts'
import { checkUndo, postUndo } from './history/answer-undo.ts'
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
import { answerDifference } from './scenarios/answer-difference.ts'
import { postMerge } from './scenarios/answer-merge.ts'
import { answerScenarios } from './scenarios/answer-scenarios.ts'
import { answerSearch } from './search/answer-search.ts'
import { answerEdits, answerProposal } from './proposals/answer-proposal.ts'
import {
  postApply,
  postApprove,
  postComment,
  postFollow,
  postReject,
  postResolve,
  postSubmit,
  postUnfollow,
  postWithdraw,
} from './proposals/decide.ts'
import { answerProposals, postProposal } from './proposals/list-proposals.ts'
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
  { path: '/api/calendars/{calendar}/', handlers: { GET: answerCalendar, POST: previewCalendar } },
  ...releaseRoutes,
  ...planRoutes,
  { path: '/api/search/', handlers: { GET: answerSearch } },
  { path: '/api/history/{app}/{entity}/', handlers: { GET: answerHistory } },
  { path: '/api/events/', handlers: { GET: answerEvents } },
  ...safetyStockRoutes,
  ...webhookRoutes,
  { path: '/api/audit/', handlers: { GET: answerAudit } },
  { path: '/api/audit/export/', handlers: { GET: answerExport }, ofUser: true },
  { path: '/api/audit/{changeset}/', handlers: { GET: answerChangeSet } },
  { path: '/api/audit/{changeset}/undo/', body: 'none', handlers: { GET: checkUndo, POST: postUndo } },
  { path: '/api/proposals/', body: 'batch', handlers: { GET: answerProposals, POST: postProposal } },
  { path: '/api/proposals/{proposal}/', handlers: { GET: answerProposal } },
  { path: '/api/proposals/{proposal}/edits/', handlers: { GET: answerEdits } },
  { path: '/api/proposals/{proposal}/submit/', handlers: { POST: postSubmit } },
  { path: '/api/proposals/{proposal}/approve/', handlers: { POST: postApprove } },
  { path: '/api/proposals/{proposal}/reject/', handlers: { POST: postReject } },
  { path: '/api/proposals/{proposal}/withdraw/', handlers: { POST: postWithdraw } },
  { path: '/api/proposals/{proposal}/comment/', handlers: { POST: postComment } },
  { path: '/api/proposals/{proposal}/follow/', body: 'none', handlers: { POST: postFollow } },
  { path: '/api/proposals/{proposal}/unfollow/', body: 'none', handlers: { POST: postUnfollow } },
  { path: '/api/proposals/{proposal}/resolve/', body: 'batch', handlers: { POST: postResolve } },
  { path: '/api/proposals/{proposal}/apply/', body: 'none', handlers: { POST: postApply } },
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
  { path: '/api/scenarios/', handlers: { GET: answerScenarios }, ofUser: true },
  { path: '/api/scenarios/{a}/difference/{b}/', ofUser: true, handlers: { GET: answerDifference } },
  { path: '/api/scenarios/{a}/merge/{b}/', ofUser: true, body: 'batch', handlers: { POST: postMerge } },
  { path: '/api/access/users/', handlers: { GET: answerUsers } },
  { path: '/api/access/rights/', handlers: { GET: answerRights } },
  { path: '/api/access/users/{id}/factors/', body: 'none', handlers: { DELETE: resetFactors } },
  { path: '/api/access/users/{id}/reset/', body: 'none', handlers: { POST: createReset } },
]
