/** The record of a task as it is told to those who ask: by numbers, or the latest. */
import type { Database } from '../../database/database.ts'

export const endings = ['Done', 'Failed', 'Canceled'] as const
export type Ending = (typeof endings)[number]

/** What tasks can be chosen by: `running` stands for all percentages. */
export const taskStates = ['Waiting', 'running', ...endings] as const

export interface TaskRecord {
  readonly id: number
  readonly name: string
  /** Times are local to the installation, as PostgreSQL writes them. */
  readonly submitted: string
  readonly started: string | null
  readonly finished: string | null
  readonly arguments: string | null
  /** `Waiting`, `NN%`, `Done`, `Failed` or `Canceled`. */
  readonly status: string
  readonly message: string | null
  readonly step: string | null
  readonly logfile: string | null
  readonly userId: number | null
  readonly username: string | null
  readonly operator: boolean
  readonly scenario: string
  /** All scenarios that it holds while it runs. */
  readonly scenarios: readonly string[]
  /** Those of them, and the one it runs in, that are not free now: whose rights guard its record. */
  readonly guarded: readonly string[]
  readonly parent: number | null
  /** Number of whoever runs it, or waits to; null while any worker may take it. */
  readonly worker: number | null
  /** Name of the machine where it runs, or ran. */
  readonly host: string | null
  /** Grows with every change of any task. */
  readonly changed: number
  /** The unfinished task that it waits for: an earlier one that holds one of its scenarios. */
  readonly waitsFor: string | null
}

/** The place of a task in the queue. */
export const placeOf = (task: string): string => `coalesce(${task}."root", ${task}."id")`

/**
 * Whether a task must wait for another one. A group holds the scenarios of all its steps from its start to its end:
 * its steps have its place in the queue, and neither wait for it nor for each other, since it runs them in turn.
 */
export const blocks = (earlier: string, later: string): string => `${earlier}."finished" IS NULL
  AND ${earlier}."scenarios" && ${later}."scenarios"
  AND ${placeOf(earlier)} < ${placeOf(later)}`

/** The scenarios `s` whose rights guard the record of the task `t`, as a condition. */
const guardSql = `s."status" <> 'Free' AND (s."name" = ANY (t."scenarios") OR s."name" = coalesce(t."scenario", 'default'))`

const recordSql = `
  SELECT t."id", t."name", t."submitted", t."started", t."finished", t."arguments", t."status", t."message",
    t."step", t."logfile", t."user" AS "userId", u."username", t."operator",
    coalesce(t."scenario", 'default') AS "scenario", t."scenarios", t."parent", t."worker", t."host",
    t."changed", ARRAY(SELECT s."name" FROM control."scenario" s WHERE ${guardSql})::text[] AS "guarded",
    CASE WHEN t."status" = 'Waiting' AND t."finished" IS NULL THEN (
      SELECT format('%s (task %s in %s)', e."name", e."id", e."scenario") FROM control."task" e
      WHERE ${blocks('e', 't')} ORDER BY e."id" DESC LIMIT 1
    ) END AS "waitsFor"
  FROM control."task" t LEFT JOIN control."user" u ON u."id" = t."user"`

/** Records by number; unknown numbers are left out. */
export async function tasksById(database: Database, ids: readonly number[]): Promise<readonly TaskRecord[]> {
  const { rows } = await database.query<TaskRecord>({
    name: 'tasks-by-id',
    text: `${recordSql} WHERE t."id" = ANY ($1::bigint[]) ORDER BY t."id"`,
    values: [ids],
  })
  return rows
}

export async function taskById(database: Database, id: number): Promise<TaskRecord | undefined> {
  return (await tasksById(database, [id]))[0]
}

/** Who asks for tasks: sees those of the own, and others' as far as the rights in their scenarios go. */
export interface TaskViewer {
  readonly userId: number
  /** Scenarios in which tasks of others are seen. */
  readonly viewIn: readonly string[]
  readonly superuserIn: readonly string[]
  /** Names of tasks that repeat records: of those that hold several scenarios it takes a superuser of all. */
  readonly repeating: readonly string[]
}

