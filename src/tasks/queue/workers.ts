/** Which workers live, as their signs of life tell. */
import type { Database, ScopeOptions } from '../../database/database.ts'
import { leaseClass } from './lock-classes.ts'
import { blocks } from './task-record.ts'

/** Name of the connections of workers. Commands that run a task themselves show signs of life as well. */
export const workerApplication = 'planctl worker'

/** How many workers live, on any machine. */
export async function liveWorkers(database: Database, scope?: ScopeOptions): Promise<number> {
  const statement = {
    name: 'live-workers',
    text: `SELECT count(*)::integer AS "count"
      FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1::oid
        AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
        AND a.application_name = $2`,
    values: [leaseClass, workerApplication],
  }
  const { rows } = await database.query<{ count: number }>(statement, scope)
  return rows[0]!.count
}

/** Whether a task waits for one that is queued while no worker lives, or is itself such a task. */
export async function waitsForNobody(database: Database, id: number): Promise<boolean> {
  const { rows } = await database.query<{ queued: boolean }>({
    text: `SELECT EXISTS (
        SELECT FROM control."task" e
        WHERE e."status" = 'Waiting' AND e."finished" IS NULL AND e."worker" IS NULL
          AND (e."id" = t."id" OR ${blocks('e', 't')})
      ) AS "queued"
      FROM control."task" t WHERE t."id" = $1 AND t."finished" IS NULL`,
    values: [id],
  })
  return rows[0]?.queued === true && (await liveWorkers(database)) === 0
}

/** What to tell whoever waits for a task that nobody will run. */
export const noWorkerHint =
  'No worker is running, so nobody runs queued tasks. Start one: planctl runworker (or planctl runserver)'
