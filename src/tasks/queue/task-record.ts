/** Reads task records: by number, the latest ones, or the changed ones. */
import type { RecordedMessage } from '../../errors/stored-message.ts'
import { runsWithin } from '../../inbox/own-tasks.ts'
import type { ControlDatabase, Statement } from '../../database/database.ts'

export const endings = ['Done', 'Failed', 'Canceled'] as const
export type Ending = (typeof endings)[number]

/** States by which tasks can be filtered; `running` includes all percentages. */
export const taskStates = ['Waiting', 'running', ...endings] as const

export interface TaskRecord extends RecordedMessage {
  readonly id: number
  readonly name: string
  /** Times are in the time zone of the installation, in the format of PostgreSQL. */
  readonly submitted: string
  readonly started: string | null
  readonly finished: string | null
  readonly arguments: string | null
  /** `Waiting`, `NN%`, `Done`, `Failed` or `Canceled`. */
  readonly status: string
  readonly step: string | null
  readonly logfile: string | null
  readonly userId: number | null
  readonly username: string | null
  readonly operator: boolean
  readonly scenario: string
  /** All scenarios that the task holds while it runs. */
  readonly scenarios: readonly string[]
  /**
   * Scenarios that the task holds, or in which it runs, and that are not free now. Viewing the record requires rights
   * in all of them.
   */
  readonly guarded: readonly string[]
  readonly parent: number | null
  /** Lease number of the process that runs the task or waits to run it; null while any worker may claim it. */
  readonly worker: number | null
  /** Name of the machine on which the task runs or ran. */
  readonly host: string | null
  /** Number that increases with every change of any task. */
  readonly changed: number
  /** The unfinished task for which it waits: an earlier one that holds one of its scenarios. */
  readonly waitsFor: Blocker | null
  /** The scenario that it holds and whose data is being replaced on a further server; only of a waiting task. */
  readonly replaced: string | null
}

/** An unfinished task for which another one waits. */
export interface Blocker {
  readonly id: number
  readonly name: string
  readonly scenario: string
}

/** Returns the SQL expression of a task's position in the queue. */
export const placeOf = (task: string): string => `coalesce(${task}."root", ${task}."id")`

/**
 * Returns the SQL condition that one task must wait for another one. A group holds the scenarios of all its steps
 * from its start to its end. Its steps have the position of the group in the queue; they wait neither for the group
 * nor for each other, because the group runs them in turn.
 */
export const blocks = (earlier: string, later: string): string => `${earlier}."finished" IS NULL
  AND ${earlier}."scenarios" && ${later}."scenarios"
  AND ${placeOf(earlier)} < ${placeOf(later)}`

/** Returns the SQL condition that a task holds a scenario whose data is being replaced on a further server. */
export const isReplacedSql = (scenario: string, task: string): string =>
  `${scenario}."name" = ANY (${task}."scenarios") AND ${scenario}."replacement" IS NOT NULL`

/** SQL condition for the scenarios `s` in which viewing the record of the task `t` requires rights. */
const guardSql = `s."status" <> 'Free' AND (s."name" = ANY (t."scenarios") OR s."name" = coalesce(t."scenario", 'default'))`

const recordSql = `
  SELECT t."id", t."name", t."submitted", t."started", t."finished", t."arguments", t."status", t."message",
    t."coded_message" AS "codedMessage", t."step", t."logfile", t."user" AS "userId", u."username", t."operator",
    coalesce(t."scenario", 'default') AS "scenario", t."scenarios", t."parent", t."worker", t."host",
    t."changed", ARRAY(SELECT s."name" FROM control."scenario" s WHERE ${guardSql})::text[] AS "guarded",
    CASE WHEN t."status" = 'Waiting' AND t."finished" IS NULL THEN (
      SELECT json_build_object('id', e."id", 'name', e."name", 'scenario', coalesce(e."scenario", 'default'))
      FROM control."task" e
      WHERE ${blocks('e', 't')} ORDER BY e."id" DESC LIMIT 1
    ) END AS "waitsFor",
    CASE WHEN t."status" = 'Waiting' AND t."finished" IS NULL THEN (
      SELECT min(s."name") FROM control."scenario" s WHERE ${isReplacedSql('s', 't')}
    ) END AS "replaced"
  FROM control."task" t LEFT JOIN control."user" u ON u."id" = t."user"`

/** Returns the records that a query of `recordSql` finds. */
async function readRecords(database: ControlDatabase, statement: Statement): Promise<readonly TaskRecord[]> {
  const { rows } = await database.query<Omit<TaskRecord, 'waitsFor'> & { waitsFor: string | null }>(statement)
  return rows.map((row) => Object.assign(row, { waitsFor: blockerOf(row.waitsFor) }))
}

