/**
 * Tests concurrent requests for the same records: no change is lost or counted twice, and no request fails because of
 * a deadlock.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, recordOf, startApiServer } from '../support/api.ts'
import { detail } from '../support/detail.ts'
import type { JsonRecord } from '../support/records.ts'
import type { TestResponse } from '../support/server.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
  await server.api.create('/api/input/location/', [{ name: 'Antwerp' }])
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const list = '/api/input/demand/'
const minimal = { prefer: 'return=minimal' }

interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

function countsOf(response: TestResponse): Counts {
  const { created, updated, unchanged } = recordOf(response)
  return { created: Number(created), updated: Number(updated), unchanged: Number(unchanged) }
}

const atOnce = <Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))

/** Retries a request while the response is 503 with Retry-After, as a client does on a busy machine. */
async function patiently(send: () => Promise<TestResponse>): Promise<TestResponse> {
  for (;;) {
    const response = await send()
    if (response.status !== 503 || response.headers.get('retry-after') === null) return response
  }
}

/** Returns the numbers from 0 on, in an order that depends on the writer. */
function shuffled(count: number, seed: number): readonly number[] {
  const step = [7, 11, 13, 17, 19, 23, 29, 31][seed % 8]!
  return Array.from({ length: count }, (_, index) => (index * step + seed) % count)
}

interface Logged {
  readonly action: string
  readonly count: number
}

/** Returns the number of entries in the change log, by action, for records whose key starts with a prefix. */
async function logged(prefix: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await server.database.query<Logged>({
    text: `SELECT "action", count(*)::int AS "count" FROM "default"."change"
      WHERE "entity" = 'input.demand' AND "key" ^@ $1 GROUP BY "action"`,
    values: [prefix],
  })
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
}

describe('50 writers of the same keys', () => {
  it.each([
    // Small batches are processed in another way than large ones.
    { size: 1, prefix: 'one' },
    { size: 40, prefix: 'few' },
    { size: 500, prefix: 'many' },
  ])(
    'store each of $size records once and count what they did',
    async ({ size, prefix }) => {
      const responses = await atOnce(50, (writer) => {
        const records = shuffled(size, writer).map((index) => ({
          name: `${prefix} ${index}`,
          quantity: writer + 1,
        }))
        return patiently(() => server.api.post(list, records, { headers: minimal }))
      })
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
      const counts = responses.map(countsOf)
      for (const { created, updated, unchanged } of counts) expect(created + updated + unchanged).toBe(size)
      const sum = (name: keyof Counts): number => counts.reduce((total, count) => total + count[name], 0)
      expect(sum('created')).toBe(size)
      // Every writer has its own quantity, so each writer but the first changes every record.
      expect([sum('updated'), sum('unchanged')]).toEqual([49 * size, 0])
      const stored = await server.api.list(`${list}?name__startswith=${prefix}%20`)
      expect(stored).toHaveLength(size)
      expect(await logged(`${prefix} `)).toEqual({ add: size, change: 49 * size })
      // A batch is stored in one transaction: the last commit determines all of its records.
      expect(new Set(stored.map(({ quantity }) => quantity)).size).toBe(1)
    },
    60_000,
  )

  it('keep the changes of each other to other fields', async () => {
    const names = Array.from({ length: 20 }, (_, index) => ({ name: `shared ${index}` }))
    await server.api.create(list, names)
    const fields = ['description', 'category', 'subcategory', 'batch', 'owner']
    const responses = await atOnce(50, (writer) => {
      const field = fields[writer % fields.length]!
      const records = shuffled(20, writer).map((index) => ({
        name: `shared ${index}`,
        [field]: `by ${writer % 5}`,
      }))
      return patiently(() => server.api.patch(list, records))
    })
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    for (const record of await server.api.list(`${list}?name__startswith=shared`)) {
      expect(fields.map((field) => record[field])).toEqual(fields.map((_, index) => `by ${index}`))
    }
  }, 60_000)

  it('make each missing reference once', async () => {
    const responses = await atOnce(50, (writer) =>
      server.api.post(list, [
        { name: `first ${writer}`, item: `stub ${writer % 3}`, customer: 'stub' },
        { name: `second ${writer}`, item: `stub ${(writer + 1) % 3}`, customer: 'stub' },
      ]),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    expect(await server.api.list('/api/input/item/?name__startswith=stub')).toHaveLength(3)
    const told = responses.map(({ headers }) => headers.get('x-created-references') ?? '').join(';')
    expect(told.match(/input\.customer=stub/g)).toHaveLength(1)
  }, 60_000)

  it('let only one change a version that all have seen', async () => {
    await server.api.create(list, [{ name: 'versioned', quantity: 0 }])
    const path = `${list}versioned/`
    const etag = (await server.api.get(path)).headers.get('etag') ?? ''
    const responses = await atOnce(50, (writer) =>
      server.api.patch(path, { quantity: writer + 1 }, { headers: { 'if-match': etag } }),
    )
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 412)])
  }, 60_000)

  it('create a record only once when that is what they ask for', async () => {
    const responses = await atOnce(50, (writer) =>
      server.api.post(list, { name: 'unique', quantity: writer }, { headers: { 'if-none-match': '*' } }),
    )
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)])
  }, 60_000)

  it('have one effect when they repeat one request', async () => {
    const comment = { content_type: 'input.demand', object_pk: 'unique', comment: 'once' }
    const responses = await atOnce(20, () =>
      server.api.post('/api/common/comment/', comment, { headers: { 'idempotency-key': 'the same' } }),
    )
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(await server.api.list('/api/common/comment/?comment=once')).toHaveLength(1)
    const again = await server.api.post('/api/common/comment/', comment, {
      headers: { 'idempotency-key': 'the same' },
    })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  }, 60_000)
})

