/** Tests the permissions of every registered route, for every kind of user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route, RouteAccess } from '../../src/http/routes/route.ts'
import { isScenarioSegment } from '../../src/http/request-target.ts'
import { type ApiServer, type Kind, kinds, startApiServer } from '../support/api.ts'

let server: ApiServer

beforeAll(async () => {
  // A provider that does not respond: a user who returns from it has not signed in.
  const OIDC_PROVIDERS = '{"example": {"ISSUER": "http://127.0.0.1:1", "CLIENT_ID": "tests"}}'
  server = await startApiServer({ settings: { METRICS_TOKEN: 'a token of the tests', OIDC_PROVIDERS } })
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

type Outcome = 'let in' | 'unknown' | 'refused'

const outcomes: Readonly<Record<number, Outcome>> = { 401: 'unknown', 403: 'refused', 404: 'refused' }

const everybody = (outcome: Outcome): Readonly<Record<Kind, Outcome>> => ({
  anonymous: outcome,
  norights: outcome,
  viewer: outcome,
  changer: outcome,
  planner: outcome,
  superuser: outcome,
  outsider: outcome,
})

/** Permitted users for each kind of access, as the contract defines. */
const access: Readonly<Record<RouteAccess, Readonly<Record<Kind, Outcome>>>> = {
  public: everybody('let in'),
  user: { ...everybody('let in'), anonymous: 'unknown' },
  // Names and passwords are no token.
  token: everybody('unknown'),
  // Names and passwords are no key.
  key: { ...everybody('refused'), anonymous: 'unknown' },
  // In `default`, for a record that requires a superuser or a right; see the suites over the entities.
  entity: {
    ...everybody('let in'),
    anonymous: 'unknown',
    norights: 'refused',
    changer: 'refused',
    outsider: 'refused',
  },
  files: { ...everybody('refused'), anonymous: 'unknown', superuser: 'let in' },
}

/** Returns a path that matches a route. */
function exampleOf({ path }: Route): string {
  if (path === '*') return '/api/input/demand/'
  // No other file exists.
  if (path === '/static/*') return '/static/build.json'
  if (path.startsWith('/api/help/:')) return '/api/help/tasks/runplan'
  return path.replaceAll(/:\w+/g, 'example')
}

const expectedOf = (route: Route): Readonly<Record<Kind, Outcome>> => access[route.access]

async function outcomeFor(kind: Kind, method: string, path: string): Promise<Outcome> {
  const { status } = await server.api.request(method, path, { as: kind })
  return outcomes[status] ?? 'let in'
}

describe('every route', () => {
  it('says who may use it', () => {
    expect(server.server.routes.length).toBeGreaterThan(5)
    for (const { path, methods, access: stated } of server.server.routes) {
      expect(Object.keys(access), path).toContain(stated)
      expect(methods.length, path).toBeGreaterThan(0)
    }
  })

  it('begins with a segment that cannot be the name of a scenario', () => {
    const first = server.server.routes.map(({ path }) => path.split('/')[1] ?? '')
    const own = first.filter((segment) => segment !== '' && !segment.startsWith(':') && segment !== '*')
    expect([...new Set(own)].filter((segment) => isScenarioSegment(segment))).toEqual([])
  })

  it('lets in whom it says, and nobody else', async () => {
    for (const route of server.server.routes) {
      for (const kind of kinds) {
        const method = route.methods.includes('GET') ? 'GET' : route.methods[0]!
        const found = await outcomeFor(kind, method, exampleOf(route))
        expect(found, `${kind}: ${method} ${route.path}`).toBe(expectedOf(route)[kind])
      }
    }
  })

  it('refuses the others too if the request is faulty, and then tells nothing of the data', async () => {
    await server.api.create('/api/input/demand/', [{ name: 'example', description: 'told to nobody' }])
    const bodies = { body: '{"', headers: { 'content-type': 'application/json' } }
    for (const route of server.server.routes.filter(({ access: stated }) => stated !== 'public')) {
      for (const method of route.methods.filter((name) => name !== 'HEAD' && name !== 'OPTIONS')) {
        const sent = method === 'GET' ? {} : bodies
        const path = `${exampleOf(route)}?format=api&limit=x&fields=nothing`
        // A changer may not read records, but may change them.
        const refused = kinds.filter((each) => expectedOf(route)[each] !== 'let in')
        for (const kind of refused.filter((each) => method === 'GET' || each !== 'changer')) {
          const { status, text } = await server.api.request(method, path, { as: kind, ...sent })
          expect(outcomes[status], `${kind}: ${method} ${path}`).toBe(expectedOf(route)[kind])
          expect(text, `${kind}: ${method} ${path}`).not.toContain('told to nobody')
        }
      }
    }
  })

  it('of the public ones tells nothing of the data', async () => {
    // The documentation mentions superusers without naming one.
    const told = server.server.routes.filter(
      ({ access: stated, path }) => stated === 'public' && !path.startsWith('/api/help'),
    )
    for (const route of told) {
      const { text } = await server.api.get(exampleOf(route), { as: 'anonymous' })
      for (const secret of ['superuser', 'postgres://', server.service.secret])
        expect(text).not.toContain(secret)
    }
  })

  it('is none that nobody registered', async () => {
    for (const path of ['/control/', '/static/../package.json', '/api/../src/', '/.git/config', '/admin/']) {
      const { status } = await server.api.get(path, { as: 'superuser' })
      expect([404, 401], path).toContain(status)
    }
  })

  it('answers methods that it does not have with those that it has', async () => {
    for (const route of server.server.routes.filter(({ path }) => path !== '*')) {
      const { status } = await server.api.request('DELETE', exampleOf(route))
      expect([404, 405], route.path).toContain(status)
    }
  })

  it('opens the metrics to whoever has the token', async () => {
    const headers = { authorization: 'Bearer a token of the tests' }
    const { status, text } = await server.api.get('/metrics', { as: 'anonymous', headers })
    expect(status).toBe(200)
    expect(text).toContain('# TYPE')
  })
})
