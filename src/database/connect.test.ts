import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import { connectDatabase } from './connect.ts'
import type { Database } from './database.ts'
import { freePort } from './embedded/free-port.ts'
import { slowStatementsOf } from './slow-statements.ts'
import { hasReplicas, readerOf, readsOf } from './replicas.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase({ timeZone: 'Asia/Tokyo' })
  database = testDatabase.database
  await database.query({
    text: 'CREATE TABLE public.counter (n integer PRIMARY KEY, value integer NOT NULL)',
  })
  await database.query({ text: 'INSERT INTO public.counter VALUES (1, 0), (2, 0)' })
})

afterAll(() => testDatabase[Symbol.asyncDispose]())

/** Number of connections of the pool in use. */
const inUse = (): number => database.pool.totalCount - database.pool.idleCount

const scalar = async (text: string, from: Database = database): Promise<unknown> =>
  Object.values((await from.query<Record<string, unknown>>({ text })).rows[0]!)[0]

async function failure(work: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ServiceError)) throw new Error(`Not a ServiceError: ${String(error)}`)
  return error
}

const connectTo = (url: string | (() => string), options: { acquireTimeout?: number } = {}): Database =>
  connectDatabase({ url, timeZone: 'UTC', poolSize: 1, applicationName: 'connect test', ...options })

test('only a replica of this server is read from, and never for a copy that reads within a transaction', async () => {
  const nobody = `postgres://nobody@127.0.0.1:${await freePort(undefined)}/x`
  const replicas = { urls: [testDatabase.url, nobody], waitMs: 1_000 }
  const reading = connectDatabase({
    url: testDatabase.url,
    timeZone: 'UTC',
    poolSize: 1,
    applicationName: 'connect test',
    replicas,
  })
  try {
    expect([hasReplicas(reading), hasReplicas({ ...reading })]).toEqual([true, false])
    // One of them is the server itself and not a replica, the other one does not exist.
    for (let index = 0; index < 4; index += 1) expect(await readerOf(reading)).toBe(reading)
    expect(readsOf(reading)).toEqual({ primary: 4, replica: 0 })
  } finally {
    await reading.close()
  }
})

test('slow statements are counted, also those that fail', async () => {
  let [time, stepMs] = [0, 4_999]
  const now = (): number => (time += stepMs)
  const watched = connectDatabase({
    url: testDatabase.url,
    timeZone: 'UTC',
    poolSize: 1,
    applicationName: 'connect test',
    now,
  })
  try {
    await watched.query({ text: 'SELECT 1' })
    expect(slowStatementsOf(watched.pool)).toBe(0)
    stepMs = 5_000
    await watched.query({ text: 'SELECT 1' })
    await expect(watched.query({ text: 'SELECT 1 / 0' })).rejects.toThrow('division by zero')
    expect(slowStatementsOf(watched.pool)).toBe(2)
  } finally {
    await watched.close()
  }
})

