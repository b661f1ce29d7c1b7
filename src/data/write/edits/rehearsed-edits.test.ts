/** Tests that edits of a dry run in one statement have the results of the normal path. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { write } from '../../../../test/support/records.ts'
import { requireEntity } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'
import { writeInTransaction } from '../write-in-transaction.ts'
import { applyEdits, type EditAction, FaultyEdits } from './apply-edits.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  await write(context, 'input.location', [{ name: 'plant' }])
  await write(context, 'input.item', [{ name: 'chair', cost: 3 }, { name: 'table' }])
  await write(context, 'input.demand', [
    { name: 'first order', item: 'chair', location: 'plant', quantity: 5, due: '2026-01-05T00:00:00' },
    { name: 'second', item: 'table', location: 'plant', quantity: 1, due: '2026-01-06T00:00:00' },
  ])
  await write(context, 'input.calendar', [{ name: 'shifts' }])
})
afterAll(() => test[Symbol.asyncDispose]())

interface Edit {
  readonly entity: string
  readonly action: EditAction
  readonly key?: string
  readonly fields: Readonly<Record<string, unknown>>
}

const isStaged = (call: readonly unknown[]): boolean => String(call[0]).includes('_stage')

/** Returns what a dry run of edits did and how many staging tables it used. */
async function rehearse(edits: readonly Edit[], mayUseOneStatement: boolean) {
  const records = edits.map((edit) => ({ ...edit, entity: requireEntity(context.model, edit.entity) }))
  let staged = 0
  const result = await writeInTransaction(
    context,
    { dryRun: true, mayUseOneStatement, attempts: 1 },
    async (open) => {
      const query = vi.spyOn(open.client, 'query')
      try {
        const { keys } = await applyEdits(open, context, records)
        return { keys, counts: [...open.changes.counts()], rows: await rowsOf(open.client) }
      } catch (error) {
        if (error instanceof FaultyEdits) return { faults: error.faults }
        throw error
      } finally {
        staged = query.mock.calls.filter(isStaged).length
        query.mockRestore()
      }
    },
  )
  return { result, staged }
}

/** Returns all records that the edits of these tests may change, without the time of their change. */
async function rowsOf(client: pg.ClientBase): Promise<unknown> {
  const texts = ['demand', 'item', 'calendar'].map(
    (table) => `SELECT to_jsonb(t) - 'lastmodified' AS "row" FROM "default"."${table}" t`,
  )
  return (await client.query(`${texts.join(' UNION ALL ')} ORDER BY 1`)).rows
}

const change = (key: string, fields: object, entity = 'input.demand'): Edit => ({
  entity,
  action: 'update',
  key,
  fields: { ...fields },
})
const create = (fields: object, entity = 'input.demand'): Edit => ({
  entity,
  action: 'create',
  fields: { ...fields },
})

const cases: readonly (readonly [string, readonly Edit[], 'one statement' | 'normal path'])[] = [
  ['a new record', [create({ name: 'new one', item: 'chair', quantity: '3.5' })], 'one statement'],
  ['a change', [change('first order', { quantity: 7, due: '2026-02-01' })], 'one statement'],
  ['a change of nothing', [change('first order', { quantity: 5 })], 'one statement'],
  [
    'changes of several records',
    [change('second', { priority: 3 }), change('first order', { priority: 4 })],
    'one statement',
  ],
  [
    'changes of several entities',
    [change('shifts', { defaultvalue: 2 }, 'input.calendar'), change('first order', { item: null })],
    'one statement',
  ],
  [
    'the same record twice',
    [change('second', { priority: 3 }), change('second', { priority: 4 })],
    'one statement',
  ],
  [
    'a change, and then one that is refused',
    [change('second', { priority: 3 }), change('first order', { location: 'nowhere' })],
    'normal path',
  ],
  [
    'a deletion, and then a new record with the same name',
    [
      { entity: 'input.demand', action: 'delete', key: 'second', fields: {} },
      create({ name: 'second', item: 'chair' }),
    ],
    'one statement',
  ],
  ['a record that exists', [create({ name: 'second', quantity: 1 })], 'normal path'],
  ['a record that does not exist', [change('third', { quantity: 1 })], 'normal path'],
  ['a reference to nothing', [change('second', { item: 'sofa' })], 'normal path'],
  ['a value of the wrong type', [change('second', { quantity: 'many' })], 'normal path'],
  ['an unknown field', [change('second', { colour: 'red' })], 'normal path'],
  ['two new records', [create({ name: 'x' }), create({ name: 'y' })], 'normal path'],
]

describe('edits that are only tried', () => {
  it.each(cases)('have the same result in one statement: %s', async (_, edits, path) => {
    const normal = await rehearse(edits, false)
    const quick = await rehearse(edits, true)
    expect(quick.result).toEqual(normal.result)
    expect(quick.staged > 0).toBe(path === 'normal path')
  })

  it('use the normal path for records with numbers as their keys', async () => {
    const { staged } = await rehearse(
      [create({ calendar: 'shifts', value: 1 }, 'input.calendarbucket')],
      true,
    )
    expect(staged).toBeGreaterThan(0)
  })

  it('leave nothing behind', async () => {
    const before = await test.database.withClient(rowsOf)
    for (const [, edits] of cases) await rehearse(edits, true)
    expect(await test.database.withClient(rowsOf)).toEqual(before)
  })
})
