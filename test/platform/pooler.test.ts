/** Tests the service behind a real PgBouncer in transaction mode. */
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { withDatabase } from '../../src/database/with-database.ts'
import { ServiceError } from '../../src/errors/service-error.ts'
import { cleanupScenarios } from '../../src/scenarios/aside/cleanup.ts'
import { withScenarioLocks } from '../../src/scenarios/aside/scenario-lock.ts'
import { withDirectAddress } from '../../src/settings/database-address.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startRelay } from '../support/relay.ts'
import { startServerProcess } from '../support/server-process.ts'
import { buildUser } from '../support/users.ts'
import { freePort } from './support/free-port.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer, warnWithoutPgBouncer } from './support/pgbouncer.ts'

const silent = pino({ level: 'silent' })

warnWithoutPgBouncer()

describe('behind PgBouncer in transaction mode', { skip: !hasPgBouncer }, () => {
  let held: TestDatabase
  let pooler: PgBouncer
  beforeAll(async () => {
    held = await createTestDatabase()
    pooler = await startPgBouncer(inject('testServer'))
  })
  afterAll(async () => {
    await pooler[Symbol.asyncDispose]()
    await held[Symbol.asyncDispose]()
  })

  const settings = (more: Readonly<Record<string, string>>) => ({
    DATABASE_URL: pooler.address(held.url),
    VAR: '/nonexistent',
    TIME_ZONE: 'Asia/Tokyo',
    POOL_SIZE: 3,
    ...more,
  })
  const open = <Result>(
    more: Readonly<Record<string, string>>,
    run: (database: Database) => Promise<Result>,
  ): Promise<Result> => withDatabase(settings(more), silent, run)

  it('says that a direct address is missing, whether or not the pooler takes startup options', async () => {
    const missing = { code: 'unusable_database', message: expect.stringContaining('DATABASE_DIRECT_URL') }
    await expect(open({}, () => Promise.resolve())).rejects.toMatchObject(missing)
    await using tolerant = await startPgBouncer(inject('testServer'), ['ignore_startup_parameters = options'])
    await expect(
      open({ DATABASE_URL: tolerant.address(held.url) }, () => Promise.resolve()),
    ).rejects.toMatchObject(missing)
  })

  it('refuses a direct address that is a pooler as well, or leads elsewhere', async () => {
    await expect(
      open({ DATABASE_DIRECT_URL: pooler.address(held.url) }, () => Promise.resolve()),
    ).rejects.toMatchObject({ code: 'unusable_database' })
    await using other = await createTestDatabase({ empty: true })
    await expect(open({ DATABASE_DIRECT_URL: other.url }, () => Promise.resolve())).rejects.toMatchObject({
      code: 'unusable_database',
      message: expect.stringContaining('another server or database'),
    })
  })

  it('keeps the time zone on every server connection, prepares nothing, and cancels', async () => {
    await open({ DATABASE_DIRECT_URL: held.url }, async (database) => {
      const zones = Array.from({ length: 20 }, async (_, index) => {
        // The same statement name for different texts would fail if statement names were kept.
        const { rows } = await database.query<{ zone: string }>({
          name: 'the-zone',
          text: `SELECT current_setting('TimeZone') AS "zone", pg_sleep(0.01), ${index}`,
        })
        return rows[0]!.zone
      })
      expect(new Set(await Promise.all(zones))).toEqual(new Set(['Asia/Tokyo']))
      const over = new AbortController()
      const begun = performance.now()
      const sleeping = database.query({ text: 'SELECT pg_sleep(30)' }, { signal: over.signal })
      await delay(200)
      over.abort()
      await expect(sleeping).rejects.toMatchObject({ code: 'canceled' })
      expect(performance.now() - begun).toBeLessThan(10_000)
    })
  })

  it('holds a scenario for one at a time, and leaves no lock, while others use the server connections', async () => {
    await open({ DATABASE_DIRECT_URL: held.url }, async (database) => {
      const over = new AbortController()
      const others = Array.from({ length: 6 }, async () => {
        while (!over.signal.aborted) await database.query({ text: 'SELECT pg_sleep(0.002)' })
      })
      const take = (run: () => Promise<void>): Promise<void> =>
        withScenarioLocks({ database }, { reads: ['default'], replaces: ['scenario2'], waitMs: 0 }, run)
      try {
        for (let round = 0; round < 4; round += 1) {
          await take(async () => {
            const second = take(() => Promise.resolve())
            await expect(second).rejects.toMatchObject({ code: 'scenario_busy' })
          })
          await cleanupScenarios({ database, now: () => new Date() })
        }
      } finally {
        over.abort()
        await Promise.all(others)
      }
    })
    const { rows } = await held.database.query({
      text: `SELECT l.objid FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
    })
    expect(rows).toEqual([])
  })

  it('serves lists, writes, tasks, logs and streams with four server connections', async () => {
    await buildUser(held.database, {
      username: 'admin',
      rights: { default: 'superuser', scenario1: 'superuser' },
    })
    await using server = await startServerProcess({
      databaseUrl: pooler.address(held.url),
      settings: { DATABASE_DIRECT_URL: held.url, POOL_SIZE: '10' },
    })
    const items = Array.from({ length: 500 }, (_, index) => ({ name: `item ${index}`, cost: index }))
    const written = await server.request('POST', '/api/input/item/', { body: items })
    expect(written.status).toBe(201)
    const asked = Array.from({ length: 60 }, (_, index) =>
      server.request('GET', `/api/input/item/?cost__gte=${index}&limit=10&search=item`),
    )
    const answers = await Promise.all(asked)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[7]?.headers.get('x-total-count')).toBe('493')
    const changed = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.request('PATCH', `/api/input/item/item%20${index}/`, { body: { category: 'x' } }),
      ),
    )
    expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([200]))
    for (const task of [
      'runplan',
      'exporttofolder',
      'scenario_copy?source=default&destination=scenario1&force=1',
    ]) {
      const [name = '', query = ''] = task.split('?')
      const done = await server.request('POST', `/execute/api/${name}/?${query}`, {
        headers: { prefer: 'wait=60' },
      })
      expect(done.text, name).toContain('"Done"')
    }
    const copied = await server.request('GET', '/scenario1/api/input/item/?limit=1')
    expect(copied.headers.get('x-total-count')).toBe('500')
    // Rights are cached and changes are announced, so a new user is known immediately.
    await server.request('POST', '/api/common/user/', {
      body: { username: 'ann', password: 'a rather Long one 7', email: 'ann@example.com' },
    })
    expect(server.log()).not.toMatch(/announced at the moment|"level":50/)
  })
})

describe('an address of several hosts', () => {
  it('names the reasons of all hosts when none takes writes', async () => {
    const url = 'postgres://nobody@127.0.0.1:9,127.0.0.1:10/planning?target_session_attrs=read-write'
    const database = connectDatabase({ url, timeZone: 'UTC', poolSize: 1, applicationName: 'test' })
    await expect(database.query({ text: 'SELECT 1' })).rejects.toMatchObject({ code: 'database_unavailable' })
    await database.close()
    const opened = withDatabase(
      { DATABASE_URL: url, VAR: '/nonexistent', TIME_ZONE: 'UTC', POOL_SIZE: 3 },
      silent,
      () => Promise.resolve(),
    )
    await expect(opened).rejects.toMatchObject({
      code: 'database_unreachable',
      message: expect.stringMatching(
        /at 127\.0\.0\.1:9, 127\.0\.0\.1:10 cannot be reached: 127\.0\.0\.1:9: connect ECONNREFUSED.*; 127\.0\.0\.1:10: connect ECONNREFUSED/,
      ),
    })
  })

  it('uses the host that is there', async () => {
    await using held = await createTestDatabase()
    const url = new URL(held.url)
    const address = held.url.replace(url.host, `127.0.0.1:9,${url.host}`)
    const database = connectDatabase({ url: address, timeZone: 'UTC', poolSize: 2, applicationName: 'test' })
    const { rows } = await database.query({ text: 'SELECT 1 AS "one"' })
    expect(rows).toEqual([{ one: 1 }])
    await database.close()
  })

  it('finds the other host after a failover, without a restart', async () => {
    await using held = await createTestDatabase()
    const server = new URL(held.url)
    const [first, second] = [await freePort(), await freePort()]
    const address = held.url.replace(server.host, `127.0.0.1:${first},127.0.0.1:${second}`)
    const database = connectDatabase({ url: address, timeZone: 'UTC', poolSize: 2, applicationName: 'test' })
    const ask = (): Promise<unknown> =>
      database.withTransaction(async (client) => client.query('CREATE TABLE IF NOT EXISTS public.t (n int)'))
    const relay = await startRelay(first, Number(server.port))
    await ask()
    await relay[Symbol.asyncDispose]()
    await using _ = await startRelay(second, Number(server.port))
    let failures = 0
    for (; failures < 5; failures += 1) {
      const code = await ask().then(
        () => undefined,
        (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
      )
      if (code === undefined) break
      expect(code).toBe('database_unavailable')
    }
    expect(failures).toBeLessThan(3)
    await database.close()
  })

  it('refuses hosts that take no writes', async () => {
    await using held = await createTestDatabase()
    const { host } = new URL(held.url)
    const address = `${held.url.replace(host, `${host},${host}`)}?options=-c%20default_transaction_read_only%3Don`
    await expect(
      withDatabase(
        { DATABASE_URL: address, VAR: '/nonexistent', TIME_ZONE: 'UTC', POOL_SIZE: 3 },
        silent,
        () => Promise.resolve(),
      ),
    ).rejects.toMatchObject({ message: expect.stringContaining('takes no writes (a standby)') })
  })

  it('is one text with the direct address', () => {
    expect(withDirectAddress('postgres://a@b/c', 'postgres://d@e,f/g?x=1')).toBe(
      'postgres://a@b/c?planctl_direct_url=postgres%3A%2F%2Fd%40e%2Cf%2Fg%3Fx%3D1',
    )
  })
})
