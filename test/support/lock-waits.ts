/** Tells which sessions of a test wait for others. */
import type { Database } from '../../src/database/database.ts'

/** Returns the number of locks for which sessions of this database wait; other tests use databases of the same server. */
export async function lockWaits(database: Pick<Database, 'query'>): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    text: `SELECT count(*)::integer AS "count" FROM pg_locks JOIN pg_stat_activity USING ("pid")
      WHERE NOT "granted" AND "datname" = current_database()`,
  })
  return rows[0]!.count
}