function blockerOf(text: string | null): Blocker | null {
  const blocker: Blocker | null = text === null ? null : JSON.parse(text)
  return blocker
}

/** Returns records by number; unknown numbers are left out. */
export async function tasksById(
  database: ControlDatabase,
  ids: readonly number[],
): Promise<readonly TaskRecord[]> {
  return readRecords(database, {
    name: 'tasks-by-id',
    text: `${recordSql} WHERE t."id" = ANY ($1::bigint[]) ORDER BY t."id"`,
    values: [ids],
  })
}

export async function taskById(database: ControlDatabase, id: number): Promise<TaskRecord | undefined> {
  return (await tasksById(database, [id]))[0]
}

/**
 * User who reads tasks: may view the user's own tasks, and tasks of other users according to the rights in their
 * scenarios.
 */
export interface TaskViewer {
  readonly userId: number
  /** The only scenarios in which the user may view own tasks; undefined for all. */
  readonly ownIn: readonly string[] | undefined
  /** Scenarios in which the user may view tasks of other users. */
  readonly viewIn: readonly string[]
  readonly superuserIn: readonly string[]
  /**
   * Names of tasks whose records repeat data records: if such a task holds several scenarios, viewing it requires a
   * superuser of all of them.
   */
  readonly repeating: readonly string[]
}

export interface LatestTasks {
  /** Only tasks that hold this scenario. */
  readonly scenario?: string | undefined
  /** Only tasks that this user may view; undefined for the operator, who may view all. */
  readonly viewer?: TaskViewer | undefined
  readonly name?: string | undefined
  /** `Waiting`, `running`, `Done`, `Failed` or `Canceled`. */
  readonly status?: string | undefined
  /** Only steps of this task. */
  readonly parent?: number | undefined
  /** Only runs of the schedule with this name. */
  readonly schedule?: string | undefined
  readonly limit: number
}

/** Returns the latest tasks, oldest first. */
export async function latestTasks(
  database: ControlDatabase,
  wanted: LatestTasks,
): Promise<readonly TaskRecord[]> {
  return readRecords(database, {
    name: 'latest-tasks',
    text: `SELECT * FROM (
      ${recordSql}
      WHERE ($1::text IS NULL OR $1 = ANY (t."scenarios") OR t."scenario" = $1)
        AND ($2::bigint IS NULL OR (t."user" = $2 AND ${runsWithin('$11')}) OR (
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
      wanted.viewer?.ownIn ?? null,
    ],
  })
}

/** Maximum number of tasks that `changedTasks` returns at a time. */
export const mostChanges = 1_000

/** Returns the tasks that changed after the given change number, in the order of their changes. */
export async function changedTasks(database: ControlDatabase, after: number): Promise<readonly TaskRecord[]> {
  return readRecords(database, {
    name: 'changed-tasks',
    text: `${recordSql} WHERE t."changed" > $1 ORDER BY t."changed" LIMIT ${mostChanges}`,
    values: [after],
  })
}

/** Returns the tasks that have not ended. */
export async function unfinishedTasks(database: ControlDatabase): Promise<readonly TaskRecord[]> {
  return readRecords(database, {
    name: 'unfinished-tasks',
    text: `${recordSql} WHERE t."finished" IS NULL ORDER BY t."id"`,
  })
}

/** Returns the number of the latest change of any task. */
export async function lastChange(database: ControlDatabase): Promise<number> {
  const { rows } = await database.query<{ last: number }>({
    text: 'SELECT coalesce(max("changed"), 0) AS "last" FROM control."task"',
  })
  return rows[0]!.last
}

/** Returns whether any unfinished task works on one of the scenarios or waits for it. */
export async function hasUnfinishedTasks(
  database: ControlDatabase,
  scenarios: readonly string[],
): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>({
    name: 'has-unfinished-tasks',
    text: `SELECT EXISTS (
      SELECT FROM control."task" WHERE "finished" IS NULL AND "scenarios" && $1::text[]) AS "found"`,
    values: [scenarios],
  })
  return rows[0]?.found === true
}

/** Returns the parameters that a task was launched with, without its secrets. */
export async function recordedParameters(
  database: ControlDatabase,
  id: number,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await database.query<{ parameters: string }>({
    text: 'SELECT "parameters"::text AS "parameters" FROM control."task" WHERE "id" = $1',
    values: [id],
  })
  const kept: unknown = JSON.parse(rows[0]?.parameters ?? '{}')
  return typeof kept === 'object' && kept !== null ? { ...kept } : {}
}
