/** Password reset links: `/api/reset/<token>/` uses a link, and administrators create links. */
import type { Account } from '../../../auth/accounts.ts'
import {
  createPasswordReset,
  passwordResetOwner,
  usePasswordReset,
} from '../../../auth/credentials/password-resets.ts'
import { resetSecondFactors } from '../../../auth/factors/second-factors.ts'
import { reaches, resetsAccess, standingOf } from '../../../auth/rights/reach.ts'
import type { accessEndpoints } from '../../../contract/access.ts'
import type { sessionEndpoints } from '../../../contract/session.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { jsonAnswer } from '../../answer.ts'
import type { PublicHandler } from '../../contract/public-routes.ts'
import { type EndpointHandler, RawReply } from '../../contract/routes.ts'
import { originOf } from '../../exchange.ts'
import { requirePerson } from '../me/change-me.ts'
import type { WordCall } from '../word-call.ts'

type Endpoints = typeof accessEndpoints
type SessionEndpoints = typeof sessionEndpoints

/** Returns whether a link is valid, and the name of its user. */
export const readReset: PublicHandler<SessionEndpoints['GET /api/reset/{token}/']> = async (
  { service },
  { path: { token } },
) => {
  const owner = await passwordResetOwner(service.control, token)
  return owner === undefined ? { valid: false } : { valid: true, username: owner.username }
}

export const resetPassword: PublicHandler<SessionEndpoints['POST /api/reset/{token}/']> = async (
  { service },
  { path: { token }, body },
) => {
  const { password } = await body()
  await usePasswordReset(service.control, token, password)
  return undefined
}

/**
 * `POST /api/access/users/<id>/reset/`: creates a link for a user. Allowed for administrators who have all
 * permissions of the user, because the link allows to sign in as the user; the link is checked again when it is used.
 */
export const createReset: EndpointHandler<Endpoints['POST /api/access/users/{id}/reset/']> = async (
  call,
  { path: { id } },
) => {
  const { exchange, principal } = call
  const { service } = exchange
  await reachableUser(call, id)
  const { token, expires } = await createPasswordReset(service.control, id, principal.userId)
  const path = `/reset/${token}`
  const link = { token, path, url: originOf(exchange) + path, expires }
  return new RawReply({ ...jsonAnswer(201, link), uncompressed: true })
}

/**
 * `DELETE /api/access/users/<id>/factors/`: deletes the second factors of a user who has lost them. Allowed for the
 * same administrators. The user can then sign in with the password alone.
 */
export const resetFactors: EndpointHandler<Endpoints['DELETE /api/access/users/{id}/factors/']> = async (
  call,
  { path: { id } },
) => {
  const { exchange, principal } = call
  const { control, auth } = exchange.service
  const { userId, username } = await reachableUser(call, id)
  if (!(await resetSecondFactors(control, userId))) throw new ServiceError('not_found')
  auth.access.accounts.forget(userId)
  const actor = { id: principal.userId, name: principal.username }
  await auth.securityLog.record({
    event: 'factors_reset',
    user: userId,
    username,
    actor,
    address: exchange.request.ip,
  })
  return undefined
}

/**
 * Returns the user of the path, whose access the administrator may reset. Throws `permission_denied` and `not_found`.
 */
async function reachableUser({ exchange, principal, scenario }: WordCall, id: number): Promise<Account> {
  requirePerson(principal)
  const { service } = exchange
  if (!resetsAccess(principal, scenario)) throw new ServiceError('permission_denied')
  // Users change their own password with the current one.
  if (id === principal.userId) throw new ServiceError('permission_denied')
  const account = await service.auth.access.accounts.get(id)
  if (account === undefined) throw new ServiceError('not_found')
  if (!reaches(standingOf(principal), account)) throw new ServiceError('permission_denied')
  return account
}
