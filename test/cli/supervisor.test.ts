import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { cleanEnvironment, planctlPath } from '../support/planctl.ts'
import { until } from '../support/wait.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
})

afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

interface Supervised extends AsyncDisposable {
  readonly pid: number
  /** Lines so far. */
  readonly lines: readonly string[]
  /** Addresses of all servers so far, the latest last. */
  urls(): readonly string[]
  /** Returns the process id of the server. */
  server(): Promise<number>
  readonly ended: Promise<number | null>
}

function start(...args: readonly string[]): Supervised {
  const child = spawn(planctlPath, ['runserver', '--port=0', ...args], {
    cwd: folder,
    env: cleanEnvironment({
      PLANCTL_VAR: folder,
      PLANCTL_DATABASE_URL: database.url,
      PLANCTL_TASK_CONCURRENCY: '0',
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  const pid = child.pid ?? 0
  return {
    pid,
    get lines() {
      return text.split('\n')
    },
    urls: () => [...text.matchAll(/runs at (http:\/\/[^/\s]+)/g)].map(([, url]) => url ?? ''),
    server: async () => Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim()),
    ended,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const lives = async (url: string | undefined): Promise<number> => (await fetch(`${url}/livez`)).status

it.skipIf(process.platform !== 'linux')('a server process that dies is started again', async () => {
  await using service = start()
  await until('the server', () => service.urls().length === 1)
  expect(await lives(service.urls()[0])).toBe(200)
  const first = await service.server()
  process.kill(first, 'SIGKILL')
  await until('the next server', () => service.urls().length === 2)
  expect(await lives(service.urls()[1])).toBe(200)
  expect(await service.server()).not.toBe(first)
  const told = service.lines.find((line) => line.includes('started again'))
  expect(JSON.parse(told ?? '{}')).toMatchObject({
    level: 'error',
    server: first,
    signal: 'SIGKILL',
    pauseMs: 1_000,
  })
  // The next restart has a longer pause.
  process.kill(await service.server(), 'SIGKILL')
  await until('a longer pause', () => service.lines.some((line) => line.includes('"pauseMs":2000')))
  process.kill(service.pid, 'SIGTERM')
  expect(await service.ended).toBe(0)
})

it.skipIf(process.platform !== 'linux').each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it in good order',
  async (signal) => {
    await using service = start()
    await until('the server', () => service.urls().length === 1)
    const server = await service.server()
    process.kill(service.pid, signal)
    expect(await service.ended).toBe(0)
    expect(isAlive(server)).toBe(false)
  },
)

it.skipIf(process.platform !== 'linux')('ends the server when it is killed itself', async () => {
  await using service = start()
  await until('the server', () => service.urls().length === 1)
  const server = await service.server()
  process.kill(service.pid, 'SIGKILL')
  expect(await until('the end of the server', () => !isAlive(server))).toBe(true)
})

it('a server that cannot start is not started again', detail, async () => {
  await using service = start('--host=203.0.113.7')
  expect(await service.ended).toBe(1)
  expect(service.lines.filter((line) => line.includes('203.0.113.7'))).toHaveLength(1)
})
