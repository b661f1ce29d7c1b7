/**
 * A running server with users of every kind, and a client that sends requests as any of them:
 * `api.get('/api/input/demand/', { as: 'viewer' })`.
 */
import { permissionName } from '../../src/model/entity.ts'
import { buildModel } from '../../src/model/model.ts'
import type { JsonRecord } from './records.ts'
import {
  startTestServer,
  type TestRequest,
  type TestResponse,
  type TestServer,
  type TestServerOptions,
} from './server.ts'

/** Kinds of users by increasing permissions. All but the last two belong to the scenario `default`. */
export const kinds = [
  /** Sends no credentials. */
  'anonymous',
  /** May open the scenario but has no permission in it. */
  'norights',
  /** Has the permission to view every entity. */
  'viewer',
  /** Has the permission to change every entity, and no other permission. */
  'changer',
  /** Has every permission on every entity individually, without being a superuser. */
  'planner',
  /** Superuser of `default` and `scenario1`. */
  'superuser',
  /** Superuser of `scenario1`, not a member of `default`. */
  'outsider',
] as const
export type Kind = (typeof kinds)[number]

export interface ApiRequest {
  readonly as?: Kind
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Api {
  request(method: string, path: string, options?: ApiRequest): Promise<TestResponse>
  get(path: string, options?: ApiRequest): Promise<TestResponse>
  post(path: string, body: unknown, options?: ApiRequest): Promise<TestResponse>
  put(path: string, body: unknown, options?: ApiRequest): Promise<TestResponse>
  patch(path: string, body: unknown, options?: ApiRequest): Promise<TestResponse>
  delete(path: string, options?: ApiRequest): Promise<TestResponse>
  /** Returns the records of a list; fails if the list does not exist. */
  list(path: string, options?: ApiRequest): Promise<readonly JsonRecord[]>
  /** Creates records by POST and returns the stored records; fails if the server rejects them. */
  create(path: string, records: readonly JsonRecord[], options?: ApiRequest): Promise<readonly JsonRecord[]>
}

export interface ApiServer extends TestServer {
  readonly api: Api
}

/** Starts a server on its own database, with a user of each kind. */
export async function startApiServer(options: TestServerOptions = {}): Promise<ApiServer> {
  const server = await startTestServer(options)
  await addCast(server)
  return { ...server, api: apiOf(server) }
}

async function addCast(server: TestServer): Promise<void> {
  const { entities } = buildModel()
  const rightsTo = (...wanted: readonly string[]): readonly string[] =>
    entities.flatMap((entity) =>
      entity.permissions
        .filter((action) => wanted.includes(action))
        .map((action) => permissionName(entity, action)),
    )
  const rights: Partial<Record<Kind, readonly string[]>> = {
    norights: [],
    viewer: rightsTo('view'),
    changer: rightsTo('change'),
    planner: rightsTo('view', 'add', 'change', 'delete'),
  }
  for (const [username, permissions] of Object.entries(rights)) {
    await server.addUser({ username, rights: { default: permissions } })
  }
  await server.addUser({ username: 'superuser', rights: { default: 'superuser', scenario1: 'superuser' } })
  await server.addUser({ username: 'outsider', rights: { scenario1: 'superuser' } })
}

/** Returns a client of a server that has the users of `startApiServer`. */
export function apiOf(server: Pick<TestServer, 'request'>): Api {
  const request: Api['request'] = (method, path, { as = 'superuser', ...rest } = {}) => {
    const parts: TestRequest = { ...rest, as: as === 'anonymous' ? null : as }
    return server.request(method, path, parts)
  }
  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
    put: (path, body, options) => request('PUT', path, { ...options, body }),
    patch: (path, body, options) => request('PATCH', path, { ...options, body }),
    delete: (path, options) => request('DELETE', path, options),
    list: async (path, options) => recordsOf(await request('GET', path, options), 200),
    create: async (path, records, options) =>
      recordsOf(await request('POST', path, { ...options, body: records }), 201),
  }
}

/** Returns the records of a response. Throws with the actual response if it contains none. */
export function recordsOf(response: TestResponse, status = 200): readonly JsonRecord[] {
  const { json } = response
  if (response.status !== status || !Array.isArray(json)) {
    throw new Error(`Expected ${status} and a list, got ${response.status} ${response.text.slice(0, 1000)}`)
  }
  return json.map((item: unknown) => asRecord(item))
}

/** Returns the record of a response. Throws with the actual response if it contains none. */
export function recordOf(response: TestResponse, status = 200): JsonRecord {
  if (response.status !== status) {
    throw new Error(`Expected ${status}, got ${response.status} ${response.text.slice(0, 1000)}`)
  }
  return asRecord(response.json)
}

function asRecord(value: unknown): JsonRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`No record: ${JSON.stringify(value)}`)
  }
  return { ...value }
}

/** Runs a function over items with limited concurrency and returns the results in the order of the items. */
export async function mapSome<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
  atOnce = 8,
): Promise<readonly Result[]> {
  const results: Result[] = Array.from({ length: items.length })
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of queue) results[index] = await run(item)
    }),
  )
  return results
}
