import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { createTestFolder } from '../../../../test/support/folder-import.ts'
import { type JsonRecord, rowsOf, write } from '../../../../test/support/records.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import { requireEntity } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'

let test: TestDatabase
let context: DataContext

const rest: Readonly<Record<string, JsonRecord>> = {
  'common.bucketdetail': { bucket: 'week', name: '26 W01' },
  'input.calendarbucket': { calendar: 'shifts' },
  'input.resourceskill': { resource: 'saw', skill: 'sawing' },
  'input.operation': { name: 'cut', location: 'depot' },
  'input.suboperation': { operation: 'cut', suboperation: 'cut finely' },
  'input.operationmaterial': { operation: 'cut', item: 'board', quantity: 1 },
  'input.operationresource': { operation: 'cut', resource: 'saw' },
  'input.itemsupplier': { item: 'board', supplier: 'Steel' },
  'input.itemdistribution': { item: 'board', origin: 'depot', location: 'shop' },
}

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  await write(context, 'common.bucket', [{ name: 'week', level: 2 }])
  for (const [model, name] of [
    ['calendar', 'shifts'],
    ['resource', 'saw'],
    ['skill', 'sawing'],
    ['item', 'board'],
    ['supplier', 'Steel'],
    ['location', 'depot'],
    ['location', 'shop'],
  ] as const)
    await write(context, `input.${model}`, [{ name }])
  await write(context, 'input.operation', [
    { name: 'cut', location: 'depot' },
    { name: 'cut finely', location: 'depot' },
  ])
})
afterAll(() => test[Symbol.asyncDispose]())

const faultsOf = async (entity: string, records: readonly JsonRecord[]): Promise<readonly unknown[]> => {
  const error = await write(context, entity, records).catch((fault: unknown) => fault)
  if (!(error instanceof ServiceError)) return []
  const single = error.fields === undefined ? [] : [error.fields]
  return [...(error.records?.byIndex.values() ?? []), ...single]
}

const dates = ({ period }: Entity, start: string, end: string): JsonRecord =>
  period === undefined ? {} : { [period.start]: start, [period.end]: end }

describe('a record that ends before it starts', () => {
  it.each(Object.keys(rest))('is refused by %s, with both fields, alone and among others', async (name) => {
    const entity = requireEntity(context.model, name)
    const { start: startfield = '', end: endfield = '' } = entity.period ?? {}
    const reversed = { ...rest[name], ...dates(entity, '2026-03-02', '2026-03-01') }
    const params = { startfield, endfield, start: '2026-03-02 00:00:00', end: '2026-03-01 00:00:00' }
    const fault = { [endfield]: [{ code: 'period_reversed', params }] }
    expect(await faultsOf(name, [reversed])).toEqual([fault])
    const other = { ...rest[name], ...dates(entity, '2026-04-01', '2026-04-01') }
    expect(await faultsOf(name, [other, reversed])).toEqual([fault])
    await write(context, name, [other])
  })

  it('is refused when a change makes it so, and accepted when it is without a bound', async () => {
    const item = { item: 'board', supplier: 'Steel', effective_start: '2032-01-01' }
    await write(context, 'input.itemsupplier', [item])
    expect(await faultsOf('input.itemsupplier', [{ ...item, effective_end: '2031-01-01' }])).toMatchObject([
      { effective_end: [{ code: 'period_reversed' }] },
    ])
    await write(context, 'input.itemsupplier', [{ ...item, effective_end: '2033-01-01' }])
    await write(context, 'input.operation', [{ name: 'cut finely', effective_end: '2026-06-01' }])
    expect(
      await faultsOf('input.operation', [{ name: 'cut finely', effective_start: '2026-07-01' }]),
    ).toMatchObject([{ effective_start: [{ code: 'period_reversed' }] }])
  })

  it('since before it was checked can be changed otherwise', async () => {
    await write(context, 'input.operation', [{ name: 'old', location: 'depot' }])
    await context.home.query({
      text: `UPDATE "default"."operation" SET "effective_start" = '2026-03-02', "effective_end" = '2026-03-01'
        WHERE "name" = 'old'`,
    })
    await write(context, 'input.operation', [{ name: 'old', category: 'x' }])
    // As in a file that was exported before.
    const known = { name: 'old', effective_start: '2026-03-02', effective_end: '2026-03-01' }
    await write(context, 'input.operation', [known])
    expect(await faultsOf('input.operation', [{ ...known, effective_end: '2026-02-28' }])).toHaveLength(1)
    expect(await rowsOf(context, 'operation', '"name"')).toContainEqual(
      expect.objectContaining({ name: 'old', category: 'x' }),
    )
  })

  it('is rejected in files of every format', async () => {
    await using folder = await createTestFolder(context)
    const rows = Array.from({ length: 20_000 }, (_, row) => `op ${row},depot,2026-03-01,2026-03-02`)
    const header = 'name,location,effective_start,effective_end'
    await folder.put('operation.cpy', [header, ...rows, 'bad,depot,2026-03-02,2026-03-01', ''].join('\n'))
    await folder.put(
      'itemsupplier.csv',
      'item,supplier,effective_start,effective_end\nboard,Steel,2026-03-02,2026-03-01\n',
    )
    const { log } = await folder.import()
    expect(log).toEqual([
      expect.stringMatching(
        /^! operation\.cpy is refused: .*"effective_end", 2026-03-01 00:00:00, lies before "effective_start", 2026-03-02 00:00:00/,
      ),
      '! itemsupplier.csv, line 2, effective_end "2026-03-01": The field "effective_end", 2026-03-01 00:00:00, lies before "effective_start", 2026-03-02 00:00:00. Correct one of them.',
      expect.stringContaining('are in errors/itemsupplier.errors.csv'),
      'itemsupplier.csv: 0 created, 0 updated, 0 unchanged, 1 rejected',
    ])
  })
})
