/**
 * Tests all components together in one installation: two servers behind nginx with TLS and a prefix, four workers by
 * kind, a primary with a replica that is promoted, PgBouncer, an object store, an OpenID provider. A night runs
 * through them, processes are killed under load, and a newer release takes over. Each component has a test of its own
 * in this folder; this one takes minutes and runs with `npm run test:platform` only.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type APIRequestContext, request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { ensureBuilt } from '../support/build-web.ts'
import { launchBrowser } from '../support/browser-window.ts'
import { findChromium } from '../support/chromium.ts'
import { goodPassword } from '../support/good-password.ts'
import { nightFiles, uploadFiles } from '../support/night-files.ts'
import { saveSchedule, stepsOf } from '../support/schedules.ts'
import type { TestRequest, TestResponse } from '../support/server.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { isFull } from '../support/scale.ts'
import { until } from '../support/wait.ts'
import type { WorkerProcess } from '../support/worker-process.ts'
import { freePort } from './support/free-port.ts'
import { makeNewerRelease, newerMigration } from './support/newer-release.ts'
import { hasPgBouncer, warnWithoutPgBouncer } from './support/pgbouncer.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { hasNginx, type Proxy, startProxy } from './support/proxy.ts'

const base = '/planning'
const clients = 8
const canRun = isFull && hasPgBouncer && hasNginx && findChromium() !== undefined
const kinds = ['plan', 'import', 'schedule', undefined] as const

warnWithoutPgBouncer()

const cleanup = new AsyncDisposableStack()
let platform: Platform
let servers: readonly ServerProcess[]
let workers: readonly WorkerProcess[]
let proxy: Proxy
let provider: ChildProcess
/** Sends requests through the proxy as the administrator. */
let outside: APIRequestContext

/** Returns a client of one server that adds the prefix to paths. */
const clientOf = (server: ServerProcess) => ({
  request: (method: string, path: string, options?: TestRequest): Promise<TestResponse> =>
    server.request(method, base + path, options),
})

/** Sends a request through the proxy until it succeeds. Returns the other statuses. */
async function persist(method: string, path: string, data?: unknown): Promise<readonly number[]> {
  const others: number[] = []
  for (;;) {
    const status = await outside
      .fetch(`${proxy.origin}${base}${path}`, { method, ...(data === undefined ? {} : { data }) })
      .then(
        (answer) => answer.status(),
        // The server was killed while it answered.
        () => 0,
      )
    if (status === 200 || status === 201) return others
    others.push(status)
    if (others.length > 600) throw new Error(`${method} ${path}: ${[...new Set(others)].join(', ')}`)
    await delay(100)
  }
}

interface Load {
  /** Names of the items whose creation was acknowledged. */
  readonly acknowledged: readonly string[]
  /** Statuses of failed attempts. */
  readonly others: ReadonlySet<number>
  stop(): Promise<void>
}

/** Creates items through the proxy with several clients until it is stopped. */
function startLoad(prefix: string): Load {
  const acknowledged: string[] = []
  const others = new Set<number>()
  const over = new AbortController()
  const running = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let index = 0; !over.signal.aborted; index += 1) {
        const name = `${prefix} ${client} ${index}`
        for (const status of await persist('POST', '/api/input/item/', { name })) others.add(status)
        acknowledged.push(name)
      }
    }),
  )
  return {
    acknowledged,
    others,
    stop: async () => {
      over.abort()
      await running
    },
  }
}

async function requireStored({ acknowledged }: Load): Promise<void> {
  const { rows } = await platform.database.query<{ name: string }>({
    text: 'SELECT "name" FROM "default"."item"',
  })
  const stored = new Set(rows.map(({ name }) => name))
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
}

const more = (load: Load, count: number): Promise<unknown> => {
  const before = load.acknowledged.length
  return until('requests to be served', () => load.acknowledged.length > before + count, 120_000)
}

/** Launches a task at a server and waits for its end. */
async function run(server: ServerProcess, task: string): Promise<void> {
  const { text } = await clientOf(server).request('POST', `/execute/api/${task}`, {
    headers: { prefer: 'wait=120' },
  })
  // The logs of the workers say why a task was not claimed.
  expect(text, workers.map((worker) => worker.log().slice(-3_000)).join('\n')).toContain('"Done"')
}

