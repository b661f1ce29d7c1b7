/**
 * Reads which workers run (by the locks of their lease numbers), which tasks they accept, and which queued tasks no
 * worker accepts.
 */
import { hostname } from 'node:os'
import { utcText } from '../../data/time-zone.ts'
import type { ControlDatabase, ScopeOptions } from '../../database/database.ts'
import { type Message, messageText } from '../../errors/messages.ts'
import type { TaskKind } from '../../extensions/task-kinds.ts'
import { literal } from '../../database/identifiers.ts'
import { leaseClass } from './lock-classes.ts'
import { blocks } from './task-record.ts'

/** Application name of the database connections of workers. Commands that run a task themselves hold leases too. */
export const workerApplication = 'planctl worker'

/** Limits of a worker; undefined means no limit. */
export interface WorkerLimits {
  /** Megabytes that a task may use. */
  readonly memory?: number | undefined
  readonly kinds?: readonly TaskKind[] | undefined
  /** Names of the tasks of these kinds. */
  readonly tasks?: readonly string[] | undefined
  readonly scenarios?: readonly string[] | undefined
}

/**
 * Returns the query of the running workers. A worker of an older release has no row and accepts all tasks.
 * @param leases SQL of the class of leases
 * @param application SQL of the application name of workers
 */
const liveOf = (
  leases: string,
  application: string,
): string => `SELECT l.objid::bigint AS "number", w."host", w."memory", w."kinds", w."tasks", w."scenarios"
  FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
  LEFT JOIN control."worker" w ON w."number" = l.objid::bigint
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${leases}::oid
    AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
    AND a.application_name = ${application}`

const liveSql = liveOf('$1', '$2')

/** SQL condition that a worker in `live` accepts the task with the given alias. */
const takenSql = (task: string): string => `EXISTS (SELECT FROM "live" v WHERE ${acceptsSql('v', task)})`

/** SQL condition that the kinds and scenarios of a worker include the task. */
const acceptsSql = (worker: string, task: string): string =>
  `(${worker}."tasks" IS NULL OR ${task}."name" = ANY (${worker}."tasks"))
    AND (${worker}."scenarios" IS NULL OR coalesce(${task}."scenario", 'default') = ANY (${worker}."scenarios"))`

/**
 * SQL condition that the task with the given alias fits into the memory of a worker, or that no other running worker
 * that accepts it has more: a task that fits nowhere fails with the reason instead of waiting.
 * @param memory SQL of the megabytes of the worker
 */
export const fitsSql = (task: string, memory: string): string => `(
  ${task}."memory" IS NULL OR ${task}."memory" <= ${memory} OR NOT EXISTS (
    SELECT FROM (${liveOf(String(leaseClass), literal(workerApplication))}) "live"
    WHERE "live"."memory" > ${memory} AND ${acceptsSql('"live"', task)}
  )
)`

/**
 * SQL condition that the task with the given alias is queued for any worker. Steps of a running group and tasks of
 * commands wait for their own process instead.
 */
export const queuedSql = (task: string): string =>
  `${task}."status" = 'Waiting' AND ${task}."finished" IS NULL AND ${task}."worker" IS NULL`

/** SQL condition that a worker `v` takes tasks: it is not paused, and there are tasks of its kinds. */
const takesTasks = `v."tasks" IS DISTINCT FROM '{}'::text[]`

/** Returns the number of running workers on all machines that take tasks. */
export async function liveWorkers(database: ControlDatabase, scope?: ScopeOptions): Promise<number> {
  const statement = {
    name: 'live-workers',
    text: `SELECT count(*)::integer AS "count" FROM (${liveSql}) AS v WHERE ${takesTasks}`,
    values: [leaseClass, workerApplication],
  }
  const { rows } = await database.query<{ count: number }>(statement, scope)
  return rows[0]!.count
}

