/**
 * Links with which users turn off the mails about plans without signing in. A link contains the id of its user and a
 * signature, so that nothing is stored; it can only turn off these mails.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { generalPreferences, mergePreference } from '../auth/preferences.ts'
import type { ControlDatabase } from '../database/database.ts'
import type { DigestMode } from '../model/digest.ts'

const signatureOf = (secret: string, userId: number): string =>
  createHmac('sha256', secret).update(`turn off mails about plans ${userId}`).digest('base64url')

/** Returns the path of the link of a user. */
export const unsubscribePath = (secret: string, userId: number): string =>
  `/unsubscribe/${userId}.${signatureOf(secret, userId)}`

/** Returns the id of the user whose link contains the token; undefined if the token is not valid. */
export function unsubscribingUser(secret: string, token: string): number | undefined {
  const [, id = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (id === '') return undefined
  const expected = signatureOf(secret, Number(id))
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? Number(id) : undefined
}

/** Turns off the mails about plans of a user. */
export function turnOffDigest(database: ControlDatabase, userId: number): Promise<void> {
  const digest: DigestMode = 'off'
  return mergePreference(database, userId, generalPreferences, { digest })
}
