/** The own password and sessions. */
import { sessionCookie } from '../../../auth/sessions/cookies.ts'
import { endOwnSessions, ownSessions } from '../../../auth/sessions/own-sessions.ts'
import type { accountEndpoints } from '../../../contract/account.ts'
import { changePassword } from '../../../auth/user-accounts.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { type EndpointHandler, Reply } from '../../contract/routes.ts'
import { cookiesOf } from '../../exchange.ts'
import { cookieHeaders } from '../../routes/cookie-headers.ts'
import type { WordCall } from '../word-call.ts'
import { requirePerson } from './change-me.ts'

type Endpoints = typeof accountEndpoints

/** Changes the password. All sessions end; a client with a session gets a new one. */
export const changeOwnPassword: EndpointHandler<Endpoints['POST /api/me/password/']> = async (
  { exchange, principal },
  { body },
) => {
  requirePerson(principal)
  const { service, request } = exchange
  const { old, new: wanted } = await body()
  await service.auth.verify({ name: principal.username, password: old }, request.ip).catch(asWrongPassword)
  // Read before the change, which ends the session.
  const strength = await service.auth.strengthOf(cookiesOf(request))
  await changePassword(service.control, principal.username, wanted).catch((error: unknown) => {
    const faults = error instanceof ServiceError ? error.fields?.['password'] : undefined
    throw faults === undefined ? error : fieldErrors({ new: faults })
  })
  if (principal.via !== 'session') return undefined
  const session = await service.auth.reopen(principal.userId, strength, {
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
  })
  return new Reply(undefined, { headers: { 'set-cookie': cookieHeaders(exchange, session.cookies) } })
}

/**
 * Converts a failed sign-in to an error of the field `old`; other errors, such as too many attempts, are not
 * converted.
 */
function asWrongPassword(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'not_authenticated') throw error
  throw fieldErrors({ old: [{ code: 'wrong_password' }] })
}

const tokenOf = ({ exchange }: WordCall): string | undefined => cookiesOf(exchange.request)?.[sessionCookie]

export const answerSessions: EndpointHandler<Endpoints['GET /api/me/sessions/']> = (call) =>
  ownSessions(call.exchange.service.control, call.principal.userId, tokenOf(call))

/** Ends one session. Throws `not_found` for a session of another user. */
export const endSession: EndpointHandler<Endpoints['DELETE /api/me/sessions/{id}/']> = async (
  { exchange, principal },
  { path: { id } },
) => {
  requirePerson(principal)
  const ended = id.includes('\0')
    ? 0
    : await endOwnSessions(exchange.service.control, principal.userId, { id })
  if (ended === 0) throw new ServiceError('not_found')
  return undefined
}

export const endOtherSessions: EndpointHandler<Endpoints['DELETE /api/me/sessions/']> = async (call) => {
  const { exchange, principal } = call
  requirePerson(principal)
  return {
    ended: await endOwnSessions(exchange.service.control, principal.userId, { but: tokenOf(call) }),
  }
}
