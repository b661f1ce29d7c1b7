/**
 * Tests an update while the service runs: servers of the newer release wait and take over; older servers are drained.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { cleanEnvironment } from '../support/planctl.ts'
import { startServerProcess } from '../support/server-process.ts'
import { openTaskInstallation } from '../support/tasks.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'
import { makeNewerRelease, newerMigration } from './support/newer-release.ts'

vi.setConfig({ testTimeout: 180_000 })

let folder: string
/** The command line of a release with one additional migration. */
let newer: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-upgrade-'))
  newer = (await makeNewerRelease(folder)).program
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const settings = {
  // The newer server must be ready before this time has passed, also on a busy machine.
  UPGRADE_GRACE: '25',
  TASK_CONCURRENCY: '0',
  JWT_SECRET: 'the same secret of all the servers',
}

it('passes from one release to the next without a failed request', async () => {
  // The test migrates the database to a newer release, so another run needs another database.
  await using held = await createTestDatabase()
  await buildUser(held.database, { username: 'admin', rights: { default: 'superuser' } })
  const common = { databaseUrl: held.url, folder, settings }
  await using older = await startServerProcess(common)
  const starting = startServerProcess({ ...common, program: newer, options: ['--await-migration=120'] })
  let servers: readonly (typeof older)[] = [older]
  const ready = async (): Promise<readonly (typeof older)[]> => {
    const asked = servers
    const states = await Promise.all(
      asked.map(async (server) => {
        const answer = await server.request('GET', '/readyz', { as: null }).catch(() => undefined)
        return answer?.status
      }),
    )
    return asked.filter((_, index) => states[index] === 200)
  }
  // Works like a load balancer: every request goes to a server that was ready a moment ago.
  const statuses: number[] = []
  const over = new AbortController()
  const clients = (async () => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const [server] = (await ready()).toReversed()
      const written = await server?.request('POST', '/api/input/item/', { body: { name: `item ${index}` } })
      statuses.push(written?.status ?? 0)
    }
  })()
  await until('requests to be served', () => statuses.length > 3)
  await promisify(execFile)(process.execPath, [newer, 'migrate'], {
    cwd: folder,
    env: cleanEnvironment({ DATABASE_URL: held.url, PLANCTL_VAR: folder }),
  })
  const next = await starting
  await using _ = next
  servers = [older, next]
  // The older server checks the migrations once a second.
  await vi.waitFor(
    async () => {
      expect((await older.request('GET', '/readyz', { as: null })).json).toMatchObject({
        checks: { migrations: expect.stringContaining(newerMigration) },
      })
    },
    { timeout: 10_000 },
  )
  await until('the older one to be unready', async () => (await ready()).length === 1, 90_000)
  expect(await ready()).toEqual([next])
  // The older server still answers requests that reach it.
  expect((await older.request('GET', '/api/input/item/?limit=1')).status).toBe(200)
  const served = statuses.length
  await until('the newer one to serve', () => statuses.length > served + 3)
  expect(await older.end('SIGTERM')).toBe(0)
  servers = [next]
  over.abort()
  await clients
  expect(new Set(statuses)).toEqual(new Set([201]))
  const { rows } = await held.database.query<{ count: number }>({
    text: `SELECT count(*)::int AS "count" FROM "default"."item"`,
  })
  expect(rows[0]?.count).toBe(statuses.length)
  await expect(startServerProcess({ ...common, options: ['--await-migration=120'] })).rejects.toThrow(
    /migrated by a newer release: schema "control" has 9001_of_the_newer_release/,
  )
})

it('gives up waiting for a migration that does not come', detail, async () => {
  await using empty = await createTestDatabase({ empty: true })
  await expect(
    startServerProcess({ databaseUrl: empty.url, options: ['--await-migration=1'] }),
  ).rejects.toThrow(/Waiting until the database is migrated \(1 s at most\)[^]*createdatabase/)
})

it('runs no tasks with the files of another release than the one that was started', async () => {
  await using bench = await openTaskInstallation()
  const place = await mkdtemp(join(folder, 'replaced-'))
  const release = await makeNewerRelease(place)
  // The same release as that of the database.
  await rm(join(place, `release/migrations/control/${newerMigration}.sql`))
  const worker = await bench.startWorkerProcess({
    launcher: release.launcher,
    env: { PLANCTL_EXTENSIONS: '' },
  })
  expect(await bench.ended(await bench.launch('createbuckets'))).toMatchObject({ status: 'Done' })
  const manifest = join(place, 'release/package.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"version": "[^"]*"/, '"version": "999.0.0"'))
  await until('the worker to pause', () => /takes no tasks/.test(worker.log()))
  expect(worker.log()).toMatch(/replaced by those of release 999\.0\.0/)
  const id = await bench.launch('createbuckets')
  await delay(3_000)
  expect(await bench.record(id)).toMatchObject({ status: 'Waiting' })
  await writeFile(manifest, text)
  expect(await bench.ended(id)).toMatchObject({ status: 'Done' })
})
