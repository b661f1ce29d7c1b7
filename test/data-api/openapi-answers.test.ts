/** Tests that the OpenAPI document has the answers that requests get besides those of success. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { undocumented } from '../support/documented-answers.ts'

let server: ApiServer
let document: unknown
let paths: Readonly<Record<string, unknown>>

beforeAll(async () => {
  server = await startApiServer()
  document = (await server.api.get('/openapi.json')).json
  paths = Object(document).paths
  await server.api.create('/api/input/item/', [{ name: 'a' }, { name: 'b' }])
})
afterAll(() => server[Symbol.asyncDispose]())

/** Returns the statuses that the document has for an operation. */
const documented = (method: string, path: string): readonly string[] =>
  Object.keys(Object(Object(Object(paths[path])[method.toLowerCase()]).responses))

const item = { name: 'c' }

it.each([
  ['a known list', 'GET', '/api/input/item/', '/api/input/item/', { 'if-none-match': '*' }, undefined, 304],
  [
    'a known record',
    'GET',
    '/api/input/item/{key}/',
    '/api/input/item/a/',
    { 'if-none-match': '*' },
    undefined,
    304,
  ],
  ['the known document', 'GET', '/openapi.json', '/openapi.json', {}, undefined, 304],
  [
    'no format of a list',
    'GET',
    '/api/input/item/',
    '/api/input/item/',
    { accept: 'image/png' },
    undefined,
    406,
  ],
  [
    'no format of a record',
    'GET',
    '/api/input/item/{key}/',
    '/api/input/item/a/',
    { accept: 'image/png' },
    undefined,
    406,
  ],
  [
    'no format of a report',
    'GET',
    '/api/output/problem/',
    '/api/output/problem/',
    { accept: 'image/png' },
    undefined,
    406,
  ],
  ['no format of the index', 'GET', '/api/', '/api/', { accept: 'image/png' }, undefined, 406],
  [
    'no format of a stored record',
    'POST',
    '/api/input/item/',
    '/api/input/item/',
    { accept: 'image/png' },
    item,
    406,
  ],
  [
    'another content type',
    'POST',
    '/api/input/item/',
    '/api/input/item/',
    { 'content-type': 'image/png' },
    'x',
    415,
  ],
  [
    'a rehearsed deletion',
    'DELETE',
    '/api/input/item/{key}/',
    '/api/input/item/a/?dryrun=1',
    {},
    undefined,
    200,
  ],
  [
    'a rehearsed deletion of several',
    'DELETE',
    '/api/input/item/',
    '/api/input/item/?name=a&dryrun=1',
    {},
    undefined,
    200,
  ],
] as const)('%s: %s %s', async (_what, method, path, url, headers, body, status) => {
  const tag = url === '/openapi.json' ? (await server.api.get(url)).headers.get('etag') : null
  const sent = tag === null ? headers : { ...headers, 'if-none-match': tag }
  const answer = await server.api.request(method, url, {
    headers: sent,
    ...(body === undefined ? {} : { body }),
  })
  expect([answer.status, documented(method, path)]).toEqual([
    status,
    expect.arrayContaining([String(status)]),
  ])
})

const list = '/api/input/item/'
const detail = '/api/input/item/{key}/'
const [minimal, lenient] = [{ prefer: 'return=minimal' }, { prefer: 'handling=lenient' }]
const fewest = { prefer: 'handling=lenient, return=minimal' }
const mixed = [{ name: 'a' }, { name: 'b', cost: 'x' }]

it.each([
  ['POST', list, '', {}, item, 201],
  ['POST', list, '', {}, [item], 201],
  ['POST', list, '?dryrun=1', {}, [item], 200],
  ['POST', list, '', minimal, item, 200],
  ['POST', list, '', lenient, mixed, 200],
  ['POST', list, '', { 'if-none-match': '*' }, { name: 'a' }, 409],
  ['POST', list, '', { 'if-none-match': '*' }, [{ name: 'a' }], 409],
  ['PUT', list, '', {}, [{ name: 'a' }], 200],
  ['PUT', list, '?dryrun=1', {}, [{ name: 'a' }], 200],
  ['PUT', list, '', minimal, [{ name: 'a' }], 200],
  ['PUT', list, '', lenient, mixed, 200],
  ['PUT', list, '', {}, mixed, 400],
  ['PATCH', list, '', {}, [{ name: 'a' }], 200],
  ['PATCH', list, '?dryrun=1', {}, [{ name: 'a' }], 200],
  ['PATCH', list, '', minimal, [{ name: 'a' }], 200],
  ['PATCH', list, '', lenient, mixed, 200],
  ['PATCH', list, '', fewest, mixed, 200],
  ['PATCH', list, '?name=a', {}, { description: 'x' }, 200],
  ['PATCH', list, '?name=a&expect=7', {}, { description: 'x' }, 409],
  ['PUT', detail, '', {}, {}, 200],
  ['PUT', detail, '?dryrun=1', {}, {}, 200],
  ['PUT', detail, '', minimal, {}, 200],
  ['PATCH', detail, '', {}, {}, 200],
  ['PATCH', detail, '?dryrun=1', {}, {}, 200],
  ['PATCH', detail, '', minimal, {}, 200],
  ['PATCH', detail, '', {}, { cost: 'x' }, 400],
  ['DELETE', detail, '?dryrun=1', {}, undefined, 200],
] as const)(
  'has the schema of the answer to %s %s%s %j %j',
  async (method, path, query, headers, body, status) => {
    const answer = await server.api.request(method, path.replace('{key}', 'a') + query, {
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect([answer.status, undocumented(document, method, path, answer)]).toEqual([status, []])
  },
)

it('an Idempotency-Key of another request, for records and for tasks', async () => {
  const headers = { 'idempotency-key': 'once' }
  expect((await server.api.post('/api/input/item/', { name: 'd' }, { headers })).status).toBe(201)
  expect((await server.api.post('/api/input/item/', { name: 'e' }, { headers })).status).toBe(422)
  expect(documented('POST', '/api/input/item/')).toContain('422')
  expect(documented('POST', '/execute/api/runplan/')).toEqual(
    expect.arrayContaining(['409', '413', '415', '422', '429']),
  )
})

it('repeated wrong passwords, at every operation that takes credentials', async () => {
  const authorization = `Basic ${btoa('nobody:wrong')}`
  const statuses: number[] = []
  while (statuses.at(-1) !== 429 && statuses.length < 100)
    statuses.push(
      (await server.api.get('/api/input/item/', { as: 'anonymous', headers: { authorization } })).status,
    )
  expect(statuses.at(-1)).toBe(429)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => [method, path, documented(method, path)] as const),
  )
  const lacking = operations.filter(([, , statuses]) => statuses.includes('401') && !statuses.includes('429'))
  expect(lacking.map(([method, path]) => `${method} ${path}`)).toEqual([])
})
