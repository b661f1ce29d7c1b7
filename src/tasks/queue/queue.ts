/**
 * The queue: claims tasks, and records their progress and outcome.
 *
 * One rule ensures both order and mutual exclusion: a task waits while an earlier task that holds one of its
 * scenarios is unfinished. Numbers follow the order of submission, so a task that may start remains startable until a
 * process claims it.
 */
import type pg from 'pg'
import type { ControlDatabase } from '../../database/database.ts'
import { storableText } from '../../database/storable-text.ts'
import type { Channel } from '../../data/context.ts'
import type { Message } from '../../errors/messages.ts'
import { messageOfRecord, type RecordedMessage } from '../../errors/stored-message.ts'
import { messageColumns } from './task-message.ts'
import { type Ending, isReplacedSql, placeOf } from './task-record.ts'
import { fitsSql, type WorkerLimits } from './workers.ts'

/** A claimed task with everything that is needed to run it. */
export interface ClaimedTask {
  readonly id: number
  readonly name: string
  readonly scenario: string
  readonly parameters: string
  readonly sealed: Buffer | null
  readonly userId: number | null
  readonly operator: boolean
  /** Task of which this one is a step. */
  readonly parent: number | null
  readonly channel: Channel
  readonly logfile: string
  /** W3C `traceparent` of the request or task that launched the task. */
  readonly trace: string | null
}

export interface Claimant {
  /** Lease number of the process. */
  readonly worker: number
  readonly host: string
}

/**
 * Finds the first unfinished task of each scenario, then the tasks that are first in all their scenarios; linear in
 * the length of the queue. Checking each task separately (`blocks`) takes 75 ms of server time per claim in a queue
 * of 1,000 tasks, until the statistics are gathered. Tasks wait until a replacement of the data on a further server is
 * complete.
 */
const claimSql = (which: string): string => `
  WITH "first" AS MATERIALIZED (
    SELECT s AS "scenario", min(${placeOf('e')}) AS "place"
    FROM control."task" e, unnest(e."scenarios") s WHERE e."finished" IS NULL GROUP BY s
  )
  UPDATE control."task" AS t SET "status" = '0%', "started" = LOCALTIMESTAMP(3), "worker" = $1, "host" = $2,
    "logfile" = concat(t."name", '.', t."id", '.log'), "sealed" = NULL
  FROM (
    SELECT w."id", w."sealed" FROM control."task" w
    WHERE w."finished" IS NULL AND w."status" = 'Waiting' AND ${which}
      AND NOT EXISTS (
        SELECT FROM "first" f WHERE f."scenario" = ANY (w."scenarios") AND f."place" < ${placeOf('w')}
      )
      AND NOT EXISTS (
        SELECT FROM control."scenario" s WHERE ${isReplacedSql('s', 'w')}
      )
    ORDER BY w."id" LIMIT $3 FOR UPDATE OF w SKIP LOCKED
  ) AS "next"
  WHERE t."id" = "next"."id"
  RETURNING t."id", t."name", coalesce(t."scenario", 'default') AS "scenario", t."parameters", "next"."sealed",
    t."user" AS "userId", t."operator", t."channel", t."parent", t."logfile", t."trace"`

const claimAnySql = claimSql(`w."worker" IS NULL
      AND ($4::text[] IS NULL OR w."name" = ANY ($4))
      AND ($5::text[] IS NULL OR coalesce(w."scenario", 'default') = ANY ($5))
      AND ($6::integer IS NULL OR ${fitsSql('w', '$6')})`)
const claimOwnSql = claimSql('w."worker" = $1 AND w."id" = $4')

/**
 * Claims the first tasks that may start and that the worker accepts, at most `most`. No two of them share a scenario.
 */
export async function claimTasks(
  database: ControlDatabase,
  { worker, host }: Claimant,
  most: number,
  { tasks, scenarios, memory }: WorkerLimits = {},
): Promise<readonly ClaimedTask[]> {
  const { rows } = await database.query<ClaimedTask>({
    name: 'claim-tasks',
    text: claimAnySql,
    values: [worker, host, most, tasks ?? null, scenarios ?? null, memory ?? null],
  })
  return rows.toSorted((one, other) => one.id - other.id)
}

/** Claims a task that was launched for this process itself; returns undefined while the task must wait. */
export async function claimOwnTask(
  database: ControlDatabase,
  { worker, host }: Claimant,
  id: number,
): Promise<ClaimedTask | undefined> {
  const { rows } = await database.query<ClaimedTask>({
    name: 'claim-own-task',
    text: claimOwnSql,
    values: [worker, host, 1, id],
  })
  return rows[0]
}

/** The process in which a task runs. */
export interface RecordedProcess {
  readonly pid: number
  /** Number of the process group of all its child processes; null if the group contains other processes. */
  readonly group: number | null
  /** Start time of the process, which distinguishes it from other processes with the same number. */
  readonly start: string | undefined
}

/** Records the process in which a task runs, so that other processes can end it. */
export async function recordProcess(
  database: ControlDatabase,
  id: number,
  process: RecordedProcess,
): Promise<void> {
  await database.query({
    name: 'task-process',
    text: `UPDATE control."task" SET "processid" = $2, "processgroupid" = $3, "processstart" = $4
      WHERE "id" = $1 AND "finished" IS NULL`,
    values: [id, process.pid, process.group, process.start ?? null],
  })
}

/** Maximum number of characters of a step. */
const longestStep = 1_000

/** Returns the status of a running task, at most 99 %: only a finished task has 100 %. */
const percent = (fraction: number): string =>
  `${Math.min(99, Math.max(0, Math.floor((Number.isFinite(fraction) ? fraction : 0) * 100)))}%`

