/** Tests deletion for every entity: never all records, always exactly those that match the filter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../../src/model/entity.ts'
import { type ApiServer, recordsOf, startApiServer } from '../../support/api.ts'
import {
  buildExamples,
  detailPath,
  exampleCount,
  listPath,
  model,
  writable,
} from '../../support/entity-suite.ts'
import { fillPool, keyOf, type Pool } from '../../support/examples.ts'
import { listItem } from '../../support/lookup-oracle.ts'
import type { JsonRecord } from '../../support/records.ts'

let server: ApiServer
let pool: Pool

beforeAll(async () => {
  server = await startApiServer()
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const refused = [400, { detail: expect.any(String) }]

const outcome = async (path: string): Promise<readonly unknown[]> => {
  const { status, json } = await server.api.delete(path)
  return [status, json]
}

const matching = (entity: Entity, records: readonly JsonRecord[], more = ''): string => {
  const keys = records.map((record) => listItem(keyOf(entity, record))).join(',')
  return `${listPath(entity)}?${entity.key}__in=${encodeURIComponent(keys)}${more}`
}

/** Tables that are never empty, because they contain the default users and groups. */
const furnished = new Set(['common.user', 'auth.group'])

describe('an empty table', () => {
  it.each(
    writable.filter(({ name }) => !furnished.has(name)).map((entity) => [entity.name, entity] as const),
  )('of %s refuses to have records deleted, whatever the filter', async (_name, entity) => {
    const path = listPath(entity)
    expect(await outcome(path)).toEqual(refused)
    expect(await outcome(`${path}?${entity.key}=1`)).toEqual(refused)
    expect(await outcome(`${path}?${entity.key}__isnull=false`)).toEqual(refused)
  })
})

describe('a filled table', () => {
  beforeAll(async () => {
    pool = await fillPool(server.api, model)
  }, 60_000)

  describe.each(writable.map((entity) => ({ name: entity.name, entity })))('of $name', ({ entity }) => {
    const path = listPath(entity)
    /** Records without references to them. */
    let examples: readonly JsonRecord[] = []
    const remaining = (
      records: readonly JsonRecord[],
      ...gone: readonly JsonRecord[]
    ): readonly JsonRecord[] =>
      records.filter((record) => gone.every((each) => keyOf(entity, each) !== keyOf(entity, record)))

    it('refuses to lose all its records, and what it does not understand', async () => {
      examples = await server.api.create(path, buildExamples(entity, pool))
      const before = await server.api.list(path)
      expect(await outcome(path)).toEqual(refused)
      expect(await outcome(`${path}?format=json`)).toEqual(refused)
      expect(await outcome(`${path}?${entity.key}__isnull=false`)).toEqual(refused)
      expect(await outcome(`${path}?${entity.key}=`)).toEqual(refused)
      expect(await outcome(matching(entity, before))).toEqual(refused)
      for (const parameter of ['nonsense', 'limit', 'ordering', `${entity.key}__nonsense`]) {
        const [status, json] = await outcome(`${path}?${entity.key}=1&${parameter}=1`)
        expect([status, Object.keys(Object(json))], `for ${parameter}`).toEqual([400, [parameter]])
      }
      expect(await server.api.list(path)).toEqual(before)
    })

    it('loses one record, once', async () => {
      const before = await server.api.list(path)
      const last = examples.at(-1)!
      expect(await outcome(detailPath(entity, last))).toEqual([204, undefined])
      expect(await outcome(detailPath(entity, last))).toEqual([404, { detail: expect.any(String) }])
      expect((await server.api.get(detailPath(entity, last))).status).toBe(404)
      expect(await server.api.list(path)).toEqual(remaining(before, last))
    })

    it('loses what the filter matches and nothing else', async () => {
      const before = await server.api.list(path)
      const going = examples.slice(2, 4)
      const rehearsal = await server.api.delete(matching(entity, going, '&dryrun=1'))
      expect([rehearsal.status, rehearsal.json]).toEqual([200, expect.objectContaining({ deleted: 2 })])
      expect(await server.api.list(path)).toEqual(before)
      expect(await outcome(matching(entity, going, `&${entity.key}__isnull=true`))).toEqual([204, undefined])
      expect(await server.api.list(path)).toEqual(before)
      expect(await outcome(matching(entity, going))).toEqual([204, undefined])
      expect(await server.api.list(path)).toEqual(remaining(before, ...going))
      expect(await outcome(matching(entity, going))).toEqual([204, undefined])
    })

    it('can have them again afterwards', async () => {
      const { length } = await server.api.list(path)
      const again = recordsOf(await server.api.post(path, buildExamples(entity, pool)), 201)
      expect(again).toHaveLength(exampleCount)
      // Without a natural key every POST creates a record.
      const natural = entity.naturalKey.length > 0
      expect(await server.api.list(path)).toHaveLength(length + (natural ? 3 : exampleCount))
    })
  })
})

describe('a record that others refer to', () => {
  it('takes along what cannot be without it, and leaves the others without a reference', async () => {
    const { api } = server
    await api.create('/api/input/location/', [{ name: 'L1' }, { name: 'L2' }])
    await api.create('/api/input/item/', [{ name: 'I1' }])
    await api.create('/api/input/operation/', [{ name: 'O1', location: 'L1' }])
    await api.create('/api/input/buffer/', [{ item: 'I1', location: 'L1' }])
    await api.create('/api/input/calendar/', [{ name: 'C1' }])
    await api.create('/api/input/supplier/', [{ name: 'S1', available: 'C1' }])
    await api.create('/api/input/location/', [{ name: 'L3', owner: 'L1' }])
    expect(await outcome('/api/input/location/L1/')).toEqual([204, undefined])
    expect(await api.list('/api/input/operation/?name=O1')).toEqual([])
    expect(await api.list('/api/input/buffer/?item=I1')).toEqual([])
    expect(await outcome('/api/input/calendar/C1/')).toEqual([204, undefined])
    expect(await api.list('/api/input/supplier/?name=S1')).toMatchObject([{ available: null }])
    expect(await api.list('/api/input/location/?name=L3')).toMatchObject([{ owner: null }])
  })
})
