import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { detail } from '../../test/support/detail.ts'
import {
  expectNoLeftovers,
  fillScenario,
  fingerprint,
  scenarioWork,
  structure,
} from '../../test/support/scenarios.ts'
import { until } from '../../test/support/wait.ts'
import { writeInTransaction } from '../data/write/write-in-transaction.ts'
import type { Database } from '../database/database.ts'
import { isLockTimeout } from '../database/errors.ts'
import { copyScenario, type CopyRequest } from './copy-scenario.ts'
import { cleanupScenarios } from './aside/cleanup.ts'
import { listScenarios } from './registry.ts'
import { releaseScenario } from './scenario-lifecycle.ts'

let test: TestDatabase
let database: Database

beforeEach(async () => {
  test = await createTestDatabase({ poolSize: 30 })
  database = test.database
  await fillScenario(database, 'default')
})
afterEach(async () => {
  await expectNoLeftovers(database)
  await test[Symbol.asyncDispose]()
})

const waitingForLock = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

/** Blocks a copy at a table, and returns its result or its error. */
async function whileItWaits(
  work: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<unknown> {
  let ending: Promise<unknown> | undefined
  await database.withTransaction(async (client) => {
    await client.query('LOCK TABLE "default".demand')
    ending = work().catch((error: unknown) => error)
    await until(
      'it waits',
      async () => (await database.query({ text: `SELECT ${waitingForLock}` })).rowCount === 1,
    )
    await meanwhile()
  })
  return ending
}

const copy = (request: Partial<CopyRequest> = {}) =>
  copyScenario(scenarioWork(database), {
    source: 'default',
    destination: 'scenario2',
    force: false,
    user: null,
    ...request,
  })

const scenario = async (name: string) => (await listScenarios(database)).find((entry) => entry.name === name)

const numberOf = async (text: string): Promise<number> =>
  (await database.query<{ n: number }>({ text: `SELECT (${text})::integer AS "n"` })).rows[0]!.n

/** Statement that adds a plan to the history of production. */
const planWith = (changeset: number, late: number): string =>
  `INSERT INTO control."planhistory" ("scenario", "created", "changeset", "start", "figures")
   VALUES ('default', '2026-03-02 08:12', ${changeset}, '2026-03-01', '{"late": ${late}}')`

describe('a copy is refused', () => {
  it.each([
    [{ destination: 'default', source: 'scenario1', force: true }, 'scenario_refused'],
    [{ destination: 'scenario1', source: 'scenario1', force: true }, 'scenario_refused'],
    [{ destination: 'scenario1' }, 'scenario_not_free'],
    [{ source: 'scenario3' }, 'scenario_not_in_use'],
    [{ destination: 'nowhere' }, 'scenario_missing'],
    [{ source: 'nowhere' }, 'scenario_missing'],
  ])('as %j', async (request, code) => {
    const before = await fingerprint(database, 'scenario1')
    await expect(copy(request)).rejects.toMatchObject({ code })
    expect(await fingerprint(database, 'scenario1')).toBe(before)
  })

  it('into a scenario that is being copied into, without disturbing the first', async () => {
    await whileItWaits(copy, async () => {
      expect(await scenario('scenario2')).toMatchObject({ status: 'Busy' })
      await expect(copy()).rejects.toMatchObject({ code: 'scenario_busy', headers: { 'Retry-After': '10' } })
      expect(await scenario('scenario2')).toMatchObject({ status: 'Busy' })
    })
    expect(await scenario('scenario2')).toMatchObject({ status: 'In use' })
  })
})

describe('a copy', () => {
  it('has all the data and the same tables, and goes on with the numbers of the source', async () => {
    await database.query({ text: 'ALTER TABLE "default"."item" ADD COLUMN "colour" text' })
    const { rows } = await copy({ description: 'What if' })
    expect(rows).toBeGreaterThan(120)
    expect(await fingerprint(database, 'scenario2')).toBe(await fingerprint(database, 'default'))
    expect(await structure(database, 'scenario2')).toEqual(await structure(database, 'default'))
    expect(await scenario('scenario2')).toMatchObject({ status: 'In use', description: 'What if' })
    expect(await numberOf('SELECT count(*) FROM scenario2.follower')).toBe(0)
    const inserted = `INSERT INTO scenario2.calendarbucket ("calendar") VALUES ('week') RETURNING "id" AS "n"`
    const { rows: ids } = await database.query<{ n: number }>({ text: inserted })
    expect(ids[0]!.n).toBe(8)
  })

  it('counts all records, those of tables that are copied side by side as well', detail, async () => {
    for (const table of ['location', 'customer', 'item']) {
      const text = `INSERT INTO "default".${table} ("name") SELECT 'many ' || n FROM generate_series(1, 5000) n`
      await database.query({ text })
    }
    const counts = [
      'location',
      'customer',
      'item',
      'demand',
      'calendar',
      'calendarbucket',
      'changeset',
      'changelog',
      'lineage',
      'planreference',
      'schema_migration',
    ]
      .map((table) => `(SELECT count(*) FROM "default".${table})`)
      .join(' + ')
    expect((await copy()).rows).toBe(await numberOf(counts))
  })

  it('takes along the key figures of the plan, once, and not those of other plans', detail, async () => {
    await database.query({ text: planWith(7, 3) })
    await copy()
    const figures = async (): Promise<unknown> =>
      (
        await database.query({
          text: `SELECT "changeset"::integer AS "changeset", "created"::text AS "created",
              ("figures"->'late')::integer AS "late"
            FROM control."planhistory" WHERE "scenario" = 'scenario2' ORDER BY "id"`,
        })
      ).rows
    // The data has no stored plan.
    expect(await figures()).toEqual([])
    await database.query({
      text: `INSERT INTO "default".storedplan ("changeset", "basis", "created") VALUES (7, 6, '2026-03-02 08:12')`,
    })
    await database.query({ text: planWith(8, 5) })
    await copy({ force: true })
    await copy({ force: true })
    expect(await figures()).toEqual([{ changeset: 7, created: '2026-03-02 08:12:00', late: 3 }])
  })

  it('takes the change log along and notes where it comes from', async () => {
    await copy()
    const { rows } = await database.query({
      text: 'SELECT "id", "channel", "origin" FROM scenario2.changeset ORDER BY "id"',
    })
    expect(rows).toEqual([
      { id: 1, channel: 'api', origin: null },
      { id: 2, channel: 'api', origin: null },
      { id: 3, channel: 'api', origin: null },
      { id: 4, channel: 'task', origin: 'scenario_copy default' },
    ])
  })

  it('is open to whoever made it and to the superusers of the source, with their rights', async () => {
    await database.query({
      text: `INSERT INTO control."user" ("id", "username") VALUES (1, 'root'), (2, 'copier'), (3, 'other'), (4, 'gone')`,
    })
    await database.query({
      text: `INSERT INTO control."membership" ("user", "scenario", "is_superuser", "is_active") VALUES
        (1, 'default', true, true), (2, 'default', false, true), (3, 'default', false, true),
        (4, 'default', true, false), (3, 'scenario2', true, true)`,
    })
    await database.query({
      text: `INSERT INTO control."membershippermission" VALUES (2, 'default', 'input.view_item'), (3, 'default', 'input.view_item')`,
    })
    await copy({ user: 2 })
    // Also if the destination is in use, and others have been given access.
    await database.query({
      text: `INSERT INTO control."membership" ("user", "scenario", "is_active") VALUES (3, 'scenario2', true)`,
    })
    await copy({ user: 2, force: true })
    const members = `SELECT "user", "is_superuser" FROM control."membership" WHERE "scenario" = 'scenario2' ORDER BY 1`
    expect((await database.query({ text: members })).rows).toEqual([
      { user: 1, is_superuser: true },
      { user: 2, is_superuser: false },
    ])
    const rights = `SELECT "user", "permission" FROM control."membershippermission" WHERE "scenario" = 'scenario2'`
    expect((await database.query({ text: rights })).rows).toEqual([
      { user: 2, permission: 'input.view_item' },
    ])
  })

  it('over a scenario in use replaces it, and keeps its label', async () => {
    const { description } = (await scenario('scenario1'))!
    await database.query({ text: `INSERT INTO scenario1.item ("name") VALUES ('old')` })
    await copy({ destination: 'scenario1', force: true })
    expect(await fingerprint(database, 'scenario1')).toBe(await fingerprint(database, 'default'))
    expect(await scenario('scenario1')).toMatchObject({ status: 'In use', description })
  })

  it('that is canceled or fails leaves the destination as it was', async () => {
    await database.query({ text: `INSERT INTO scenario1.item ("name") VALUES ('old')` })
    const before = await fingerprint(database, 'scenario1')
    const abort = new AbortController()
    const stopped = copyScenario(
      scenarioWork(database, { signal: abort.signal, progress: () => abort.abort() }),
      { source: 'default', destination: 'scenario1', force: true, user: null },
    )
    await expect(stopped).rejects.toMatchObject({ code: 'canceled' })
    expect(await scenario('scenario1')).toMatchObject({ status: 'In use' })
    expect(await fingerprint(database, 'scenario1')).toBe(before)
    // Connections are closed during the copy, as in a shutdown of the server.
    const failed = await whileItWaits(copy, () =>
      database.query({ text: `SELECT pg_terminate_backend(pid) ${waitingForLock}` }),
    )
    expect(failed).toMatchObject({ code: 'database_unavailable' })
    await cleanupScenarios(scenarioWork(database))
    expect(await scenario('scenario2')).toMatchObject({ status: 'Free', hasSchema: false })
  })

  it('waits for a write that has its number in the change log, which stays unique', async () => {
    const context = createTestContext(database, { scenario: 'scenario1' })
    const waits = Promise.withResolvers<void>()
    const progress = (_fraction: number, step: string): void => {
      if (step.startsWith('Waiting for a moment')) waits.resolve()
    }
    let copying: Promise<unknown> | undefined
    await writeInTransaction(context, { dryRun: false, attempts: 1 }, async ({ client, changes }) => {
      copying = copyScenario(scenarioWork(database, { progress }), {
        source: 'default',
        destination: 'scenario1',
        force: true,
        user: null,
      })
      await Promise.race([waits.promise, copying])
      await client.query(`INSERT INTO scenario1.item ("name") VALUES ('written meanwhile')`)
      changes.count('input.item', { created: 1 })
    })
    await copying
    expect(await fingerprint(database, 'scenario1')).toBe(await fingerprint(database, 'default'))
  })

  it('can be released and made again', detail, async () => {
    await copy()
    await releaseScenario(scenarioWork(database), 'scenario2')
    expect(await scenario('scenario2')).toMatchObject({ status: 'Free', hasSchema: false })
    await copy()
    expect(await scenario('scenario2')).toMatchObject({ status: 'In use', hasSchema: true })
  })
})

describe('while 20 clients write to the source and others read the destination', () => {
  it('a copy is one consistent snapshot, and readers see the old or the new content', async () => {
    await fillScenario(database, 'scenario1', 50)
    await database.query({ text: 'CREATE TABLE public.ledger ("n" integer)' })
    const over = new AbortController()
    let written = 0
    // Every transaction writes the same number of rows to two tables, so a snapshot has equal counts.
    const writers = Array.from({ length: 20 }, async (_, client) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const name = `w ${client} ${turn}`
        await database.withTransaction(async (connection) => {
          await connection.query('INSERT INTO "default".item ("name") VALUES ($1)', [name])
          await connection.query(
            `INSERT INTO "default".demand ("name", "item", "quantity", "due") VALUES ($1, $1, 1, '2026-01-01')`,
            [name],
          )
        })
        written += 1
      }
    })
    const seen = new Set<string>()
    let [reads, late] = [0, 0]
    const readers = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) {
        const read = database.withTransaction(async (reader) => {
          // The limit is 100 ms, the rest allows for a busy machine, on which a few readers still wait longer.
          await reader.query('SET LOCAL lock_timeout TO 250')
          return reader.query<{ items: number; demands: number }>({
            name: 'both',
            text: `SELECT (SELECT count(*) FROM scenario1.item) AS "items", (SELECT count(*) FROM scenario1.demand) AS "demands"`,
          })
        })
        const rows = await read.then(
          (answer) => answer.rows,
          (error: unknown) => {
            if (!isLockTimeout(error)) throw error
            return []
          },
        )
        if (rows[0] === undefined) late += 1
        else seen.add(`${rows[0].demands - rows[0].items}`)
        reads += 1
      }
    })
    for (let turn = 0; turn < 3; turn += 1) {
      const before = written
      await copy({ destination: 'scenario1', force: true })
      expect(written).toBeGreaterThan(before)
      expect(await numberOf(`SELECT count(*) FROM scenario1.item WHERE "name" LIKE 'w %'`)).toBe(
        await numberOf(`SELECT count(*) FROM scenario1.demand WHERE "name" LIKE 'w %'`),
      )
    }
    over.abort()
    await Promise.all([...writers, ...readers])
    // Before the swap there are 50 demands and 10 items, afterward 100 demands and the 10 items of the source.
    expect([...seen].toSorted()).toEqual(['40', '90'])
    expect(late).toBeLessThan(reads / 5)
  })
})