describe('failures', () => {
  test('a server that is not there is database_unavailable with Retry-After', async () => {
    const nowhere = connectTo(`postgres://nobody@127.0.0.1:${await freePort(undefined)}/x`)
    const error = await failure(nowhere.query({ text: 'SELECT 1' }))
    expect(error).toMatchObject({ code: 'database_unavailable', status: 503 })
    expect(error.headers).toHaveProperty('Retry-After')
    await nowhere.close()
  })

  test('a wrong password and a missing database are unusable_database and say why', async () => {
    const url = new URL(testDatabase.url)
    url.pathname = '/no_such_database'
    const missing = connectTo(url.href)
    expect(await failure(missing.query({ text: 'SELECT 1' }))).toMatchObject({
      code: 'unusable_database',
      message: expect.stringContaining('no_such_database'),
    })
    await missing.close()
    url.password = 'wrong'
    const refused = connectTo(url.href)
    expect(await failure(refused.query({ text: 'SELECT 1' }))).toHaveProperty('code', 'unusable_database')
    await refused.close()
  })

  test('an exhausted pool is overloaded', async () => {
    // The timeout also applies to opening the first connection, which may take long on a busy machine.
    const small = connectTo(testDatabase.url, { acquireTimeout: 2_000 })
    await small.withClient(async () => {
      expect(await failure(small.query({ text: 'SELECT 1' }))).toHaveProperty('code', 'overloaded')
    })
    expect(await scalar('SELECT 1', small)).toBe(1)
    await small.close()
  })

  test('a statement over its time limit is statement_timeout', async () => {
    const work = database.withTransaction(async (client) => {
      await client.query(`SET LOCAL statement_timeout = '20ms'`)
      await client.query('SELECT pg_sleep(10)')
    })
    expect(await failure(work)).toHaveProperty('code', 'statement_timeout')
  })

  test('a connection cut by the server is database_unavailable, and the next statement works', async () => {
    const work = database.withClient((client) =>
      client.query('SELECT pg_terminate_backend(pg_backend_pid())'),
    )
    expect(await failure(work)).toHaveProperty('code', 'database_unavailable')
    expect(await scalar('SELECT 1')).toBe(1)
    expect(inUse()).toBe(0)
  })

  test('a connection cut while the callback is busy elsewhere is thrown away', async () => {
    await database.withClient(async (client) => {
      const ended = new Promise((resolve) => client.once('error', resolve))
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"')
      await scalar(`SELECT pg_terminate_backend(${rows[0]!.pid})`)
      await ended
    })
    await Promise.all([1, 2, 3].map(() => scalar('SELECT 1')))
    expect(inUse()).toBe(0)
  })

  test('a fault of the data stays what the driver made of it', async () => {
    await expect(database.query({ text: 'INSERT INTO public.counter VALUES (1, 1)' })).rejects.toMatchObject({
      code: '23505',
      constraint: 'counter_pkey',
    })
  })

  test('a reset of some other connection within a scope is not blamed on the database', async () => {
    const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    await expect(database.withTransaction(() => Promise.reject(reset))).rejects.toBe(reset)
  })
})

