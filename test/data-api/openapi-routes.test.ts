/** The OpenAPI document speaks of every route that the server has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { executeHandlers } from '../../src/http/execute/execute-routes.ts'
import { taskListings } from '../../src/tasks/registry.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'

let server: ApiServer
let paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>

beforeAll(async () => {
  server = await startApiServer()
  const answer = await server.api.get('/openapi.json')
  paths = Object(answer.json).paths
})
afterAll(() => server[Symbol.asyncDispose]())

/** Files of the documentation page. */
const isAsset = (path: string): boolean => /\.(?:css|js)$/.test(path)
const inDocument = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

it('names every path and method of the server', () => {
  const handled = Object.entries(executeHandlers).flatMap(([path, handlers]) =>
    Object.keys(handlers).map((method) => [method, path] as const),
  )
  const own = server.server.routes.flatMap(({ path, methods }) =>
    methods.map((method) => [method, path] as const),
  )
  const wanted = [...handled, ...own].filter(
    ([method, path]) => method !== 'HEAD' && path !== '*' && path !== '/execute/api/:task/' && !isAsset(path),
  )
  expect(wanted.length).toBeGreaterThan(20)
  const missing = wanted.filter(
    ([method, path]) => paths[inDocument(path)]?.[method.toLowerCase()] === undefined,
  )
  expect(missing).toEqual([])
})

it('names what the routes for records answer besides: the index and the menu', () => {
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/', '/api/menu/', '/api/input/demand/']))
})

it('has an operation for each task that can be launched, with the parameters of its schema, and no other', async () => {
  const tasks = await Promise.all(taskListings.map(async ({ name, load }) => ({ name, ...(await load()) })))
  const offered = tasks.filter(({ right }) => right !== 'operator')
  const launched = Object.keys(paths).flatMap((path) => /^\/execute\/api\/(\w+)\/$/.exec(path)?.[1] ?? [])
  const fixed = Object.keys(executeHandlers).map((path) => path.split('/').at(-2))
  expect(new Set(launched.filter((name) => !fixed.includes(name)))).toEqual(
    new Set(offered.map(({ name }) => name)),
  )
  for (const { name, parameters, secrets } of offered) {
    const given: unknown[] = Object(paths[`/execute/api/${name}/`]?.['post']).parameters
    const named = given.map((each) => Object(each)).filter((each) => each.in === 'query')
    const open = Object.keys(parameters.properties).filter((each) => !secrets.includes(each))
    expect([name, named.map((each) => String(each.name))]).toEqual([name, open])
  }
})

it('describes the steps of groups', async () => {
  const answer = await server.api.get('/openapi.json')
  const { properties } = Object(answer.json).components.schemas['execute.scheduledtask.input']
  expect(properties).toMatchObject({
    starttimes: { type: ['array', 'null'], items: { type: 'string' } },
    steps: { type: ['array', 'null'], items: { required: ['task'] } },
  })
})