describe('deletes against inserts', () => {
  it('leave what the last of them left', async () => {
    await server.api.create(list, [{ name: 'stays', source: 'kept' }])
    const responses = await atOnce(40, async (index) => {
      if (index % 2 === 0) return patiently(() => server.api.delete(`${list}?source=flux`))
      const records = shuffled(60, index).map((number) => ({
        name: `flux ${number}`,
        source: 'flux',
        quantity: index,
      }))
      return patiently(() => server.api.post(list, records))
    })
    const refused = responses.filter(({ status }) => status !== 201 && status !== 204)
    expect(refused.map(({ status, text }) => [status, text])).toEqual([])
    const { add = 0, delete: deleted = 0 } = await logged('flux ')
    expect(await server.api.list(`${list}?source=flux`)).toHaveLength(add - deleted)
    expect(await server.api.list(`${list}?name=stays`)).toHaveLength(1)
  }, 60_000)

  it('of what is referred to leave no reference to nothing', async () => {
    const responses = await atOnce(40, async (index) => {
      if (index % 2 === 0) return server.api.delete('/api/input/item/fleeting/')
      return server.api.post(list, { name: `refers ${index}`, item: 'fleeting' })
    })
    expect(responses.filter(({ status }) => ![201, 204, 404].includes(status))).toEqual([])
    const items = await server.api.list('/api/input/item/?name=fleeting')
    const referring = await server.api.list(`${list}?item=fleeting`)
    expect(items.length === 1 || referring.length === 0).toBe(true)
  }, 60_000)

  it('never empty a table together by filter', async () => {
    const path = '/api/input/skill/'
    for (let round = 0; round < 20; round += 1) {
      await server.api.create(path, [{ name: 'a' }, { name: 'b' }])
      const responses = await Promise.all(['a', 'b'].map((name) => server.api.delete(`${path}?name=${name}`)))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204, 400]))
      expect(await server.api.list(path)).toHaveLength(1)
    }
  }, 60_000)
})

/** Creates, uses and deletes an attribute; another attribute stays. */
async function changeModel(): Promise<void> {
  const attribute = { model: 'input.item', name: 'extra', label: 'Extra', type: 'string' }
  const { id } = recordOf(await server.api.post('/api/common/attribute/', attribute), 201)
  const stored = recordOf(await server.api.post('/api/input/item/', { name: 'at once', extra: 'seen' }), 201)
  expect(stored).toMatchObject({ extra: 'seen' })
  expect(await server.api.list('/api/input/item/?extra=seen')).toHaveLength(1)
  await server.api.create('/api/common/attribute/', [{ ...attribute, name: 'another', label: 'Another' }])
  const kept = await server.api.delete(`/api/common/attribute/?name=extra`)
  expect(kept.status).toBe(400)
  expect((await server.api.delete(`/api/common/attribute/${String(id)}/?confirm=1`)).status).toBe(204)
}

describe('a custom attribute', () => {
  it('is added and removed while others write, who never fail and never lose a value', detail, async () => {
    const stopped = new AbortController()
    const failures: (readonly [number, string])[] = []
    let writes = 0
    const writers = [0, 1, 2].map(async (writer) => {
      for (let round = 0; !stopped.signal.aborted; round += 1) {
        const records: readonly JsonRecord[] = [
          { name: `w${writer} ${round % 20}`, cost: round, extra: `${round}` },
        ]
        const { status, text } = await server.api.post('/api/input/item/', records)
        const read = await server.api.get(`/api/input/item/?name=w${writer}%20${round % 20}`)
        if (status !== 201) failures.push([status, text])
        if (read.status !== 200) failures.push([read.status, read.text])
        writes += 1
      }
    })
    try {
      for (let round = 0; round < 5; round += 1) await changeModel()
    } finally {
      stopped.abort()
      await Promise.all(writers)
    }
    expect(failures).toEqual([])
    expect(writes).toBeGreaterThan(10)
  })
})
