/** Tests requests that wait while the data of their scenario is deleted or replaced: the response reports it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const requests = [
  ['GET', '/scenario1/api/input/item/', {}],
  ['POST', '/scenario1/api/input/item/', { body: { name: 'late' } }],
  ['PATCH', '/scenario1/api/input/item/late/', { body: { cost: 1 } }],
] as const

/** Returns the statuses of requests that read the data after the statements have run. */
async function statusesAfter(statements: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const [method, path, options] of requests) {
    let sent: ReturnType<TestServer['request']> | undefined
    await server.database.withTransaction(async (client) => {
      await client.query('LOCK TABLE scenario1.item IN ACCESS EXCLUSIVE MODE')
      sent = server.request(method, path, options)
      await until('the request waits', async () => {
        const { rows } = await server.database.query({
          text: `SELECT FROM pg_locks WHERE NOT granted AND relation = (
            SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'scenario1' AND c.relname = 'item')`,
        })
        return rows.length > 0
      })
      for (const text of statements) await client.query(text)
    })
    statuses.push((await sent!).status)
    await server.database.query({ text: 'DROP SCHEMA IF EXISTS scenario1 CASCADE' })
    await server.database.query({ text: 'ALTER SCHEMA elsewhere RENAME TO scenario1' })
  }
  return statuses
}

it('is not found when it was released', async () => {
  expect(await statusesAfter(['ALTER SCHEMA scenario1 RENAME TO elsewhere'])).toEqual([404, 404, 404])
})
