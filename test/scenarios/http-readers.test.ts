import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { backupScenario } from '../../src/scenarios/dump/backup-scenario.ts'
import { releaseScenario } from '../../src/scenarios/scenario-lifecycle.ts'
import { mainCases } from '../support/detail.ts'
import { fillScenario, scenarioWork } from '../support/scenarios.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

// Reads a scenario over HTTP while its data is replaced: every request gets a response, and none is slower than
// usual. The usual time is measured in the same run with the same requests, while the same work runs on another
// scenario.
let server: TestServer
let url: string
let dump: string

beforeAll(async () => {
  server = await startTestServer()
  const { database, service } = server
  const { rows } = await database.query<{ name: string }>({ text: 'SELECT current_database() AS "name"' })
  const place = new URL(inject('testServer'))
  place.pathname = `/${rows[0]!.name}`
  url = place.href
  await fillScenario(database, 'default', 20_000)
  await fillScenario(database, 'scenario1', 10_000)
  const folder = service.settings.LOGDIR
  dump = (await backupScenario(scenarioWork(database), { scenario: 'default', folder })).path
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

/** Maximum additional time of a request compared with the longest usual one, in milliseconds. */
const limit = 100

const requests = [
  'api/input/demand/?limit=50',
  'api/input/demand/?quantity__gt=100&customer=ACME&ordering=-due&limit=20',
  'api/input/demand/SO%207/',
  'api/input/item/?name__contains=item',
  'api/input/demand/?format=csv&limit=500',
] as const

interface Seen {
  /** Longest request of each kind, in milliseconds. */
  readonly longest: ReadonlyMap<string, number>
  readonly statuses: ReadonlySet<number>
  readonly count: number
}

/** Reads a scenario with several clients as long as the work runs. */
async function readWhile(scenario: string, work: () => Promise<unknown>): Promise<Seen> {
  const longest = new Map<string, number>()
  const statuses = new Set<number>()
  const over = new AbortController()
  let count = 0
  const clients = Array.from({ length: 3 }, async (_, client) => {
    for (let turn = client; !over.signal.aborted; turn += 1) {
      const path = requests[turn % requests.length]!
      const begun = performance.now()
      const { status } = await server.request('GET', `/${scenario}/${path}`)
      longest.set(path, Math.max(longest.get(path) ?? 0, performance.now() - begun))
      statuses.add(status)
      count += 1
    }
  })
  try {
    await work()
  } finally {
    over.abort()
    await Promise.all(clients)
  }
  return { longest, statuses, count }
}

/** Works on scenarios in a separate process, as tasks do. */
async function run(kind: string): Promise<void> {
  const program = join(import.meta.dirname, '../support/scenario-work.ts')
  const child = spawn(process.execPath, [program, url, kind, dump], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([0, null])
}

/** Returns the longest delay of any request compared with the usual time of its kind. */
async function delayOf(kind: string, scenario: string): Promise<number> {
  const usual = await readWhile(scenario, () => run('copy to a free one'))
  await releaseScenario(scenarioWork(server.database), 'scenario2')
  const seen = await readWhile(scenario, () => run(kind))
  expect([...usual.statuses, ...seen.statuses]).toEqual([200, 200])
  expect(seen.count).toBeGreaterThan(requests.length)
  return Math.max(...[...seen.longest].map(([path, time]) => time - (usual.longest.get(path) ?? 0)))
}

const kinds: readonly (readonly [kind: string, scenario: string])[] = [
  ['copy', 'scenario1'],
  ['restore', 'scenario1'],
  ['promote', 'default'],
]

it.each(mainCases(kinds, ([kind]) => kind === 'promote'))(
  'a %s keeps no request waiting',
  async (kind, scenario) => {
    const delays: number[] = []
    // Other programs on this machine can only delay a request, and not in every run.
    for (let tries = 0; tries < 3 && !delays.some((delay) => delay <= limit); tries += 1) {
      delays.push(await delayOf(kind, scenario))
    }
    expect(Math.min(...delays), `delays of ${delays.map(Math.round).join(', ')} ms`).toBeLessThanOrEqual(
      limit,
    )
  },
  120_000,
)
