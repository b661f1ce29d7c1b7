/** Tests that concurrent writes of single records share transactions, and that none notices the others. */
import { DatabaseError, Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { rowsOf, write } from '../../../test/support/records.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { connectDatabase } from '../../database/connect.ts'
import { requireEntity } from '../../model/model.ts'
import { withDirectAddress } from '../../settings/database-address.ts'
import type { DataContext } from '../context.ts'
import { deleteRecords } from './delete-records.ts'
import { writeTogether } from './joint-writes.ts'
import type { DeleteResult, WriteResult } from './request.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  await write(context, 'input.customer', [{ name: 'shop' }])
})
afterAll(() => test[Symbol.asyncDispose]())
beforeEach(async () => {
  await test.database.query({ text: `DELETE FROM "default"."demand"` })
  await test.database.query({ text: `DELETE FROM "default"."changeset"` })
  await test.database.query({ text: `TRUNCATE "default"."change"` })
})

const order = (name: string, fields: object = {}, own: DataContext = context): Promise<WriteResult> =>
  write(own, 'input.demand', [{ name, customer: 'shop', ...fields }])

/** Returns what the log says of each change: its author, record and counts, and its transaction. */
async function logged() {
  const { rows } = await test.database.query<{
    user: string
    key: string
    action: string
    created: number
    updated: number
    transaction: string
  }>({
    text: `SELECT s."user"::text AS "user", c."key", c."action", e."created", e."updated",
        s."transaction"::text AS "transaction"
      FROM "default"."changeset" s JOIN "default"."changesetentity" e ON e."changeset" = s."id"
      JOIN "default"."change" c ON c."changeset" = s."id" ORDER BY s."id"`,
  })
  return rows
}

const names = Array.from({ length: 8 }, (_, index) => `order ${index}`)

it('writes that arrive together share a transaction, each with its own change set', async () => {
  const results = await Promise.all(
    names.map((name, index) =>
      order(name, { quantity: index }, { ...context, actor: { userId: index, channel: 'api' } }),
    ),
  )
  const records = results.map(({ records: [record] }): unknown => JSON.parse(record!))
  expect(records).toMatchObject(names.map((name, index) => ({ name, quantity: index })))
  const log = await logged()
  expect(log.map(({ user, key, action, created }) => [user, key, action, created])).toEqual(
    names.map((name, index) => [String(index), name, 'add', 1]),
  )
  expect(new Set(log.map(({ transaction }) => transaction)).size).toBe(1)
})

it('a change and an addition of others go together, and an unchanged record is not logged', async () => {
  await order('known')
  const results = await Promise.all([
    order('known', { quantity: 3 }),
    order('new'),
    order('new twin', { quantity: 1 }),
  ])
  expect(results.map(({ created, updated }) => [created, updated])).toEqual([
    [0, 1],
    [1, 0],
    [1, 0],
  ])
  const again = await Promise.all([order('known', { quantity: 3 }), order('new')])
  expect(again.map(({ unchanged }) => unchanged)).toEqual([1, 1])
  expect((await logged()).map(({ key, action }) => [key, action])).toEqual([
    ['known', 'add'],
    ['new', 'add'],
    ['new twin', 'add'],
    ['known', 'change'],
  ])
})

it('records are deleted together, and one that others refer to by the normal path', async () => {
  await Promise.all(names.map((name) => write(context, 'input.customer', [{ name }])))
  await order('refers', { customer: names[0] })
  const customers = requireEntity(context.model, 'input.customer')
  const remove = (key: string): Promise<DeleteResult> =>
    deleteRecords(context, customers, { what: { key }, dryRun: false })
  const results = await Promise.all(names.slice(2).map(remove))
  expect(results.map(({ deleted }) => deleted)).toEqual(names.slice(2).map(() => 1))
  const log = (await logged()).filter(({ action }) => action === 'delete')
  expect(log.map(({ key }) => key)).toEqual(names.slice(2))
  expect(new Set(log.map(({ transaction }) => transaction)).size).toBe(1)
  const others = await Promise.all(names.slice(0, 2).map(remove))
  expect(others.map(({ deleted, cascaded }) => deleted + cascaded.size)).toEqual([2, 1])
  expect((await rowsOf(context, 'customer', 'name')).map(({ name }) => name)).toEqual(['shop'])
})

it('a refused record does not refuse the others', async () => {
  const writes = names.map((name, index) => order(name, index === 3 ? { operation: 'unknown' } : {}))
  const results = await Promise.allSettled(writes)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(1)
  const [error] = refused
  expect(error instanceof ServiceError && error.records?.byIndex.get(0)).toMatchObject({
    operation: [{ code: 'invalid_reference' }],
  })
  const stored = await rowsOf(context, 'demand', 'name')
  expect(stored.map(({ name }) => name)).toEqual(names.filter((_, index) => index !== 3))
})

