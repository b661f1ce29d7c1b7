/** Adds tasks to the queue. All tasks are created here. */
import type { PlannedRun } from '../definition.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Channel } from '../../data/context.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import type { ControlDatabase } from '../../database/database.ts'
import type { CheckedArguments } from '../arguments.ts'
import { currentTraceparent } from '../../tracing/tracing.ts'
import { groupTask } from '../schedules/steps.ts'
import { seal } from './sealed.ts'

export interface Launch {
  readonly name: string
  readonly scenario: string
  /** Scenarios that the task holds while it runs. */
  readonly scenarios: readonly string[]
  readonly args: CheckedArguments
  /** User who launches the task; null for the operator. */
  readonly userId: number | null
  readonly operator: boolean
  readonly channel: Channel
  /** Task of which this one is a step. */
  readonly parent?: number
  /** Lease number of the process that will run the task itself; without it any worker may run the task. */
  readonly worker?: number
  readonly idempotency?: Idempotency
  /** For a run of a schedule that starts as its owner. */
  readonly run?: PlannedRun
}

/** A second launch with the same key returns the task of the first one. */
export interface Idempotency {
  readonly key: string
  /** Hash that is equal for equal requests. */
  readonly hash: string
  readonly hours: number
}

/**
 * The megabytes that the last task of the name needed in the scenario; for a group the most that one of its steps, or of
 * the steps of the groups among them, needed, because the group runs them at its own worker.
 */
const neededMemorySql = `
  WITH RECURSIVE "work" ("task", "schedule") AS (
    SELECT $1::text, $6::jsonb ->> 'schedule'
    UNION
    SELECT s."step" ->> 'task', s."step" -> 'arguments' ->> 'schedule'
    FROM "work" w
    JOIN control."scheduledtask" g
      ON w."task" = '${groupTask}' AND g."name" = w."schedule" AND jsonb_typeof(g."steps") = 'array'
    CROSS JOIN jsonb_array_elements(g."steps") s("step")
  )
  SELECT max(m."memory") FROM (SELECT DISTINCT "task" FROM "work" WHERE "task" <> '${groupTask}') w
  CROSS JOIN LATERAL (SELECT e."memory" FROM control."task" e
    WHERE e."name" = w."task" AND coalesce(e."scenario", 'default') = coalesce($4, 'default') AND e."memory" IS NOT NULL
    ORDER BY e."id" DESC LIMIT 1) m`

/** The statement that writes the record also takes the number, so that neither exists without the other. */
const launchSql = `
  WITH "counter" AS (
    INSERT INTO control."task_counter" AS c ("last") VALUES (1)
    ON CONFLICT ("only") DO UPDATE SET "last" = c."last" + 1
    RETURNING "last"
  )
  INSERT INTO control."task" ("id", "name", "submitted", "arguments", "status", "user", "scenario", "scenarios",
    "parameters", "sealed", "operator", "channel", "parent", "root", "worker", "idempotency_key", "request_hash", "schedule", "planned",
    "notify", "trace", "memory")
  SELECT "last", $1, LOCALTIMESTAMP(3), $2, 'Waiting', $3, $4, $5, $6, $7, $8, $9,
    $10::bigint, (SELECT coalesce(p."root", p."id") FROM control."task" p WHERE p."id" = $10::bigint), $11, $12, $13,
    $14::bigint, $15::timestamptz, $16::jsonb, $17::text,
    (${neededMemorySql})
  FROM "counter"
  RETURNING "id"`

/** Maximum number of waiting tasks per user, so that one user does not block the queue for others. */
export const mostWaitingTasks = 2_000

