/** Tests that the OpenAPI document contains every route of the server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { taskRoutes } from '../../src/http/execute/execute-routes.ts'
import { describedTasks } from '../../src/http/openapi/task-paths.ts'
import { wordRoutes } from '../../src/http/ui/word-routes.ts'
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

/** Returns whether a path is a file of the documentation page. */
const isAsset = (path: string): boolean => /\.(?:css|js)$/.test(path)
/** Returns whether a route is a page of the web UI or of the documentation, for people. */
const isPage = (method: string, path: string): boolean =>
  path === '/' ||
  /^\/(?:app|static|setup|reset|unsubscribe|api\/help)\//.test(path) ||
  (method === 'GET' && path === '/login/')
const inDocument = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

it('names every path and method of the server', () => {
  const handled = taskRoutes.flatMap(({ path, handlers }) =>
    Object.keys(handlers).map((method) => [method, path] as const),
  )
  const own = server.server.routes.flatMap(({ path, methods }) =>
    methods.map((method) => [method, path] as const),
  )
  const words = wordRoutes.flatMap(({ path, handlers }) =>
    Object.keys(handlers).map((method) => [method, path] as const),
  )
  const wanted = [...handled, ...own, ...words].filter(
    ([method, path]) =>
      method !== 'HEAD' &&
      path !== '*' &&
      path !== '/execute/api/:task/' &&
      !isAsset(path) &&
      !isPage(method, path),
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
  const tasks = await describedTasks(taskListings)
  const offered = tasks.map(({ name, definition: { parameters, secrets } }) => ({
    name,
    parameters,
    secrets,
  }))
  expect(offered.map(({ name }) => name)).not.toContain('flush')
  const fixed = new Set(taskRoutes.map(({ path }) => path))
  const launched = Object.keys(paths).filter(
    (path) => /^\/execute\/api\/\w+\/$/.test(path) && !fixed.has(path),
  )
  expect(new Set(launched)).toEqual(new Set(offered.map(({ name }) => `/execute/api/${name}/`)))
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
