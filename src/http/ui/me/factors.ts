/**
 * Handlers of the own second factors. Most changes require the own password, so that an unattended screen is
 * not enough to lock its user out.
 */
import type { Account } from '../../../auth/accounts.ts'
import type { SecurityEventName } from '../../../model/security-events.ts'
import type { accountEndpoints } from '../../../contract/account.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { jsonAnswer } from '../../answer.ts'
import { type HandlersOf, RawReply } from '../../contract/routes.ts'
import { browserPlace, cookiesOf } from '../../exchange.ts'
import type { WordCall } from '../word-call.ts'
import { requirePerson } from './change-me.ts'

/** Returns a response with secrets that are shown only once. */
const shownOnce = (content: unknown): RawReply =>
  new RawReply({ ...jsonAnswer(200, content, { 'cache-control': 'no-store' }), uncompressed: true })

async function accountOf({ exchange, principal }: WordCall): Promise<Account> {
  const account = await exchange.service.auth.access.accounts.get(principal.userId)
  if (account === undefined) throw new ServiceError('not_found')
  return account
}

/**
 * Checks the password again. Throws `second_factor_elsewhere` for a user without a password, and the errors of
 * `password`.
 */
async function requireOwner(
  call: WordCall,
  { body }: { readonly body: () => Promise<{ readonly password: string }> },
): Promise<void> {
  const { exchange, principal } = call
  requirePerson(principal)
  if ((await accountOf(call)).passwordHash === null) throw new ServiceError('second_factor_elsewhere')
  const { password } = await body()
  await exchange.service.auth
    .verify({ name: principal.username, password }, exchange.request.ip)
    .catch((error: unknown) => {
      const wrong = error instanceof ServiceError && error.code === 'not_authenticated'
      throw wrong ? fieldErrors({ password: [{ code: 'wrong_password' }] }) : error
    })
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

/** Creates recovery codes together with the authenticator app. */
async function withNewCodes(call: WordCall): Promise<RawReply> {
  const { exchange, principal } = call
  const { auth } = exchange.service
  const codes = await auth.factors.recoveryCodes.renew(principal.userId)
  await note(call, 'recovery_codes_made', { codes: codes.length })
  await strengthen(call)
  return shownOnce({ recovery_codes: codes })
}

/** Marks the session as opened with a second factor, and deletes the account from the cache of this process. */
async function strengthen({ exchange, principal }: WordCall): Promise<void> {
  const { auth } = exchange.service
  if (principal.via === 'session') await auth.strengthen(principal.userId, cookiesOf(exchange.request))
  auth.access.accounts.forget(principal.userId)
}

export const factorHandlers = {
  'GET /api/me/factors/': async (call) => call.exchange.service.auth.factors.state(await accountOf(call)),

  // The secret is active after the first code is confirmed.
  'POST /api/me/factors/totp/': async (call, input) => {
    await requireOwner(call, input)
    const offered = await call.exchange.service.auth.factors.timeCodes.offer(call.principal)
    if (offered === undefined) throw new ServiceError('second_factor_exists')
    return shownOnce(offered)
  },

  'POST /api/me/factors/totp/confirm/': async (call, { body }) => {
    requirePerson(call.principal)
    const { auth } = call.exchange.service
    const code = (await body()).code.replaceAll(/[\s-]/g, '')
    if (!(await auth.factors.timeCodes.confirm(call.principal.userId, code))) {
      throw fieldErrors({ code: [{ code: 'second_factor_wrong' }] })
    }
    await note(call, 'totp_added')
    return withNewCodes(call)
  },

  'DELETE /api/me/factors/totp/': async (call, input) => {
    await requireOwner(call, input)
    const { auth } = call.exchange.service
    if (!(await auth.factors.timeCodes.remove(call.principal.userId))) throw new ServiceError('not_found')
    auth.access.accounts.forget(call.principal.userId)
    await note(call, 'totp_removed')
    return undefined
  },

  'POST /api/me/factors/recovery/': async (call, input) => {
    await requireOwner(call, input)
    const codes = await call.exchange.service.auth.factors.recoveryCodes.renew(call.principal.userId)
    await note(call, 'recovery_codes_made', { codes: codes.length })
    return shownOnce({ recovery_codes: codes })
  },

  'POST /api/me/factors/passkeys/options/': async (call, input) => {
    await requireOwner(call, input)
    const { exchange, principal } = call
    return shownOnce(
      await exchange.service.auth.factors.passkeys.beginAdding(browserPlace(exchange), principal),
    )
  },

  'POST /api/me/factors/passkeys/': async (call, { body }) => {
    requirePerson(call.principal)
    const { exchange, principal } = call
    const { state, name, response } = await body()
    const { factors } = exchange.service.auth
    const id = await factors.passkeys.add(browserPlace(exchange), principal, { state, response }, name)
    await note(call, 'passkey_added', { passkey: name })
    await strengthen(call)
    return { id, name }
  },

  'PATCH /api/me/factors/passkeys/{id}/': async (call, { path: { id }, body }) => {
    requirePerson(call.principal)
    const { name } = await body()
    const { passkeys } = call.exchange.service.auth.factors
    if (!(await passkeys.rename(call.principal.userId, id, name))) throw new ServiceError('not_found')
    await note(call, 'passkey_renamed', { passkey: name })
    return { id, name }
  },

  'DELETE /api/me/factors/passkeys/{id}/': async (call, input) => {
    await requireOwner(call, input)
    const { id } = input.path
    const { auth } = call.exchange.service
    const name = await auth.factors.passkeys.remove(call.principal.userId, id)
    if (name === undefined) throw new ServiceError('not_found')
    auth.access.accounts.forget(call.principal.userId)
    await note(call, 'passkey_removed', { passkey: name })
    return undefined
  },
} as const satisfies Partial<HandlersOf<typeof accountEndpoints>>