/** A running worker. */
export interface RunningWorker {
  /** Number of its lease. */
  readonly number: number
  /** Null for a worker of an older release, of which only its number is known. */
  readonly host: string | null
  /** Number of tasks that it runs at the same time. */
  readonly concurrency: number | null
  /** Megabytes that each of them may use. */
  readonly memory: number | null
  /** Kinds of tasks that it accepts; null = all, none while it is paused because of a newer release. */
  readonly kinds: readonly string[] | null
  /** Scenarios whose tasks it accepts; null = all. */
  readonly scenarios: readonly string[] | null
  readonly started: string | null
  readonly tasks: readonly WorkerTask[]
}

/** A task that a worker runs. */
interface WorkerTask {
  readonly id: number
  readonly name: string
  readonly scenario: string
  /** Number of the process that runs it, on the host of the worker; null until the process has started it. */
  readonly pid: number | null
}

/** Returns the running workers on all machines, by host, with the tasks that they run. */
export async function listWorkers(
  database: ControlDatabase,
  scope?: ScopeOptions,
): Promise<readonly RunningWorker[]> {
  type Row = Omit<RunningWorker, 'started' | 'tasks'> & { readonly started: Date | null }
  const { rows: workers } = await database.query<Row>(
    {
      text: `SELECT v."number"::integer, v."host", w."concurrency", v."memory", v."scenarios", w."started",
          CASE WHEN ${takesTasks} THEN v."kinds" ELSE '{}' END AS "kinds"
        FROM (${liveSql}) v LEFT JOIN control."worker" w ON w."number" = v."number"
        ORDER BY v."host", w."started", v."number"`,
      values: [leaseClass, workerApplication],
    },
    scope,
  )
  const { rows: tasks } = await database.query<WorkerTask & { readonly worker: number }>(
    {
      text: `SELECT "worker", "id", "name", coalesce("scenario", 'default') AS "scenario", "processid" AS "pid"
        FROM control."task" WHERE "finished" IS NULL AND "worker" = ANY ($1::integer[]) ORDER BY "id"`,
      values: [workers.map(({ number }) => number)],
    },
    scope,
  )
  const byWorker = Map.groupBy(tasks, ({ worker }) => worker)
  return workers.map(({ started, ...row }) =>
    Object.assign(row, {
      started: started === null ? null : utcText(started),
      tasks: (byWorker.get(row.number) ?? []).map(({ id, name, scenario, pid }) => ({
        id,
        name,
        scenario,
        pid,
      })),
    }),
  )
}

/** Queued tasks of one name in one scenario that no running worker accepts. */
export interface UnservedTasks {
  readonly name: string
  readonly scenario: string
  readonly count: number
  /** Time for which the first one has waited, in seconds. */
  readonly waitingSeconds: number
}

/** Returns the queued tasks that no running worker accepts, by name and scenario, longest waiting first. */
export async function unservedTasks(
  database: ControlDatabase,
  scope?: ScopeOptions,
): Promise<readonly UnservedTasks[]> {
  const statement = {
    name: 'unserved-tasks',
    text: `WITH "live" AS MATERIALIZED (${liveSql})
      SELECT t."name", coalesce(t."scenario", 'default') AS "scenario", count(*)::integer AS "count",
        extract(epoch FROM LOCALTIMESTAMP - min(t."submitted"))::float8 AS "waitingSeconds"
      FROM control."task" t WHERE ${queuedSql('t')} AND NOT ${takenSql('t')}
      GROUP BY 1, 2 ORDER BY 4 DESC, 1, 2`,
    values: [leaseClass, workerApplication],
  }
  const { rows } = await database.query<UnservedTasks>(statement, scope)
  return rows
}

/**
 * Returns the hint that the given task, or a queued task for which it must wait, is accepted by no running worker;
 * undefined if nothing prevents it from running.
 */
export async function missingWorkerHint(database: ControlDatabase, id: number): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string; scenario: string; workers: number }>({
    text: `WITH "live" AS MATERIALIZED (${liveSql})
      SELECT e."name", coalesce(e."scenario", 'default') AS "scenario",
        (SELECT count(*)::integer FROM "live" v WHERE ${takesTasks}) AS "workers"
      FROM control."task" t, control."task" e
      WHERE t."id" = $3 AND t."finished" IS NULL AND ${queuedSql('e')} AND (e."id" = t."id" OR ${blocks('e', 't')})
        AND NOT ${takenSql('e')}
      ORDER BY e."id" LIMIT 1`,
    values: [leaseClass, workerApplication, id],
  })
  const [found] = rows
  if (found === undefined) return undefined
  return found.workers === 0 ? noWorkerHint : unservedHint([found])
}

