/** Loads groups: their permissions, and the scenarios in which they have members. */
import type pg from 'pg'
import type { Standing } from './reach.ts'
import { standingHolds } from './reach.ts'

export interface Group {
  readonly id: number
  readonly name: string
  readonly permissions: readonly string[]
  /** Scenarios in which the group has members. */
  readonly scenarios: readonly string[]
}

/** Returns all groups by name. There are few, because groups are roles. */
export async function loadGroups(client: Pick<pg.ClientBase, 'query'>): Promise<ReadonlyMap<string, Group>> {
  const { rows } = await client.query<Group>(
    `SELECT g."id", g."name",
      ARRAY(SELECT p."permission" FROM control."grouppermission" p WHERE p."group" = g."id"
        ORDER BY p."permission")::text[] AS "permissions",
      ARRAY(SELECT DISTINCT m."scenario" FROM control."membershipgroup" m WHERE m."group" = g."id"
        ORDER BY m."scenario")::text[] AS "scenarios"
    FROM control."group" g ORDER BY g."name"`,
  )
  return new Map(rows.map((group) => [group.name, group]))
}

/** Returns the given permissions that a user lacks in a scenario, as text for a message; empty if none. */
export function missingRights(standing: Standing, scenario: string, permissions: readonly string[]): string {
  const missing = permissions.filter((permission) => !standingHolds(standing, scenario, permission))
  return missing.length > 5 ? `${missing.slice(0, 5).join(', ')}, …` : missing.join(', ')
}
