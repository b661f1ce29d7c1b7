import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/support/server.ts'
import { until } from '../../../test/support/wait.ts'

test('however many ask at the same time, readiness is checked once', async () => {
  await using server = await startTestServer()
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = server.database.withTransaction(async (client) => {
    await client.query('LOCK TABLE control."schema_migration" IN ACCESS EXCLUSIVE MODE')
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const all = Array.from({ length: 50 }, () => server.request('GET', '/readyz', { as: null }))
  const waiting = async (): Promise<number> => {
    const { rows } = await server.database.query<{ count: number }>({
      text: `SELECT count(*)::integer AS "count" FROM pg_locks l JOIN pg_database d ON d."oid" = l."database"
        WHERE NOT "granted" AND "datname" = current_database()`,
    })
    return rows[0]?.count ?? 0
  }
  await until('the check waits', async () => (await waiting()) > 0)
  // Concurrent requests get the same response.
  all.push(...Array.from({ length: 50 }, () => server.request('GET', '/readyz', { as: null })))
  expect(await server.request('GET', '/livez', { as: null })).toMatchObject({ status: 200 })
  expect(await waiting()).toBe(1)
  release.resolve()
  await holding
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses).toEqual(all.map(() => 200))
})
