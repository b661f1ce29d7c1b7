import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/support/server.ts'
import { until } from '../../../test/support/wait.ts'
import { readWords } from '../../../test/support/words.ts'

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

test('the screen with the version has a name for each check', async () => {
  await using server = await startTestServer()
  const { json } = await server.request('GET', '/readyz', { as: null })
  const { checks } = Value.Parse(Type.Object({ checks: Type.Record(Type.String(), Type.String()) }), json)
  const words = readWords('en', 'help')
  const nameless = Object.keys(checks).filter((name) => words[`about.checks.${name}`] === undefined)
  expect(nameless).toEqual([])
  expect(Object.keys(checks)).toContain('folders')
})
