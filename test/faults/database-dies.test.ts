/** Kills the embedded PostgreSQL under load: the service reports the failure and recovers by itself. */
import { readFile, mkdtemp, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { embeddedPaths } from '../../src/database/embedded/paths.ts'
import { embeddedFolder, withDatabase } from '../../src/database/with-database.ts'
import { createInstallation } from '../../src/scenarios/installation.ts'
import { detail, mainCases } from '../support/detail.ts'
import { startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { sessionsOf } from '../support/traces.ts'
import { buildUser } from '../support/users.ts'
import { ServiceError } from '../../src/errors/service-error.ts'
import { until } from '../support/wait.ts'

let folder: string
let server: ServerProcess

const open = <Result>(run: (database: Database) => Promise<Result>): Promise<Result> =>
  withDatabase({ VAR: folder, TIME_ZONE: 'UTC', POOL_SIZE: 2 }, pino({ level: 'silent' }), run, {
    applicationName: 'test',
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
  await chmod(folder, 0o755)
  await open(async (database) => {
    await createInstallation(database)
    await buildUser(database, { username: 'admin', rights: { default: 'superuser' } })
  })
  server = await startServerProcess({ folder, settings: { POOL_SIZE: '8' } })
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  // The database server stops a moment after its last user has disconnected.
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

/** Returns the process id of the database server. */
async function postmaster(): Promise<number> {
  const { data } = embeddedPaths(embeddedFolder({ VAR: folder }))
  const [line] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(line)
}

interface Told {
  readonly status: number
  readonly retryAfter: string | null
}

/** Sends requests from several clients until `stop` is called, which returns the responses. */
function load(): { readonly stop: () => Promise<readonly Told[]> } {
  const stopped = new AbortController()
  const clients = Array.from({ length: 6 }, async (_, client): Promise<readonly Told[]> => {
    const told: Told[] = []
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      const name = `load ${client} ${round % 10}`
      const { status, headers } =
        round % 2 === 0
          ? await server.request('POST', '/api/input/item/', { body: { name, cost: round } })
          : await server.request('GET', '/api/input/item/?limit=50')
      told.push({ status, retryAfter: headers.get('retry-after') })
    }
    return told
  })
  return {
    stop: async () => {
      stopped.abort()
      return (await Promise.all(clients)).flat()
    },
  }
}

const works = async (): Promise<boolean> => {
  const body = { name: 'after the fall' }
  return (await server.request('POST', '/api/input/item/', { body })).status === 201
}

/** Returns false if the server does not accept connections yet; throws other errors. */
const unreachable = (error: unknown): boolean => {
  if (error instanceof ServiceError && error.code === 'database_unavailable') return false
  throw error
}

/** Kills the postmaster. Retries, because the previous one may just have stopped and the next one may not run yet. */
async function killServer(): Promise<void> {
  await until('a server to kill', async () => {
    try {
      process.kill(await postmaster(), 'SIGKILL')
      return true
    } catch {
      return false
    }
  })
}

const victims: Readonly<Record<string, () => Promise<void>>> = {
  'a backend killed': () =>
    open(async (database) => {
      const { rows } = await database.query<{ pid: number }>({
        text: `SELECT pid FROM pg_stat_activity WHERE application_name = 'planctl' ORDER BY backend_start LIMIT 1`,
      })
      process.kill(rows[0]!.pid, 'SIGKILL')
    }),
  'all sessions terminated': () =>
    open(async (database) => {
      await database.query({
        text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'planctl'`,
      })
    }),
  'the whole server killed': killServer,
}

describe('a database', () => {
  it.each(mainCases(Object.entries(victims), ([victim]) => victim === 'the whole server killed'))(
    'with %s under load is unavailable for a while and then serves again',
    async (_name, strike) => {
      expect(await works()).toBe(true)
      const clients = load()
      await until('the load to be felt', () =>
        open(async (database) => (await sessionsOf(database, 'planctl')).all > 2).catch(unreachable),
      )
      await strike()
      await until('the service to work again', works, 40_000)
      const told = await clients.stop()
      expect(told.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([])
      const refused = told.filter(({ status }) => status === 503)
      expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
      await until('the sessions to be idle', () =>
        open(async (database) => {
          const { all, busy } = await sessionsOf(database, 'planctl')
          return busy === 0 && all <= 8 + 2
        }).catch(unreachable),
      )
      expect((await server.request('GET', '/readyz')).status).toBe(200)
    },
    90_000,
  )

  it('that is gone is told by the readiness, while the process lives', detail, async () => {
    const readiness = async (): Promise<number> => (await server.request('GET', '/readyz')).status
    // The results of the checks are cached for a second; if the server is back within it, readiness never fails.
    await until(
      'the readiness to miss the server',
      async () => {
        await killServer()
        return (await readiness()) === 503
      },
      40_000,
    )
    await until('the service to be ready again', async () => (await readiness()) === 200, 40_000)
    expect((await server.request('GET', '/livez')).status).toBe(200)
  })
})
