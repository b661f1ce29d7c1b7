/**
 * Figures of the whole installation for `/metrics`: queue, workers, backups, plans, webhooks, statements and disks.
 * One statement reads them from the database; the result is cached for some seconds, however often it is requested.
 */
import { statfs } from 'node:fs/promises'
import { slowStatementSeconds } from '../database/slow-statements.ts'
import type { TaskKind } from '../extensions/task-kinds.ts'
import type { Service } from '../service/service.ts'
import { liveWorkers, queuedSql, unservedTasks } from '../tasks/queue/workers.ts'
import { allTasks } from '../tasks/registry.ts'
import { checkedFolders } from './routes/folder-health.ts'

export interface PlatformFigures {
  readonly queue: readonly {
    readonly kind: TaskKind
    readonly waiting: number
    readonly running: number
    /** Age of the oldest queued task, in seconds. */
    readonly oldest: number
  }[]
  /** Tasks that ended within the last hour. */
  readonly finished: readonly {
    readonly kind: TaskKind
    readonly status: string
    readonly count: number
    readonly meanSeconds: number
    readonly longestSeconds: number
  }[]
  readonly workers: number
  /** Number of queued tasks that no running worker processes. */
  readonly unserved: number
  /** The last backup of each scenario; `at` in seconds since 1970. */
  readonly backups: readonly { readonly scenario: string; readonly at: number; readonly bytes: number }[]
  /** The newest plan of each scenario. */
  readonly plans: readonly {
    readonly scenario: string
    readonly at: number
    readonly ontime: number
    readonly late: number
    readonly short: number
  }[]
  readonly webhooks: {
    readonly disabled: number
    readonly pending: number
    readonly failing: number
    readonly oldest: number
  }
  /** Mails about ended groups that the mail server has not taken: tried again, and given up within a day. */
  readonly unsentMails: { readonly waiting: number; readonly lost: number }
  readonly statements: { readonly slow: number; readonly longest: number }
  readonly disks: readonly { readonly folder: string; readonly free: number }[]
}

/** Time in milliseconds for which figures are cached, and the timeout of the statement. */
const figuresAgeMs = 10_000
const questionMs = 5_000
/** Maximum number of scenarios with figures, because the number of labels must be bounded. */
const mostScenarios = 50

interface CountRow {
  readonly name: string
  readonly status: string
  readonly count: number
  readonly seconds: number
  readonly longest: number
}

const figuresSql = `SELECT json_build_object(
  'queue', (SELECT coalesce(json_agg(q), '[]') FROM (
    SELECT t."name", CASE WHEN t."status" = 'Waiting' THEN 'waiting' ELSE 'running' END AS "status",
      count(*) AS "count", 0 AS "seconds",
      extract(epoch FROM LOCALTIMESTAMP - min(t."submitted"))::float8 AS "longest"
    FROM control."task" t WHERE t."finished" IS NULL AND (t."status" <> 'Waiting' OR ${queuedSql('t')})
    GROUP BY 1, 2) q),
  'finished', (SELECT coalesce(json_agg(f), '[]') FROM (
    SELECT "name", "status", count(*) AS "count",
      coalesce(sum(extract(epoch FROM "finished" - "started")), 0)::float8 AS "seconds",
      coalesce(max(extract(epoch FROM "finished" - "started")), 0)::float8 AS "longest"
    FROM control."task" WHERE "finished" > LOCALTIMESTAMP - interval '1 hour' GROUP BY 1, 2) f),
  'backups', (SELECT coalesce(json_agg(b), '[]') FROM (
    SELECT s."name" AS "scenario",
      extract(epoch FROM t."finished" AT TIME ZONE current_setting('TimeZone'))::float8 AS "at", t."message"
    FROM control."scenario" s CROSS JOIN LATERAL (
      SELECT "finished", "message" FROM control."task"
      WHERE "name" = 'backup' AND "status" = 'Done' AND coalesce("scenario", 'default') = s."name"
      ORDER BY "finished" DESC LIMIT 1) t
    ORDER BY s."name" <> 'default', s."name" LIMIT ${mostScenarios}) b),
  'plans', (SELECT coalesce(json_agg(p), '[]') FROM (
    SELECT s."name" AS "scenario",
      extract(epoch FROM h."created" AT TIME ZONE current_setting('TimeZone'))::float8 AS "at",
      coalesce((h."figures" ->> 'ontime')::float8, 0) AS "ontime",
      coalesce((h."figures" ->> 'late')::float8, 0) AS "late",
      coalesce((h."figures" ->> 'short')::float8, 0) AS "short"
    FROM control."scenario" s CROSS JOIN LATERAL (
      SELECT "created", "figures" FROM control."planhistory" WHERE "scenario" = s."name"
      ORDER BY "id" DESC LIMIT 1) h
    ORDER BY s."name" <> 'default', s."name" LIMIT ${mostScenarios}) p),
  'webhooks', (SELECT json_build_object(
      'disabled', (SELECT count(*) FROM control."webhook" WHERE "fault" IS NOT NULL AND NOT "enabled"),
      'pending', count(*), 'failing', count(*) FILTER (WHERE d."attempts" > 0),
      'oldest', coalesce(extract(epoch FROM now() - min(d."created")), 0)::float8)
    FROM control."webhookdelivery" d JOIN control."webhook" w ON w."id" = d."webhook" AND w."enabled"
    WHERE d."due" IS NOT NULL),
  'unsentMails', (SELECT json_build_object(
      'waiting', count(*) FILTER (WHERE "notify" ? 'retry'), 'lost', count(*) FILTER (WHERE "notify" ? 'lost'))
    FROM control."task" WHERE "notify" IS NOT NULL),
  'statements', (SELECT json_build_object(
      'slow', count(*) FILTER (WHERE a.query_start < now() - interval '${slowStatementSeconds} seconds'),
      'longest', coalesce(max(extract(epoch FROM clock_timestamp() - a.query_start)), 0)::float8)
    FROM pg_catalog.pg_stat_activity a
    WHERE a.datname = current_database() AND a.state = 'active' AND a.pid <> pg_catalog.pg_backend_pid()
      AND a.backend_type = 'client backend')
)::text AS "figures"`