describe('an installation of all components', { skip: !canRun, timeout: 400_000 }, () => {
  beforeAll(async () => {
    ensureBuilt()
    const [port, otherPort, providerPort] = [await freePort(), await freePort(), await freePort()]
    proxy = cleanup.use(await startProxy(port, otherPort))
    platform = cleanup.use(
      await startPlatform({
        BASE_PATH: base,
        BASE_URL: proxy.origin,
        TRUST_PROXY: '127.0.0.1',
        UPGRADE_GRACE: '25',
        SUPPORT_ACCOUNTS: 'admin',
        OIDC_PROVIDERS: JSON.stringify({
          company: {
            ISSUER: `http://127.0.0.1:${providerPort}`,
            CLIENT_ID: 'planning',
            CLIENT_SECRET: 'a secret of the test',
            TITLE: 'Example Ltd',
            SCOPES: 'openid profile email groups',
            RIGHTS: { admins: ['superuser'] },
            SCENARIOS: ['default'],
          },
        }),
      }),
    )
    servers = await Promise.all(
      [port, otherPort].map((each) => platform.startServer({ options: [`--port=${each}`] })),
    )
    workers = await Promise.all(
      kinds.map((kind) =>
        platform.startWorker({ concurrency: 1, options: kind === undefined ? [] : [`--kinds=${kind}`] }),
      ),
    )
    const addresses = [`${proxy.origin}${base}/login/company/callback/`, `${proxy.origin}${base}/login/`]
    const script = join(import.meta.dirname, 'support/openid-provider.ts')
    provider = spawn(process.execPath, [script, String(providerPort), ...addresses], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    })
    cleanup.defer(() => void provider.kill('SIGKILL'))
    await once(provider.stdout!, 'data')
    outside = await request.newContext({
      ignoreHTTPSErrors: true,
      extraHTTPHeaders: { authorization: encodeBasic({ name: 'admin', password: goodPassword }) },
    })
    cleanup.defer(() => outside.dispose())
  }, 300_000)
  afterAll(() => cleanup.disposeAsync(), 60_000)

  it('signs users in by the provider, and keeps their sessions on both servers', async () => {
    const browser = await launchBrowser()
    try {
      const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
      provider.send(['admins'])
      await page.goto(`${proxy.origin}${base}/app/default/data/item`)
      await page.getByRole('link', { name: 'Sign in with Example Ltd' }).click()
      await page.locator('input[name=login]').fill('ann')
      await page.locator('input[name=password]').fill('whatever')
      await page.getByRole('button', { name: 'Sign-in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(`**${base}/app/default/data/item`)
      const cookies = await page.context().cookies()
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      for (const server of servers) {
        const me = await clientOf(server).request('GET', '/api/me/', { as: null, headers: { cookie } })
        expect(me.json).toMatchObject({ username: 'ann' })
      }
    } finally {
      await browser.close()
    }
  })

  it('runs a night once, by workers of each kind, with files and logs visible at both servers', async () => {
    const [one, two] = servers.map(clientOf)
    await uploadFiles(one!, nightFiles)
    await saveSchedule(two!, {
      name: 'night',
      starttimes: ['03:00'],
      tz: 'Europe/Brussels',
      steps: [
        { task: 'importfromfolder' },
        { task: 'runplan' },
        { task: 'scenario_copy', arguments: { source: 'default', destination: 'scenario1', force: true } },
        { task: 'exporttofolder', arguments: { files: ['purchaseorder.csv'] } },
        { task: 'backup' },
      ],
    })
    await platform.database.query({
      text: `UPDATE control."scheduledtask" SET "due" = now() - interval '1 minute' WHERE "name" = 'night'`,
    })
    const group = await until(
      'the night to end',
      async () => {
        const { rows } = await platform.database.query<{ id: number; message: string }>({
          text: `SELECT t."id", t."message" FROM control."task" t JOIN control."scheduledtask" s ON s."id" = t."schedule"
            WHERE s."name" = 'night' AND t."finished" IS NOT NULL`,
        })
        return rows.length === 0 ? undefined : rows
      },
      180_000,
    )
    expect(group).toEqual([expect.objectContaining({ message: 'Group "night": 5 of 5 steps done.' })])
    const steps = await stepsOf(platform, group[0]!.id)
    expect(steps.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'Done'))
    for (const server of [one!, two!]) {
      const { text } = await server.request('GET', '/execute/downloadfromfolder/1/purchaseorder.csv/')
      expect(text).toContain('PO 1')
      const log = await server.request('GET', `/execute/api/log/?id=${steps[1]!.id}`)
      expect(log.text).toContain('runplan')
      const copied = await server.request(
        'GET',
        '/scenario1/api/input/item/?format=json&fields=name&ordering=name',
      )
      expect(copied.json).toEqual([{ name: 'bike' }, { name: 'wheel' }])
    }
  })

  it('loses no request when a server and a worker are killed under load', async () => {
    const load = startLoad('killed')
    await more(load, 20)
    const [first, second] = servers
    const { port } = new URL(first!.url)
    await first!.end('SIGKILL')
    await workers[0]!.end('SIGKILL')
    await more(load, 50)
    const again = await platform.startServer({ options: [`--port=${port}`] })
    servers = [again, second!]
    workers = [...workers.slice(1), await platform.startWorker({ options: ['--kinds=plan'] })]
    await more(load, 20)
    await load.stop()
    await requireStored(load)
    // Only broken connections, and answers of the proxy for them.
    expect([...load.others].filter((status) => ![0, 502, 503].includes(status))).toEqual([])
    await run(again, 'runplan/')
  })

  it('loses no acknowledged write when the primary is killed and the replica is promoted', async () => {
    const load = startLoad('promoted')
    await more(load, 20)
    const begun = performance.now()
    await platform.held.killPrimary()
    await platform.held.promoteReplica()
    await more(load, 20)
    console.info(`writes were taken again after ${Math.round(performance.now() - begun)} ms`)
    await load.stop()
    await requireStored(load)
    expect([...load.others].filter((status) => ![0, 502, 503].includes(status))).toEqual([])
    for (const server of servers) expect(server.child.exitCode).toBeNull()
    await run(servers[0]!, 'runplan/')
  })

  it('passes to the next release under load, server by server', async () => {
    const release = await makeNewerRelease(platform.folder)
    const load = startLoad('upgraded')
    await more(load, 10)
    // Workers of the older release take no tasks of the newer one, and end after their running tasks.
    await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
    await platform.run(['migrate'], release.launcher)
    for (const [index, older] of servers.entries()) {
      const { port } = new URL(older.url)
      expect(await older.end('SIGTERM')).toBe(0)
      const newer = await platform.startServer({ program: release.program, options: [`--port=${port}`] })
      servers = servers.with(index, newer)
    }
    await platform.startWorker({ launcher: release.launcher })
    await more(load, 20)
    await load.stop()
    await requireStored(load)
    await run(servers[1]!, 'runplan/')
    const { rows } = await platform.database.query<{ name: string }>({
      text: `SELECT to_regclass('control."novelty"')::text AS "name"`,
    })
    expect(rows[0]?.name, newerMigration).toBe('control.novelty')
  })
})
