/**
 * Tests that timestamps in responses have six fractional digits or none: parsers in other languages reject other
 * forms.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openExecuteRoutes } from '../../src/http/execute/execute-routes.ts'
import { type HttpServer, startServer } from '../../src/http/server.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { sendRequest, type TestResponse } from '../support/server.ts'
import { idIn } from '../support/task-server.ts'

let server: ApiServer
/** A server of the same installation, with the routes of tasks. */
let tasks: HttpServer
let execute: ReturnType<typeof openExecuteRoutes>

const ask = (method: string, path: string): Promise<TestResponse> =>
  sendRequest(tasks.url, method, path, { as: 'superuser' })

let paths: readonly string[]

const fraction = '2026-12-01T08:00:00.12'
const due = { item: 'moments', location: 'moments', customer: 'moments', quantity: 2, due: fraction }
const dates = { startdate: fraction, enddate: '2026-12-02T08:00:00.3456', quantity: 2, status: 'confirmed' }
const seed: readonly (readonly [entity: string, records: readonly Readonly<Record<string, unknown>>[]])[] = [
  ['input/location', [{ name: 'moments' }]],
  ['input/customer', [{ name: 'moments' }]],
  ['input/item', [{ name: 'moments' }]],
  ['input/supplier', [{ name: 'moments' }]],
  ['input/calendar', [{ name: 'moments' }]],
  ['input/calendarbucket', [{ calendar: 'moments', startdate: fraction, starttime: '08:00:00.5', value: 1 }]],
  ['input/resource', [{ name: 'moments', location: 'moments' }]],
  ['input/operation', [{ name: 'moments', item: 'moments', location: 'moments', duration: '01:00:00.25' }]],
  ['input/operationresource', [{ operation: 'moments', resource: 'moments', effective_start: fraction }]],
  ['input/operationmaterial', [{ operation: 'moments', item: 'moments', quantity: 1, type: 'end' }]],
  [
    'input/demand',
    [
      { name: 'changed', ...due },
      { name: 'deleted', ...due },
      { name: 'kept', ...due },
    ],
  ],
  ['input/manufacturingorder', [{ reference: 'make', operation: 'moments', ...dates }]],
  [
    'input/purchaseorder',
    [{ reference: 'buy', item: 'moments', location: 'moments', supplier: 'moments', ...dates }],
  ],
  ['execute/scheduledtask', [{ name: 'moments', starttime: '06:00', tasks: [] }]],
]

beforeAll(async () => {
  server = await startApiServer()
  execute = openExecuteRoutes(server.service)
  tasks = await startServer(server.service, { port: 0, grace: 2_000, routes: execute.routes })
  const { api } = server
  for (const [entity, records] of seed) {
    if (entity.startsWith('execute')) await api.post(`/api/${entity}/`, records)
    else await api.create(`/api/${entity}/`, records)
  }
  await api.patch('/api/input/demand/changed/', { due: '2026-12-03T08:00:00.5' })
  await api.patch('/api/input/manufacturingorder/make/', { enddate: '2026-12-04T08:00:00.125' })
  await api.delete('/api/input/demand/deleted/')
  await api.delete('/api/input/operationresource/?operation=moments&effective_start__gt=2000-01-01T00:00:00')
  const launched = await ask('POST', '/execute/api/runplan/')
  if (launched.status !== 200) throw new Error(launched.text)
  await ask('POST', `/execute/api/cancel/?id=${idIn(launched)}`)
  const { paths: all } = Object((await api.get('/openapi.json')).json)
  paths = Object.entries(Object(all)).flatMap(([path, methods]) =>
    path.includes('{') || Object(methods).get === undefined ? [] : [path],
  )
})
afterAll(async () => {
  await execute.close()
  await tasks.close()
  await server[Symbol.asyncDispose]()
})

const momentLike = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d[\d.]*)?(?:Z|[+-]\d\d:\d\d)?/g
const sound = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{6})?(?:Z|[+-]\d\d:\d\d)?$/
/** Examples and documentation are for people. */
const isForPeople = (path: string): boolean => /^\/(?:openapi\.json|api\/docs|api\/help)/.test(path)
/** Streams do not end. */
const isStream = (path: string): boolean => /(?:events|stream|feed)\/?$/.test(path)

async function wrongMoments(path: string): Promise<readonly string[]> {
  const { text } = await ask('GET', path)
  return (text.match(momentLike) ?? [])
    .filter((moment) => !sound.test(moment))
    .map((moment) => `${path} ${moment}`)
}

it('have them in every list, report, record, log and answer, as JSON and as CSV', async () => {
  const keys = ['demand/changed', 'demand/kept', 'manufacturingorder/make', 'purchaseorder/buy']
  const walked = [
    ...paths.filter((path) => !isForPeople(path) && !isStream(path)),
    ...paths
      .filter((path) => /^\/api\/(?:input|output|execute)\//.test(path))
      .map((path) => `${path}?format=csv`),
    ...keys.map((key) => `/api/input/${key}/`),
    ...['changed', 'deleted'].map((key) => `/api/history/input/demand/?key=${key}`),
    '/api/history/input/manufacturingorder/?key=make',
    '/execute/api/scheduletasks/next/?starttimes=06:00',
    '/execute/api/status/',
    '/api/output/timeline/?start=2026-11-01&end=2027-01-01',
    '/api/output/inventory/?start=2026-11-01&end=2027-01-01',
  ]
  expect(walked.length).toBeGreaterThan(60)
  const wrong: string[] = []
  for (const path of walked) wrong.push(...(await wrongMoments(path)))
  expect([...new Set(wrong)]).toEqual([])
})

it('have them in the records of tasks', async () => {
  const { text } = await ask('GET', '/execute/api/status/')
  expect(text).toMatch(/"submitted":"[^"]+\.\d{6}"/)
  expect(text).toMatch(/"finished":"[^"]+\.\d{6}"/)
  const next = await ask('GET', '/execute/api/scheduletasks/next/?starttimes=06:00')
  expect(next.text).toMatch(/"utc":"[^"]+\.\d{6}Z"/)
})

it('have them where changes are told', async () => {
  const history = await server.api.get('/api/history/input/demand/?key=changed')
  expect(history.text).toContain('2026-12-03T08:00:00.500000')
  const deleted = await server.api.get('/api/history/input/demand/?key=deleted')
  expect(deleted.text).toContain('2026-12-01T08:00:00.120000')
})
