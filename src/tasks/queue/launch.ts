/** Puts a task into the queue: the one way in which tasks come to be. */
import type { PlannedRun } from '../definition.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Channel } from '../../data/context.ts'
import type { Database } from '../../database/database.ts'
import type { CheckedArguments } from '../arguments.ts'
import { seal } from './sealed.ts'

export interface Launch {
  readonly name: string
  readonly scenario: string
  /** Scenarios that it holds while it runs. */
  readonly scenarios: readonly string[]
  readonly args: CheckedArguments
  /** Who launches it; null for the operator. */
  readonly userId: number | null
  readonly operator: boolean
  readonly channel: Channel
  /** The task of which it is a step. */
  readonly parent?: number
  /** Number of the process that will run it itself; without it any worker takes it. */
  readonly worker?: number
  readonly idempotency?: Idempotency
  /** For a run of a schedule that starts as its owner. */
  readonly run?: PlannedRun
}

/** Launching again with the same key answers the task of the first time. */
export interface Idempotency {
  readonly key: string
  /** What makes two requests the same. */
  readonly hash: string
  readonly hours: number
}

/** The number is taken in the statement that writes the record, so that one without the other cannot be. */
const launchSql = `
  WITH "counter" AS (
    INSERT INTO control."task_counter" AS c ("last") VALUES (1)
    ON CONFLICT ("only") DO UPDATE SET "last" = c."last" + 1
    RETURNING "last"
  )
  INSERT INTO control."task" ("id", "name", "submitted", "arguments", "status", "user", "scenario", "scenarios",
    "parameters", "sealed", "operator", "channel", "parent", "root", "worker", "idempotency_key", "request_hash", "schedule", "planned",
    "notify")
  SELECT "last", $1, LOCALTIMESTAMP(3), $2, 'Waiting', $3, $4, $5, $6, $7, $8, $9,
    $10::bigint, (SELECT coalesce(p."root", p."id") FROM control."task" p WHERE p."id" = $10::bigint), $11, $12, $13,
    $14::bigint, $15::timestamptz, $16::jsonb
  FROM "counter"
  RETURNING "id"`

/** Tasks of one user that wait at a time: those of others wait behind them. */
export const mostWaitingTasks = 2_000

/** Throws `too_many_tasks` for one more task of a user of whom as many wait as may. */
async function requireRoom(database: Pick<Database, 'query'>, userId: number): Promise<void> {
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
 * Queues a task and answers its number. Throws `idempotency_mismatch`, and `too_many_tasks` for what users launch
 * themselves: steps and runs of schedules are as many as there are schedules.
 * @param secret of the installation, with which secret parameters are sealed
 */
export async function launchTask(
  database: Pick<Database, 'query'>,
  secret: string,
  launch: Launch,
): Promise<number> {
  const { args, idempotency, run } = launch
  if (idempotency !== undefined && launch.userId !== null) {
    const first = await firstLaunch(database, launch.userId, idempotency)
    if (first !== undefined) return first
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
      ],
    })
    return rows[0]!.id
  } catch (error) {
    // Somebody was quicker with the same key.
    const first =
      idempotency === undefined || launch.userId === null
        ? undefined
        : await firstLaunch(database, launch.userId, idempotency)
    if (first === undefined) throw error
    return first
  }
}

/**
 * Number of the task that was launched with this key before. Keys that have run out are given free. Throws
 * `idempotency_mismatch` when another request was sent with it.
 */
export async function firstLaunch(
  database: Pick<Database, 'query'>,
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
