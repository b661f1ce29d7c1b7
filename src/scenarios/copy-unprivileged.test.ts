import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  expectNoLeftovers,
  fillScenario,
  fingerprint,
  scenarioWork,
  structure,
} from '../../test/support/scenarios.ts'
import { connectDatabase } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { copyScenario } from './copy-scenario.ts'
import { createInstallation } from './installation.ts'
import { promoteScenario } from './promote-scenario.ts'
import { listScenarios } from './registry.ts'

/** A database whose role has no other privileges, as administrators may set it up for the service. */
let test: TestDatabase
let database: Database
const role = `plain_${process.pid}`

beforeAll(async () => {
  test = await createTestDatabase({ empty: true })
  const { database: administration } = test
  const { rows } = await administration.query<{ name: string }>({
    text: 'SELECT current_database() AS "name"',
  })
  await administration.query({ text: `CREATE ROLE ${role} LOGIN PASSWORD 'plain'` })
  await administration.query({ text: `ALTER DATABASE ${rows[0]!.name} OWNER TO ${role}` })
  const url = new URL(test.url)
  url.username = role
  url.password = 'plain'
  database = connectDatabase({ url: url.href, timeZone: 'UTC', poolSize: 5, applicationName: 'plain' })
  await createInstallation(database)
  await fillScenario(database, 'default', 6000)
})
afterAll(async () => {
  await database.close()
  await test.database.query({ text: `DROP OWNED BY ${role}` })
  await test[Symbol.asyncDispose]()
})

const request = { source: 'default', destination: 'scenario1', force: true, user: null }

it('a role without privileges copies and promotes the same data into the same tables', async () => {
  await copyScenario(scenarioWork(database), request)
  expect(await fingerprint(database, 'scenario1')).toBe(await fingerprint(database, 'default'))
  expect(await structure(database, 'scenario1')).toEqual(await structure(database, 'default'))
  await database.query({ text: `DELETE FROM scenario1.demand WHERE "name" = 'SO 1'` })
  await promoteScenario(scenarioWork(database), { source: 'scenario1', destination: 'default', user: null })
  expect(await fingerprint(database, 'scenario1')).toBe(await fingerprint(database, 'default'))
  await expectNoLeftovers(database, 1)
})

it('its copies check every reference once more', async () => {
  // A broken reference that was stored without checks.
  await test.database.withTransaction(async (client) => {
    await client.query('SET LOCAL session_replication_role TO replica')
    await client.query(`UPDATE "default".demand SET "item" = 'nonsense' WHERE "name" = 'SO 2'`)
  })
  const copy = copyScenario(scenarioWork(database), { ...request, destination: 'scenario2' })
  await expect(copy).rejects.toMatchObject({ code: '23503' })
  const found = (await listScenarios(database)).find(({ name }) => name === 'scenario2')
  expect(found).toMatchObject({ status: 'Free', hasSchema: false })
  await expectNoLeftovers(database, 1)
})
