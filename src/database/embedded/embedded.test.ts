import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { detail } from '../../../test/support/detail.ts'
import { connectDatabase } from '../connect.ts'
import type { Database } from '../database.ts'
import { embeddedStatus, startEmbedded, stopEmbedded } from './control.ts'
import { holdServer, type ServerHold } from './hold.ts'
import { embeddedPaths } from './paths.ts'
import { isRunning } from './process-state.ts'
import { followed } from './reachable-place.ts'

const holder = join(import.meta.dirname, '../../../test/support/hold-embedded.ts')
const asRoot = process.getuid?.() === 0
const pollOptions = { timeout: 15_000, interval: 20 }

let base: string
let folder: string
const children = new Set<ChildProcess>()

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  await chmod(base, 0o755)
  folder = join(base, 'postgres')
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  await stopEmbedded(folder, true)
})

afterAll(() => rm(base, { recursive: true }))

interface Told {
  readonly pid: number
  readonly keeper: number
  readonly port: number
  readonly data: string
}

/** Starts a separate program that holds the server; resolves when it does. */
async function holdElsewhere(
  place = folder,
  launch: readonly string[] = [process.execPath],
): Promise<Told & { readonly child: ChildProcess }> {
  const [command, ...args] = [...launch, holder, place]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' })
  children.add(child)
  const [line]: unknown[] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The holder ended without a server.'))),
  ])
  const told: unknown = JSON.parse(String(line))
  if (!isReported(told)) throw new Error(`Not a server: ${String(line)}`)
  return { ...told, child }
}

const isReported = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && 'pid' in value && 'keeper' in value && 'port' in value

const gone = async (pid: number): Promise<void> => {
  await expect.poll(() => isRunning(pid), pollOptions).toBe(false)
}

async function withServer<Result>(
  run: (database: Database, hold: ServerHold) => Promise<Result>,
  place = folder,
): Promise<Result> {
  const hold = await holdServer(place, { grace: 100 })
  const database = connectDatabase({
    url: () => hold.url('postgres'),
    timeZone: 'UTC',
    poolSize: 2,
    applicationName: 'embedded test',
  })
  try {
    return await run(database, hold)
  } finally {
    await database.close()
    hold.release()
  }
}

const scalar = async (database: Database, text: string): Promise<unknown> =>
  Object.values((await database.query<Record<string, unknown>>({ text })).rows[0]!)[0]

