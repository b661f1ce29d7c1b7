/**
 * What users want remembered: JSON by name, each user's own (table `control.userpreference`). Layouts of screens,
 * ways of showing dates, views of lists. What belongs to nobody is shared by all.
 */
import type { Database } from '../database/database.ts'
import { mostPreferenceBytes, mostPreferences, requirePreferenceRoom } from './preference-quota.ts'

/** Name of the preferences that hold on every screen. */
export const generalPreferences = 'ui'

/** The values of a user whose names begin with a text, by name. */
export async function readPreferences(
  database: Database,
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

export async function readPreference(database: Database, userId: number, name: string): Promise<unknown> {
  const { rows } = await database.query<{ value: string }>({
    text: `SELECT "value"::text AS "value" FROM control."userpreference" WHERE "user" = $1 AND "property" = $2`,
    values: [userId, name],
  })
  return rows[0] === undefined ? undefined : JSON.parse(rows[0].value)
}

export async function writePreference(
  database: Database,
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

/** Sets members of an object; those that are null go. Members that others set meanwhile stay. */
export async function mergePreference(
  database: Database,
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

/** Whether there was one. */
export async function removePreference(database: Database, userId: number, name: string): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'DELETE FROM control."userpreference" WHERE "user" = $1 AND "property" = $2',
    values: [userId, name],
  })
  return rowCount === 1
}
