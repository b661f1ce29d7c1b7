/**
 * A scenario in a database of its own, without the schema `control`: every list is read and every entity written there,
 * except what is refused.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import type { Entity } from '../../src/model/entity.ts'
import { reportEntities } from '../../src/model/reports/reports.ts'
import { apart, startApartServer } from '../support/apart.ts'
import { type Api, type ApiServer, apiOf } from '../support/api.ts'
import { detail } from '../support/detail.ts'
import { entities, listPath, model, writable } from '../support/entity-suite.ts'
import { buildExample, fillPool } from '../support/examples.ts'
import { loadDemo, planScenario } from '../support/plans.ts'

let server: ApiServer
let context: DataContext
/** Requests to the scenario that is elsewhere. */
let api: Api

beforeAll(async () => {
  server = await startApartServer()
  context = server.service.dataContext({ scenario: apart, actor: { userId: null, channel: 'task' } })
  api = apiOf({ request: (method, path, request) => server.request(method, `/${apart}${path}`, request) })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Parameters that a report must have. */
const subjects: Readonly<Record<string, string>> = {
  '/api/output/pegging/': 'demand=x',
  '/api/output/supplypath/': 'item=x',
  '/api/output/capacityorders/': 'resource=x',
  '/api/output/plancomparison/': 'with=default',
}

/** Refused with a reason: comparisons of scenarios on different servers, and the order of events of two servers. */
const refused: readonly string[] = [
  '400 /api/output/plancomparison/?limit=5&with=default',
  '400 /api/events/?follow=false',
]

it('is planned, with the key figures in `control`', detail, async () => {
  await loadDemo(context, 'manufacturing_demo')
  await planScenario(context)
  const { status, json } = await api.get('/api/plan/history/')
  expect(status).toBe(200)
  expect(Object(json).plans ?? json).toHaveLength(1)
  const { rows } = await context.home.query({ text: `SELECT FROM "${apart}"."controlwork"` })
  expect(rows).toHaveLength(0)
})

it('is read', detail, async () => {
  const lists = [...entities.map(listPath), ...reportEntities.map(listPath)]
  const paths = lists.map((path) => `${path}?limit=5&${subjects[path] ?? ''}`)
  const others = [
    '/api/plan/history/',
    '/api/history/input/item/?key=x',
    '/api/audit/',
    '/api/inbox/',
    '/api/events/?follow=false',
  ]
  const failed: string[] = []
  for (const path of [...paths, ...others]) {
    const { status } = await api.get(path)
    if (status !== 200) failed.push(`${status} ${path}`)
  }
  expect(failed).toEqual(refused)
})

/** Returns the model with some of its entities only. */
const only = (wanted: (entity: Entity) => boolean) => {
  return { ...model, importOrder: model.importOrder.filter(wanted) }
}

it('is written', detail, async () => {
  let pool = await fillPool(
    server.api,
    only(({ schema }) => schema === 'control'),
  )
  pool = await fillPool(
    api,
    only(({ schema }) => schema === 'scenario'),
    pool,
  )
  const failed: string[] = []
  for (const entity of writable) {
    const example = buildExample(entity, 1, pool, { prefix: 'Apart' })
    const added = await api.post(listPath(entity), [example])
    if (added.status !== 201) failed.push(entity.name)
  }
  expect(failed).toEqual([])
})
