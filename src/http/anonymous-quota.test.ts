import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRequest, startTestServer, type TestServer } from '../../test/support/server.ts'
import { goodPassword } from '../../test/support/users.ts'
import { until } from '../../test/support/wait.ts'
import { encodeBasic } from '../auth/credentials/basic-header.ts'
import { openExecuteRoutes } from './execute/execute-routes.ts'
import type { Route } from './routes/route.ts'
import { type HttpServer, startServer } from './server.ts'
import { wordRoutes } from './ui/word-routes.ts'

const release = Promise.withResolvers<void>()
/** A public page whose requests keep their slots. */
const slow: Route = {
  methods: ['GET'],
  path: '/slow/',
  access: 'public',
  body: 'none',
  handler: async () => {
    await release.promise
    return { status: 204, headers: {} }
  },
}

let base: TestServer
let server: HttpServer
let execute: ReturnType<typeof openExecuteRoutes>
let held: readonly Promise<unknown>[]

beforeAll(async () => {
  base = await startTestServer()
  execute = openExecuteRoutes(base.service)
  // An address without credentials has two of these slots.
  server = await startServer(base.service, { port: 0, maxRequests: 20, routes: [...execute.routes, slow] })
  held = [1, 2].map(() => sendRequest(server.url, 'GET', '/slow/', { as: null }))
  await until(
    'the places are taken',
    async () => (await sendRequest(server.url, 'GET', '/docs/', { as: null })).status === 503,
  )
})

afterAll(async () => {
  release.resolve()
  await Promise.all(held)
  await execute.close()
  await server.close()
  await base[Symbol.asyncDispose]()
})

const filled = (template: string): string => template.replaceAll(/\{\w+\}|:\w+\??/g, 'x').replaceAll('*', 'x')

test('every route counts requests without credentials, and none counts those of users with them', async () => {
  const paths = [
    ...server.routes
      .filter(({ always, path }) => always !== true && path !== '*')
      .map(({ path }) => filled(path)),
    ...wordRoutes.map(({ path }) => filled(path)),
    ...base.service.models
      .current()
      .entities.flatMap(({ app, model }) => [`/api/${app}/${model}/`, `/api/${app}/${model}/1/`]),
    '/api/',
    '/scenario1/api/input/item/',
    '/nothing/',
  ]
  expect(paths.length).toBeGreaterThan(100)
  const admitted: string[] = []
  for (const path of new Set(paths)) {
    for (const method of ['GET', 'POST']) {
      const { status } = await sendRequest(server.url, method, path, { as: null })
      if (status !== 503) admitted.push(`${method} ${path}: ${status}`)
    }
  }
  expect(admitted).toEqual([])
  const authorization = encodeBasic({ name: 'admin', password: goodPassword })
  for (const path of ['/api/me/', '/api/input/item/', '/api/search/?q=x', '/nothing/']) {
    const { status } = await sendRequest(server.url, 'GET', path, { as: null, headers: { authorization } })
    expect([path, status]).not.toEqual([path, 503])
  }
})

test('health is told to everybody', async () => {
  const always = server.routes.filter((route) => route.always === true)
  expect(always.length).toBeGreaterThan(1)
  for (const { path } of always) {
    const { status } = await sendRequest(server.url, 'GET', path, { as: null })
    expect([path, status]).not.toEqual([path, 503])
  }
})
