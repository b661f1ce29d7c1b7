/** Finds open sessions, temporary tables and locks in a database, for tests that terminate sessions. */
import type { Database } from '../../src/database/database.ts'

/** Numbers of other sessions in the database, in total and active. */
export interface Sessions {
  readonly all: number
  /** Running a statement or within a transaction. */
  readonly busy: number
}

const others = `datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`

/** Returns the numbers of sessions of a program, or of all sessions but this one. */
export async function sessionsOf(database: Database, applicationName?: string): Promise<Sessions> {
  const { rows } = await database.query<Sessions>({
    text: `SELECT count(*)::int AS "all", (count(*) FILTER (WHERE state <> 'idle'))::int AS "busy"
      FROM pg_stat_activity WHERE ${others} AND ($1::text IS NULL OR application_name = $1)`,
    values: [applicationName ?? null],
  })
  return rows[0]!
}

/** Returns the statements that other sessions are running at the moment. */
export async function runningStatements(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query<{ query: string }>({
    text: `SELECT query FROM pg_stat_activity WHERE ${others} AND state = 'active'`,
  })
  return rows.map(({ query }) => query)
}

/** Returns the names of temporary tables, and of locks that other sessions hold. */
export async function leftovers(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT 'temporary table ' || relname AS "name" FROM pg_class
        WHERE relpersistence = 't' AND relkind = 'r'
      UNION ALL
      SELECT 'lock ' || locktype || ' ' || mode FROM pg_locks
        WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND pid <> pg_backend_pid()
          AND pid IN (SELECT pid FROM pg_stat_activity WHERE ${others})`,
  })
  return rows.map(({ name }) => name)
}
