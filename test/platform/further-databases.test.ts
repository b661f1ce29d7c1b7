/** `planctl createdatabase` with a further server: its database is created too, and marked as one of this installation. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDatabaseName } from '../../src/settings/database-address.ts'
import { detail } from '../support/detail.ts'
import type { Outcome } from '../support/planctl.ts'
import { type FurtherServer, startFurtherServer } from './support/further-server.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// The tests run in order and depend on each other.
let folder: string
let second: FurtherServer
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-further-'))
  second = await startFurtherServer()
  url = withDatabaseName(second.url, 'sites')
  await run(['database', 'start'], url)
}, 120_000)
afterAll(async () => {
  await run(['database', 'stop', '--force'], url)
  await second[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (args: readonly string[], address: string): Promise<Outcome> =>
  warmPlanctl(args, {
    cwd: folder,
    env: {
      PLANCTL_VAR: join(folder, 'var'),
      PLANCTL_SCENARIO_DATABASES: JSON.stringify({ second: address }),
    },
  })

async function ask(address: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

it('creates the database of the further server, and a repetition keeps it', async () => {
  const made = await run(['createdatabase'], url)
  expect([made.exitCode, made.stderr]).toEqual([0, ''])
  expect(made.stdout).toMatch(
    /^The database "sites" on the server "second" is created\.\nThe database is ready/,
  )
  expect(await ask(url, 'SELECT count(*)::integer AS "marks" FROM planning__home.owner')).toEqual([
    { marks: 1 },
  ])
  const again = await run(['createdatabase', '--skip-if-exists'], url)
  expect([again.exitCode, again.stdout]).toEqual([0, 'The database exists already; it is left as it is.\n'])
  const copied = await run(['scenario_copy', '--home=second', 'default', 'scenario1'], url)
  expect([copied.exitCode, copied.stderr]).toEqual([0, copied.stderr])
  expect(
    await ask(url, `SELECT nspname::text AS "name" FROM pg_namespace WHERE nspname = 'scenario1'`),
  ).toEqual([{ name: 'scenario1' }])
})

it('says why it cannot create one, after it has done the rest', detail, async () => {
  await ask(second.url, 'CREATE ROLE limited LOGIN')
  const denied = await run(
    ['createdatabase', '--database=scenario2'],
    withDatabaseName(second.url, 'denied').replace('planning@', 'limited@'),
  )
  expect([denied.exitCode, denied.stdout]).toEqual([1, 'The database of "scenario2" is ready and empty.\n'])
  expect(denied.stderr).toContain(
    'The database "denied" of the server "second" (SCENARIO_DATABASES) does not exist or cannot be used, and could not be created: permission denied to create database.',
  )
  expect(denied.stderr).toContain('Then run: planctl createdatabase --skip-if-exists')
})

it('refuses the database of another installation', async () => {
  await ask(url, `UPDATE planning__home.owner SET "id" = 'another'`)
  const refused = await run(['createdatabase', '--skip-if-exists'], url)
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain(
    'The database of server "second" (SCENARIO_DATABASES) belongs to another installation.',
  )
})

it('names a server that does not answer', async () => {
  await second.kill()
  const down = await run(['createdatabase', '--skip-if-exists'], url)
  expect([down.exitCode, down.stdout]).toEqual([1, 'The database exists already; it is left as it is.\n'])
  expect(down.stderr).toMatch(/server "second" .* could not be created: .*ECONNREFUSED/)
})