export async function recordProgress(
  database: ControlDatabase,
  id: number,
  { fraction, step }: { readonly fraction: number; readonly step: string },
): Promise<void> {
  await database.query({
    name: 'task-progress',
    // Does not wait for the disk: progress that a failing server loses is reported again a moment later.
    text: `UPDATE control."task" SET "status" = $2, "step" = $3
      WHERE "id" = $1 AND "finished" IS NULL AND set_config('synchronous_commit', 'off', true) IS NOT NULL`,
    values: [id, percent(fraction), storableText(step, longestStep)],
  })
}

/** Records how many megabytes a task needs; later ones of the same name in the scenario run at a worker with as many. */
export async function recordMemory(database: ControlDatabase, id: number, megabytes: number): Promise<void> {
  await database.query({
    text: 'UPDATE control."task" SET "memory" = $2 WHERE "id" = $1 AND "finished" IS NULL',
    values: [id, megabytes],
  })
}

/** Records another file as the file of the task: the dump that it creates, instead of its log. */
export async function recordFile(database: ControlDatabase, id: number, fileName: string): Promise<void> {
  await database.query({
    text: 'UPDATE control."task" SET "logfile" = $2 WHERE "id" = $1',
    values: [id, fileName],
  })
}

export interface Outcome {
  readonly status: Ending
  /** What the task has done, or why it has not. The record keeps it in English, and as a code with parameters. */
  readonly message: Message
}

/**
 * Records the outcome of a task on the connection by which its process holds the task lock: work that is committed by
 * then counts as done, even if the process and its worker fail afterwards. The task holds its scenarios until another
 * process has verified that none of its processes runs, and finishes it.
 */
export async function recordOutcome(
  client: Pick<pg.ClientBase, 'query'>,
  id: number,
  { status, message }: Outcome,
): Promise<void> {
  await client.query(
    `UPDATE control."task" SET "outcome" = $2, "outcome_message" = $3, "coded_message" = $4
      WHERE "id" = $1 AND "finished" IS NULL AND "outcome" IS NULL`,
    [id, status, ...messageColumns(message)],
  )
}

/** Returns the outcome that a task has recorded itself; undefined if it has not. */
export async function recordedOutcome(database: ControlDatabase, id: number): Promise<Outcome | undefined> {
  const { rows } = await database.query<RecordedMessage & { status: Ending }>({
    name: 'task-outcome',
    text: `SELECT "outcome" AS "status", "outcome_message" AS "message", "coded_message" AS "codedMessage" FROM control."task"
      WHERE "id" = $1 AND "outcome" IS NOT NULL`,
    values: [id],
  })
  const [row] = rows
  const message = row === undefined ? undefined : messageOfRecord(row)
  return row === undefined || message === undefined ? undefined : { status: row.status, message }
}

const replacesRecorded = `("outcome" IS NULL OR ("outcome" = $2 AND starts_with($3, "outcome_message")))`

/**
 * Finishes a task, unless it is already finished. An outcome that its own process has recorded takes precedence,
 * except that a message that continues the recorded one replaces it. Returns whether this call finished it.
 */
export async function finishTask(database: ControlDatabase, id: number, outcome: Outcome): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'finish-task',
    text: `UPDATE control."task" SET "status" = coalesce("outcome", $2),
      "message" = CASE WHEN ${replacesRecorded} THEN $3 ELSE "outcome_message" END,
      "coded_message" = CASE WHEN ${replacesRecorded} THEN $4 ELSE "coded_message" END,
      "finished" = LOCALTIMESTAMP(3), "step" = NULL, "sealed" = NULL,
      "started" = coalesce("started", LOCALTIMESTAMP(3))
      WHERE "id" = $1 AND "finished" IS NULL`,
    values: [id, outcome.status, ...messageColumns(outcome.message)],
  })
  return rowCount === 1
}

/**
 * Cancels a task: a waiting one at once, a running one by a request to its process. Returns `finished` if the task
 * has already ended.
 */
export async function cancelTask(
  database: ControlDatabase,
  id: number,
  message: Message,
): Promise<'canceled' | 'asked' | 'finished'> {
  const { rows } = await database.query<{ finished: boolean }>({
    text: `UPDATE control."task" SET "cancel" = true, "cancel_asked" = coalesce("cancel_asked", now()),
      "status" = CASE WHEN "status" = 'Waiting' THEN 'Canceled' ELSE "status" END,
      "message" = CASE WHEN "status" = 'Waiting' THEN $2 ELSE "message" END,
      "coded_message" = CASE WHEN "status" = 'Waiting' THEN $3 ELSE "coded_message" END,
      "sealed" = NULL,
      "finished" = CASE WHEN "status" = 'Waiting' THEN LOCALTIMESTAMP(3) END
      WHERE "id" = $1 AND "finished" IS NULL
      RETURNING "finished" IS NOT NULL AS "finished"`,
    values: [id, ...messageColumns(message)],
  })
  const row = rows[0]
  return row === undefined ? 'finished' : row.finished ? 'canceled' : 'asked'
}

/** Returns those of the given tasks that are to be canceled, or that another process has finished. */
export async function tasksToStop(
  database: ControlDatabase,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const { rows } = await database.query<{ id: number }>({
    name: 'tasks-to-stop',
    text: `SELECT i AS "id" FROM unnest($1::bigint[]) AS i LEFT JOIN control."task" t ON t."id" = i
      WHERE t."cancel" OR t."finished" IS NOT NULL`,
    values: [ids],
  })
  return rows.map(({ id }) => id)
}
