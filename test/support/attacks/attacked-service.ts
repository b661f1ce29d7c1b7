/**
 * Starts a `planctl runserver` process with records and ordinary users as the target of attacks. Measures response
 * times of these users before, during and after an attack, with memory and processor time of the server.
 */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { encodeBasic } from '../../../src/auth/credentials/basic-header.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../database.ts'
import { write } from '../records.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { buildUser, goodPassword } from '../users.ts'
import type { ProbeReport } from './probe-figures.ts'
import type { ProbeOptions, ProbeQuestion } from './probe-thread.ts'
import { type ProcessUsage, schedulingOf, slownessBetween, usageOf } from './process-usage.ts'
import { attackMs, baselineMs } from './durations.ts'

export interface AttackedService extends AsyncDisposable {
  readonly url: string
  readonly server: ServerProcess
  readonly database: TestDatabase
  /** Returns the value of the header Authorization of a superuser: `attacker`, or another one of `accounts`. */
  authorization(user?: string): string
  /** Runs an attack and returns the response times of ordinary users. */
  measure(attack: Attack, options?: MeasureOptions): Promise<AttackReport>
}

/** Starts an attack; resolves once it is in place. Disposing of the result ends the attack. */
export type Attack = (signal: AbortSignal) => Promise<AsyncDisposable>

export interface MeasureOptions {
  /** Duration of the attack once it is in place, in milliseconds. */
  readonly ms?: number
  /** Called shortly before the attack ends. */
  readonly before?: () => Promise<void>
}

export interface AttackReport {
  readonly before: ProbeReport
  readonly during: ProbeReport
  readonly after: ProbeReport
  /**
   * Ratio between the time that the server took for its work and the time that it would take without waiting for
   * processors.
   */
  readonly slowness: Readonly<Record<'before' | 'during' | 'after', number>>
  /** Memory of the server at the end of the attack, and its processor time during the attack. */
  readonly usage: ProcessUsage | undefined
  /** Memory of the server before the attack. */
  readonly rssBefore: number | undefined
  readonly seconds: number
}

export interface AttackedServiceOptions {
  /** Number of stored item records. */
  readonly items?: number
  /** Names of additional superusers. */
  readonly accounts?: readonly string[]
  /** Settings as environment variables, without the prefix. */
  readonly settings?: Readonly<Record<string, string>>
}

const users = ['ann', 'bob', 'cem'] as const
const itemName = (number: number): string => `item ${String(number).padStart(7, '0')}`

export async function startAttackedService(options: AttackedServiceOptions = {}): Promise<AttackedService> {
  const { items = 1_000, accounts = [], settings = {} } = options
  const database = await createTestDatabase()
  for (const username of [...users, 'attacker', ...accounts]) {
    await buildUser(database.database, { username, hasRealHash: true, rights: { default: 'superuser' } })
  }
  await write(createTestContext(database.database), 'input.item', recordsOf(items), { returning: 'counts' })
  const server = await startServerProcess({
    databaseUrl: database.url,
    settings: { TASK_CONCURRENCY: '0', LOG_LEVEL: 'warn', ...settings },
  })
  const thread = startProbes({
    url: server.url,
    users: users.map((user) => authorizationOf(user)),
    item: itemName(0),
  })
  // The first requests compile code, open connections and check passwords; they are not measured.
  await ordinaryUse(thread)
  return {
    url: server.url,
    server,
    database,
    authorization: authorizationOf,
    measure: async (attack, { ms = attackMs, before: look = () => Promise.resolve() } = {}) => {
      const scheduling = (): ReturnType<typeof schedulingOf> => schedulingOf(server.child.pid ?? 0)
      await thread.report()
      const atFirst = await scheduling()
      const before = await ordinaryUse(thread)
      const atBegin = await scheduling()
      const usageBefore = await usageOf(server.child.pid ?? 0)
      const begun = performance.now()
      const over = new AbortController()
      const running = await attack(over.signal)
      await pass(ms)
      // On a busy machine a few responses would reflect the load of the machine rather than the attack; therefore the
      // attack is extended.
      for (let more = 0; more < mostExtensions && !enough(await thread.look(), wanted); more += 1)
        await pass(ms)
      await look()
      const during = await thread.report()
      const seconds = (performance.now() - begun) / 1000
      const usage = await usageOf(server.child.pid ?? 0)
      const atEnd = await scheduling()
      over.abort()
      await running[Symbol.asyncDispose]()
      await thread.report()
      const afterwards = await scheduling()
      const after = await ordinaryUse(thread)
      const slowness = {
        before: slownessBetween(atFirst, atBegin),
        during: slownessBetween(atBegin, atEnd),
        after: slownessBetween(afterwards, await scheduling()),
      }
      return {
        before,
        during,
        after,
        slowness,
        usage: usage && { ...usage, cpuSeconds: usage.cpuSeconds - (usageBefore?.cpuSeconds ?? 0) },
        rssBefore: usageBefore?.rssBytes,
        seconds,
      }
    },
    [Symbol.asyncDispose]: async () => {
      await thread.end()
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

function authorizationOf(user = 'attacker'): string {
  return encodeBasic({ name: user, password: goodPassword })
}

/** Measures response times without attack, until there are some responses of every kind even on a busy machine. */
async function ordinaryUse(thread: ProbeThread): Promise<ProbeReport> {
  for (;;) {
    await pass(baselineMs)
    const report = await thread.report()
    if (enough(report, fewest)) return report
  }
}

const enough = ({ kinds }: ProbeReport, answers: number): boolean =>
  Object.values(kinds).every(({ count }) => count >= answers)

/** Minimum number of responses of a kind for meaningful figures. */
const fewest = 5
/** The same minimum during an attack, and the maximum number of times that an attack is extended to reach it. */
const wanted = 25
const mostExtensions = 5

/** Waits while the attack runs; the test measures time and cannot wait for a condition. */
async function pass(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  await promise
}

function* recordsOf(count: number): Generator<Record<string, unknown>> {
  const description = 'An item with some words, so that a list of many does not fit into any buffer. '.repeat(
    3,
  )
  for (let number = 0; number < count; number += 1) {
    yield { name: itemName(number), description, cost: number % 100 }
  }
}

interface ProbeThread {
  /** Returns the figures since the last report and resets them. */
  report(): Promise<ProbeReport>
  /** Returns the figures since the last report without resetting them. */
  look(): Promise<ProbeReport>
  end(): Promise<void>
}

function startProbes(options: ProbeOptions): ProbeThread {
  const thread = new Worker(join(import.meta.dirname, 'probe-thread.ts'), { workerData: options })
  let failure: unknown
  thread.on('error', (error) => {
    failure = error
  })
  const ask = (what: ProbeQuestion): Promise<ProbeReport> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) reject(failure)
      thread.once('error', reject)
      thread.once('message', (report: ProbeReport) => {
        thread.off('error', reject)
        resolve(report)
      })
      thread.postMessage(what, [])
    })
  return {
    report: () => ask('report'),
    look: () => ask('look'),
    end: async () => {
      await thread.terminate()
    },
  }
}
