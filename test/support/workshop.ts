/** A small shop that assembles bicycles, and the scenario `default` in which each test plans it. */
import { afterEach, beforeEach } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from './database.ts'
import type { ModelRow } from './plans.ts'

export const row = (model: string, fields: ModelRow['fields']): ModelRow => ({
  model: `input.${model}`,
  fields,
})

export const parameter = (name: string, value: string): ModelRow => ({
  model: 'common.parameter',
  fields: { name, value },
})

/** A bicycle that is assembled on a bench from a frame with a purchasing lead time of two weeks. */
export const workshop: readonly ModelRow[] = [
  parameter('currentdate', '2026-01-05'),
  row('location', { name: 'Shop' }),
  row('supplier', { name: 'Frames Inc' }),
  row('item', { name: 'Bicycle', cost: 500 }),
  row('item', { name: 'Frame', cost: 100 }),
  row('resource', { name: 'Bench', maximum: 1 }),
  row('operation', {
    name: 'Assemble',
    type: 'time_per',
    item: 'Bicycle',
    location: 'Shop',
    duration_per: '12:00:00',
  }),
  row('operationmaterial', { operation: 'Assemble', item: 'Bicycle', quantity: 1, type: 'end' }),
  row('operationmaterial', { operation: 'Assemble', item: 'Frame', quantity: -1 }),
  row('operationresource', { operation: 'Assemble', resource: 'Bench', quantity: 1 }),
  row('itemsupplier', { item: 'Frame', supplier: 'Frames Inc', location: 'Shop', leadtime: '14 00:00:00' }),
  row('buffer', { item: 'Frame', location: 'Shop', onhand: 4 }),
  row('buffer', { item: 'Bicycle', location: 'Shop', onhand: 0 }),
  row('demand', {
    name: 'Soon',
    item: 'Bicycle',
    location: 'Shop',
    quantity: 10,
    due: '2026-01-12',
    minshipment: 10,
  }),
  row('demand', { name: 'Later', item: 'Bicycle', location: 'Shop', quantity: 2, due: '2026-02-20' }),
]

export interface Bench {
  readonly test: () => TestDatabase
  readonly context: () => DataContext
  /** Returns the rows of a statement. */
  readonly query: (
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** Creates a database for each test of a file, without data. */
export function openBench(): Bench {
  let test: TestDatabase
  let context: DataContext

  beforeEach(async () => {
    test = await createTestDatabase()
    context = createTestContext(test.database, {
      actor: { userId: null, channel: 'task', origin: 'runplan' },
    })
  })
  afterEach(() => test[Symbol.asyncDispose]())
  return {
    test: () => test,
    context: () => context,
    query: async (text, values = []) => {
      const { rows } = await test.database.query<Record<string, unknown>>({ text, values })
      return rows
    },
  }
}
