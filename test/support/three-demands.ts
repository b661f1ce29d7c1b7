/** A server for tests of the data API: three sales orders before each test, and users with few rights. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestServer, type TestRequest, type TestResponse, type TestServer } from './server.ts'

export const demands = '/api/input/demand/'

export interface DemandServer {
  readonly server: () => TestServer
  readonly send: (method: string, path: string, options?: TestRequest) => Promise<TestResponse>
}

/**
 * Starts a server for the tests of a file. Users: `viewer` may view sales orders, `adder` may also add them,
 * `outsider` may use only `scenario1`, and `german` reads German.
 */
export function serveThreeDemands(): DemandServer {
  let server: TestServer
  const send: DemandServer['send'] = (method, path, options) => server.request(method, path, options)

  beforeAll(async () => {
    server = await startTestServer()
    await server.addUser({ username: 'viewer', rights: { default: ['input.view_demand'] } })
    await server.addUser({
      username: 'adder',
      rights: { default: ['input.view_demand', 'input.add_demand'] },
    })
    await server.addUser({ username: 'outsider', rights: { scenario1: 'superuser' } })
    await server.addUser({ username: 'german', language: 'de', rights: { default: 'superuser' } })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  beforeEach(async () => {
    await server.database.query({ text: `TRUNCATE "default".demand CASCADE` })
    await send('POST', demands, {
      body: [
        { name: 'a', quantity: 1, location: 'Ghent', source: 'erp' },
        { name: 'b', quantity: 5, location: 'Ghent', source: 'erp' },
        { name: 'c', quantity: 9, location: 'Lille' },
      ],
    })
  })
  return { server: () => server, send }
}

/** Returns the names of the records of a response. */
export const names = (records: unknown): readonly unknown[] =>
  Array.isArray(records) ? records.map((record: { name?: unknown }) => record.name) : []
