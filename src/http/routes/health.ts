/** Liveness and readiness of the process, and its metrics. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { homesOf } from '../../database/homes.ts'
import { pendingMigrations } from '../../database/migrations.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { newerMigrations } from '../../scenarios/installation.ts'
import { controlSchema } from '../../scenarios/scenario.ts'
import { productionScenario } from '../../model/production.ts'
import type { Service } from '../../service/service.ts'
import { liveWorkers } from '../../tasks/queue/workers.ts'
import type { Admission } from '../admission.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import type { Metrics } from '../metrics.ts'
import { createFolderHealth, createStoreHealth, type FolderHealth } from './folder-health.ts'
import type { Route } from './route.ts'

export interface HealthParts {
  readonly service: Service
  readonly metrics: Metrics
  readonly admission: Admission
}

interface ReadinessParts extends HealthParts {
  readonly folders: FolderHealth
  /** The object store of the files, if there is one. */
  readonly store: FolderHealth | undefined
}

const reads = ['GET', 'HEAD'] as const
/** Prefix of the result of the migration check if this release does not know all migrations. */
const newerRelease = 'of a newer release'
/** Timeout of a database check, in milliseconds; a check that takes longer fails. */
const checkTimeoutMs = 5_000

type Check = (service: Service) => Promise<string>

/** Checks that must succeed before requests are sent to this process. */
const checks: Readonly<Record<string, Check>> = {
  database: async ({ control }) => {
    await control.query({ text: 'SELECT 1' }, { signal: AbortSignal.timeout(checkTimeoutMs) })
    return 'ok'
  },
  migrations: async ({ control, extensions: { additions } }) => {
    const pending = await control.withClient(
      async (client) => [
        ...(await pendingMigrations(client, 'control', controlSchema, additions)),
        ...(await pendingMigrations(client, 'scenario', productionScenario, additions)),
      ],
      { signal: AbortSignal.timeout(checkTimeoutMs) },
    )
    const newer = await newerMigrations(control, additions, { signal: AbortSignal.timeout(checkTimeoutMs) })
    const unknown = newer.map(({ schema, migrations }) => `${schema} has ${migrations.join(', ')}`)
    if (unknown.length > 0) return `${newerRelease}: ${unknown.join('; ')}`
    return pending.length === 0 ? 'ok' : `pending: ${pending.join(', ')}`
  },
  worker: async ({ control }) =>
    (await liveWorkers(control, { signal: AbortSignal.timeout(checkTimeoutMs) })) > 0 ? 'ok' : 'none',
}

const serverCheck = 'server '

/** Returns a check of each further server, by name. */
function serverChecks({ control }: Service): Readonly<Record<string, Check>> {
  const servers = [...homesOf(control).servers]
  return Object.fromEntries(
    servers.map(([name, server]) => [
      `${serverCheck}${name}`,
      async () => {
        await server.query({ text: 'SELECT 1' }, { signal: AbortSignal.timeout(checkTimeoutMs) })
        return 'ok'
      },
    ]),
  )
}

/**
 * Checks without which the data is still available: tasks wait, and a load balancer should not remove the process.
 */
const dispensable: ReadonlySet<string> = new Set(['worker', 'files'])

/** Returns whether data is still available; a further server affects its scenarios only. */
const isDispensable = (name: string): boolean => dispensable.has(name) || name.startsWith(serverCheck)

