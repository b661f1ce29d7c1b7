/** Reads facts about scenarios that are not in their records: their size, and the origin of their data. */
import { replacesData } from '../rules/replacing-tasks.ts'
import type { ControlDatabase, Database } from '../database/database.ts'
import { allServers, homeOf, isSameDatabase } from '../database/homes.ts'

/** Returns the size of tables and indexes on disk, in bytes. */
export async function sizesOf(
  database: ControlDatabase,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found: { name: string; size: number }[] = []
  for (const [, server] of allServers(database)) {
    const own = names.filter((name) => isSameDatabase(homeOf(database, name), server))
    // The size of scenarios on a server that cannot be reached is unknown.
    if (own.length > 0) found.push(...(await sizesOn(server, own).catch(unlessFurther(server, database))))
  }
  return new Map(found.map(({ name, size }) => [name, size]))
}

const unlessFurther =
  (server: Database, database: Database) =>
  (error: unknown): readonly never[] => {
    if (server === database) throw error
    return []
  }

async function sizesOn(
  database: Database,
  names: readonly string[],
): Promise<readonly { name: string; size: number }[]> {
  const { rows } = await database.query<{ name: string; size: number }>({
    text: `SELECT n.nspname::text AS "name", coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS "size"
      FROM pg_catalog.pg_namespace n LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
      WHERE n.nspname = ANY ($1) GROUP BY n.nspname`,
    values: [names],
  })
  return rows
}

export interface Origin {
  readonly task: number
  readonly source: string | null
  readonly by: string | null
  readonly at: string
}

/** Returns the last copy to each scenario, or the last promote unless it was reverted or redone, according to the tasks. */
export async function originsOf(
  database: ControlDatabase,
  names: readonly string[],
): Promise<ReadonlyMap<string, Origin>> {
  const { rows } = await database.query<Origin & { name: string }>({
    text: `SELECT * FROM (
        SELECT DISTINCT ON (1) coalesce(t."parameters"->>'destination', 'default') AS "name", t."id" AS "task",
          coalesce(t."parameters"->>'source', t."scenario", 'default') AS "source", u."username" AS "by",
          to_char(t."finished", 'YYYY-MM-DD"T"HH24:MI:SS') AS "at",
          'true' IN (t."parameters"->'revert-promote', t."parameters"->'redo-promote') AS "back"
        FROM control."task" t LEFT JOIN control."user" u ON u."id" = t."user"
        WHERE t."status" = 'Done' AND ${replacesData('t')}
        ORDER BY 1, t."id" DESC
      ) last WHERE "name" = ANY ($1) AND "back" IS NOT TRUE`,
    values: [names],
  })
  return new Map(rows.map(({ name, task, source, by, at }) => [name, { task, source, by, at }]))
}
