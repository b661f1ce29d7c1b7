/** Tests that the records of one type of order cannot be read, changed or deleted by the path of another type. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiServer, recordsOf, startApiServer } from '../support/api.ts'
import { listPath, model } from '../support/entity-suite.ts'
import type { JsonRecord } from '../support/records.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const types = model.entities.flatMap((entity) =>
  entity.view === undefined ? [] : [{ entity, type: entity.view.type, path: listPath(entity) }],
)
const orders = '/api/input/operationplan/'
/** References of the two orders of a type. Those that end in 1 have the quantity 7. */
const own = (type: string): readonly string[] => [`${type} 1`, `${type} 2`]

beforeEach(async () => {
  await server.database.query({ text: 'TRUNCATE "default"."operationplan" CASCADE' })
  await server.api.create(
    orders,
    types.flatMap(({ type }) =>
      own(type).map((reference, index) => ({
        reference,
        type,
        status: 'confirmed',
        quantity: index === 0 ? 7 : 8,
        startdate: '2026-01-05',
        enddate: '2026-01-06',
      })),
    ),
  )
})

/** Returns all orders without their last change, in the order of their references. */
const stored = (): Promise<readonly JsonRecord[]> => server.api.list(`${orders}?ordering=reference`)
const referencesOf = (records: readonly JsonRecord[]): readonly unknown[] =>
  records.map(({ reference }) => reference)
const send = async (method: string, path: string, body?: unknown, ifMatch?: string): Promise<number> => {
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return (await server.api.request(method, path, { headers, ...(body === undefined ? {} : { body }) })).status
}

it('has all types of orders', () => {
  expect(types.map(({ type }) => type).toSorted()).toEqual(['DLVR', 'DO', 'MO', 'PO', 'WO'])
})

describe.each(types)('the path of $type', ({ type, path, entity }) => {
  const others = types.filter((other) => other.type !== type)
  const allOthers = others.flatMap((other) => own(other.type))

  it('has no record of another type by its key', async () => {
    const before = await stored()
    for (const reference of others.map((other) => own(other.type)[0]!)) {
      const foreign = `${path}${encodeURIComponent(reference)}/`
      const { headers } = await server.api.get(`${orders}${encodeURIComponent(reference)}/`)
      const found = [
        await send('GET', foreign),
        await send('PUT', foreign, { quantity: 1 }),
        await send('PATCH', foreign, { quantity: 1 }),
        await send('DELETE', `${foreign}?dryrun=1`),
        await send('DELETE', foreign),
      ]
      expect([reference, ...found]).toEqual([reference, 404, 400, 400, 404, 404])
      for (const tag of ['*', headers.get('etag')!]) {
        expect([400, 404, 412]).toContain(await send('PATCH', foreign, { quantity: 1 }, tag))
        expect([404, 412]).toContain(await send('DELETE', foreign, undefined, tag))
      }
    }
    expect(await stored()).toEqual(before)
  })

  it('lists, changes and deletes by a filter only its own records', async () => {
    const before = await stored()
    expect(referencesOf(await server.api.list(`${path}?ordering=reference`))).toEqual(own(type))
    expect(await send('PATCH', `${path}?quantity=7`, { source: 'mine' })).toBe(200)
    const changed = (await stored()).filter(({ source }) => source === 'mine')
    expect(referencesOf(changed)).toEqual([own(type)[0]])
    await send('PATCH', `${path}?reference__in=${encodeURIComponent(allOthers.join(','))}`, {
      source: 'theirs',
    })
    await send('DELETE', `${path}?reference__in=${encodeURIComponent(allOthers.join(','))}`)
    expect(await send('DELETE', `${path}?quantity=7`)).toBe(204)
    const kept = before.filter(({ reference }) => reference !== own(type)[0])
    expect(await stored()).toEqual(kept)
    // The last record of the type stays, although there are others in the table.
    expect(await send('DELETE', `${path}?quantity=8`)).toBe(400)
    expect(await stored()).toEqual(kept)
  })

  it('changes and deletes in a batch, and by a list, only its own records', async () => {
    const before = await stored()
    const batch = `/api/batch/${entity.app}/${entity.model}/`
    for (const reference of others.map((other) => own(other.type)[0]!)) {
      for (const edits of [
        { update: [{ reference, quantity: 1 }] },
        { create: [{ reference, quantity: 1 }] },
        { update: [{ reference, quantity: 1 }], delete: [{ reference }] },
      ]) {
        const { status, text } = await server.api.post(batch, edits)
        expect([status, edits, text]).toEqual([400, edits, expect.any(String)])
      }
      for (const method of ['POST', 'PUT', 'PATCH'])
        expect([method, await send(method, path, [{ reference, quantity: 1 }])]).toEqual([method, 400])
    }
    expect(await stored()).toEqual(before)
    const gone = [...allOthers, own(type)[0]].map((reference) => ({ reference }))
    const { json } = await server.api.post(batch, { delete: gone })
    expect(json).toMatchObject({ deleted: 1 })
    expect(recordsOf(await server.api.get(orders))).toHaveLength(before.length - 1)
  })

  it('has no record of another type for a proposal, or to compare an edit with', async () => {
    for (const { reference, lastmodified } of await stored()) {
      const isOwn = own(type).includes(String(reference))
      const about = { entity: entity.name, key: reference }
      for (const edit of [
        { ...about, action: 'update', fields: { quantity: 1 } },
        { ...about, action: 'delete' },
      ]) {
        const { status, text } = await server.api.post('/api/proposals/', { title: 'Less', edits: [edit] })
        expect([reference, status, text.includes('edits.0.key')]).toEqual([
          reference,
          isOwn ? 201 : 400,
          !isOwn,
        ])
      }
      const update = [{ reference, quantity: 1, lastmodified: '2026-01-01T00:00:00', original: {} }]
      const { json } = await server.api.post(`/api/batch/${entity.app}/${entity.model}/?dryrun=1`, { update })
      const conflict = { row: 0, deleted: !isOwn, lastmodified: isOwn ? lastmodified : null }
      expect([reference, json]).toMatchObject([reference, { conflicts: [conflict] }])
    }
  })
})
