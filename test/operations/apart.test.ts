/**
 * A scenario in a database of its own: what works there, and the list of what does not yet. What begins to work must be
 * taken off the list.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import type { Entity } from '../../src/model/entity.ts'
import { reportEntities } from '../../src/model/reports/reports.ts'
import { apart, startApartServer } from '../support/apart.ts'
import { type Api, type ApiServer, apiOf } from '../support/api.ts'
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

/** Entities of `control` whose change sets are in the scenario in which they are written. */
const unwritable: readonly string[] = [
  'auth.group',
  'common.user',
  'common.apikey',
  'common.userpreference',
  'common.follower',
  'common.notification',
  'common.attribute',
  'execute.scheduledtask',
  'execute.dataexport',
]

/** Parameters that a report must have. */
const subjects: Readonly<Record<string, string>> = {
  '/api/output/pegging/': 'demand=x',
  '/api/output/supplypath/': 'item=x',
  '/api/output/plancomparison/': 'with=default',
}

/** Statements that use both databases. */
const unreadable: readonly string[] = [
  '409 /api/output/plancomparison/?limit=5&with=default',
  '500 /api/events/?follow=false',
]

it('is planned, but for the key figures in `control`', async () => {
  await loadDemo(context, 'manufacturing_demo')
  await expect(planScenario(context)).rejects.toThrow('"control.planhistory" does not exist')
})

it('is read', async () => {
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
  expect(failed).toEqual(unreadable)
})

/** Returns the model with some of its entities only. */
const only = (wanted: (entity: Entity) => boolean) => {
  return { ...model, importOrder: model.importOrder.filter(wanted) }
}

it('is written', async () => {
  let pool = await fillPool(
    server.api,
    only(({ schema }) => schema === 'control'),
  )
  pool = await fillPool(
    api,
    only(({ schema, name }) => schema === 'scenario' && !unwritable.includes(name)),
    pool,
  )
  const failed: string[] = []
  for (const entity of writable) {
    const example = buildExample(entity, 1, pool, { prefix: 'Apart' })
    const added = await api.post(listPath(entity), [example])
    if (added.status !== 201) failed.push(entity.name)
  }
  expect(failed.toSorted()).toEqual(unwritable.toSorted())
})
