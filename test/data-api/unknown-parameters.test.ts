/**
 * Tests unknown parameters of lists: ignored and reported everywhere, or rejected if the installation requires that.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'

const path = '/api/input/demand/?statu=open'
let ignoring: ApiServer
let rejecting: ApiServer

beforeAll(async () => {
  ignoring = await startApiServer()
  rejecting = await startApiServer({ settings: { UNKNOWN_FILTERS: 'reject' } })
}, 60_000)
afterAll(async () => {
  await ignoring[Symbol.asyncDispose]()
  await rejecting[Symbol.asyncDispose]()
})

it('is ignored, named in the header, shown on the page with the nearest one, and counted', async () => {
  const list = await ignoring.api.get(path)
  expect([list.status, list.headers.get('x-ignored-parameters')]).toEqual([200, 'statu'])
  const page = await ignoring.api.get(`${path}&quantitty__get=5&format=api`)
  expect(page.text).toMatch(/<code>statu<\/code> Maybe status is meant\./)
  expect(page.text).toMatch(/<code>quantitty__get<\/code> Maybe quantity/)
  const metrics = await ignoring.api.get('/metrics')
  expect(metrics.text).toMatch(/api_ignored_parameters_total\{entity="input.demand"\} [1-9]/)
})

it('is rejected with the nearest one by the setting, unless the client asks for lenience', async () => {
  const refused = await rejecting.api.get(path)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('statu')])
  expect((await rejecting.api.get('/api/input/demand/x/?statu=open')).status).toBe(400)
  expect((await rejecting.api.get('/api/input/demand/?status=open&limit=1&format=json')).status).toBe(200)
  expect((await rejecting.api.get('/api/?statu=open&format=json')).status).toBe(400)
  const lenient = await rejecting.api.get(path, { headers: { Prefer: 'handling=lenient' } })
  expect([lenient.status, lenient.headers.get('x-ignored-parameters')]).toEqual([200, 'statu'])
  const strict = await ignoring.api.get(path, { headers: { Prefer: 'handling=strict' } })
  expect(strict.status).toBe(400)
})

/** The maximum number of parameters in a URL, all different. */
const invented = Array.from({ length: 240 }, (_, index) => `${'unknown'.repeat(28)}${index}=1`)

it('costs little however many and long they are: a short header, a small page, few lines in the log', async () => {
  const many = `/api/input/demand/?${invented.join('&')}`
  const list = await ignoring.api.get(many)
  const header = list.headers.get('x-ignored-parameters') ?? ''
  expect([list.status, header.length < 4_000, header.endsWith(', +220')]).toEqual([200, true, true])
  const page = await ignoring.api.get(`${many}&format=api`)
  // Links to other formats and pages repeat the address of the page a few times.
  expect([page.status, page.text.length < 20 * many.length]).toEqual([200, true])
  expect(page.text).toContain('<li>+240</li>')
})

describe('a misspelled dryrun', () => {
  const name = 'only checked'
  const lists = ['dry_run=1', 'dry-run=true', 'dryRun=1', 'DRYRUN=1', 'dry=1', 'drurun=1']

  it.each(lists)('is rejected by a creation, which would store the record: %s', async (query) => {
    const answer = await ignoring.api.post(`/api/input/item/?${query}`, { name })
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('Maybe \\"dryrun\\" is meant.'),
    ])
    expect(await ignoring.api.list(`/api/input/item/?name=${name}`)).toEqual([])
  })

  it('is rejected by every other write, of one record too', async () => {
    await ignoring.api.create('/api/input/item/', [{ name: 'kept', description: 'first' }])
    const [list, detail] = ['/api/input/item/', '/api/input/item/kept/'].map((path) => `${path}?dry_run=1`)
    const change = { name: 'kept', description: 'second' }
    const answers = [
      await ignoring.api.patch(detail!, change),
      await ignoring.api.put(detail!, change),
      await ignoring.api.delete(detail!),
      await ignoring.api.patch(list!, [change]),
      await ignoring.api.put(list!, [change]),
      await ignoring.api.patch(`${list}&name=kept`, { description: 'second' }),
      await ignoring.api.delete(`${list}&name=kept`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
    expect(await ignoring.api.list('/api/input/item/?name=kept')).toMatchObject([{ description: 'first' }])
  })

  it.each(['colour', 'rerun', 'drying_time'])(
    'is the only unknown parameter that a creation rejects: %s is ignored',
    async (parameter) => {
      const answer = await ignoring.api.post(`/api/input/item/?${parameter}=1`, { name: `with ${parameter}` })
      expect([answer.status, answer.headers.get('x-ignored-parameters')]).toEqual([201, parameter])
    },
  )
})

it('is rejected by the deletion of one record, which it does not restrict', async () => {
  await ignoring.api.create('/api/input/item/', [{ name: 'stays' }])
  const answer = await ignoring.api.delete('/api/input/item/stays/?source=erp')
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('source')])
  expect((await ignoring.api.delete('/api/input/item/stays/?format=json')).status).toBe(204)
})

describe('a question about a list, with a filter that the list does not know', () => {
  const questions = [
    '/api/aggregate/input/demand/?measure=quantity__sum',
    '/api/distinct/input/demand/?field=status',
    '/api/position/input/demand/?key=an order',
    '/api/aggregate/output/demandreport/?group=item',
  ]

  beforeAll(async () => {
    for (const { api } of [ignoring, rejecting])
      await api.create('/api/input/demand/', [{ name: 'an order', status: 'open' }])
  })

  it.each(questions)('%s: names the filter in a header, as the list does', async (question) => {
    const answer = await ignoring.api.get(`${question}&statu=open`)
    expect([answer.status, answer.headers.get('x-ignored-parameters')]).toEqual([200, 'statu'])
    const known = await ignoring.api.get(question)
    expect([known.status, known.headers.get('x-ignored-parameters')]).toEqual([200, null])
  })

  it.each(questions)('%s: is rejected where unknown filters are', async (question) => {
    const strict = { Prefer: 'handling=strict' }
    for (const answer of [
      await ignoring.api.get(`${question}&statu=open`, { headers: strict }),
      await rejecting.api.get(`${question}&statu=open`),
    ])
      expect([answer.status, answer.json]).toEqual([400, { statu: [expect.any(String)] }])
  })
})