describe('killing', () => {
  test(
    'the keeper while it makes the cluster leaves nothing that blocks the next start',
    detail,
    async () => {
      const starting = spawn(process.execPath, [holder, folder], { stdio: 'ignore' })
      const drafts = async (): Promise<readonly string[]> =>
        (await readdir(folder).catch(() => [])).filter((name) => /new-\d+$/.test(name))
      await expect.poll(drafts, { timeout: 15_000, interval: 5 }).toHaveLength(1)
      starting.kill('SIGKILL')
      process.kill(Number(/\d+$/.exec((await drafts())[0]!)![0]), 'SIGKILL')
      expect(followed(embeddedPaths(folder).data)).toBeUndefined()
      await withServer(async (database) => expect(await scalar(database, 'SELECT 1')).toBe(1))
      expect(await drafts()).toEqual([])
    },
  )

  test(
    'the only user ends the server within seconds, and the next start finds all data',
    detail,
    async () => {
      await withServer(async (database) => {
        await database.query({ text: 'CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS n' })
      })
      const { child, pid, keeper } = await holdElsewhere()
      child.kill('SIGKILL')
      await Promise.all([gone(pid), gone(keeper)])
      await withServer(async (database) => expect(await scalar(database, 'SELECT n FROM kept')).toBe(42))
    },
  )

  test('one of two users disturbs nobody', async () => {
    const { child, pid } = await holdElsewhere()
    await withServer(async (database, hold) => {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await expect
        .poll(async () => (await embeddedStatus(folder)).state === 'running' && hold.server.pid)
        .toBe(pid)
      expect(await scalar(database, 'SELECT 1')).toBe(1)
    })
  })

  test('the keeper and its users leaves a server that the next start replaces', detail, async () => {
    const first = await holdElsewhere()
    process.kill(first.keeper, 'SIGSTOP')
    first.child.kill('SIGKILL')
    process.kill(first.keeper, 'SIGKILL')
    await gone(first.keeper)
    expect(await embeddedStatus(folder)).toEqual({ state: 'orphaned', pid: first.pid, data: first.data })
    const second = await holdElsewhere()
    expect(second.pid).not.toBe(first.pid)
    expect(isRunning(first.pid)).toBe(false)
  })

  test('the keeper alone: whoever needs the server starts another one and goes on by itself', async () => {
    await withServer(async (database, hold) => {
      const before = hold.server
      process.kill(before.keeper, 'SIGKILL')
      await expect.poll(() => hold.server.keeper, pollOptions).not.toBe(before.keeper)
      await expect.poll(() => scalar(database, 'SELECT 1').catch(String), pollOptions).toBe(1)
      expect(hold.server.port).toBe(before.port)
      await gone(before.pid)
    })
  })

  test('the server: it comes back on the same port, and connections recover', async () => {
    await withServer(async (database, hold) => {
      const before = hold.server
      const running = database.query({ text: 'SELECT pg_sleep(30)' }).catch((error: unknown) => error)
      await expect
        .poll(() => scalar(database, `SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%sleep(3%'`))
        .toBe(2)
      process.kill(before.pid, 'SIGKILL')
      expect(await running).toMatchObject({ code: 'database_unavailable' })
      await expect.poll(() => hold.server.pid, pollOptions).not.toBe(before.pid)
      expect(hold.server).toMatchObject({ keeper: before.keeper, port: before.port })
      await expect.poll(() => scalar(database, 'SELECT 1').catch(String), pollOptions).toBe(1)
    })
  })
})

