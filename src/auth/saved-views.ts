/**
 * Saved views of lists: columns, filters and order under a name, of one user or shared by all. They are preferences
 * named `view:<entity>:<name>`; those without an owner are the shared ones.
 */
import type { Database } from '../database/database.ts'
import { mostPreferenceBytes, requirePreferenceRoom } from './preference-quota.ts'
import { ServiceError } from '../errors/service-error.ts'

export interface SavedView {
  readonly id: number
  readonly name: string
  readonly shared: boolean
  readonly value: unknown
}

const prefixOf = (entity: string): string => `view:${entity}:`

/** The views of a list that a user can choose: the own ones and the shared ones, by name. */
export async function listViews(
  database: Database,
  entity: string,
  userId: number,
): Promise<readonly SavedView[]> {
  const { rows } = await database.query<{ id: number; property: string; shared: boolean; value: string }>({
    text: `SELECT "id", "property", "shared", "value" FROM (
        SELECT "id", "property", "user" IS NULL AS "shared", "value"::text AS "value",
          sum(octet_length("value"::text)) OVER (PARTITION BY "user" ORDER BY "property") AS "bytes"
        FROM control."userpreference"
        WHERE starts_with("property", $1) AND ("user" = $2 OR "user" IS NULL)) v
      WHERE "bytes" <= $3 ORDER BY "shared", "property"`,
    values: [prefixOf(entity), userId, 2 * mostPreferenceBytes],
  })
  return rows.map(({ id, property, shared, value }) => ({
    id,
    name: property.slice(prefixOf(entity).length),
    shared,
    value: JSON.parse(value),
  }))
}

export interface ViewContent {
  readonly name: string
  readonly shared: boolean
  readonly value: unknown
}

/** Answers the number of the new view. Throws `already_exists` for a name that is taken. */
export async function addView(
  database: Database,
  entity: string,
  userId: number,
  { name, shared, value }: ViewContent,
): Promise<number> {
  const addition = { userId: shared ? null : userId, names: [prefixOf(entity) + name], values: 1 }
  const bytes = Buffer.byteLength(JSON.stringify(value))
  await requirePreferenceRoom(database, 'value', { ...addition, bytes })
  const { rows } = await database.query<{ id: number }>({
    text: `INSERT INTO control."userpreference" ("user", "property", "value") VALUES ($1, $2, $3::jsonb)
      ON CONFLICT ("user", "property") DO NOTHING RETURNING "id"`,
    values: [shared ? null : userId, prefixOf(entity) + name, JSON.stringify(value)],
  })
  if (rows[0] === undefined) throw new ServiceError('already_exists')
  return rows[0].id
}

/** Throws `already_exists` for a name that another view has. */
export async function changeView(
  database: Database,
  entity: string,
  userId: number,
  { id, name, shared, value }: ViewContent & { readonly id: number },
): Promise<void> {
  const { rows } = await database.query<{ taken: boolean }>({
    text: `SELECT EXISTS (SELECT FROM control."userpreference"
      WHERE "property" = $1 AND "user" IS NOT DISTINCT FROM $2 AND "id" <> $3) AS "taken"`,
    values: [prefixOf(entity) + name, shared ? null : userId, id],
  })
  if (rows[0]?.taken === true) throw new ServiceError('already_exists')
  const addition = { userId: shared ? null : userId, names: [prefixOf(entity) + name], values: 1 }
  const bytes = Buffer.byteLength(JSON.stringify(value))
  await requirePreferenceRoom(database, 'value', { ...addition, bytes })
  await database.query({
    text: `UPDATE control."userpreference" SET "user" = $2, "property" = $3, "value" = $4::jsonb WHERE "id" = $1`,
    values: [id, shared ? null : userId, prefixOf(entity) + name, JSON.stringify(value)],
  })
}

export async function removeView(database: Database, id: number): Promise<void> {
  await database.query({ text: 'DELETE FROM control."userpreference" WHERE "id" = $1', values: [id] })
}
