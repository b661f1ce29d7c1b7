/** Metrics of the service in the format of Prometheus. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { slowStatementSeconds, slowStatementsOf } from '../database/slow-statements.ts'
import type { PlatformFigures } from './platform-figures.ts'
import { registerPlatformMetrics } from './platform-metrics.ts'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Counts a completed request; `route` is a template such as `/api/:app/:entity/`. */
  observe(request: {
    readonly route: string
    readonly method: string
    readonly status: number
    readonly seconds: number
  }): void
  /** Counts parameters that the list of an entity has ignored. */
  ignoredParameters(entity: string, count: number): void
  /** Counts a tool call of an assistant. */
  toolUse(tool: string, outcome: string): void
  /** Returns all metrics in the text format of Prometheus, at most one second old. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

export interface MetricsSources {
  readonly pool: pg.Pool
  /** Reads that replicas may answer since the process started, by the server that answered; empty without replicas. */
  readonly reads: () => Readonly<Record<string, number>>
  /** Connections of the pools to further servers with scenarios, by server; empty without them. */
  readonly homes: () => Readonly<Record<string, number>>
  /** Number of running requests. */
  readonly running: () => number
  /** Live plans that this process has started. */
  readonly livePlans: () => readonly { readonly questions: number; readonly memory: number }[]
  /** Metrics of the whole installation. */
  readonly platform: () => Promise<PlatformFigures | undefined>
  /** Failed sign-ins since the process started, by reason. */
  readonly signInFailures: () => Readonly<Record<string, number>>
  /** Number of free bytes below which a disk counts as full. */
  readonly leastDisk: number
}

/** Numbers that are counted elsewhere, by the values of one label. */
interface LabeledCounts {
  readonly name: string
  readonly help: string
  readonly read: () => Readonly<Record<string, number>>
}

/**
 * Time in milliseconds for which the text is cached, because creating it takes time and many clients may request it.
 */
const textAgeMs = 1_000

const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/** Returns functions that register metrics whose values are read when they are requested. */
function instrumentsOf(registry: Registry) {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const total = (name: string, help: string, read: () => number): Counter =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const countsBy = (label: string, { name, help, read }: LabeledCounts): Counter =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count)
      },
    })
  const gaugeBy = (label: string, { name, help, read }: LabeledCounts): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read())) this.set({ [label]: value }, count)
      },
    })
  return { gauge, gaugeBy, total, countsBy }
}

export function createMetrics(sources: MetricsSources): Metrics {
  const { pool, running, livePlans } = sources
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  })
  const ignored = new Counter({
    name: 'api_ignored_parameters_total',
    help: 'Parameters of lists that were ignored because the entity does not know them.',
    labelNames: ['entity'] as const,
    registers,
  })
  const toolUses = new Counter({
    name: 'mcp_tool_uses_total',
    help: 'Tools that assistants have used at /mcp: done, refused or failed.',
    labelNames: ['tool', 'outcome'] as const,
    registers,
  })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const { gauge, gaugeBy, total, countsBy } = instrumentsOf(registry)
  gauge('http_requests_running', 'Requests under way.', running)
  gauge('database_connections_total', 'Connections of the pool.', () => pool.totalCount)
  gauge('database_connections_idle', 'Connections of the pool that nobody uses.', () => pool.idleCount)
  gauge('database_connections_waiting', 'Requests that wait for a connection.', () => pool.waitingCount)
  total(
    'database_slow_statements_total',
    `Statements of this process that took ${slowStatementSeconds} seconds or longer, without lists, small writes and COPY.`,
    () => slowStatementsOf(pool),
  )
  countsBy('server', {
    name: 'database_reads_total',
    help: 'Lists and reports of this process that a replica may answer, by the server that did.',
    read: sources.reads,
  })
  if (Object.keys(sources.homes()).length > 0) {
    gaugeBy('server', {
      name: 'database_server_connections_total',
      help: 'Connections of the pools to further servers with scenarios, by server.',
      read: sources.homes,
    })
  }
  gauge('live_plans', 'Plans held in memory to try changes in.', () => livePlans().length)
  gauge('live_plan_questions', 'Questions to them under way.', () =>
    livePlans().reduce((sum, { questions }) => sum + questions, 0),
  )
  gauge('live_plan_memory_bytes', 'Memory of their processes, as of their last answers.', () =>
    livePlans().reduce((sum, { memory }) => sum + memory, 0),
  )
  registerPlatformMetrics(registry, sources.platform)
  gauge(
    'planning_disk_minimum_bytes',
    'Free bytes below which a disk counts as full.',
    () => sources.leastDisk,
  )
  countsBy('reason', {
    name: 'planning_sign_in_failures_total',
    help: 'Sign-ins that went wrong in this process, by reason.',
    read: sources.signInFailures,
  })
  const startedAt = Date.now() / 1000 - process.uptime()
  gauge('process_start_time_seconds', 'When the process began.', () => startedAt)
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  gauge('process_cpu_seconds_total', 'Processor time used by the process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('nodejs_eventloop_delay_p99_seconds', 'Delay of the event loop since the last reading.', () => {
    const seconds = delay.percentile(99) / 1e9
    delay.reset()
    return seconds
  })
  let taken: { readonly text: Promise<string>; readonly at: number } | undefined
  const text = (): Promise<string> => {
    const now = performance.now()
    if (taken === undefined || now - taken.at > textAgeMs) taken = { text: registry.metrics(), at: now }
    return taken.text
  }
  return {
    observe: ({ route, method, status, seconds }) => {
      const labels = {
        route,
        method: knownMethods.has(method) ? method : 'other',
        status: `${Math.floor(status / 100)}xx`,
      }
      requests.observe(labels, seconds)
    },
    ignoredParameters: (entity, count) => ignored.inc({ entity }, count),
    toolUse: (tool, outcome) => toolUses.inc({ tool, outcome }),
    text,
    contentType: registry.contentType,
    close: () => {
      delay.disable()
    },
  }
}
