/**
 * How much one user may have remembered: values are read all at once for screens, so that all of a user's together must
 * fit into memory many times.
 */
import type { Statement } from '../database/database.ts'
import { fieldErrors } from '../errors/service-error.ts'

/** Bytes of one value. */
export const largestPreference = 65_536
/** Values of one user, and bytes of all of them; what belongs to nobody has as much room. */
export const mostPreferences = 2_000
export const mostPreferenceBytes = 4 * 2 ** 20

/** What is about to be stored for a user, or for all without one. */
export interface PreferenceAddition {
  readonly userId: number | null
  /** Names whose values are replaced. */
  readonly names: readonly string[]
  readonly values: number
  readonly bytes: number
}

/** Values and bytes of them. */
export interface PreferenceSize {
  readonly values: number
  readonly bytes: number
}

/** Whatever runs a statement: a pool, or a connection in a transaction. */
export interface PreferenceSource {
  query(statement: Statement): Promise<{ readonly rows: readonly PreferenceSize[] }>
}

/** Values and bytes that the owner has left besides those that are replaced. */
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

/** Throws `invalid_record` naming the field when there is no room for it. */
export async function requirePreferenceRoom(
  database: PreferenceSource,
  field: string,
  addition: PreferenceAddition,
): Promise<void> {
  const room = await preferenceRoom(database, addition)
  if (addition.values > room.values)
    throw fieldErrors({ [field]: [{ code: 'too_many_values', params: { limit: mostPreferences } }] })
  if (addition.bytes > room.bytes)
    throw fieldErrors({ [field]: [{ code: 'value_too_large', params: { limit: room.bytes } }] })
}
