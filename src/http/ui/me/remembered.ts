/** `/api/me/preferences/…`: values that screens store for their user, by name. */
import {
  readPreference,
  readPreferences,
  removePreference,
  writePreference,
} from '../../../auth/preferences.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { type Answer, emptyAnswer, jsonAnswer } from '../../answer.ts'
import { parameter } from '../../request-target.ts'
import type { WordCall } from '../word-call.ts'
import { checkPreference, requirePerson } from './change-me.ts'

const longestName = 200

function nameOf({ params }: WordCall): string {
  const name = params['name'] ?? ''
  if (name.includes('\0') || !name.isWellFormed()) throw new ServiceError('not_found')
  if (name.length > longestName)
    throw fieldErrors({ name: [{ code: 'too_long', params: { limit: longestName } }] })
  return name
}

/** Returns values by name; `prefix` selects names that start with it. */
export async function answerRemembered({ exchange, principal, query }: WordCall): Promise<Answer> {
  const prefix = parameter(query, 'prefix') ?? ''
  if (prefix.includes('\0') || !prefix.isWellFormed()) return jsonAnswer(200, {})
  return jsonAnswer(200, await readPreferences(exchange.service.database, principal.userId, prefix))
}

/** Returns a value; null if there is none, because a missing value is not an error of the client. */
export async function readRemembered(call: WordCall): Promise<Answer> {
  const { exchange, principal } = call
  const value = await readPreference(exchange.service.database, principal.userId, nameOf(call))
  return jsonAnswer(200, value ?? null)
}

export async function writeRemembered(call: WordCall): Promise<Answer> {
  const { exchange, principal, body } = call
  requirePerson(principal)
  const given = await body()
  if (given.kind !== 'json') throw new ServiceError('malformed_body', { reason: 'it must be JSON.' })
  checkPreference('value', given.value)
  await writePreference(exchange.service.database, principal.userId, nameOf(call), given.value)
  return jsonAnswer(200, given.value)
}

export async function removeRemembered(call: WordCall): Promise<Answer> {
  const { exchange, principal } = call
  requirePerson(principal)
  await removePreference(exchange.service.database, principal.userId, nameOf(call))
  return emptyAnswer(204)
}
