/** Tests lists of changes since a cursor, for every entity whose changes are logged. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFollowable } from '../../src/data/history/events/changed-keys.ts'
import { keyField } from '../../src/model/entity.ts'
import { migrateAll } from '../../src/scenarios/installation.ts'
import { type ApiServer, recordsOf, startApiServer } from '../support/api.ts'
import { detail } from '../support/detail.ts'
import { buildExamples, detailPath, entities, listPath, writable } from '../support/entity-suite.ts'
import { fillPool, keyOf, type Pool } from '../support/examples.ts'
import { model } from '../support/entity-suite.ts'

/** Extension module with an entity of the scenarios whose records belong to users. */
const notes = join(import.meta.dirname, '../support/notes/extension.ts')

let server: ApiServer
let pool: Pool

beforeAll(async () => {
  server = await startApiServer()
  pool = await fillPool(server.api, model)
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

/** Entities that are not stored as one row of one table; the change log does not contain them. */
const storages = new Map(
  ['common.comment', 'common.follower', 'common.notification'].map((name) => [name, {}]),
)
const followed = entities.filter((entity) => isFollowable({ model, storages }, entity))

/**
 * Returns the cursor of a list, after which nothing has changed. Until the transactions of other tests have ended, which the server
 * counts together with those of this database, a cursor repeats what was committed since they began.
 */
async function cursorAfterAll(path: string, since = 'start'): Promise<string> {
  let cursor = ''
  await expect
    .poll(async () => {
      cursor = (await server.api.get(`${path}?changed_since=${since}`)).headers.get('x-cursor')!
      const none = await server.api.get(`${path}?changed_since=${cursor}`)
      return [none.json, none.headers.get('x-deleted-count')]
    })
    .toEqual([[], '0'])
  return cursor
}

describe.each(followed.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  const path = listPath(entity)

  it('lists what has changed since a cursor, and what was deleted', async () => {
    if (!writable.includes(entity)) throw new Error('Nobody can write it.')
    const examples = buildExamples(entity, pool, 'Followed')
    const [first, second, third] = await server.api.create(path, examples)
    const begin = await server.api.get(`${path}?changed_since=start`)
    const all = await server.api.list(path)
    expect(recordsOf(begin)).toHaveLength(all.length)
    const cursor = await cursorAfterAll(path)
    await server.api.patch(detailPath(entity, first!), { source: 'followed' })
    expect((await server.api.delete(detailPath(entity, second!))).status).toBe(204)
    const answer = await server.api.get(`${path}?changed_since=${cursor}&limit=100`)
    const changed = recordsOf(answer).map((record) => keyOf(entity, record))
    expect(changed.includes(keyOf(entity, first!))).toBe(entity.fieldByName.has('source'))
    expect(changed).not.toContain(keyOf(entity, third!))
    expect(answer.headers.get('x-total-count')).toBe(String(changed.length))
    const deleted = await server.api.get(`${path}deleted/?changed_since=${cursor}`)
    expect(deleted.json).toEqual(expect.arrayContaining([String(keyOf(entity, second!))]))
    expect(answer.headers.get('x-deleted-count')).toBe(String(Object(deleted.json).length))
    const next = await cursorAfterAll(path, cursor)
    expect((await server.api.get(`${path}deleted/?changed_since=${next}`)).json).toEqual([])
    for (const format of ['csv', 'ndjson', 'xlsx', 'api'])
      expect((await server.api.get(`${path}?changed_since=${cursor}&format=${format}`)).status).toBe(200)
    expect((await server.api.get(`${path}?changed_since=${cursor}&format=api`)).text).toContain('deleted')
    expect(keyField(entity).name).toBe(entity.key)
  })
})

describe('others', () => {
  it('say that they cannot be followed', async () => {
    for (const entity of entities.filter((one) => !followed.includes(one))) {
      const { status } = await server.api.get(`${listPath(entity)}?changed_since=start`)
      expect([entity.name, status]).toEqual([entity.name, 400])
    }
  })

  it('find records of bulk writes, and tell types of deleted orders apart', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({ name: `many ${index}`, source: 'bulk' }))
    const cursor = (await server.api.get('/api/input/customer/?changed_since=start&limit=1')).headers.get(
      'x-cursor',
    )
    await server.api.post('/api/input/customer/', rows)
    const path = `/api/input/customer/?changed_since=${cursor}`
    expect(recordsOf(await server.api.get(path))).toHaveLength(3_000)
    await server.api.delete('/api/input/customer/?source=bulk')
    const answer = await server.api.get(path)
    expect([answer.json, answer.headers.get('x-deleted-count')]).toEqual([[], '3000'])
  })

  it(
    'tell types of deleted orders apart also after the orders have got another attribute',
    detail,
    async () => {
      const orders = Array.from({ length: 2_100 }, (_, index) => ({
        reference: `bulk, "${index}`,
        source: 'bulk order',
        item: 'bulk item',
        location: 'bulk place',
        supplier: 'bulk supplier',
        quantity: 1,
      }))
      const begin = await server.api.get('/api/input/purchaseorder/?changed_since=start&limit=1')
      const cursor = begin.headers.get('x-cursor')
      expect((await server.api.post('/api/input/purchaseorder/', orders)).status).toBe(201)
      expect((await server.api.delete('/api/input/purchaseorder/?source=bulk order')).status).toBe(204)
      const attribute = { model: 'operationplan', name: 'carrier', label: 'Carrier', type: 'string' }
      expect((await server.api.post('/api/common/attribute/', attribute)).status).toBe(201)
      const counts: (string | null)[] = []
      for (const type of ['purchaseorder', 'distributionorder']) {
        const answer = await server.api.get(`/api/input/${type}/?changed_since=${cursor}&limit=1`)
        counts.push(answer.headers.get('x-deleted-count'))
      }
      expect(counts).toEqual(['2100', '0'])
    },
  )

  it('are for those who may view all records', async () => {
    expect((await server.api.get('/api/input/customer/?changed_since=start', { as: 'viewer' })).status).toBe(
      200,
    )
    expect(
      (await server.api.get('/api/input/customer/?changed_since=start', { as: 'norights' })).status,
    ).toBe(403)
    const { status } = await server.api.get('/api/input/customer/deleted/?changed_since=start', {
      as: 'norights',
    })
    expect(status).toBe(403)
    expect((await server.api.get('/api/input/customer/deleted/')).status).toBe(404)
    expect((await server.api.get('/api/input/customer/?changed_since=x')).status).toBe(400)
    expect((await server.api.get('/api/input/customer/?changed_since=00000000.5')).status).toBe(410)
    expect((await server.api.delete('/api/input/customer/?changed_since=start')).status).toBe(400)
  })
})

it('is refused for an entity whose records belong to users, to who may only view the own ones', async () => {
  await using extended = await startApiServer({ settings: { EXTENSIONS: notes } })
  await migrateAll(extended.database, extended.service.models.current().additions)
  await extended.addUser({ username: 'all', rights: { default: ['desk.view_note'] } })
  await extended.addUser({ username: 'own', rights: { default: ['desk.add_note'] } })
  const path = '/api/desk/note/'
  const status = async (query: string, as: string): Promise<number> =>
    (await extended.request('GET', path + query, { as })).status
  for (const name of ['all', 'own'])
    expect((await extended.request('POST', path, { body: { name: `of ${name}` } })).status).toBe(201)
  expect([await status('', 'all'), await status('', 'own')]).toEqual([200, 200])
  for (const query of [
    '?changed_since=start',
    'deleted/?changed_since=start',
    '?changed_since=start&format=api',
  ])
    expect([query, await status(query, 'all'), await status(query, 'own')]).toEqual([query, 200, 403])
})
