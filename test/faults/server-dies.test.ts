/** Kills or stops the server process while it works. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordsOf } from '../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail, mainCases } from '../support/detail.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import type { TestResponse } from '../support/server.ts'
import { leftovers, runningStatements, sessionsOf } from '../support/traces.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

let held: TestDatabase
/** Servers that run at the same time share their folders. */
let folder: string

beforeAll(async () => {
  held = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
  await buildUser(held.database, {
    username: 'admin',
    rights: { default: 'superuser', scenario1: 'superuser' },
  })
})
afterAll(async () => {
  await held[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const bulk = 20_000
const records = (prefix: string, count = bulk): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${prefix} ${index}`,
    quantity: index,
    item: `item ${index % 100}`,
    location: 'Antwerp',
  }))

const countOf = async (prefix: string): Promise<number> => {
  const { rows } = await held.database.query<{ count: number }>({
    text: `SELECT count(*)::int AS "count" FROM "default"."demand" WHERE "name" ^@ $1`,
    values: [prefix],
  })
  return rows[0]!.count
}

/** Returns the status of a request to a server that may be killed; undefined without a response. */
const answerOf = (request: Promise<TestResponse>): Promise<number | undefined> =>
  request.then(
    ({ status }) => status,
    () => undefined,
  )

const isStatement =
  (pattern: RegExp): (() => Promise<boolean>) =>
  async () =>
    (await runningStatements(held.database)).some((query) => pattern.test(query))

/** Conditions that identify moments during a bulk POST. */
const moments: Readonly<Record<string, () => Promise<boolean>>> = {
  'as soon as it has arrived': async () => (await sessionsOf(held.database, 'planctl')).busy > 0,
  'while its records are staged': isStatement(/COPY|_stage/i),
  'while they are merged': isStatement(/INSERT INTO "default"\."demand"|MERGE INTO/i),
}

describe('a server killed in the middle of a bulk POST', () => {
  it.each(mainCases(Object.entries(moments), ([moment]) => moment === 'while they are merged'))(
    '%s leaves all or nothing, and no trace',
    async (name, reached) => {
      const prefix = `killed ${name}`
      await using server = await startServerProcess({ databaseUrl: held.url })
      await server.request('GET', '/api/input/demand/?limit=1')
      const answer = answerOf(server.request('POST', '/api/input/demand/', { body: records(prefix) }))
      await until(`the moment: ${name}`, reached)
      expect(await server.end('SIGKILL')).toBe('SIGKILL')
      expect(await answer).toBeUndefined()
      await until('its sessions to end', async () => (await sessionsOf(held.database, 'planctl')).all === 0)
      expect([0, bulk]).toContain(await countOf(prefix))
      expect(await leftovers(held.database)).toEqual([])

      await using next = await startServerProcess({ databaseUrl: held.url })
      const again = await next.request('POST', '/api/input/demand/', {
        body: records(prefix),
        headers: { prefer: 'return=minimal' },
      })
      expect(again.status).toBe(200)
      expect(await countOf(prefix)).toBe(bulk)
      expect(await next.end('SIGTERM')).toBe(0)
    },
    60_000,
  )
})

describe('a server asked to stop', () => {
  it(
    'finishes what it has begun, refuses what is new, and ends well',
    { ...detail, timeout: 60_000 },
    async () => {
      await using server = await startServerProcess({ databaseUrl: held.url })
      await server.request('GET', '/api/input/demand/?limit=1')
      const long = answerOf(server.request('POST', '/api/input/demand/', { body: records('stopped') }))
      // Any busy session could be one that reads the model, and the request would arrive after the server has stopped.
      await until('the request to write', isStatement(/COPY|_stage/i))
      const ended = server.end('SIGTERM')
      const refused = await until('new requests to be refused', async () => {
        const status = await answerOf(server.request('GET', '/api/input/demand/?limit=1'))
        return status === 200 ? undefined : { status }
      })
      expect([undefined, 503]).toContain(refused.status)
      expect(await long).toBe(201)
      expect(await ended).toBe(0)
      expect(await countOf('stopped')).toBe(bulk)
      await until('its sessions to end', async () => (await sessionsOf(held.database, 'planctl')).all === 0)
    },
  )

  it(
    'ends at once when it has nothing to do, whatever connections stay open',
    { ...detail, timeout: 30_000 },
    async () => {
      await using server = await startServerProcess({ databaseUrl: held.url })
      await server.request('GET', '/livez')
      const begun = Date.now()
      expect(await server.end('SIGTERM')).toBe(0)
      expect(Date.now() - begun).toBeLessThan(20_000)
    },
  )
})

describe('two servers on one database', () => {
  let one: ServerProcess
  let other: ServerProcess
  beforeAll(async () => {
    one = await startServerProcess({ databaseUrl: held.url, folder })
    other = await startServerProcess({ databaseUrl: held.url, folder })
  })
  afterAll(async () => {
    await one[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
  })

  it(
    'know at once what the other has changed: records, rights and passwords',
    { ...detail, timeout: 60_000 },
    async () => {
      await buildUser(held.database, { username: 'guest', rights: { default: ['input.view_item'] } })
      const list = '/api/input/item/?name__startswith=shared'
      for (let index = 0; index < 5; index += 1) {
        const before = await other.request('GET', list)
        await one.request('POST', '/api/input/item/', { body: { name: `shared ${index}` } })
        const etag = before.headers.get('etag')
        const after = await other.request('GET', list, {
          headers: etag === null ? {} : { 'if-none-match': etag },
        })
        expect([after.status, after.json]).toEqual([200, expect.objectContaining({ length: index + 1 })])
      }
      expect((await other.request('GET', list, { as: 'guest' })).status).toBe(200)
      const found = await one.request('GET', '/api/common/user/?username=guest')
      const id = String(recordsOf(found)[0]?.['id'])
      await one.request('PATCH', `/api/common/user/${id}/`, { body: { permissions: [] } })
      await until(
        'the right to be gone',
        async () => (await other.request('GET', list, { as: 'guest' })).status === 403,
        2_000,
      )
      await one.request('PATCH', `/api/common/user/${id}/`, { body: { password: 'an other horse 43' } })
      await until(
        'the password to be gone',
        async () => (await other.request('GET', list, { as: 'guest' })).status === 401,
        2_000,
      )
    },
  )

  it('share the fields that a custom attribute adds', { ...detail, timeout: 60_000 }, async () => {
    const attribute = { model: 'input.item', name: 'colour', label: 'Colour', type: 'string' }
    expect((await one.request('POST', '/api/common/attribute/', { body: attribute })).status).toBe(201)
    const body = { name: 'painted', colour: 'blue' }
    await until(
      'the field to be known',
      async () => {
        const { json } = await other.request('POST', '/api/input/item/', { body })
        return Object(json).colour === 'blue'
      },
      2_000,
    )
    const found = await one.request('GET', '/api/input/item/?colour=blue')
    expect(found.json).toMatchObject([body])
  })
})