it('writes of the same record are in transactions of their own', async () => {
  const results = await Promise.all([0, 1, 2, 3].map((quantity) => order('same', { quantity })))
  expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(1)
  const log = await logged()
  expect(log.map(({ action }) => action)).toEqual(['add', 'change', 'change', 'change'])
  expect(new Set(log.map(({ transaction }) => transaction)).size).toBe(4)
})

it('a record that another transaction has locked does not hold up the others', async () => {
  await order('locked')
  let waiting: Promise<WriteResult> | undefined
  await test.database.withTransaction(async (client) => {
    await client.query(`UPDATE "default"."demand" SET "quantity" = 9 WHERE "name" = 'locked'`)
    waiting = order('locked', { quantity: 4 })
    const others = await Promise.all(names.map((name) => order(name)))
    expect(others.map(({ created }) => created)).toEqual(names.map(() => 1))
    // Writes that arrive while it waits are not delayed, either.
    expect((await order('late')).created).toBe(1)
  })
  expect((await waiting!).updated).toBe(1)
  const [locked] = await rowsOf(context, 'demand', `"name" = 'locked' DESC`)
  expect(locked).toMatchObject({ name: 'locked', quantity: 4 })
})

it('writes go together through a pooler, which keeps no prepared statements', async () => {
  const url = withDirectAddress(test.url, test.url)
  const pooled = connectDatabase({ url, timeZone: 'UTC', poolSize: 3, applicationName: 'test' })
  const through = { ...context, home: pooled }
  await Promise.all(names.map((name, index) => order(name, { quantity: index }, through)))
  const stored = await rowsOf(context, 'demand', 'name')
  expect(stored.map(({ quantity }) => quantity)).toEqual(names.map((_, index) => index))
  const log = await logged()
  expect(log.map(({ key }) => key)).toEqual(names)
  expect(new Set(log.map(({ transaction }) => transaction)).size).toBe(1)
  await pooled.close()
})

it('a write whose request has ended is not executed with the others', async () => {
  const ended = AbortSignal.abort(new Error('gone'))
  const [own, other] = await Promise.allSettled([
    order('abandoned', {}, { ...context, signal: ended }),
    order('wanted'),
  ])
  expect(own).toMatchObject({ status: 'rejected', reason: { code: 'canceled' } })
  expect(other.status).toBe('fulfilled')
  expect((await rowsOf(context, 'demand', 'name')).map(({ name }) => name)).toEqual(['wanted'])
})

it('nothing is executed again after the connection was lost, because it may be stored', async () => {
  const withClient = vi.fn<() => Promise<never>>(() =>
    Promise.reject(new ServiceError('database_unavailable')),
  )
  const lost = { ...test.database, pool: new Pool(), withClient }
  const results = await Promise.allSettled(names.map((name) => order(name, {}, { ...context, home: lost })))
  expect(results).toMatchObject(
    names.map(() => ({ status: 'rejected', reason: { code: 'database_unavailable' } })),
  )
  expect(withClient).toHaveBeenCalledTimes(1)
})

/** Number of statements that the connections of a database have prepared, by text. */
const preparedTexts = async (database: TestDatabase['database']): Promise<readonly number[]> => {
  const { rows } = await database.query<{ count: number }>({
    text: `SELECT count(*)::integer AS "count" FROM pg_prepared_statements WHERE "statement" LIKE 'WITH%'
      GROUP BY "statement"`,
  })
  return rows.map(({ count }) => count)
}

it('the same text is prepared once for all writes of a transaction', async () => {
  const alone = connectDatabase({ url: test.url, timeZone: 'UTC', poolSize: 1, applicationName: 'test' })
  const own = { ...context, home: alone }
  for (const turn of [0, 1, 2])
    await Promise.all(names.map((name, index) => order(name, { quantity: index + turn }, own)))
  const counts = await preparedTexts(alone)
  expect(counts.length).toBeGreaterThan(0)
  expect(counts).toEqual(counts.map(() => 1))
  await alone.close()
})

it('statements that are too long for a name do not take the values of each other', async () => {
  const texts = ['first', 'second', 'third'].map((value) => ({
    // Different texts, of which none may have a name.
    text: `SELECT $1 || '${value}' -- ${'x'.repeat(200)}`,
    values: [`${value}: `],
    settings: {},
  }))
  const results = await Promise.all(
    texts.map((statement, index) =>
      writeTogether(test.database, { statement, record: String(index), signal: undefined, longest: 100 }),
    ),
  )
  expect(results).toEqual([['first: first'], ['second: second'], ['third: third']])
})

it('nothing is executed again after a server on another machine was lost, because it may be stored', async () => {
  const cause = new DatabaseError('terminating connection due to administrator command', 1, 'error')
  cause.code = '57P01'
  const withClient = vi.fn<() => Promise<never>>(() =>
    Promise.reject(new ServiceError('scenario_server_unavailable', {}, { cause })),
  )
  const lost = { ...test.database, pool: new Pool(), withClient }
  await Promise.allSettled(names.map((name) => order(name, {}, { ...context, home: lost })))
  expect(withClient).toHaveBeenCalledTimes(1)
})
