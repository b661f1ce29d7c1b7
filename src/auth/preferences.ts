/**
 * Stores the preferences of users: JSON by name, per user (table `control.userpreference`), such as layouts of
 * screens, date formats, views of lists. Preferences without a user apply to all.
 */
import type { ControlDatabase, Statement } from '../database/database.ts'
import {
  mostPreferenceBytes,
  mostPreferences,
  preferenceBytes,
  type PreferenceSize,
  requirePreferenceRoom,
} from './preference-quota.ts'

/** Name of the preferences that apply to every screen. */
export const generalPreferences = 'ui'

/** Returns the values of a user whose names start with a prefix, by name. */
export async function readPreferences(
  database: ControlDatabase,
  userId: number,
  prefix: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await database.query<{ property: string; value: string }>({
    text: `SELECT "property", "value" FROM (
        SELECT "property", "value"::text AS "value",
          sum(octet_length("value"::text)) OVER (ORDER BY "property") AS "bytes"
        FROM control."userpreference" WHERE "user" = $1 AND starts_with("property", $2)) p
      WHERE "bytes" <= $3 ORDER BY "property" LIMIT ${mostPreferences}`,
    values: [userId, prefix, 2 * mostPreferenceBytes],
  })
  return Object.fromEntries(
    rows.map(({ property, value }): [string, unknown] => [property, JSON.parse(value)]),
  )
}

export async function readPreference(
  database: ControlDatabase,
  userId: number,
  name: string,
): Promise<unknown> {
  const { rows } = await database.query<{ value: string }>({
    text: `SELECT "value"::text AS "value" FROM control."userpreference" WHERE "user" = $1 AND "property" = $2`,
    values: [userId, name],
  })
  return rows[0] === undefined ? undefined : JSON.parse(rows[0].value)
}

export async function writePreference(
  database: ControlDatabase,
  userId: number,
  name: string,
  value: unknown,
): Promise<void> {
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  await requirePreferenceRoom(database, 'value', { userId, names: [name], values: 1, bytes })
  await database.query({
    text: `INSERT INTO control."userpreference" ("user", "property", "value") VALUES ($1, $2, $3::jsonb)
      ON CONFLICT ("user", "property") DO UPDATE SET "value" = excluded."value"`,
    values: [userId, name, text],
  })
}

/**
 * Changes a value, which is locked meanwhile, so that changes by several requests are made one after the other.
 * @param change gets the stored value; null if there is none
 * @param field names the value in errors
 * @returns the stored value
 * @throws ServiceError `invalid_record` with the field if the value is too large and larger than before
 */
export const changePreference = <Value>(
  database: ControlDatabase,
  userId: number,
  name: string,
  change: (value: unknown) => Value,
  field = 'value',
): Promise<Value> =>
  database.withTransaction(async (client) => {
    const key = [userId, name]
    const added = await client.query(
      `INSERT INTO control."userpreference" ("user", "property", "value") VALUES ($1, $2, 'null'::jsonb)
       ON CONFLICT ("user", "property") DO NOTHING`,
      key,
    )
    const { rows } = await client.query<{ value: string }>(
      `SELECT "value"::text AS "value" FROM control."userpreference" WHERE "user" = $1 AND "property" = $2 FOR UPDATE`,
      key,
    )
    const old: unknown = JSON.parse(rows[0]?.value ?? 'null')
    const oldBytes = added.rowCount === 1 ? 0 : preferenceBytes(old)
    const value = change(old)
    const text = JSON.stringify(value)
    const bytes = Buffer.byteLength(text)
    const queryIn = {
      query: ({ text: sql, values = [] }: Statement) => client.query<PreferenceSize>(sql, [...values]),
    }
    await requirePreferenceRoom(queryIn, field, { userId, names: [name], values: 1, bytes, oldBytes })
    await client.query(
      `UPDATE control."userpreference" SET "value" = $3::jsonb WHERE "user" = $1 AND "property" = $2`,
      [...key, text],
    )
    return value
  })

type Members = Readonly<Record<string, unknown>>

/** Returns an object with members set; those that are null are removed. */
const mergedWith =
  (members: Members) =>
  (stored: unknown): Members => {
    const old: object = typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {}
    return Object.fromEntries(Object.entries({ ...old, ...members }).filter(([, value]) => value !== null))
  }

/**
 * Sets members of an object; a null deletes the member. Members that other requests set in the meantime are kept.
 * @throws ServiceError `invalid_record` with `preferences` if the object becomes too large
 */
export async function mergePreference(
  database: ControlDatabase,
  userId: number,
  name: string,
  members: Members,
): Promise<void> {
  await changePreference(database, userId, name, mergedWith(members), 'preferences')
}

/**
 * Checks whether members can be set now, without setting them.
 * @throws ServiceError as `mergePreference`
 */
export async function requireMergeable(
  database: ControlDatabase,
  userId: number,
  name: string,
  members: Members,
): Promise<void> {
  const old = await readPreference(database, userId, name)
  const oldBytes = old === undefined ? 0 : preferenceBytes(old)
  const bytes = preferenceBytes(mergedWith(members)(old))
  const addition = { userId, names: [name], values: 1, bytes, oldBytes }
  await requirePreferenceRoom(database, 'preferences', addition)
}

/** Deletes a preference. Returns whether there was one. */
export async function removePreference(
  database: ControlDatabase,
  userId: number,
  name: string,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'DELETE FROM control."userpreference" WHERE "user" = $1 AND "property" = $2',
    values: [userId, name],
  })
  return rowCount === 1
}