describe('a transaction', () => {
  test('rolls back when the callback rejects', async () => {
    await expect(
      database.withTransaction(async (client) => {
        await client.query('UPDATE public.counter SET value = 99')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await scalar('SELECT max(value) FROM public.counter')).toBe(0)
    expect(inUse()).toBe(0)
  })

  test('whose failed statement was swallowed is not taken for committed', async () => {
    const work = database.withTransaction(async (client) => {
      await client.query('UPDATE public.counter SET value = 99')
      await client.query('SELECT 1/0').catch(() => undefined)
    })
    await expect(work).rejects.toThrow(/rolled back/)
    expect(await scalar('SELECT max(value) FROM public.counter')).toBe(0)
  })

  test('that only reads cannot write', async () => {
    await expect(
      database.withTransaction((client) => client.query('DELETE FROM public.counter'), { readOnly: true }),
    ).rejects.toMatchObject({ code: '25006' })
  })

  test('is run again after a deadlock, so that both of two come through', async () => {
    let attempts = 0
    let locked = 0
    const both = Promise.withResolvers<void>()
    const cross = (first: number, second: number): Promise<void> =>
      database.withTransaction(
        async (client) => {
          attempts += 1
          await client.query('UPDATE public.counter SET value = value + 1 WHERE n = $1', [first])
          locked += 1
          if (locked === 2) both.resolve()
          await both.promise
          await client.query('UPDATE public.counter SET value = value + 1 WHERE n = $1', [second])
        },
        { retries: 3 },
      )
    await Promise.all([cross(1, 2), cross(2, 1)])
    // The retried transaction may lock its row before the other one continues; then they collide again.
    expect(attempts).toBeGreaterThanOrEqual(3)
    expect(await scalar('SELECT min(value) FROM public.counter')).toBe(2)
  })

  test('without retries tells the deadlock as a conflict', async () => {
    const work = database.withTransaction((client) =>
      client.query(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$`),
    )
    expect(await failure(work)).toMatchObject({ code: 'conflict', status: 409 })
  })
})

describe('aborting', () => {
  test('before the start runs nothing', async () => {
    const work = database.query({ text: 'SELECT 1' }, { signal: AbortSignal.abort() })
    expect(await failure(work)).toHaveProperty('code', 'canceled')
  })

  test('cancels the running statement on the server', async () => {
    const abort = new AbortController()
    const work = failure(
      database.query({ text: `SELECT pg_sleep(30) /* to be canceled */` }, { signal: abort.signal }),
    )
    const running = `SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query LIKE '%/* to be canceled %'
        AND pid <> pg_backend_pid()`
    await expect.poll(() => scalar(running)).toBe(1)
    abort.abort()
    expect(await work).toHaveProperty('code', 'canceled')
    // The server sends the error before it becomes idle; without cancellation the statement takes 30 seconds.
    await expect.poll(() => scalar(running), { timeout: 20_000 }).toBe(0)
    expect(inUse()).toBe(0)
  })

  test('cancels a statement that begins after it, and never commits', async () => {
    const abort = new AbortController()
    const late = database.withTransaction(
      async (client) => {
        await client.query('UPDATE public.counter SET value = 77')
        abort.abort()
        await client.query('SELECT pg_sleep(30)')
      },
      { signal: abort.signal },
    )
    expect(await failure(late)).toHaveProperty('code', 'canceled')
    const unnoticed = new AbortController()
    const idle = database.withTransaction(
      async (client) => {
        await client.query('UPDATE public.counter SET value = 77')
        unnoticed.abort()
      },
      { signal: unnoticed.signal },
    )
    expect(await failure(idle)).toHaveProperty('code', 'canceled')
    expect(await scalar('SELECT count(*) FROM public.counter WHERE value = 77')).toBe(0)
  })

  test('while waiting for a connection gives up the place in the queue', async () => {
    const small = connectTo(testDatabase.url)
    const abort = new AbortController()
    await small.withClient(async () => {
      const waiting = failure(small.query({ text: 'SELECT 1' }, { signal: abort.signal }))
      abort.abort()
      expect(await waiting).toHaveProperty('code', 'canceled')
    })
    expect(await scalar('SELECT 1', small)).toBe(1)
    await small.close()
  })
})

describe('a session', () => {
  test('gives times with none or six digits of a second, JSON as PostgreSQL writes it, and whole numbers as numbers when they fit', async () => {
    const { rows } = await database.query({
      text: `SELECT timestamp '2026-03-29 02:30:00.5' AS ts, date '2026-01-02' AS d, time '03:04' AS t,
        interval '1 day 02:03:04' AS i, '{"a": 1}'::jsonb AS j, 9007199254740991::bigint AS n,
        9007199254740993::bigint AS big, 0.1::double precision AS f,
        ARRAY[timestamp '2026-01-01', NULL] AS tss, ARRAY[1, NULL]::bigint[] AS ns`,
    })
    expect(rows).toEqual([
      {
        ts: '2026-03-29 02:30:00.500000',
        d: '2026-01-02',
        t: '03:04:00',
        i: '1 day 02:03:04',
        j: '{"a": 1}',
        n: 9_007_199_254_740_991,
        big: '9007199254740993',
        f: 0.1,
        tss: ['2026-01-01 00:00:00', null],
        ns: [1, null],
      },
    ])
  })

  test('has the time zone, the notations and the name that were asked for, and keeps options of the URL', async () => {
    expect(await scalar('SHOW TimeZone')).toBe('Asia/Tokyo')
    expect(await scalar('SHOW IntervalStyle')).toBe('postgres')
    expect(await scalar('SHOW DateStyle')).toBe('ISO, MDY')
    expect(await scalar('SHOW application_name')).toBe('test')
    const other = connectTo(`${testDatabase.url}?options=-c%20work_mem%3D7MB`)
    expect(await scalar('SHOW work_mem', other)).toBe('7MB')
    expect(await scalar('SHOW TimeZone', other)).toBe('UTC')
    await other.close()
  })

  test('goes where the address points at the time of connecting', async () => {
    let url = `postgres://nobody@127.0.0.1:${await freePort(undefined)}/x`
    const moving = connectTo(() => url)
    expect(await failure(moving.query({ text: 'SELECT 1' }))).toHaveProperty('code', 'database_unavailable')
    url = testDatabase.url
    expect(await scalar('SELECT 1', moving)).toBe(1)
    await moving.close()
  })
})
