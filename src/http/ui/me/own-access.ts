/** The own password and sessions. */
import { sessionCookie } from '../../../auth/sessions/cookies.ts'
import { endOwnSessions, ownSessions } from '../../../auth/sessions/own-sessions.ts'
import { changePassword } from '../../../auth/user-accounts.ts'
import { fieldErrors, type RecordErrors, ServiceError } from '../../../errors/service-error.ts'
import { type Answer, emptyAnswer, jsonAnswer } from '../../answer.ts'
import { cookiesOf } from '../../exchange.ts'
import { cookieHeaders } from '../../routes/cookie-headers.ts'
import { objectBody, type WordCall } from '../word-call.ts'
import { requirePerson } from './change-me.ts'

/** `POST /api/me/password/`: changes the password. All sessions end; a client with a session gets a new one. */
export async function changeOwnPassword(call: WordCall): Promise<Answer> {
  const { exchange, principal } = call
  requirePerson(principal)
  const { service, request } = exchange
  const { old, new: wanted } = passwordsOf(await objectBody(call))
  await service.auth.verify({ name: principal.username, password: old }, request.ip).catch(asWrongPassword)
  // Read before the change, which ends the session.
  const strength = await service.auth.strengthOf(cookiesOf(request))
  await changePassword(service.database, principal.username, wanted).catch((error: unknown) => {
    const faults = error instanceof ServiceError ? error.fields?.['password'] : undefined
    throw faults === undefined ? error : fieldErrors({ new: faults })
  })
  if (principal.via !== 'session') return emptyAnswer(204)
  const session = await service.auth.reopen(principal.userId, strength, {
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
  })
  return emptyAnswer(204, { 'set-cookie': cookieHeaders(exchange, session.cookies) })
}

function passwordsOf(given: Readonly<Record<string, unknown>>): {
  readonly old: string
  readonly new: string
} {
  const { old, new: wanted } = given
  if (typeof old === 'string' && old !== '' && typeof wanted === 'string' && wanted !== '') {
    return { old, new: wanted }
  }
  const missing = (['old', 'new'] as const).filter(
    (name) => typeof given[name] !== 'string' || given[name] === '',
  )
  const errors: RecordErrors = Object.fromEntries(missing.map((name) => [name, [{ code: 'required' }]]))
  throw fieldErrors(errors)
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

export async function answerSessions(call: WordCall): Promise<Answer> {
  const { exchange, principal } = call
  return jsonAnswer(200, await ownSessions(exchange.service.database, principal.userId, tokenOf(call)))
}

/** Ends one session. Throws `not_found` for a session of another user. */
export async function endSession(call: WordCall): Promise<Answer> {
  const { exchange, principal, params } = call
  requirePerson(principal)
  const id = params['id'] ?? ''
  const ended = id.includes('\0')
    ? 0
    : await endOwnSessions(exchange.service.database, principal.userId, { id })
  if (ended === 0) throw new ServiceError('not_found')
  return emptyAnswer(204)
}

export async function endOtherSessions(call: WordCall): Promise<Answer> {
  const { exchange, principal } = call
  requirePerson(principal)
  const ended = await endOwnSessions(exchange.service.database, principal.userId, { but: tokenOf(call) })
  return jsonAnswer(200, { ended })
}
