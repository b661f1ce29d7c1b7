/** Handlers of the endpoints of the own account. */
import { accountEndpoints } from '../../../contract/account.ts'
import { routesOf } from '../../contract/routes.ts'
import { changeMe } from './change-me.ts'
import { factorHandlers } from './factors.ts'
import { answerSessions, changeOwnPassword, endOtherSessions, endSession } from './own-access.ts'
import { presentMe } from './present-me.ts'
import { rememberedHandlers } from './remembered.ts'
import { viewHandlers } from './views.ts'

export const accountRoutes = routesOf(accountEndpoints, {
  'GET /api/me/': ({ exchange, principal }) => presentMe(exchange.service, principal),
  'PATCH /api/me/': changeMe,
  'POST /api/me/password/': changeOwnPassword,
  'GET /api/me/sessions/': answerSessions,
  'DELETE /api/me/sessions/': endOtherSessions,
  'DELETE /api/me/sessions/{id}/': endSession,
  ...factorHandlers,
  ...rememberedHandlers,
  ...viewHandlers,
})