/** Throws `too_many_tasks` if the user has the maximum number of waiting tasks. */
async function requireRoom(database: Pick<ControlDatabase, 'query'>, userId: number): Promise<void> {
  const { rows } = await database.query<{ full: boolean }>({
    name: 'waiting-tasks-of-user',
    text: `SELECT count(*) >= ${mostWaitingTasks} AS "full" FROM (
      SELECT FROM control."task" WHERE "finished" IS NULL AND "started" IS NULL AND "user" = $1
        AND "worker" IS NULL AND "parent" IS NULL LIMIT ${mostWaitingTasks}) w`,
    values: [userId],
  })
  if (rows[0]!.full) throw new ServiceError('too_many_tasks', { limit: mostWaitingTasks })
}

/**
 * Queues a task and returns its number. Throws `idempotency_mismatch`. Throws `too_many_tasks` only for tasks that
 * users launch themselves, because the number of steps and runs of schedules is limited by the number of schedules.
 * @param secret secret of the installation, with which secret parameters are encrypted
 */
export async function launchTask(
  database: Pick<ControlDatabase, 'query'>,
  secret: string,
  launch: Launch,
): Promise<number> {
  return (await launchOnce(database, secret, launch)).id
}

/** A queued task; `isRepeat` if the request repeats an earlier one, which has queued the task. */
export interface Launched {
  readonly id: number
  readonly isRepeat: boolean
}

/** Does the same, and returns also whether the task is that of an earlier request. */
export async function launchOnce(
  database: Pick<ControlDatabase, 'query'>,
  secret: string,
  launch: Launch,
): Promise<Launched> {
  const { args, idempotency, run } = launch
  if (idempotency !== undefined && launch.userId !== null) {
    const first = await firstLaunch(database, launch.userId, idempotency)
    if (first !== undefined) return { id: first, isRepeat: true }
  }
  if (
    launch.userId !== null &&
    launch.parent === undefined &&
    launch.worker === undefined &&
    run === undefined
  ) {
    await requireRoom(database, launch.userId)
  }
  try {
    const { rows } = await database.query<{ id: number }>({
      name: 'launch-task',
      text: launchSql,
      values: [
        launch.name,
        args.text,
        launch.userId,
        launch.scenario,
        launch.scenarios,
        JSON.stringify(args.open),
        Object.keys(args.secret).length === 0 ? null : seal(JSON.stringify(args.secret), secret),
        launch.operator,
        launch.channel,
        launch.parent ?? null,
        launch.worker ?? null,
        idempotency?.key ?? null,
        idempotency?.hash ?? null,
        run?.schedule ?? null,
        run?.planned?.toISOString() ?? null,
        run === undefined ? null : JSON.stringify(run.notify),
        currentTraceparent() ?? null,
      ],
    })
    return { id: rows[0]!.id, isRepeat: false }
  } catch (error) {
    // Another request with the same key was stored first, or this one was stored but its response is lost.
    const first =
      idempotency === undefined || launch.userId === null
        ? undefined
        : await firstLaunch(database, launch.userId, idempotency)
    if (first === undefined) throw error
    return { id: first, isRepeat: isUniqueViolation(error) }
  }
}

/**
 * Returns the number of the task that was launched with this key before. Releases keys that have expired. Throws
 * `idempotency_mismatch` if another request was sent with the key.
 */
export async function firstLaunch(
  database: Pick<ControlDatabase, 'query'>,
  userId: number,
  { key, hash, hours }: Idempotency,
): Promise<number | undefined> {
  await database.query({
    text: `UPDATE control."task" SET "idempotency_key" = NULL
      WHERE "user" = $1 AND "idempotency_key" = $2
        AND "submitted" < LOCALTIMESTAMP - make_interval(secs => $3 * 3600)`,
    values: [userId, key, hours],
  })
  const { rows } = await database.query<{ id: number; request_hash: string }>({
    text: `SELECT "id", "request_hash" FROM control."task" WHERE "user" = $1 AND "idempotency_key" = $2`,
    values: [userId, key],
  })
  const first = rows[0]
  if (first !== undefined && first.request_hash !== hash) throw new ServiceError('idempotency_mismatch')
  return first?.id
}
