/**
 * The live plans of all servers. Each server reports its own in the database while it holds any, so that every server
 * and the command line can list them all.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { utcText } from '../data/time-zone.ts'
import type { ControlDatabase, ScopeOptions } from '../database/database.ts'
import type { LivePlanStatus } from './live-process.ts'

/** Default time between two reports of a server, in milliseconds. */
const defaultEveryMs = 5_000
/** Time in seconds after which a server that has not reported is assumed to be gone. */
const goneAfterSeconds = 30

const isReportedSql = `"reported" > now() - make_interval(secs => ${goneAfterSeconds})`

export interface ReportedPlan {
  readonly host: string
  readonly pid: number
  readonly scenario: string
  readonly started: string
  /** Number of questions that wait or are being answered. */
  readonly questions: number
  /** Number of questions answered since the start. */
  readonly answered: number
  /** Memory in bytes as of the last answer; 0 before it. */
  readonly memory: number
}

/** Returns the live plans of all servers, by scenario. */
export async function listReportedPlans(
  database: ControlDatabase,
  scope?: ScopeOptions,
): Promise<readonly ReportedPlan[]> {
  const { rows } = await database.query<Omit<ReportedPlan, 'started'> & { readonly started: Date }>(
    {
      text: `SELECT "host", "pid", "scenario", "started", "questions", "answered"::float8, "memory"::float8
        FROM control."live_plan" WHERE ${isReportedSql} ORDER BY "scenario", "host", "pid"`,
    },
    scope,
  )
  return rows.map(({ started, ...row }) => Object.assign(row, { started: utcText(started) }))
}

export interface PlanReports {
  /** Stops reporting, and deletes the report of this server. */
  close(): Promise<void>
}

export interface PlanReportsOptions {
  readonly database: ControlDatabase
  readonly plans: () => readonly LivePlanStatus[]
  /** Called when a report could not be stored; the next one follows all the same. */
  readonly onFault: (error: unknown) => void
  /** Time between two reports, in milliseconds. */
  readonly everyMs?: number
}

/** Reports the live plans of this server as long as it holds any, and once when it holds none any more. */
export function createPlanReports({
  database,
  plans,
  onFault,
  everyMs = defaultEveryMs,
}: PlanReportsOptions): PlanReports {
  const server = randomUUID()
  let isStored = false
  let reporting: Promise<void> = Promise.resolve()

  const report = async (current: readonly LivePlanStatus[]): Promise<void> => {
    if (current.length === 0 && !isStored) return
    await database.query({ text: reportSql, values: [server, hostname(), JSON.stringify(current)] })
    isStored = current.length > 0
  }
  // One after the other: if the database is slow, reports must not pile up.
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    reporting = report(plans())
      .catch(onFault)
      .finally(() => {
        isRunning = false
      })
  }, everyMs).unref()

  return {
    close: async () => {
      clearInterval(timer)
      await reporting
      await report([]).catch(onFault)
    },
  }
}

/** Replaces the report of the server `$1`, and deletes those of servers that are gone. */
const reportSql = `WITH "current" AS (
    SELECT * FROM json_to_recordset($3) AS c(
      "pid" integer, "scenario" text, "started" timestamptz, "questions" integer, "answered" bigint, "memory" bigint
    )
  ), "deleted" AS (
    DELETE FROM control."live_plan" l
    WHERE NOT (${isReportedSql}) OR (l."server" = $1 AND NOT EXISTS (SELECT FROM "current" c WHERE c."pid" = l."pid"))
  )
  INSERT INTO control."live_plan" ("server", "host", "pid", "scenario", "started", "questions", "answered", "memory")
  SELECT $1, $2, "pid", "scenario", "started", "questions", "answered", "memory" FROM "current"
  ON CONFLICT ("server", "pid") DO UPDATE SET "questions" = EXCLUDED."questions", "answered" = EXCLUDED."answered",
    "memory" = EXCLUDED."memory", "scenario" = EXCLUDED."scenario", "started" = EXCLUDED."started", "reported" = now()`