describe('starting', () => {
  test('by many at once makes one server', async () => {
    const servers = await Promise.all([1, 2, 3, 4].map(() => holdElsewhere()))
    expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1)
  })

  test('right while the last server is ending waits for its end', detail, async () => {
    const first = await holdElsewhere()
    process.kill(first.keeper, 'SIGTERM')
    first.child.kill('SIGKILL')
    const second = await holdElsewhere()
    expect(second.keeper).not.toBe(first.keeper)
    await gone(first.keeper)
  })

  test('makes up for a password file that a kill has left empty', detail, async () => {
    const place = join(base, 'no-password')
    await mkdir(place)
    await writeFile(embeddedPaths(place).password, '')
    await withServer(async (database) => expect(await scalar(database, 'SELECT 1')).toBe(1), place)
    await stopEmbedded(place)
  })

  test('passes over a pid file whose number belongs to another program now', detail, async () => {
    const data = followed(embeddedPaths(folder).data)!
    await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n1\n`, { mode: 0o600 })
    await withServer(async (database) => expect(await scalar(database, 'SELECT 1')).toBe(1))
  })

  test('takes another port when the last one is in use', detail, async () => {
    const { port, child, keeper } = await holdElsewhere()
    child.kill('SIGKILL')
    await gone(keeper)
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    await withServer(async (database, hold) => {
      expect(hold.server.port).not.toBe(port)
      expect(await scalar(database, 'SELECT 1')).toBe(1)
    })
    other.close()
  })

  test('says why it cannot be done, and works once the reason has gone', detail, async () => {
    const data = followed(embeddedPaths(folder).data)!
    const version = await readFile(join(data, 'PG_VERSION'), 'utf8')
    await writeFile(join(data, 'PG_VERSION'), '9.6\n')
    await expect(holdServer(folder)).rejects.toThrow(/made by PostgreSQL 9.6, this release brings \d\d/)
    await writeFile(join(data, 'PG_VERSION'), version)
    await withServer(async (database) => expect(await scalar(database, 'SELECT 1')).toBe(1))
  })

  test('keeps files from other users, listens on the loopback only and writes safely to disk', async () => {
    await withServer(async (database) => {
      expect(await scalar(database, 'SHOW listen_addresses')).toBe('127.0.0.1')
      expect(await scalar(database, 'SHOW fsync')).toBe('on')
      expect(await scalar(database, `SELECT datcollate FROM pg_database WHERE datname = 'template1'`)).toBe(
        'C',
      )
      const paths = embeddedPaths(folder)
      const modes = [paths.password, paths.socket, paths.serverLog, paths.keeperLog]
      for (const path of modes) expect((await stat(path)).mode & 0o077).toBe(0)
    })
  })

  test('works in a folder whose path is too long for a socket', detail, async () => {
    const deep = join(base, 'x'.repeat(120))
    await mkdir(deep)
    await withServer(async (database) => expect(await scalar(database, 'SELECT 1')).toBe(1), deep)
    await stopEmbedded(deep)
  })
})

describe('control', () => {
  test('start keeps the server without users until stop; status tells', async () => {
    expect(await stopEmbedded(folder)).toEqual({ outcome: 'was not running' })
    expect(await embeddedStatus(folder)).toMatchObject({ state: 'stopped' })
    const started = await startEmbedded(folder)
    expect(started).toMatchObject({
      state: 'running',
      kept: true,
      holders: 0,
      data: followed(embeddedPaths(folder).data),
      version: expect.stringMatching(/^\d+\.\d+$/),
    })
    expect(await startEmbedded(folder)).toEqual(started)
    const { child, pid } = await holdElsewhere()
    expect(await stopEmbedded(folder)).toEqual({ outcome: 'in use', holders: 1 })
    expect(await embeddedStatus(folder)).toMatchObject({ state: 'running', pid })
    child.kill('SIGKILL')
    await expect.poll(async () => (await stopEmbedded(folder)).outcome).not.toBe('in use')
    expect(isRunning(pid)).toBe(false)
    expect(await embeddedStatus(folder)).toMatchObject({ state: 'stopped' })
  })

  test('of an installation that was never started creates nothing', async () => {
    const none = join(base, 'none')
    expect(await embeddedStatus(none)).toEqual({ state: 'stopped', data: undefined })
    expect(await stopEmbedded(none)).toEqual({ outcome: 'was not running' })
    await expect(lstat(none)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe.runIf(asRoot)('as root', () => {
  test(
    'an installation under a folder that only root may enter keeps its data in a place it links to',
    detail,
    async () => {
      const closed = join(base, 'closed/var/postgres')
      await mkdir(closed, { recursive: true })
      onTestFinished(async () => {
        await stopEmbedded(closed, true)
        const place = followed(embeddedPaths(closed).data)
        if (place !== undefined) await rm(dirname(place), { recursive: true })
      })
      await chmod(join(base, 'closed'), 0o700)
      await withServer(async (database) => {
        await database.query({ text: 'CREATE TABLE kept AS SELECT 7 AS n' })
      }, closed)
      await stopEmbedded(closed)
      const data = followed(embeddedPaths(closed).data)!
      expect(data).toMatch(/^\/var\/lib\/planctl\/var-\w+\/data$/)
      expect((await stat(data)).uid).not.toBe(0)
      await withServer(
        async (database) => expect(await scalar(database, 'SELECT n FROM kept')).toBe(7),
        closed,
      )
    },
  )

  test(
    'an ordinary user runs a server of his own, which root takes over with its owner',
    detail,
    async () => {
      const own = join(base, 'ordinary')
      await mkdir(own)
      await chown(own, 65_534, 65_534)
      const launch = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath]
      const { child, keeper } = await holdElsewhere(own, launch)
      expect((await stat(`/proc/${keeper}`)).uid).toBe(65_534)
      child.kill('SIGKILL')
      await gone(keeper)
      await withServer(async (database) => expect(await scalar(database, 'SELECT 1')).toBe(1), own)
      expect((await stat(join(own, 'data'))).uid).toBe(65_534)
      await stopEmbedded(own, true)
    },
  )
})
