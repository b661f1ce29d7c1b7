/**
 * Tests writing for every entity: the sent values are stored, nothing else changes, and all errors name their field.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Entity, keyField } from '../../../src/model/entity.ts'
import type { Field } from '../../../src/model/field.ts'
import { type ApiServer, mapSome, recordOf, recordsOf, startApiServer } from '../../support/api.ts'
import { detailUnless } from '../../support/detail.ts'
import {
  buildExamples,
  changeableField,
  changedValue,
  detailPath,
  entities,
  exampleCount,
  isTypical,
  listPath,
  model,
  notAdded,
  oracleType,
  writable,
} from '../../support/entity-suite.ts'
import { buildExample, fillPool, keyOf, type Pool } from '../../support/examples.ts'
import type { JsonRecord } from '../../support/records.ts'

let server: ApiServer
let pool: Pool

beforeAll(async () => {
  server = await startApiServer()
  pool = await fillPool(server.api, model)
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

const hasSurrogate = (entity: Entity): boolean => keyField(entity).type === 'identity'

/** Returns the current records of the entity, by key. */
const stored = (entity: Entity): Promise<readonly JsonRecord[]> => server.api.list(listPath(entity))

const without = (record: JsonRecord, ...names: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** Returns the fields that identify records without the surrogate key; empty for some entities. */
const identifying = (entity: Entity): readonly string[] =>
  hasSurrogate(entity) ? entity.naturalKey : [entity.key]

/** Returns whether a POST can identify a record of the entity by its surrogate key only. */
const withoutNaturalKey = (entity: Entity): boolean => identifying(entity).length === 0

const setField = (entity: Entity, record: JsonRecord): JsonRecord => ({
  ...record,
  [changeableField(entity).name]: changedValue(entity),
})

/** Returns a value that the type of the field does not accept. */
function wrongValue(field: Field): unknown {
  switch (oracleType(field)) {
    case 'text':
      return { an: 'object' }
    case 'boolean':
      return 'maybe'
    case 'choice':
      return 'no such choice'
    default:
      return 'nonsense'
  }
}

describe.each(writable.map((entity) => ({ name: entity.name, entity })))('writing $name', ({ entity }) => {
  const path = listPath(entity)
  const isMain = isTypical(entity)

  it('stores what is posted, as one object and as a list, and answers with it', async () => {
    const [first, ...others] = buildExamples(entity, pool)
    const one = await server.api.post(path, first)
    const single = recordOf(one, 201)
    expect(single).toMatchObject(first!)
    expect(one.headers.get('location')).toBe(server.url + detailPath(entity, single))
    const many = recordsOf(await server.api.post(path, others), 201)
    expect(many).toMatchObject(others)
    for (const record of [single, ...many]) {
      // A new API key is shown once.
      const shown = entity.name === 'common.apikey' ? without(record, 'key') : record
      expect(recordOf(await server.api.get(detailPath(entity, record)))).toEqual(shown)
    }
  })

  it('answers an empty list with an empty list', detailUnless(isMain), async () => {
    for (const [method, status] of [
      ['POST', 201],
      ['PUT', 200],
      ['PATCH', 200],
    ] as const) {
      const response = await server.api.request(method, path, { body: [] })
      expect([response.status, response.json], `for ${method}`).toEqual([status, []])
    }
  })

  it('is unchanged by a PUT of what a GET gave, to the moment of the last change', async () => {
    const before = await stored(entity)
    const listed = await server.api.put(path, before)
    expect(recordsOf(listed)).toEqual(before)
    const [record] = before
    expect(recordOf(await server.api.put(detailPath(entity, record!), record))).toEqual(record)
    expect(recordOf(await server.api.patch(detailPath(entity, record!), record))).toEqual(record)
    expect(await stored(entity)).toEqual(before)
    const counts = await server.api.put(path, before, { headers: { prefer: 'return=minimal' } })
    expect(counts.json).toEqual({ created: 0, updated: 0, unchanged: before.length })
  })

  it('updates a record that is posted again', detailUnless(isMain), async ({ skip }) => {
    if (withoutNaturalKey(entity)) skip('has no natural key')
    const before = await stored(entity)
    const example = setField(entity, buildExample(entity, 0, pool))
    const again = recordOf(await server.api.post(path, example), 201)
    expect(again[changeableField(entity).name]).toEqual(changedValue(entity))
    const after = await stored(entity)
    expect(after.map((record) => keyOf(entity, record))).toEqual(
      before.map((record) => keyOf(entity, record)),
    )
    const changed = after.filter((record, index) => JSON.stringify(record) !== JSON.stringify(before[index]))
    expect(changed.map((record) => keyOf(entity, record))).toEqual([keyOf(entity, again)])
    await server.api.put(path, before)
  })

  it('refuses to create what exists when asked to create only', detailUnless(isMain), async ({ skip }) => {
    if (withoutNaturalKey(entity)) skip('has no natural key')
    const before = await stored(entity)
    const example = setField(entity, buildExample(entity, 1, pool))
    const response = await server.api.post(path, example, { headers: { 'if-none-match': '*' } })
    expect(response.status).toBe(409)
    expect(await stored(entity)).toEqual(before)
  })

  it('changes only the fields given by PATCH, of one and of many', async () => {
    const before = await stored(entity)
    const field = changeableField(entity)
    const chosen = before.slice(-3)
    const one = chosen[0]!
    const patched = recordOf(
      await server.api.patch(detailPath(entity, one), { [field.name]: changedValue(entity) }),
    )
    expect(without(patched, 'lastmodified')).toEqual(without(setField(entity, one), 'lastmodified'))
    const changes = chosen.map((record) => ({
      [entity.key]: record[entity.key],
      [field.name]: changedValue(entity),
    }))
    const many = recordsOf(await server.api.patch(path, changes))
    expect(many.map((record) => without(record, 'lastmodified'))).toEqual(
      chosen.map((record) => without(setField(entity, record), 'lastmodified')),
    )
    // Restores the records for the following tests.
    await server.api.put(path, before)
  })

  it('takes the last of several changes of one record', detailUnless(isMain), async () => {
    const [record] = await stored(entity)
    const field = changeableField(entity)
    const key = { [entity.key]: record![entity.key] }
    const answer = recordsOf(
      await server.api.patch(path, [
        { ...key, [field.name]: record![field.name] },
        { ...key, [field.name]: changedValue(entity) },
      ]),
    )
    expect(answer.map((each) => each[field.name])).toEqual([changedValue(entity), changedValue(entity)])
    await server.api.put(path, [record])
  })

  it(
    'refuses a bulk change without a key or with an unknown one, at its place, and changes nothing',
    detailUnless(isMain),
    async () => {
      const before = await stored(entity)
      const good = setField(entity, { [entity.key]: before[0]![entity.key] })
      const field = changeableField(entity)
      const missing = await server.api.patch(path, [good, { [field.name]: changedValue(entity) }])
      const asked = identifying(entity).find((name) => {
        const { nullMeansDefault, nullable, access } = entity.fieldByName.get(name)!
        return !nullMeansDefault && !nullable && access === 'write'
      })
      expect([missing.status, missing.json]).toEqual([
        400,
        [{}, expect.objectContaining({ [asked ?? entity.key]: ['This field is required.'] })],
      ])
      const unknown = hasSurrogate(entity) ? 999_999_999 : 'nobody has this key'
      const other = await server.api.patch(path, [{ ...good, [entity.key]: unknown }, good])
      expect([other.status, other.json]).toEqual([
        400,
        [expect.objectContaining({ [entity.key]: expect.arrayContaining([expect.any(String)]) }), {}],
      ])
      expect(await stored(entity)).toEqual(before)
    },
  )

  it(
    'refuses another key in the body than in the URL, and a record that does not exist',
    detailUnless(isMain),
    async () => {
      const [record, second] = await stored(entity)
      const differing = await server.api.patch(detailPath(entity, record!), {
        [entity.key]: second![entity.key],
      })
      expect([differing.status, Object.keys(Object(differing.json))]).toEqual([400, [entity.key]])
      const unknown = hasSurrogate(entity) ? '999999999' : 'nobody has this key'
      for (const method of ['PATCH', 'PUT'] as const) {
        const body = method === 'PUT' ? without(record!, entity.key) : {}
        const response = await server.api.request(method, `${path}${encodeURIComponent(unknown)}/`, { body })
        expect([response.status, response.json], `for ${method}`).toEqual([
          404,
          { detail: expect.any(String) },
        ])
      }
    },
  )

  it('returns what a PUT leaves out to its default and demands the core fields', async () => {
    const [record] = await stored(entity)
    const core = Object.fromEntries(entity.coreFields.map((name) => [name, record![name]]))
    // An order keeps its type, so a PUT must contain it; a data export without a report is invalid.
    const kept = { 'input.operationplan': ['type'], 'execute.dataexport': ['report'] }[entity.name] ?? []
    const natural = Object.fromEntries([...entity.naturalKey, ...kept].map((name) => [name, record![name]]))
    const answer = recordOf(await server.api.put(detailPath(entity, record!), { ...natural, ...core }))
    for (const field of entity.fields) {
      const given = field.name in core || field.name in natural || field.name === entity.key
      if (given || field.access !== 'write' || field.writeOnly || field.virtual || field.type === 'json')
        continue
      const owner = field.column !== field.name
      if (owner || (entity.table === 'operationplan' && ['status', 'type'].includes(field.name))) continue
      expect(answer[field.name], `for ${field.name}`).toEqual(field.default ?? null)
    }
    for (const name of entity.coreFields) {
      const lacking = await server.api.put(
        detailPath(entity, record!),
        without({ ...natural, ...core }, name),
      )
      expect([lacking.status, lacking.json], `for ${name}`).toEqual([
        400,
        { [name]: ['This field is required.'] },
      ])
    }
    await server.api.put(path, [record])
  })

  it('refuses values of the wrong type by the name of the field, alone and at their place in a list', async () => {
    const before = await stored(entity)
    const sound = before.at(-1)!
    const fields = entity.fields.filter(
      ({ name, access, type }) => access === 'write' && type !== 'json' && name !== entity.key,
    )
    await mapSome(fields, async (field) => {
      const wrong = { ...sound, [field.name]: wrongValue(field) }
      const alone = await server.api.put(detailPath(entity, sound), wrong)
      expect([alone.status, alone.json], `for ${field.name}`).toEqual([
        400,
        { [field.name]: [expect.any(String)] },
      ])
      const listed = await server.api.put(path, [sound, wrong])
      expect([listed.status, listed.json], `for ${field.name}`).toEqual([
        400,
        [{}, { [field.name]: [expect.any(String)] }],
      ])
    })
    expect(await stored(entity)).toEqual(before)
  })

  it('refuses what is no record', detailUnless(isMain), async () => {
    for (const body of [['text'], [null], [[]], [1]]) {
      const response = await server.api.post(path, body)
      expect([response.status, response.json]).toEqual([400, [{ non_field_errors: [expect.any(String)] }]])
    }
    for (const body of ['"text"', 'null', '1']) {
      const response = await server.api.post(path, body)
      expect([response.status, response.json]).toEqual([400, { non_field_errors: [expect.any(String)] }])
    }
  })

  it('refuses references to what does not exist', async () => {
    const before = await stored(entity)
    const sound = before.at(-1)!
    const headers = { prefer: 'handling=strict' }
    for (const field of entity.fields) {
      if (field.reference === undefined || field.access !== 'write') continue
      const value = oracleType(field) === 'identity' ? 987_654_321 : 'nowhere to be found'
      const change = { [entity.key]: sound[entity.key], [field.name]: value }
      const response = await server.api.patch(path, [change], { headers })
      expect([response.status, response.json], `for ${field.name}`).toEqual([
        400,
        [{ [field.name]: [`Invalid pk "${value}" - object does not exist.`] }],
      ])
    }
    expect(await stored(entity)).toEqual(before)
  })

  it(
    'passes over unknown and read-only fields, and refuses them when told to be strict',
    detailUnless(isMain),
    async () => {
      const [record] = await stored(entity)
      const readonly = entity.fields.find(({ access, name }) => access !== 'write' && name !== entity.key)
      const extra = {
        nonsense: 1,
        ...(readonly === undefined ? {} : { [readonly.name]: record![readonly.name] }),
      }
      const change = { [entity.key]: record![entity.key], ...extra }
      expect(recordsOf(await server.api.patch(path, [change]))).toEqual([record])
      const strict = await server.api.patch(path, [change], { headers: { prefer: 'handling=strict' } })
      expect([strict.status, strict.json]).toEqual([
        400,
        [Object.fromEntries(Object.keys(extra).map((name) => [name, [expect.any(String)]]))],
      ])
    },
  )

  it('does everything but store when asked for a dry run', detailUnless(isMain), async () => {
    const before = await stored(entity)
    const fresh = buildExample(entity, exampleCount, pool, { prefix: 'Dry' })
    const changed = setField(entity, { [entity.key]: before[0]![entity.key] })
    const same = { [entity.key]: before[1]![entity.key] }
    const post = await server.api.post(`${path}?dryrun=1`, [fresh])
    expect([post.status, post.json]).toEqual([
      200,
      expect.objectContaining({ created: 1, updated: 0, unchanged: 0 }),
    ])
    const patch = await server.api.patch(`${path}?dryrun=1`, [changed, same])
    expect([patch.status, patch.json]).toEqual([
      200,
      expect.objectContaining({ created: 0, updated: 1, unchanged: 1 }),
    ])
    expect(await stored(entity)).toEqual(before)
  })

  it('answers with counts when told to be brief', detailUnless(isMain), async () => {
    const before = await stored(entity)
    const changed = setField(entity, { [entity.key]: before[0]![entity.key] })
    const response = await server.api.patch(path, [changed], { headers: { prefer: 'return=minimal' } })
    expect([response.status, response.json]).toEqual([200, { created: 0, updated: 1, unchanged: 0 }])
    expect(response.headers.get('preference-applied')).toBe('return=minimal')
    await server.api.put(path, before)
  })

  it(
    'writes the good ones of a batch when told to be lenient, with a result for each',
    detailUnless(isMain),
    async () => {
      const before = await stored(entity)
      const key = { [entity.key]: before[0]![entity.key] }
      const bad = { [entity.key]: before[1]![entity.key], ...badField(entity) }
      const headers = { prefer: 'handling=lenient' }
      const response = await server.api.patch(path, [bad, setField(entity, key)], { headers })
      expect([response.status, response.json]).toEqual([
        200,
        {
          created: 0,
          updated: 1,
          unchanged: 0,
          failed: 1,
          results: [
            expect.objectContaining({ outcome: 'failed', errors: expect.any(Object) }),
            expect.objectContaining({ outcome: 'updated', key: before[0]![entity.key] }),
          ],
        },
      ])
      const after = await stored(entity)
      expect(after[0]![changeableField(entity).name]).toEqual(changedValue(entity))
      expect(after.slice(1)).toEqual(before.slice(1))
      await server.api.put(path, before)
    },
  )

  it('writes only over the version that the writer has seen', detailUnless(isMain), async () => {
    const [record] = await stored(entity)
    const detail = detailPath(entity, record!)
    const etag = (await server.api.get(detail)).headers.get('etag')!
    const change = { [changeableField(entity).name]: changedValue(entity) }
    const stale = await server.api.patch(detail, change, { headers: { 'if-match': '"another version"' } })
    expect(stale.status).toBe(412)
    expect(recordOf(await server.api.get(detail))).toEqual(record)
    expect((await server.api.patch(detail, change, { headers: { 'if-match': etag } })).status).toBe(200)
    expect((await server.api.patch(detail, {}, { headers: { 'if-match': etag } })).status).toBe(412)
    await server.api.put(path, [record])
  })

  it('refuses parameters that it does not know on bulk changes', detailUnless(isMain), async () => {
    for (const method of ['PUT', 'PATCH']) {
      const response = await server.api.request(method, `${path}?nonsense=1`, { body: [] })
      expect([response.status, Object.keys(Object(response.json))], `for ${method}`).toEqual([
        400,
        ['nonsense'],
      ])
    }
  })

  it('takes records as a form and one per line', detailUnless(isMain), async () => {
    const [record] = await stored(entity)
    const text = changeableField(entity)
    if (text.type !== 'text') return
    const value = entity.name === 'execute.dataexport' ? 'input.customer' : 'from a form'
    const form = new URLSearchParams({ [text.name]: value }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = recordOf(await server.api.patch(detailPath(entity, record!), form, { headers }))
    expect(answer[text.name]).toBe(value)
    const line = JSON.stringify({ [entity.key]: record![entity.key], [text.name]: record![text.name] })
    const lines = await server.api.patch(path, `${line}\n\n`, {
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(recordsOf(lines).map((each) => each[text.name])).toEqual([record![text.name]])
  })
})

/** Returns a change that is rejected. */
function badField(entity: Entity): JsonRecord {
  const field = entity.fields.find(
    ({ access, type, name }) => access === 'write' && type !== 'json' && name !== entity.key,
  )!
  return { [field.name]: wrongValue(field) }
}

describe.each(
  entities
    .filter(({ name, readOnly }) => readOnly && name in notAdded)
    .map((entity) => ({ name: entity.name, entity })),
)('$name', ({ entity }) => {
  it('is only read, and says so', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of [listPath(entity), `${listPath(entity)}1/`]) {
        const response = await server.api.request(method, path, method === 'DELETE' ? {} : { body: [] })
        expect([response.status, response.json], `for ${method}`).toEqual([
          405,
          { detail: expect.any(String) },
        ])
        expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      }
    }
  })
})

describe('a record', () => {
  it('does not take POST at its own URL, nor methods that do not exist', async () => {
    const response = await server.api.post('/api/input/item/some/', {})
    expect([response.status, response.headers.get('allow')]).toEqual([
      405,
      'GET, HEAD, OPTIONS, PUT, PATCH, DELETE',
    ])
    expect((await server.api.request('PROPFIND', '/api/input/item/')).status).toBe(405)
  })
})
