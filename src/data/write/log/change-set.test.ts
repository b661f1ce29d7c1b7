/** Tests that the change sets of a record are numbered in the order in which its changes were made. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { buildWrite, type JsonRecord, write } from '../../../../test/support/records.ts'
import { until } from '../../../../test/support/wait.ts'
import { requireEntity } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'
import { changeCounter } from '../../etag.ts'
import { recordHistory } from '../../history/record-history.ts'
import { deleteRecords } from '../delete-records.ts'
import { saveEdits } from '../edits/save-edits.ts'
import { writeBatch } from '../write-batch.ts'
import { openChangeSet } from './change-set.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
})
afterAll(() => test[Symbol.asyncDispose]())

const demand = () => requireEntity(context.model, 'input.demand')

/** Changes a demand in an open transaction, as a change set that begins now. */
async function change(client: pg.ClientBase, name: string, quantity: number): Promise<void> {
  const changes = await openChangeSet(client, context)
  const request = buildWrite([{ name, quantity }], { returning: 'counts' })
  await writeBatch(client, context, demand(), request, changes)
  await changes.close(client)
}

/** Returns demands with a quantity. */
const quantities = (names: readonly string[], quantity: number): readonly JsonRecord[] =>
  names.map((name) => ({ name, quantity }))

/** Starts a write that waits for the lock of a record, which is changed by another transaction meanwhile. */
async function overtake<Result>(name: string, waits: () => Promise<Result>): Promise<Result> {
  const begun = await test.database.withTransaction(async (client) => {
    await client.query('SELECT FROM "default"."demand" WHERE "name" = $1 FOR UPDATE', [name])
    const written = waits()
    await until('the other write waits', async () => {
      const { rowCount } = await test.database.query({
        text: `SELECT FROM pg_locks WHERE NOT "granted" AND "locktype" = 'transactionid'
          AND "transactionid" = (SELECT "backend_xid" FROM pg_stat_activity WHERE "pid" = $1)`,
        values: [Object((await client.query('SELECT pg_backend_pid() AS "pid"')).rows[0]).pid],
      })
      return rowCount === 1
    })
    await change(client, name, 2)
    return { written }
  })
  return begun.written
}

/** Returns the history of a demand, oldest first, with the number of each change set. */
async function historyOf(
  name: string,
): Promise<readonly { readonly changeset: number; readonly what: unknown }[]> {
  const { entries } = await recordHistory(context, demand(), name, 50)
  return entries.toReversed().map(({ changeset, action, changes }) => ({
    changeset,
    what: action === 'change' ? Object(changes).quantity : action,
  }))
}

const what = async (name: string): Promise<readonly unknown[]> =>
  (await historyOf(name)).map((entry) => entry.what)

it('a deletion comes after the change that it waited for', async () => {
  await write(context, 'input.demand', [{ name: 'deleted', quantity: 1 }])
  const { changeset } = await overtake('deleted', () =>
    deleteRecords(context, demand(), { what: { key: 'deleted' }, dryRun: false }),
  )
  expect(await what('deleted')).toEqual(['add', [1, 2], 'delete'])
  expect((await historyOf('deleted')).at(-1)?.changeset).toBe(changeset)
})

it('edits come after the change that they waited for, and return their number', async () => {
  await write(context, 'input.demand', [{ name: 'edited', quantity: 1 }])
  const { changeset } = await overtake('edited', () =>
    saveEdits(context, demand(), {
      create: [{ name: 'beside', quantity: 1 }],
      update: [{ name: 'edited', quantity: 3 }],
      delete: [],
      dryRun: false,
      strict: false,
      createMissing: [],
      selectionOf: () => ({ text: 'false', values: [] }),
    }),
  )
  expect(await what('edited')).toEqual(['add', [1, 2], [2, 3]])
  expect((await historyOf('edited')).at(-1)?.changeset).toBe(changeset)
  expect((await historyOf('beside')).at(-1)?.changeset).toBe(changeset)
})

it('a batch in one statement comes after the change that its last record waited for', async () => {
  const names = ['one', 'two', 'zebra']
  await write(context, 'input.demand', quantities(names, 1))
  await overtake('zebra', () => write(context, 'input.demand', quantities(names, 3)))
  expect(await what('zebra')).toEqual(['add', [1, 2], [2, 3]])
  expect(await what('one')).toEqual(['add', [1, 3]])
})

it('a change in blocks comes after the change that one of its records waited for', async () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `many ${index}`)
  await write(context, 'input.demand', quantities(names, 1), { returning: 'counts' })
  await overtake('many 1234', () =>
    write(context, 'input.demand', quantities(names, 3), { returning: 'counts' }),
  )
  expect(await what('many 1234')).toEqual(['add', [1, 2], [2, 3]])
})

it('a change that more change sets have overtaken than change counters contain changes the counter', async () => {
  const counter = async (): Promise<unknown> =>
    (await test.database.query({ text: changeCounter(context, [demand()])! })).rows
  const [before, after] = await test.database.withTransaction(async (client) => {
    const changes = await openChangeSet(client, context)
    await test.database.query({
      text: `WITH "set" AS (INSERT INTO "default"."changeset" ("channel") SELECT 'api' FROM generate_series(1, 1100) RETURNING "id")
        INSERT INTO "default"."changesetentity" ("entity", "changeset", "created", "updated", "deleted")
        SELECT 'input.demand', "id", 0, 1, 0 FROM "set"`,
    })
    const known = await counter()
    const request = buildWrite([{ name: 'overtaken', quantity: 1 }], { returning: 'counts' })
    await writeBatch(client, context, demand(), request, changes)
    await changes.close(client)
    return [known, changes.id]
  })
  expect(await counter()).not.toEqual(before)
  expect(await historyOf('overtaken')).toEqual([{ changeset: after, what: 'add' }])
})
