/**
 * Tests permissions: every entity × every method × every kind of user, by list and by record. There is one rule, and
 * a table of entities with exceptions.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Entity, keyField } from '../../../src/model/entity.ts'
import { type ApiServer, type Kind, kinds, mapSome, recordsOf, startApiServer } from '../../support/api.ts'
import { detailPath, entities, listPath, storeEverything } from '../../support/entity-suite.ts'
import { keyOf } from '../../support/examples.ts'
import type { JsonRecord } from '../../support/records.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
  await storeEverything(server)
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

const reading: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'OPTIONS'])
const changing: ReadonlySet<Method> = new Set(['PUT', 'PATCH'])
const everything: ReadonlySet<Method> = new Set(methods)
const nothing: ReadonlySet<Method> = new Set()

type Member = Exclude<Kind, 'anonymous' | 'outsider'>
const members = kinds.filter((kind): kind is Member => kind !== 'anonymous' && kind !== 'outsider')

/** Methods that the rights of each kind of user permit. */
const ordinary: Readonly<Record<Member, ReadonlySet<Method>>> = {
  norights: nothing,
  viewer: reading,
  changer: changing,
  planner: everything,
  superuser: everything,
}

interface Exception {
  readonly reason: string
  readonly allowed: Partial<Record<Member, ReadonlySet<Method>>>
}

const both = (...sets: readonly ReadonlySet<Method>[]): ReadonlySet<Method> =>
  new Set(sets.flatMap((set) => Array.from(set)))

const ownRecords: Exception = {
  reason: 'everybody has all rights to records of the own',
  allowed: { norights: everything, viewer: everything, changer: everything },
}

const exceptions: Readonly<Record<string, Exception>> = {
  'common.userpreference': ownRecords,
  'common.apikey': ownRecords,
  'common.follower': ownRecords,
  'common.notification': ownRecords,
  'common.user': {
    reason: 'everybody sees and changes the own account',
    allowed: {
      norights: both(reading, changing),
      viewer: both(reading, changing),
      changer: both(reading, changing),
    },
  },
  'common.scenario': {
    reason: 'everybody sees the scenarios to open; tasks make and remove them',
    allowed: {
      norights: reading,
      changer: both(reading, changing),
      planner: both(reading, changing),
      superuser: both(reading, changing),
    },
  },
  'execute.task': {
    reason: 'everybody sees the own tasks; launching makes them',
    allowed: { norights: reading, changer: reading, planner: reading, superuser: reading },
  },
}

/** Returns whether the method is never available for the entity, whatever the rights. */
function isUnknown({ readOnly, never }: Entity, method: Method): boolean {
  if (readOnly) return !reading.has(method)
  return (method === 'POST' && never.includes('add')) || (method === 'DELETE' && never.includes('delete'))
}

function isAllowed(entity: Entity, kind: Member, method: Method): boolean {
  if (entity.readOnly && !reading.has(method)) return false
  return (exceptions[entity.name]?.allowed[kind] ?? ordinary[kind]).has(method)
}

/** Returns a request that a permitted user can send without changing any data. */
function harmless(entity: Entity, method: Method): { readonly path: string; readonly body?: unknown } {
  const path = listPath(entity)
  if (method === 'DELETE') {
    const unknown = keyField(entity).type === 'identity' ? '999999999' : 'nobody has this key'
    return { path: `${path}?${entity.key}=${encodeURIComponent(unknown)}` }
  }
  return reading.has(method) ? { path } : { path, body: [] }
}

const status = async (kind: Kind, method: Method, path: string, body?: unknown): Promise<number> =>
  (await server.api.request(method, path, { as: kind, ...(body === undefined ? {} : { body }) })).status

describe.each(entities.map((entity) => ({ name: entity.name, entity })))('$name', ({ entity }) => {
  it('is closed to strangers, whatever they ask for', async () => {
    for (const method of methods) {
      const { path, body } = harmless(entity, method)
      const [anonymous, outsider] = await Promise.all(
        (['anonymous', 'outsider'] as const).map((kind) =>
          server.api.request(method, path, { as: kind, ...(body === undefined ? {} : { body }) }),
        ),
      )
      expect([anonymous!.status, outsider!.status], `for ${method}`).toEqual([401, 404])
      expect(anonymous!.headers.get('www-authenticate')).toBe('Basic realm="api", charset="UTF-8"')
      const told = [anonymous!, outsider!].map(({ json }) => Object.keys(Object(json)))
      expect(told).toEqual(method === 'HEAD' ? [[], []] : [['detail'], ['detail']])
    }
  })

  it('lets each kind of user do what its rights say, and no more', async () => {
    for (const kind of members) {
      for (const method of methods) {
        const { path, body } = harmless(entity, method)
        const refusal = isUnknown(entity, method) ? 405 : 403
        const expected = isAllowed(entity, kind, method) ? [200, 201, 204] : [refusal]
        expect(expected, `${kind} ${method}`).toContain(await status(kind, method, path, body))
      }
    }
  })

  it('is unharmed by those who may not', async () => {
    const before = await server.api.list(listPath(entity))
    const record: JsonRecord = before.at(-1)!
    const detail = detailPath(entity, record)
    for (const kind of kinds.filter((name) => name !== 'superuser')) {
      for (const method of methods.filter((name) => name !== 'POST' && name !== 'OPTIONS')) {
        // For a permitted user, a PUT of the current values changes nothing either; deletion is tested elsewhere.
        if (kind !== 'anonymous' && kind !== 'outsider' && ordinary[kind].has(method)) continue
        const found = await status(kind, method, detail, changing.has(method) ? record : undefined)
        expect([401, 403, 404, 405], `${kind} ${method}`).toContain(found)
      }
    }
    expect(await server.api.list(listPath(entity))).toEqual(before)
  })
})

