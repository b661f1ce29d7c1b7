/** Tests database servers that are gone without an error, like a machine without power: connections stay open, silent. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { newerMigrations } from '../../src/scenarios/installation.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { releaseScenario } from '../../src/scenarios/scenario-lifecycle.ts'
import { holdLock } from '../../src/tasks/queue/lease.ts'
import { leaseClass } from '../../src/tasks/queue/lock-classes.ts'
import { createTestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { startRelay } from '../support/relay.ts'
import { scenarioWork } from '../support/scenarios.ts'
import { startTestServer } from '../support/server.ts'
import { withTempFolder } from '../support/temp-folder.ts'
import { startWorkerProcess } from '../support/worker-process.ts'
import { startFurtherServer } from './support/further-server.ts'

const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

const connect = (url: string): Database =>
  connectDatabase({ url, timeZone: 'UTC', poolSize: 3, applicationName: 'test' })

function open(url: string): Database {
  const database = connect(url)
  opened.push(database)
  return database
}

/** Returns the address of the same database through relays. */
const through = (url: string, ...ports: readonly number[]): string =>
  url.replace(new URL(url).host, ports.map((port) => `127.0.0.1:${port}`).join(','))

it('ends canceled work of a silent server', async () => {
  await using held = await createTestDatabase({ empty: true })
  await using relay = await startRelay(0, Number(new URL(held.url).port))
  const database = open(through(held.url, relay.port))
  await database.query({ text: 'SELECT 1' })
  relay.silence()
  const begun = performance.now()
  const asked = database.query({ text: 'SELECT 1' }, { signal: AbortSignal.timeout(100) })
  await expect(asked).rejects.toMatchObject({ code: 'canceled' })
  expect(performance.now() - begun).toBeLessThan(9_000)
  expect(database.pool.totalCount).toBe(0)
})

it('notices that a lock may be lost', async () => {
  await using held = await createTestDatabase({ empty: true })
  await using relay = await startRelay(0, Number(new URL(held.url).port))
  const database = open(through(held.url, relay.port))
  const lease = await holdLock(database, leaseClass, 4711, { intervalMs: 200 })
  relay.silence()
  await expect(lease?.lost).resolves.toMatchObject({ message: expect.stringContaining('is silent') })
  await lease?.release()
})

it('gives up a lock of a silent server after a while', async () => {
  await using held = await createTestDatabase({ empty: true })
  await using relay = await startRelay(0, Number(new URL(held.url).port))
  const database = connect(through(held.url, relay.port))
  const lease = await holdLock(database, leaseClass, 4712)
  relay.silence()
  const begun = performance.now()
  await lease?.release()
  await database.close()
  expect(performance.now() - begun).toBeLessThan(9_000)
})

it('lets a worker stop within its grace time', { timeout: 120_000 }, async () => {
  await using held = await createTestDatabase()
  await using relay = await startRelay(0, Number(new URL(held.url).port))
  await withTempFolder(async (folder) => {
    const env = {
      PLANCTL_DATABASE_URL: through(held.url, relay.port),
      PLANCTL_VAR: folder,
      PLANCTL_TASK_GRACE: '20',
    }
    const worker = await startWorkerProcess({ env })
    relay.silence()
    // A poll of the queue waits for the server.
    await delay(2_500)
    const begun = performance.now()
    expect(await Promise.race([worker.end('SIGTERM'), delay(60_000, 'still running')])).toBe(0)
    expect(performance.now() - begun).toBeLessThan(30_000)
    worker.child.kill('SIGKILL')
  })
})

it(
  'ends all statements of a silent host once another one takes writes',
  { ...detail, timeout: 40_000 },
  async () => {
    await using held = await createTestDatabase({ empty: true })
    const port = Number(new URL(held.url).port)
    await using first = await startRelay(0, port)
    const second = await startRelay(0, port)
    const place = second.port
    await second[Symbol.asyncDispose]()
    const database = open(through(held.url, first.port, place))
    await Promise.all([1, 2].map(() => database.query({ text: 'SELECT pg_sleep(0.1)' })))
    first.silence()
    await using _ = await startRelay(place, port)
    const waiting = database.query({ text: 'SELECT 1' }).catch((error: unknown) => error)
    // What checks readiness ends, and with it the trust in the host.
    const check = database.query({ text: 'SELECT 1' }, { signal: AbortSignal.timeout(100) })
    await expect(check).rejects.toMatchObject({ code: 'canceled' })
    await database.query({ text: 'SELECT 1' })
    await expect(waiting).resolves.toMatchObject({ code: 'database_unavailable' })
  },
)

it('serves on, and works on, while a further server is silent', { ...detail, timeout: 180_000 }, async () => {
  await using second = await startFurtherServer()
  await using relay = await startRelay(0, Number(new URL(second.url).port))
  await using server = await startTestServer({ homes: { second: through(second.url, relay.port) } })
  const { database } = server
  const work = scenarioWork(database)
  await releaseScenario(work, 'scenario1')
  await copyScenario(work, {
    source: 'default',
    destination: 'scenario1',
    force: false,
    user: null,
    home: 'second',
  })
  const ready = async () => {
    const { status, json } = await server.request('GET', '/readyz', { as: null })
    return { status, checks: Object(json).checks }
  }
  expect((await ready()).checks).toMatchObject({ 'server second': 'ok' })
  relay.silence()
  expect(await newerMigrations(database)).toEqual([])
  await expect
    .poll(ready, { timeout: 30_000 })
    .toMatchObject({ status: 200, checks: { migrations: 'ok', 'server second': 'failed' } })
})