interface Row {
  readonly queue: readonly CountRow[]
  readonly finished: readonly CountRow[]
  readonly backups: readonly {
    readonly scenario: string
    readonly at: number
    readonly message: string | null
  }[]
  readonly plans: PlatformFigures['plans']
  readonly webhooks: PlatformFigures['webhooks']
  readonly unsentMails: PlatformFigures['unsentMails']
  readonly statements: PlatformFigures['statements']
}

/**
 * Reads the figures; requests at the same time and shortly after get the same result. Undefined if the database
 * cannot be read.
 */
export function createPlatformFigures(service: Service): () => Promise<PlatformFigures | undefined> {
  let taken: { readonly at: number; readonly figures: Promise<PlatformFigures | undefined> } | undefined
  return () => {
    const now = performance.now()
    if (taken === undefined || now - taken.at > figuresAgeMs) {
      const figures = read(service).catch((error: unknown) => {
        service.logger.warn({ err: error }, 'Figures of the installation cannot be read at the moment')
        return undefined
      })
      taken = { at: now, figures }
    }
    return taken.figures
  }
}

async function read(service: Service): Promise<PlatformFigures> {
  const { control, settings } = service
  const scope = { signal: AbortSignal.timeout(questionMs) }
  const { rows } = await control.query<{ figures: string }>(
    { name: 'platform-figures', text: figuresSql },
    scope,
  )
  const row: Row = JSON.parse(rows[0]!.figures)
  const kinds = new Map((await allTasks(settings)).map(({ name, kind }) => [name, kind]))
  const unserved = await unservedTasks(control, scope)
  return {
    queue: queueFigures(row.queue, kinds),
    finished: finishedFigures(row.finished, kinds),
    workers: await liveWorkers(control, scope),
    unserved: unserved.reduce((sum, { count }) => sum + count, 0),
    backups: row.backups.map(({ scenario, at, message }) => ({
      scenario,
      at,
      bytes: bytesIn(message ?? ''),
    })),
    plans: row.plans,
    webhooks: row.webhooks,
    unsentMails: row.unsentMails,
    statements: row.statements,
    disks: await diskFigures(settings),
  }
}

type Kinds = ReadonlyMap<string, TaskKind>

const kindOf = (kinds: Kinds, { name }: CountRow): TaskKind => kinds.get(name) ?? 'other'

const total = (rows: readonly CountRow[]): number => rows.reduce((sum, { count }) => sum + count, 0)

function queueFigures(counts: readonly CountRow[], kinds: Kinds): PlatformFigures['queue'] {
  return [...Map.groupBy(counts, (count) => kindOf(kinds, count))].map(([kind, own]) => {
    const waiting = own.filter(({ status }) => status === 'waiting')
    return {
      kind,
      waiting: total(waiting),
      running: total(own) - total(waiting),
      oldest: Math.max(0, ...waiting.map(({ longest }) => longest)),
    }
  })
}

function finishedFigures(counts: readonly CountRow[], kinds: Kinds): PlatformFigures['finished'] {
  const groups = Map.groupBy(counts, (count) => `${kindOf(kinds, count)} ${count.status}`)
  return [...groups.values()].map((own) => {
    const count = own.reduce((sum, one) => sum + one.count, 0)
    const seconds = own.reduce((sum, one) => sum + one.seconds, 0)
    return {
      kind: kindOf(kinds, own[0]!),
      status: own[0]!.status,
      count,
      meanSeconds: seconds / Math.max(1, count),
      longestSeconds: Math.max(...own.map(({ longest }) => longest)),
    }
  })
}

/** Returns the size of a backup from the message of its task. */
const bytesIn = (message: string): number => Number(/(\d+) bytes/.exec(message)?.[1] ?? 0)

/** Returns the disk figures; folders that do not exist yet are skipped. */
async function diskFigures(settings: Service['settings']): Promise<PlatformFigures['disks']> {
  const found = await Promise.all(
    checkedFolders(settings)
      .slice(0, mostScenarios)
      .map(async ([folder, path]) => {
        const disk = await statfs(path).catch(() => undefined)
        return disk === undefined ? [] : [{ folder, free: disk.bavail * disk.bsize }]
      }),
  )
  return found.flat()
}
