/** Handlers of the endpoints of search, history, audit, undo and events. */
import { historyEndpoints } from '../../../contract/history.ts'
import { RawReply, routesOf } from '../../contract/routes.ts'
import { answerEvents } from '../events/answer-events.ts'
import { answerSearch } from '../search/answer-search.ts'
import { answerAccounts } from './answer-accounts.ts'
import { answerAudit, answerChangeSet } from './answer-audit.ts'
import { answerExport } from './answer-export.ts'
import { answerHistory } from './answer-history.ts'
import { checkUndo, checkUndoOfSeveral, postUndo, postUndoOfSeveral } from './answer-undo.ts'

export const historyRoutes = routesOf(historyEndpoints, {
  'GET /api/search/': answerSearch,
  'GET /api/history/{app}/{entity}/': answerHistory,
  'GET /api/events/': async (call) => new RawReply(await answerEvents(call)),
  'GET /api/audit/': answerAudit,
  'GET /api/audit/export/': answerExport,
  'GET /api/audit/accounts/': answerAccounts,
  'GET /api/audit/undo/': checkUndoOfSeveral,
  'POST /api/audit/undo/': postUndoOfSeveral,
  'GET /api/audit/{changeset}/': answerChangeSet,
  'GET /api/audit/{changeset}/undo/': checkUndo,
  'POST /api/audit/{changeset}/undo/': postUndo,
})
