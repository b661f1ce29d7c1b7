/**
 * `/api/me/factors/`: the own second factors. Most changes require the own password, so that an unattended screen is
 * not enough to lock its user out.
 */
import type { Account } from '../../../auth/accounts.ts'
import type { SecurityEventName } from '../../../auth/security-events.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { type Answer, emptyAnswer, jsonAnswer } from '../../answer.ts'
import { browserPlace, cookiesOf } from '../../exchange.ts'
import { objectBody, type WordCall } from '../word-call.ts'
import { requirePerson } from './change-me.ts'

/** Returns a response with secrets that are shown only once. */
const shownOnce = (status: number, content: unknown): Answer => ({
  ...jsonAnswer(status, content, { 'cache-control': 'no-store' }),
  confidential: true,
})

async function accountOf({ exchange, principal }: WordCall): Promise<Account> {
  const account = await exchange.service.auth.access.accounts.get(principal.userId)
  if (account === undefined) throw new ServiceError('not_found')
  return account
}

/**
 * Checks the password again. Throws `second_factor_elsewhere` for a user without a password, and the errors of
 * `password`.
 */
async function requireOwner(call: WordCall): Promise<Readonly<Record<string, unknown>>> {
  const { exchange, principal } = call
  requirePerson(principal)
  if ((await accountOf(call)).passwordHash === null) throw new ServiceError('second_factor_elsewhere')
  const given = await objectBody(call)
  const password = textOf(given, 'password')
  await exchange.service.auth
    .verify({ name: principal.username, password }, exchange.request.ip)
    .catch((error: unknown) => {
      const wrong = error instanceof ServiceError && error.code === 'not_authenticated'
      throw wrong ? fieldErrors({ password: [{ code: 'wrong_password' }] }) : error
    })
  return given
}

function textOf(given: Readonly<Record<string, unknown>>, name: string): string {
  const value = given[name]
  if (typeof value !== 'string' || value.trim() === '') throw fieldErrors({ [name]: [{ code: 'required' }] })
  return value
}

const note = (
  { exchange, principal: { userId, username } }: WordCall,
  event: SecurityEventName,
  details?: Readonly<Record<string, string | number>>,
): Promise<void> =>
  exchange.service.auth.securityLog.record({
    event,
    user: userId,
    username,
    address: exchange.request.ip,
    ...(details === undefined ? {} : { details }),
  })

export async function answerFactors(call: WordCall): Promise<Answer> {
  return jsonAnswer(200, await call.exchange.service.auth.factors.state(await accountOf(call)))
}

/**
 * Returns a new secret for an authenticator app; it is active after the first code is confirmed. Throws
 * `second_factor_exists`.
 */
export async function offerTimeCodes(call: WordCall): Promise<Answer> {
  await requireOwner(call)
  const offered = await call.exchange.service.auth.factors.timeCodes.offer(call.principal)
  if (offered === undefined) throw new ServiceError('second_factor_exists')
  return shownOnce(200, offered)
}

/** Confirms the first code. The response contains recovery codes, which are shown only once. */
export async function confirmTimeCodes(call: WordCall): Promise<Answer> {
  requirePerson(call.principal)
  const { exchange, principal } = call
  const { auth } = exchange.service
  const code = textOf(await objectBody(call), 'code').replaceAll(/[\s-]/g, '')
  if (!(await auth.factors.timeCodes.confirm(principal.userId, code))) {
    throw fieldErrors({ code: [{ code: 'second_factor_wrong' }] })
  }
  await note(call, 'totp_added')
  return withNewCodes(call)
}

/** Creates recovery codes together with the authenticator app. */
async function withNewCodes(call: WordCall): Promise<Answer> {
  const { exchange, principal } = call
  const { auth } = exchange.service
  const codes = await auth.factors.recoveryCodes.renew(principal.userId)
  await note(call, 'recovery_codes_made', { codes: codes.length })
  await strengthen(call)
  return shownOnce(200, { recovery_codes: codes })
}

/** Marks the session as opened with a second factor, and deletes the account from the cache of this process. */
async function strengthen({ exchange, principal }: WordCall): Promise<void> {
  const { auth } = exchange.service
  if (principal.via === 'session') await auth.strengthen(principal.userId, cookiesOf(exchange.request))
  auth.access.accounts.forget(principal.userId)
}

export async function removeTimeCodes(call: WordCall): Promise<Answer> {
  await requireOwner(call)
  const { auth } = call.exchange.service
  if (!(await auth.factors.timeCodes.remove(call.principal.userId))) throw new ServiceError('not_found')
  auth.access.accounts.forget(call.principal.userId)
  await note(call, 'totp_removed')
  return emptyAnswer(204)
}

/** Creates new recovery codes; earlier ones become invalid. */
export async function renewRecoveryCodes(call: WordCall): Promise<Answer> {
  await requireOwner(call)
  const codes = await call.exchange.service.auth.factors.recoveryCodes.renew(call.principal.userId)
  await note(call, 'recovery_codes_made', { codes: codes.length })
  return shownOnce(200, { recovery_codes: codes })
}

/** Returns the challenge with which the browser creates a passkey. */
export async function beginPasskey(call: WordCall): Promise<Answer> {
  await requireOwner(call)
  const { exchange, principal } = call
  return shownOnce(
    200,
    await exchange.service.auth.factors.passkeys.beginAdding(browserPlace(exchange), principal),
  )
}

export async function addPasskey(call: WordCall): Promise<Answer> {
  requirePerson(call.principal)
  const { exchange, principal } = call
  const given = await objectBody(call)
  const [state, name] = [textOf(given, 'state'), textOf(given, 'name')]
  const { factors } = exchange.service.auth
  const answer = { state, response: given['response'] }
  const id = await factors.passkeys.add(browserPlace(exchange), principal, answer, name)
  await note(call, 'passkey_added', { passkey: name })
  await strengthen(call)
  return jsonAnswer(201, { id, name })
}

const idOf = ({ params }: WordCall): number =>
  /^\d{1,15}$/.test(params['id'] ?? '') ? Number(params['id']) : 0

export async function renamePasskey(call: WordCall): Promise<Answer> {
  requirePerson(call.principal)
  const name = textOf(await objectBody(call), 'name')
  const { passkeys } = call.exchange.service.auth.factors
  if (!(await passkeys.rename(call.principal.userId, idOf(call), name))) throw new ServiceError('not_found')
  await note(call, 'passkey_renamed', { passkey: name })
  return jsonAnswer(200, { id: idOf(call), name })
}

export async function removePasskey(call: WordCall): Promise<Answer> {
  requirePerson(call.principal)
  const { auth } = call.exchange.service
  const name = await auth.factors.passkeys.remove(call.principal.userId, idOf(call))
  if (name === undefined) throw new ServiceError('not_found')
  auth.access.accounts.forget(call.principal.userId)
  await note(call, 'passkey_removed', { passkey: name })
  return emptyAnswer(204)
}
