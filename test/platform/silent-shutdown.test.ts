/** Tests that a server ends in time when a database server is silent, while other servers of the installation serve on. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { releaseScenario } from '../../src/scenarios/scenario-lifecycle.ts'
import { createTestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { startRelay } from '../support/relay.ts'
import { scenarioWork } from '../support/scenarios.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { withTempFolder } from '../support/temp-folder.ts'
import { buildUser } from '../support/users.ts'
import { startFurtherServer } from './support/further-server.ts'

/** Milliseconds after which the shortest deployment ends a server by force (deploy/helm). */
const endedByForceMs = 45_000

/** Returns the address of the same database through a relay. */
const through = (url: string, port: number): string => url.replace(new URL(url).host, `127.0.0.1:${port}`)

/** Settings that all servers of an installation have in common. */
const settings = { JWT_SECRET: 'of all servers of the installation' }

const statusOf = (server: ServerProcess, path = '/api/input/item/'): Promise<unknown> =>
  server.request('GET', path).then(
    ({ status }) => status,
    () => 'broken',
  )

/** Ends the server during a request, and returns its exit code. */
async function endDuring(server: ServerProcess, request: Promise<unknown>): Promise<unknown> {
  await delay(2_500)
  const ended = await Promise.race([server.end('SIGTERM'), delay(endedByForceMs, 'still running')])
  expect(await request).toSatisfy((status) => status === 'broken' || status === 503)
  return ended
}

it('ends in time when its database is silent, and another server serves on', { timeout: 180_000 }, () =>
  withTempFolder(async (folder) => {
    await using held = await createTestDatabase()
    await buildUser(held.database, { username: 'admin', rights: { default: 'superuser' } })
    await using relay = await startRelay(0, Number(new URL(held.url).port))
    const shared = { folder, settings }
    await using silenced = await startServerProcess({
      ...shared,
      databaseUrl: through(held.url, relay.port),
    })
    await using other = await startServerProcess({ ...shared, databaseUrl: held.url })
    expect(await Promise.all([silenced, other].map((each) => statusOf(each)))).toEqual([200, 200])
    relay.silence()
    const [ended, served] = await Promise.all([endDuring(silenced, statusOf(silenced)), statusOf(other)])
    expect([ended, served, await statusOf(other)]).toEqual([0, 200, 200])
  }),
)

it('ends in time when a further database server is silent', { ...detail, timeout: 180_000 }, async () => {
  await using second = await startFurtherServer()
  await using relay = await startRelay(0, Number(new URL(second.url).port))
  const homes = { second: through(second.url, relay.port) }
  await using held = await createTestDatabase({ homes })
  const rights = { default: 'superuser', scenario1: 'superuser' } as const
  await buildUser(held.database, { username: 'admin', rights })
  const work = scenarioWork(held.database)
  await releaseScenario(work, 'scenario1')
  await copyScenario(work, {
    source: 'default',
    destination: 'scenario1',
    force: false,
    user: null,
    home: 'second',
  })
  await using server = await startServerProcess({
    databaseUrl: held.url,
    settings: { ...settings, SCENARIO_DATABASES: JSON.stringify(homes) },
  })
  const there = '/scenario1/api/input/item/'
  expect([await statusOf(server), await statusOf(server, there)]).toEqual([200, 200])
  relay.silence()
  expect(await endDuring(server, statusOf(server, there))).toBe(0)
})
