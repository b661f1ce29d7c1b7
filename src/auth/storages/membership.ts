/** Writes the fields of a user record that belong to one scenario: membership, groups and direct permissions. */
import type pg from 'pg'
import { columnType, defaultExpression } from '../../database/ddl.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import type { CoercedRecord } from '../../data/context.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import { parseNameList } from './name-list.ts'

const lists: ReadonlySet<string> = new Set(['groups', 'permissions'])

/** Returns the fields of the user that are columns of the membership. */
export function membershipFields(user: Entity): readonly Field[] {
  return user.fields.filter((field) => field.virtual && field.access === 'write' && !lists.has(field.name))
}

/** Returns an SQL relation of users as records: their row joined with their membership of a scenario. */
export function userRelation(model: Model, user: Entity, scenario: string): string {
  const own = user.fields.filter((field) => !field.virtual).map((field) => `u.${identifier(field.column)}`)
  const member = membershipFields(user).map((field) => {
    const column = `m.${identifier(field.name)}`
    // Without a membership the record shows the defaults of a new one.
    const absent = defaultExpression(model, field) ?? 'NULL'
    return `CASE WHEN m."user" IS NULL THEN ${absent} ELSE ${column} END AS ${identifier(field.name)}`
  })
  return `(
    SELECT ${[...own, ...member].join(', ')},
      coalesce((SELECT jsonb_agg(o."scenario" ORDER BY o."scenario") FROM control."membership" o
        JOIN control."scenario" s ON s."name" = o."scenario" AND s."status" <> 'Free'
        JOIN pg_catalog.pg_namespace n ON n.nspname = s."name" OR (s."stored" AND n.nspname = 'control')
        WHERE o."user" = u."id" AND o."is_active"), '[]'::jsonb) AS "databases",
      coalesce((SELECT jsonb_agg(g."name" ORDER BY g."name") FROM control."membershipgroup" mg
        JOIN control."group" g ON g."id" = mg."group"
        WHERE mg."user" = m."user" AND mg."scenario" = m."scenario"), '[]'::jsonb) AS "groups",
      coalesce((SELECT jsonb_agg(p."permission" ORDER BY p."permission") FROM control."membershippermission" p
        WHERE p."user" = m."user" AND p."scenario" = m."scenario"), '[]'::jsonb) AS "permissions"
    FROM control."user" u
    LEFT JOIN control."membership" m ON m."user" = u."id" AND m."scenario" = ${literal(scenario)}
  )`
}

/** A user and the given fields of the scenario. */
export interface MembershipChange {
  readonly user: number
  readonly given: CoercedRecord
}

/** Writes memberships of a scenario. Changes only the given fields; lists are replaced completely. */
export async function writeMemberships(
  client: Pick<pg.ClientBase, 'query'>,
  model: Model,
  user: Entity,
  scenario: string,
  changes: readonly MembershipChange[],
): Promise<void> {
  const fields = membershipFields(user)
  const names = new Set([...fields.map(({ name }) => name), ...lists])
  const touched = changes.filter(({ given }) =>
    Object.keys(given).some((name) => isGiven(given, name, names)),
  )
  if (touched.length === 0) return
  await addMissing(client, scenario, touched)
  for (const field of fields) {
    const values = touched.flatMap((change) => {
      const value = change.given[field.name]
      return value === undefined ? [] : [{ user: change.user, value }]
    })
    if (values.length === 0) continue
    const column = identifier(field.name)
    await client.query(
      `UPDATE control."membership" m SET ${column} = v."value"
      FROM jsonb_to_recordset($1::jsonb) AS v("user" bigint, "value" ${columnType(model, field)})
      WHERE m."user" = v."user" AND m."scenario" = $2 AND m.${column} IS DISTINCT FROM v."value"`,
      [JSON.stringify(values), scenario],
    )
  }
  for (const list of ['groups', 'permissions'] as const) {
    await replaceEntries(client, scenario, pairs(touched, list), list)
  }
}

const isGiven = (given: CoercedRecord, name: string, names: ReadonlySet<string>): boolean =>
  names.has(name) && given[name] !== undefined

/**
 * Adds missing memberships of users with given fields. A new membership is active if the record makes the user a
 * superuser or contains groups or permissions.
 */
async function addMissing(
  client: Pick<pg.ClientBase, 'query'>,
  scenario: string,
  changes: readonly MembershipChange[],
): Promise<void> {
  const opened = ({ given }: MembershipChange): boolean =>
    given['is_superuser'] === true || [...lists].some((list) => (parseNameList(given[list]) ?? []).length > 0)
  await client.query(
    `INSERT INTO control."membership" ("user", "scenario", "is_active")
    SELECT v."user", $2, v."active" FROM unnest($1::bigint[], $3::boolean[]) AS v("user", "active")
    ON CONFLICT ("user", "scenario") DO NOTHING`,
    [changes.map((change) => change.user), scenario, changes.map(opened)],
  )
}

interface Pairs {
  readonly users: readonly number[]
  /** One element per user and name, in two arrays. */
  readonly owners: readonly number[]
  readonly names: readonly string[]
}

function pairs(changes: readonly MembershipChange[], list: string): Pairs {
  const given = changes.filter((change) => change.given[list] !== undefined)
  const all = given.flatMap(({ user, given: record }) =>
    (parseNameList(record[list]) ?? []).map((name) => ({ user, name })),
  )
  return {
    users: given.map(({ user }) => user),
    owners: all.map(({ user }) => user),
    names: all.map(({ name }) => name),
  }
}

/** Lists of a membership: the table of their entries, the column of an entry, and the query that finds entries by name. */
const listTables = {
  groups: {
    table: 'control."membershipgroup"',
    column: '"group"',
    found: `SELECT v."user", g."id" AS "entry" FROM unnest($2::bigint[], $3::text[]) AS v("user", "name")
      JOIN control."group" g ON g."name" = v."name"`,
  },
  permissions: {
    table: 'control."membershippermission"',
    column: '"permission"',
    found: `SELECT v."user", v."name" AS "entry" FROM unnest($2::bigint[], $3::text[]) AS v("user", "name")`,
  },
} as const

async function replaceEntries(
  client: Pick<pg.ClientBase, 'query'>,
  scenario: string,
  { users, owners, names }: Pairs,
  list: keyof typeof listTables,
): Promise<void> {
  if (users.length === 0) return
  const { table, column, found } = listTables[list]
  const values = [users, owners, names, scenario]
  await client.query(
    `DELETE FROM ${table} o
    WHERE o."scenario" = $4 AND o."user" = ANY ($1::bigint[])
      AND NOT EXISTS (SELECT FROM (${found}) w WHERE w."user" = o."user" AND w."entry" = o.${column})`,
    values,
  )
  await client.query(
    `INSERT INTO ${table} ("user", "scenario", ${column})
    SELECT w."user", $4, w."entry" FROM (${found}) w WHERE w."user" = ANY ($1::bigint[])
    ON CONFLICT DO NOTHING`,
    values,
  )
}
