/**
 * Limits the size of the preferences of one user: screens read them all at once, so all values of a user must fit
 * into memory many times.
 */
import type { Statement } from '../database/database.ts'
import { fieldErrors } from '../errors/service-error.ts'

/** Maximum size of one value, in bytes. */
export const largestPreference = 65_536
/**
 * Maximum number of values of one user, and their maximum total size in bytes; preferences without a user have the
 * same limits.
 */
export const mostPreferences = 2_000
export const mostPreferenceBytes = 4 * 2 ** 20

/** A preference that is about to be stored for a user; without a user for all. */
export interface PreferenceAddition {
  readonly userId: number | null
  /** Names whose values are replaced. */
  readonly names: readonly string[]
  /** 1; 0 for a part of a value that is stored already. */
  readonly values: number
  /** Size of the value as the text that `JSON.stringify` makes. */
  readonly bytes: number
  /**
   * Size of the stored value of the same user that it replaces, measured likewise; by default 0. A value that does not
   * grow is not refused, so that values from before the limits can be made smaller.
   */
  readonly oldBytes?: number
}

/** Number of values and their size in bytes. */
export interface PreferenceSize {
  readonly values: number
  readonly bytes: number
}

/** Runs a statement: a pool, or a connection in a transaction. */
export interface PreferenceSource {
  query(statement: Statement): Promise<{ readonly rows: readonly PreferenceSize[] }>
}

/** Returns the remaining number and size of values, without those that are replaced. */
export async function preferenceRoom(
  database: PreferenceSource,
  { userId, names }: Pick<PreferenceAddition, 'userId' | 'names'>,
): Promise<PreferenceSize> {
  const { rows } = await database.query({
    text: `SELECT count(*)::integer AS "values", coalesce(sum(octet_length("value"::text)), 0)::double precision AS "bytes"
      FROM control."userpreference" WHERE "user" IS NOT DISTINCT FROM $1 AND "property" <> ALL ($2::text[])`,
    values: [userId, names],
  })
  const { values = 0, bytes = 0 } = rows[0] ?? {}
  return { values: Math.max(0, mostPreferences - values), bytes: Math.max(0, mostPreferenceBytes - bytes) }
}

/** Returns the size of a value in bytes, as the limits measure it. */
export const preferenceBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/**
 * Throws `invalid_record` with the field if a value is larger than one may be, or if there is not enough room; unless
 * it replaces a value that is not smaller.
 */
export async function requirePreferenceRoom(
  database: PreferenceSource,
  field: string,
  addition: PreferenceAddition,
): Promise<void> {
  const { bytes, oldBytes = 0 } = addition
  if (oldBytes > 0 && bytes <= oldBytes) return
  if (bytes > largestPreference)
    throw fieldErrors({ [field]: [{ code: 'value_too_large', params: { limit: largestPreference } }] })
  const room = await preferenceRoom(database, addition)
  if (addition.values > room.values)
    throw fieldErrors({ [field]: [{ code: 'too_many_values', params: { limit: mostPreferences } }] })
  if (bytes > room.bytes)
    throw fieldErrors({ [field]: [{ code: 'value_too_large', params: { limit: room.bytes } }] })
}