/** Rejects if a check does not end in time, because its statements may wait for a machine that is gone. */
async function inTime(check: Promise<string>): Promise<string> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`No answer within ${checkTimeoutMs + 500} ms.`)),
    // The checks themselves have a clearer error.
    checkTimeoutMs + 500,
  )
  try {
    return await Promise.race([check, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the result of each check by name; errors, and the text of `folders`, are only in the log. */
async function runChecks({ service, folders, store }: ReadinessParts): Promise<Results> {
  const all: Readonly<Record<string, Check>> = {
    ...checks,
    folders: () => folders.check(),
    ...(store === undefined ? {} : { files: () => store.check() }),
    ...serverChecks(service),
  }
  const results = Object.entries(all).map(async ([name, check]) => {
    const result = await inTime(check(service)).catch((error: unknown) => {
      service.logger.warn({ err: error, check: name }, 'Not ready')
      return 'failed'
    })
    if (name !== 'folders' || result === 'ok' || result === 'failed') return [name, result] as const
    // The text names scenarios and free space, and the endpoint is public.
    service.logger.warn({ reason: result, check: name }, 'Not ready')
    return [name, 'failed'] as const
  })
  return Object.fromEntries(await Promise.all(results))
}

/**
 * Time in milliseconds for which the results are cached, because the endpoint is public and may be requested at any
 * rate.
 */
const checksRememberedForMs = 1_000

type Results = Readonly<Record<string, string>>

/** Returns a function that runs the checks only once for concurrent and shortly following requests. */
function createReadiness(parts: ReadinessParts, now: () => number = Date.now): () => Promise<Results> {
  let latest: { readonly at: number; readonly results: Promise<Results> } | undefined
  return () => {
    if (latest === undefined || now() - latest.at >= checksRememberedForMs) {
      const results = runChecks(parts)
      // No further run starts before the checks have ended.
      latest = { at: Number.POSITIVE_INFINITY, results }
      void results.finally(() => {
        latest = { at: now(), results }
      })
      return results
    }
    return latest.results
  }
}

async function ready(
  { admission }: HealthParts,
  check: () => Promise<Results>,
  isReplaced: (results: Results) => boolean,
): Promise<Answer> {
  const results: Results = admission.stopped ? { shutdown: 'under way' } : await check()
  const failed = Object.keys(results).filter((name) => results[name] !== 'ok')
  const replaced = isReplaced(results)
  const serves = failed.every((name) => isDispensable(name) || (name === 'migrations' && replaced))
  const status = failed.length === 0 ? 'ok' : serves ? 'degraded' : 'unavailable'
  return jsonAnswer(serves ? 200 : 503, { status, checks: results })
}

/**
 * Returns a predicate: true if a newer release has migrated the database within the grace period. Migrations only add
 * objects that older releases do not need, so this server continues until servers of the newer release have replaced
 * it.
 */
function createHandover(graceMs: number, now: () => number = Date.now): (results: Results) => boolean {
  let since: number | undefined
  return ({ migrations = '' }) => {
    since = migrations.startsWith(newerRelease) ? (since ?? now()) : undefined
    return since !== undefined && now() - since < graceMs
  }
}

async function tell({ service, metrics }: HealthParts, { request }: Exchange): Promise<Answer> {
  const token = service.settings.METRICS_TOKEN
  if (token !== undefined && token !== '' && !sameToken(request.headers.authorization, token)) {
    throw new ServiceError(
      'not_authenticated',
      {},
      { headers: { 'WWW-Authenticate': 'Bearer realm="metrics"' } },
    )
  }
  return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time. */
function sameToken(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

export function healthRoutes(parts: HealthParts): readonly Route[] {
  const { settings } = parts.service
  const store = createStoreHealth(settings)
  const check = createReadiness({ ...parts, folders: createFolderHealth(settings), store })
  const isReplaced = createHandover(parts.service.settings.UPGRADE_GRACE * 1000)
  return [
    {
      methods: reads,
      path: '/livez',
      access: 'public',
      body: 'none',
      always: true,
      handler: async () => jsonAnswer(200, { status: 'ok' }),
    },
    {
      methods: reads,
      path: '/readyz',
      access: 'public',
      body: 'none',
      always: true,
      handler: () => ready(parts, check, isReplaced),
    },
    {
      methods: reads,
      path: '/metrics',
      access: 'token',
      body: 'none',
      always: true,
      handler: (exchange) => tell(parts, exchange),
    },
  ]
}
