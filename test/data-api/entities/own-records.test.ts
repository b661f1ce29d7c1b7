/**
 * Tests records that everybody has of the own: others find them by no question, and change and delete them by no
 * request, whatever it selects.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestResponse, type TestServer } from '../../support/server.ts'
import { entities, listPath } from '../../support/entity-suite.ts'
import type { JsonRecord } from '../../support/records.ts'

let server: TestServer
const ids: Record<string, number> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const username of ['ann', 'bob'])
    ids[username] = await server.addUser({ username, rights: { default: ['input.view_item'] } })
})
afterAll(() => server[Symbol.asyncDispose]())

interface Sample {
  readonly record: JsonRecord
  /** A change of it. */
  readonly change: JsonRecord
}

/** By entity, with the field that is changed as the last one of each. */
const samples: Readonly<Record<string, Sample>> = {
  'common.apikey': { record: { expiry_date: '2099-01-01', name: 'key' }, change: { name: 'taken' } },
  'common.userpreference': { record: { value: { a: 1 }, property: 'grid' }, change: { property: 'taken' } },
  'common.follower': { record: { content_type: 'input.item', type: 'M' }, change: { type: 'O' } },
  'common.notification': { record: { type: 'M', status: 'U' }, change: { status: 'R' } },
}

const owned = entities.filter(({ ownerField, readOnly }) => ownerField !== undefined && !readOnly)

it('are those of entities of which there is a sample', () => {
  expect(owned.map(({ name }) => name).toSorted()).toEqual(Object.keys(samples).toSorted())
})

const send = (as: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
  server.request(method, path, { as, ...(body === undefined ? {} : { body }) })

describe.each(owned.map((entity) => ({ name: entity.name, entity })))(
  'own records of $name',
  ({ entity }) => {
    const { record, change } = samples[entity.name]!
    const list = listPath(entity)
    const [app, model] = entity.name.split('.')
    const of = (place: string): string => `/api/${place}/${app}/${model}/`
    const [field] = Object.keys(change)
    const recordsOf = async (as: string): Promise<readonly JsonRecord[]> => {
      const { status, json } = await send(as, 'GET', `${list}?format=json&user=${ids[as]}`)
      expect(status).toBe(200)
      return Object(json)
    }
    const store = async (as: string): Promise<number> => {
      const { status, json } = await send(as, 'POST', list, record)
      expect(status).toBe(201)
      return Object(json).id
    }
    let [hers, his] = [0, 0]
    let before: readonly JsonRecord[]
    beforeAll(async () => {
      hers = await store('ann')
      his = await store('bob')
      before = await recordsOf('ann')
    })
    const expectUnharmed = async (): Promise<void> => expect(await recordsOf('ann')).toEqual(before)

    it('are those of their owner', () => {
      expect(before.map(({ id }) => id)).toEqual([hers])
    })

    it('are in no list, count, group or position of another user', async () => {
      const listed = await send('bob', 'GET', `${list}?format=json&limit=10`)
      expect([
        Object(listed.json).map(({ id }: JsonRecord) => id),
        listed.headers.get('x-total-count'),
      ]).toEqual([[his], '1'])
      expect((await send('bob', 'GET', `${list}${hers}/`)).status).toBe(404)
      const { json: distinct } = await send('bob', 'GET', `${of('distinct')}?field=id`)
      expect(Object(distinct).values).toEqual([{ value: his, count: 1 }])
      const { json: grouped } = await send('bob', 'GET', `${of('aggregate')}?group=id`)
      expect(Object(grouped).rows.map(({ count }: { readonly count: number }) => count)).toEqual([1])
      expect((await send('bob', 'GET', `${of('position')}?key=${hers}`)).status).toBe(404)
      const { json: place } = await send('bob', 'GET', `${of('position')}?key=${his}`)
      expect(place).toEqual({ position: 0, total: 1 })
      const { json: found } = await send('bob', 'GET', `${of('lookup')}?q=`)
      expect(JSON.stringify(found)).not.toContain(`"${hers}"`)
      const page = await server.request('GET', `${list}${hers}/`, {
        as: 'bob',
        headers: { accept: 'text/html' },
      })
      expect(page.status).toBe(404)
    })

    it('are changed by no request of another user', async () => {
      const refused = [
        await send('bob', 'PATCH', `${list}${hers}/`, change),
        await send('bob', 'PUT', `${list}${hers}/`, change),
        await send('bob', 'PATCH', list, [{ id: hers, ...change }]),
        await send('bob', 'POST', list, { ...record, ...change, id: hers }),
        await send('bob', 'POST', of('batch'), { update: [{ id: hers, ...change }] }),
      ]
      for (const { status, text } of refused) expect([400, 403, 404], text).toContain(status)
      const matching = await send('bob', 'PATCH', `${list}?id__in=${hers},${his}&dryrun=1`, change)
      expect(matching.json).toMatchObject({ matched: 1 })
      expect((await send('bob', 'PATCH', `${list}?id=${hers}`, change)).json).toMatchObject({ matched: 0 })
      await expectUnharmed()
      expect((await send('bob', 'PATCH', `${list}?id__in=${hers},${his}`, change)).json).toMatchObject({
        matched: 1,
        updated: 1,
      })
      expect(Object((await send('bob', 'GET', `${list}${his}/?format=json`)).json)[field!]).toBe(
        change[field!],
      )
      await expectUnharmed()
    })

    it('are deleted by no request of another user', async () => {
      expect((await send('bob', 'DELETE', `${list}${hers}/`)).status).toBe(404)
      const batch = await send('bob', 'POST', of('batch'), { delete: [hers] })
      expect([400, 403, 404], batch.text).toContain(batch.status)
      await expectUnharmed()
      const unfiltered = await send('bob', 'DELETE', list)
      expect([unfiltered.status, unfiltered.text]).toEqual([400, expect.stringMatching(/\b1\b/)])
      const counted = await send('bob', 'DELETE', `${list}?id__in=${hers},${his}&dryrun=1`)
      expect(counted.json).toMatchObject({ deleted: 1 })
      expect((await send('bob', 'DELETE', `${list}?id__in=${hers},${his}`)).status).toBe(204)
      await expectUnharmed()
      expect(await recordsOf('bob')).toEqual([])
    })
  },
)
