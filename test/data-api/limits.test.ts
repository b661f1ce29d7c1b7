/** Tests the limits of searches, filters and URL parameters: the error names the parameter and the limit. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { SEARCH_TIMEOUT: '0.5' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const items = '/api/input/item/'
const long = (count: number): string => 'x'.repeat(count)
const many = (count: number, joint: string): string =>
  Array.from({ length: count }, (_, n) => `w${n}`).join(joint)

it.each([
  ['search', `${items}?search=${long(201)}`, 200],
  ['search', `${items}?search=${many(11, '+')}`, 10],
  ['name__icontains', `${items}?name__icontains=${long(501)}`, 500],
  ['name__startswith', `${items}?name__startswith=${long(501)}`, 500],
  ['name__in', `${items}?name__in=${many(5_001, ',')}`, 5_000],
  [
    'id__in',
    `/api/input/calendarbucket/?id__in=${Array.from({ length: 5_001 }, (_, n) => n).join(',')}`,
    5_000,
  ],
  ['ordering', `${items}?ordering=${'-name,'.repeat(30)}name`, 20],
  ['q', `/api/search/?q=${long(201)}`, 200],
  ['q', `/api/search/?q=${many(11, '+')}`, 10],
  ['q', `/api/lookup/input/item/?q=${long(201)}`, 200],
])('%s of %# is refused with its limit', async (name, path, limit) => {
  const { status, json } = await server.request('GET', path)
  expect([status, json]).toEqual([400, { [name]: [expect.stringMatching(new RegExp(`\\b${limit}\\b`))] }])
})

it('a URL has at most 250 parameters', async () => {
  const path = `${items}?${Array.from({ length: 251 }, (_, n) => `name__ne=${n}`).join('&')}`
  const { status, text } = await server.request('GET', path)
  expect([status, text]).toEqual([400, expect.stringContaining('251 parameters; at most 250')])
})

it('what people ask for is answered', async () => {
  for (const path of [
    `${items}?search=${many(10, '+')}`,
    `${items}?name__in=${many(1_000, ',')}`,
    `${items}?name__icontains=${long(300)}`,
    '/api/search/?q=city+bicycle',
  ]) {
    expect((await server.request('GET', path)).status).toBe(200)
  }
})

it('a search is given up early, another list is not', async () => {
  await server.database.query({
    text: `INSERT INTO "default"."item" ("name", "description")
      SELECT n || repeat('é', 100), repeat('ab ', 3000) FROM generate_series(1, 40000) n`,
  })
  // Comparing letters beyond ASCII without case makes the search in long texts slow.
  const slow = Array.from({ length: 10 }, (_, n) => encodeURIComponent(`áb${n}%`)).join('+')
  const begun = performance.now()
  const { status } = await server.request('GET', `${items}?limit=5&search=${slow}`)
  expect(status).toBe(503)
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect((await server.request('GET', `${items}?limit=5&fields=name`)).status).toBe(200)
})
