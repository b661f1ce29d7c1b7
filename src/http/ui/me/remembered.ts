/** Handlers of values that screens store for their user, by name. */
import {
  readPreference,
  readPreferences,
  removePreference,
  writePreference,
} from '../../../auth/preferences.ts'
import type { accountEndpoints } from '../../../contract/account.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import type { HandlersOf } from '../../contract/routes.ts'
import { checkPreference, requirePerson } from './change-me.ts'

const longestName = 200

function requireName(name: string): string {
  if (name.includes('\0') || !name.isWellFormed()) throw new ServiceError('not_found')
  if (name.length > longestName)
    throw fieldErrors({ name: [{ code: 'too_long', params: { limit: longestName } }] })
  return name
}

export const rememberedHandlers = {
  'GET /api/me/preferences/': async ({ exchange, principal }, { query: { prefix = '' } }) => {
    if (prefix.includes('\0') || !prefix.isWellFormed()) return {}
    return readPreferences(exchange.service.control, principal.userId, prefix)
  },

  // A missing value is not an error of the client.
  'GET /api/me/preferences/{name}/': async ({ exchange, principal }, { path }) =>
    (await readPreference(exchange.service.control, principal.userId, requireName(path.name))) ?? null,

  'PUT /api/me/preferences/{name}/': async ({ exchange, principal, body }, { path }) => {
    requirePerson(principal)
    const given = await body()
    if (given.kind !== 'json')
      throw new ServiceError('malformed_body', { reason: { code: 'body_must_be_json' } })
    checkPreference('value', given.value)
    const name = requireName(path.name)
    await writePreference(exchange.service.control, principal.userId, name, given.value)
    return given.value
  },

  'DELETE /api/me/preferences/{name}/': async ({ exchange, principal }, { path }) => {
    requirePerson(principal)
    await removePreference(exchange.service.control, principal.userId, requireName(path.name))
    return undefined
  },
} as const satisfies Partial<HandlersOf<typeof accountEndpoints>>