export interface LatestTasks {
  /** Only those that hold this scenario. */
  readonly scenario?: string | undefined
  /** Only what may be seen; the operator sees all. */
  readonly viewer?: TaskViewer | undefined
  readonly name?: string | undefined
  /** `Waiting`, `running`, `Done`, `Failed` or `Canceled`. */
  readonly status?: string | undefined
  /** Only steps of this task. */
  readonly parent?: number | undefined
  /** Only runs of the schedule of this name. */
  readonly schedule?: string | undefined
  readonly limit: number
}

/** The latest tasks, oldest first. */
export async function latestTasks(database: Database, wanted: LatestTasks): Promise<readonly TaskRecord[]> {
  const { rows } = await database.query<TaskRecord>({
    name: 'latest-tasks',
    text: `SELECT * FROM (
      ${recordSql}
      WHERE ($1::text IS NULL OR $1 = ANY (t."scenarios") OR t."scenario" = $1)
        AND ($2::bigint IS NULL OR t."user" = $2 OR (
          ($1 IS NULL OR $1 = ANY ($8::text[]))
          AND NOT EXISTS (SELECT FROM control."scenario" s WHERE ${guardSql} AND s."name" <> ALL ($8::text[]))
          AND (t."name" <> ALL ($10::text[]) OR cardinality(t."scenarios") < 2 OR t."scenarios" <@ $9::text[])
        ))
        AND ($3::text IS NULL OR t."name" = $3)
        AND ($4::text IS NULL OR t."status" = $4 OR ($4 = 'running' AND t."status" LIKE '%\\%'))
        AND ($6::bigint IS NULL OR t."parent" = $6)
        AND ($7::text IS NULL
          OR t."schedule" = (SELECT s."id" FROM control."scheduledtask" s WHERE s."name" = $7))
      ORDER BY t."id" DESC LIMIT $5
    ) "latest" ORDER BY "id"`,
    values: [
      wanted.scenario ?? null,
      wanted.viewer?.userId ?? null,
      wanted.name ?? null,
      wanted.status ?? null,
      wanted.limit,
      wanted.parent ?? null,
      wanted.schedule ?? null,
      wanted.viewer?.viewIn ?? null,
      wanted.viewer?.superuserIn ?? null,
      wanted.viewer?.repeating ?? null,
    ],
  })
  return rows
}

/** Tasks that `changedTasks` gives at a time. */
export const mostChanges = 1_000

/** Tasks that changed after a point in the order of changes, and those unfinished; in that order. */
export async function changedTasks(database: Database, after: number): Promise<readonly TaskRecord[]> {
  const { rows } = await database.query<TaskRecord>({
    name: 'changed-tasks',
    text: `${recordSql} WHERE t."changed" > $1 ORDER BY t."changed" LIMIT ${mostChanges}`,
    values: [after],
  })
  return rows
}

/** Tasks that have not ended. */
export async function unfinishedTasks(database: Database): Promise<readonly TaskRecord[]> {
  const { rows } = await database.query<TaskRecord>({
    name: 'unfinished-tasks',
    text: `${recordSql} WHERE t."finished" IS NULL ORDER BY t."id"`,
  })
  return rows
}

/** The latest change of any task. */
export async function lastChange(database: Database): Promise<number> {
  const { rows } = await database.query<{ last: number }>({
    text: 'SELECT coalesce(max("changed"), 0) AS "last" FROM control."task"',
  })
  return rows[0]!.last
}

/** Whether a task works on one of the scenarios or waits for it. */
export async function hasUnfinishedTasks(database: Database, scenarios: readonly string[]): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>({
    name: 'has-unfinished-tasks',
    text: `SELECT EXISTS (
      SELECT FROM control."task" WHERE "finished" IS NULL AND "scenarios" && $1::text[]) AS "found"`,
    values: [scenarios],
  })
  return rows[0]?.found === true
}

/** Returns the parameters that a task was launched with, without its secrets. */
export async function recordedParameters(database: Database, id: number): Promise<object> {
  const { rows } = await database.query<{ parameters: string }>({
    text: 'SELECT "parameters"::text AS "parameters" FROM control."task" WHERE "id" = $1',
    values: [id],
  })
  const kept: unknown = JSON.parse(rows[0]?.parameters ?? '{}')
  return typeof kept === 'object' && kept !== null ? kept : {}
}