/** Returns a hint if no worker runs, or if none accepts some of the queued tasks; undefined otherwise. */
export async function queueHint(database: ControlDatabase): Promise<string | undefined> {
  if ((await liveWorkers(database)) === 0) return noWorkerHint
  const unserved = await unservedTasks(database)
  return unserved.length === 0 ? undefined : unservedHint(unserved)
}

/** Hint for users who wait for a task while no worker runs. */
export const noWorkerHint =
  'No worker is running, so nobody runs queued tasks. Start one: planctl runworker (or planctl runserver), or restart one that an older release has started'

/** Maximum number of tasks named in a hint. */
const namedTasks = 3

/** Returns the hint if workers run but are limited to other kinds or scenarios. */
export function unservedMessage(unserved: readonly Pick<UnservedTasks, 'name' | 'scenario'>[]): Message {
  const named = unserved.slice(0, namedTasks).map(({ name, scenario }) => `${name} (${scenario})`)
  const tasks = [...named, ...(unserved.length > namedTasks ? ['…'] : [])].join(', ')
  return { code: 'check_start_worker_for', params: { tasks } }
}

export const unservedHint = (unserved: Parameters<typeof unservedMessage>[0]): string =>
  messageText(unservedMessage(unserved))

/** Records the limits of a worker under its lease number, and deletes the rows of workers that have ended. */
export async function registerWorker(
  database: ControlDatabase,
  number: number,
  {
    kinds,
    tasks,
    scenarios,
    memory,
    concurrency,
  }: WorkerLimits & { readonly concurrency: number; readonly memory: number },
): Promise<void> {
  await database.query({
    text: `WITH "dead" AS (
        DELETE FROM control."worker" w WHERE NOT EXISTS (
          SELECT FROM pg_catalog.pg_locks l
          WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1::oid AND l.objid::bigint = w."number"
            AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
        )
      )
      INSERT INTO control."worker" ("number", "host", "concurrency", "memory", "kinds", "tasks", "scenarios")
      VALUES ($2, $3, $4, $5, $6, $7, $8)`,
    values: [
      leaseClass,
      number,
      hostname(),
      concurrency,
      memory,
      kinds ?? null,
      tasks ?? null,
      scenarios ?? null,
    ],
  })
}

/**
 * Records which tasks a registered worker takes from now on: undefined for all, none while it is paused, as after a newer
 * release has migrated the database.
 */
export async function limitWorker(
  database: ControlDatabase,
  number: number,
  tasks: readonly string[] | undefined,
): Promise<void> {
  await database.query({
    text: 'UPDATE control."worker" SET "tasks" = $2 WHERE "number" = $1',
    values: [number, tasks ?? null],
  })
}

/** Time that a worker that ends waits for the deletion of its row, in milliseconds. */
const unregisterTimeoutMs = 2_000

/** Deletes the row of a worker that ends. If the database is silent, the next worker that starts deletes it. */
export async function unregisterWorker(database: ControlDatabase, number: number): Promise<void> {
  await database.query(
    { text: 'DELETE FROM control."worker" WHERE "number" = $1', values: [number] },
    { signal: AbortSignal.timeout(unregisterTimeoutMs) },
  )
}

/** Returns the number of waiting and of running tasks. */
export async function countOpenTasks(
  database: ControlDatabase,
): Promise<{ readonly waiting: number; readonly running: number }> {
  const { rows } = await database.query<{ waiting: number; running: number }>({
    text: `SELECT count(*) FILTER (WHERE "status" = 'Waiting')::integer AS "waiting",
        count(*) FILTER (WHERE "status" <> 'Waiting')::integer AS "running"
      FROM control."task" WHERE "finished" IS NULL`,
  })
  return rows[0]!
}
