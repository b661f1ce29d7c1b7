/** A running server on its own database, and requests to it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import type { Database } from '../../src/database/database.ts'
import { type HttpServer, type ServerOptions, startServer } from '../../src/http/server.ts'
import { openService, type Service } from '../../src/service/service.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { extendedBy } from '../../src/tasks/registry.ts'
import { requireContract } from './contract.ts'
import { createTestDatabase } from './database.ts'
import { buildUser, goodPassword, type TestUser } from './users.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown
}

export interface TestRequest {
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Name of the user; null for none. By default the superuser `admin`. */
  readonly as?: string | null
}

export interface TestServer extends AsyncDisposable {
  readonly url: string
  readonly server: HttpServer
  readonly service: Service
  readonly database: Database
  /** Lines of the log so far. */
  readonly log: readonly string[]
  request(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  addUser(user: TestUser): Promise<number>
}

export interface TestServerOptions extends ServerOptions {
  /** Addresses of further database servers, by name. */
  readonly homes?: Readonly<Record<string, string>>
  /** Settings as environment variables, without the prefix. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts a server with a superuser `admin` of the scenarios `default` and `scenario1`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { settings: given = {}, homes = {}, ...serverOptions } = options
  const folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
  const environment = { VAR: folder, TIME_ZONE: 'Europe/Brussels', ...homeSetting(homes), ...given }
  const settings = loadSettings({
    cwd: folder,
    env: Object.fromEntries(Object.entries(environment).map(([key, value]) => [`PLANCTL_${key}`, value])),
  })
  const held = await createTestDatabase({
    timeZone: settings.TIME_ZONE,
    poolSize: settings.POOL_SIZE,
    streamPoolSize: settings.STREAM_POOL_SIZE,
    homes,
  })
  const log: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line) => log.push(line) })
  const service = await openService({
    settings,
    database: held.database,
    logger,
    ...(await extendedBy(settings)),
  })
  const server = await startServer(service, { port: 0, grace: 2_000, ...serverOptions })
  const addUser = (user: TestUser): Promise<number> => buildUser(held.database, user)
  await addUser({ username: 'admin', rights: { default: 'superuser', scenario1: 'superuser' } })
  return {
    url: server.url,
    server,
    service,
    database: held.database,
    log,
    addUser,
    request: (method, path, request) => sendRequest(server.url, method, path, request),
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await service.close()
      await held[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const homeSetting = (homes: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.keys(homes).length === 0 ? {} : { SCENARIO_DATABASES: JSON.stringify(homes) }

/** Sends a request and returns the whole response. Throws if it is not what the contract says. */
export async function sendRequest(
  url: string,
  method: string,
  path: string,
  { body, headers = {}, as = 'admin' }: TestRequest = {},
): Promise<TestResponse> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(as === null ? {} : { authorization: encodeBasic({ name: as, password: goodPassword }) }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: bodyOf(body) }),
  })
  const text = await response.text()
  const answer = { status: response.status, headers: response.headers, text, json: parse(text) }
  requireContract(method, path, answer)
  return answer
}

/** Returns texts, forms and bytes unchanged; anything else as JSON. */
function bodyOf(body: unknown): string | FormData | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof FormData) return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