const tokenIn = (html: string): string => /name="_token"\s+value="([^"]+)"/.exec(html)?.[1] ?? ''

/** Returns a page in which the key of its record is replaced: in the title, the heading, and the address. */
const withoutKey = (page: string, key: string): string =>
  [encodeURIComponent(key), key].reduce(
    (text, name) =>
      text.replaceAll(
        new RegExp(`(?<=[/>])${name.replaceAll(/[^\w ]/g, String.raw`\$&`)}(?=[/ <])`, 'g'),
        'KEY',
      ),
    page,
  )

describe('the page of a record', () => {
  /** Requests for a record that fail before the record is read: a bad parameter, and forms with a bad body. */
  const failures: readonly { readonly query: string; readonly form?: Readonly<Record<string, string>> }[] = [
    { query: 'limit=x' },
    { query: 'fields=nothing' },
    { query: 'cursor=x&limit=1&ordering=nothing' },
    { query: 'dryrun=perhaps', form: { _method: 'PATCH' } },
    { query: '', form: { _method: 'PATCH', _content: '5' } },
    { query: '', form: { _method: 'PUT', _content: '{"' } },
    { query: 'x=1', form: { _method: 'DELETE' } },
    { query: '', form: { _method: 'TRACE' } },
  ]
  async function openPage(
    kind: Member,
    { path, key }: { readonly path: string; readonly key: string },
    { query, form }: (typeof failures)[number],
  ): Promise<readonly unknown[]> {
    const url = `${path}${encodeURIComponent(key)}/?format=api&${query}`
    // Everybody may have preferences, so their page has the token of the forms.
    const start = await server.api.get('/api/common/userpreference/?format=api', { as: kind })
    const { status: code, text } =
      form === undefined
        ? await server.api.get(url, { as: kind })
        : await server.api.request('POST', url, {
            as: kind,
            body: new URLSearchParams({ ...form, _token: tokenIn(start.text) }).toString(),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
    return [kind, query, form, code, withoutKey(text, key)]
  }

  it.each(entities.map((entity) => ({ name: entity.name, entity })))(
    'of $name shows no record that its user may not read',
    async ({ entity }) => {
      const path = listPath(entity)
      const missing = keyField(entity).type === 'identity' ? '987654321' : 'a key that no record has'
      const keys = (await server.api.list(path)).map((record) => String(keyOf(entity, record)))
      for (const kind of members) {
        const readable = await server.api.get(`${path}?fields=${entity.key}`, { as: kind })
        const own = new Set(
          readable.status === 200 ? recordsOf(readable).map((each) => String(keyOf(entity, each))) : [],
        )
        const hidden = keys.findLast((key) => !own.has(key))
        if (hidden === undefined) continue
        const [shown, absent] = await Promise.all(
          [hidden, missing].map((key) =>
            mapSome(failures, (failure) => openPage(kind, { path, key }, failure)),
          ),
        )
        expect(shown).toEqual(absent)
      }
    },
  )
})

describe('an upsert', () => {
  it('needs the right to change for what exists, and to add for what does not', async () => {
    const rights = ['input.add_item']
    await server.addUser({ username: 'adder', rights: { default: rights } })
    const post = (body: unknown): ReturnType<typeof server.request> =>
      server.request('POST', '/api/input/item/', { as: 'adder', body })
    expect((await post({ name: 'new for the adder' })).status).toBe(201)
    const again = await post([
      { name: 'newer for the adder' },
      { name: 'new for the adder', description: 'x' },
    ])
    expect([again.status, again.json]).toEqual([403, [{}, { non_field_errors: [expect.any(String)] }]])
    expect(await server.api.list('/api/input/item/?name__endswith=for the adder')).toMatchObject([
      { name: 'new for the adder', description: null },
    ])
  })
})

describe('a scenario', () => {
  it('is hidden from whoever may not open it, like one that is free and one that does not exist', async () => {
    for (const path of [
      '/scenario1/api/input/item/',
      '/scenario2/api/input/item/',
      '/nowhere/api/input/item/',
    ]) {
      const response = await server.api.get(path, { as: 'planner' })
      expect([response.status, response.json], `for ${path}`).toEqual([404, { detail: 'Not found.' }])
    }
    expect((await server.api.get('/scenario1/api/input/item/', { as: 'outsider' })).status).toBe(200)
    const seen = await server.api.list('/scenario1/api/common/scenario/', { as: 'outsider' })
    expect(seen.map(({ name }) => name)).toEqual(['scenario1'])
  })
})
