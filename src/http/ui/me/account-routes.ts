/** Handlers of the endpoints of the own account. */
import { accountEndpoints } from '../../../contract/account.ts'
import { routesOf } from '../../contract/routes.ts'
import { answerInbox, markRead } from '../inbox/answer-inbox.ts'
import { factorHandlers } from './factors.ts'
import { answerSessions, changeOwnPassword, endOtherSessions, endSession } from './own-access.ts'
import { rememberedHandlers } from './remembered.ts'
import { viewHandlers } from './views.ts'

export const accountRoutes = routesOf(accountEndpoints, {
  'POST /api/me/password/': changeOwnPassword,
  'GET /api/me/sessions/': answerSessions,
  'DELETE /api/me/sessions/': endOtherSessions,
  'DELETE /api/me/sessions/{id}/': endSession,
  ...factorHandlers,
  ...rememberedHandlers,
  'GET /api/inbox/': answerInbox,
  'POST /api/inbox/read/': markRead,
  ...viewHandlers,
})
