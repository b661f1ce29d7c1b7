/**
 * Stores the preferences of users: JSON by name, per user (table `control.userpreference`), such as layouts of
 * screens, date formats, views of lists. Preferences without a user apply to all.
 */
import type { ControlDatabase } from '../database/database.ts'
import { mostPreferenceBytes, mostPreferences, requirePreferenceRoom } from './preference-quota.ts'

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

/** Sets members of an object; a null deletes the member. Members that other requests set in the meantime are kept. */
export async function mergePreference(
  database: ControlDatabase,
  userId: number,
  name: string,
  members: Readonly<Record<string, unknown>>,
): Promise<void> {
  const text = JSON.stringify(members)
  const bytes = Buffer.byteLength(text)
  await requirePreferenceRoom(database, 'preferences', { userId, names: [], values: 0, bytes })
  await database.query({
    text: `INSERT INTO control."userpreference" AS p ("user", "property", "value")
      VALUES ($1, $2, jsonb_strip_nulls($3::jsonb))
      ON CONFLICT ("user", "property") DO UPDATE SET "value" = (p."value" - $4::text[]) || jsonb_strip_nulls($3::jsonb)`,
    values: [userId, name, text, Object.keys(members)],
  })
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
