import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { deleteWhere, rowsOf, withoutTransactions, write } from '../../../test/support/records.ts'
import { requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { deleteRecords } from './delete-records.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
})
afterAll(() => test[Symbol.asyncDispose]())

const deleteOne = (entity: string, key: string, more: { dryRun?: boolean; ifMatch?: string } = {}) =>
  deleteRecords(context, requireEntity(context.model, entity), { what: { key }, dryRun: false, ...more })

const rehearseDelete = async (reference: string): Promise<unknown> => {
  const { deleted, cascaded } = await deleteOne('input.manufacturingorder', reference, { dryRun: true })
  return { deleted, cascaded: Object.fromEntries(cascaded) }
}

const names = async (table: string): Promise<readonly unknown[]> =>
  (await rowsOf(context, table, '"name"')).map(({ name }) => name)

describe('deleting by filter', () => {
  it('is refused when it would leave nothing, and on an empty table', async () => {
    await expect(deleteWhere(context, 'input.skill', 'true')).rejects.toMatchObject({
      code: 'delete_all_refused',
    })
    await write(context, 'input.skill', [
      { name: 'a', source: 'x' },
      { name: 'b', source: 'x' },
    ])
    await expect(deleteWhere(context, 'input.skill', 't."source" = $1', ['x'])).rejects.toMatchObject({
      code: 'delete_all_refused',
    })
    expect(await names('skill')).toEqual(['a', 'b'])
  })

  it('deletes what matches and nothing else', async () => {
    await write(context, 'input.skill', [{ name: 'c', source: 'y' }])
    expect(await deleteWhere(context, 'input.skill', 't."source" = $1', ['x'])).toBe(2)
    expect(await deleteWhere(context, 'input.skill', 't."source" = $1', ['x'])).toBe(0)
    expect(await names('skill')).toEqual(['c'])
  })

  it('by several at once never empties the table', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      name: `row ${index}`,
      source: `half ${index % 2}`,
    }))
    await write(context, 'input.setupmatrix', rows)
    const attempts = await Promise.allSettled(
      [0, 1, 0, 1].map((half) =>
        deleteWhere(context, 'input.setupmatrix', 't."source" = $1', [`half ${half}`]),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect((await names('setupmatrix')).length).toBe(20)
  })

  it('counts only the orders of its type', async () => {
    await write(context, 'input.item', [{ name: 'part' }])
    await write(context, 'input.purchaseorder', [{ reference: 'PO 1', item: 'part' }])
    await write(context, 'input.distributionorder', [{ reference: 'DO 1', item: 'part' }])
    await expect(deleteWhere(context, 'input.purchaseorder', 'true')).rejects.toMatchObject({
      code: 'delete_all_refused',
    })
    expect(await deleteWhere(context, 'input.operationplan', `t."type" = 'PO'`)).toBe(1)
  })
})

describe('deleting one record', () => {
  it('is not found when it does not exist', async () => {
    await expect(deleteOne('input.skill', 'unknown')).rejects.toMatchObject({ code: 'not_found' })
    await expect(deleteOne('input.calendarbucket', 'no number')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('may be the last of its table', async () => {
    await deleteOne('input.skill', 'c')
    expect(await names('skill')).toEqual([])
  })

  it('is one statement if no other record refers to it', async () => {
    await write(context, 'input.skill', [{ name: 'short' }])
    const alone: DataContext = { ...context, home: withoutTransactions(context.home) }
    const skill = requireEntity(context.model, 'input.skill')
    const { deleted, changeset } = await deleteRecords(alone, skill, {
      what: { key: 'short' },
      dryRun: false,
    })
    expect(deleted).toBe(1)
    const [counted] = await rowsOf(context, 'changesetentity', '"changeset" DESC')
    expect(counted).toMatchObject({ changeset, entity: 'input.skill', created: 0, updated: 0, deleted: 1 })
  })

  it('can be rehearsed', async () => {
    await write(context, 'input.skill', [{ name: 'rehearsed' }])
    expect(await deleteOne('input.skill', 'rehearsed', { dryRun: true })).toMatchObject({ deleted: 1 })
    expect(await names('skill')).toEqual(['rehearsed'])
  })
})

describe('what refers to a deleted record', () => {
  it('goes with it, or loses the reference, as the model says', async () => {
    await write(context, 'input.item', [{ name: 'family' }, { name: 'product', owner: 'family' }])
    await write(context, 'input.calendar', [{ name: 'hours' }])
    await write(context, 'input.location', [{ name: 'works', available: 'hours' }])
    await write(context, 'input.operation', [{ name: 'make product', item: 'product', location: 'works' }])
    await write(context, 'input.demand', [
      { name: 'explicit', item: 'part', operation: 'make product' },
      { name: 'implied', item: 'product' },
    ])
    await write(context, 'input.manufacturingorder', [{ reference: 'M 1', operation: 'make product' }])
    await write(context, 'input.workorder', [
      { reference: 'W 1', owner: 'M 1' },
      { reference: 'W 2', owner: 'M 1' },
    ])
    await deleteOne('input.item', 'family')
    expect((await rowsOf(context, 'item', '"name"')).find(({ name }) => name === 'product')).toMatchObject({
      owner: null,
    })
    await deleteOne('input.calendar', 'hours')
    expect((await rowsOf(context, 'location', '"name"'))[0]).toMatchObject({ name: 'works', available: null })
    const { cascaded } = await deleteOne('input.item', 'product')
    expect(Object.fromEntries(cascaded)).toEqual({
      'input.operation': 1,
      'input.demand': 1,
      'input.operationplan': 3,
    })
    expect(
      (await rowsOf(context, 'demand', '"name"')).map(({ name, operation }) => [name, operation]),
    ).toEqual([['explicit', null]])
  })

  it('is counted in the table of the record, too: the work orders of a manufacturing order', async () => {
    await write(context, 'input.operation', [{ name: 'make part', item: 'part', location: 'works' }])
    await write(context, 'input.manufacturingorder', [
      { reference: 'M 2', operation: 'make part' },
      { reference: 'M 3', operation: 'make part' },
    ])
    await write(context, 'input.workorder', [
      { reference: 'W 3', owner: 'M 2' },
      { reference: 'W 4', owner: 'M 2' },
    ])
    expect(await rehearseDelete('M 2')).toEqual({ deleted: 1, cascaded: { 'input.operationplan': 2 } })
    expect(await rehearseDelete('M 3')).toEqual({ deleted: 1, cascaded: {} })
  })

  it('cannot be added while the record goes', async () => {
    await write(context, 'input.customer', [{ name: 'leaving' }, { name: 'staying' }])
    const outcomes = await Promise.allSettled([
      deleteOne('input.customer', 'leaving'),
      ...Array.from({ length: 20 }, (_, index) =>
        write(context, 'input.demand', [{ name: `race ${index}`, customer: 'leaving' }], {
          createMissing: [],
        }),
      ),
    ])
    expect(outcomes[0]).toMatchObject({ status: 'fulfilled' })
    const left = await rowsOf(context, 'demand', '"name"')
    expect(left.filter(({ customer }) => customer === 'leaving')).toEqual([])
  })
})

describe('the change log of a delete', () => {
  it('keeps what the record held', async () => {
    await write(context, 'input.customer', [{ name: 'remembered', category: 'retail' }])
    await deleteOne('input.customer', 'remembered')
    const changes = await rowsOf(context, 'change', '"changeset" DESC')
    const last = changes.find(({ key }) => key === 'remembered')
    expect(last).toMatchObject({ action: 'delete' })
    expect(JSON.parse(String(last!['changes']))).toMatchObject({ name: 'remembered', category: 'retail' })
  })

  it('keeps thousands of records in blocks, also if the statistics know nothing of them', async () => {
    await context.home.query({ text: `ANALYZE "default"."customer"` })
    const rows = Array.from({ length: 4_000 }, (_, index) => ({ name: `many ${index}`, source: 'many' }))
    await write(context, 'input.customer', rows, { returning: 'counts' })
    expect(await deleteWhere(context, 'input.customer', `t."source" = 'many'`)).toBe(4_000)
    const changes = await rowsOf(context, 'change', '"changeset"')
    const blocks = changes.filter(({ action, last_key: last }) => action === 'delete' && last !== null)
    const parsed = blocks.map(({ changes: block }): unknown => JSON.parse(String(block)))
    expect(parsed.flatMap((block) => (Array.isArray(block) ? block.slice(1) : []))).toHaveLength(4_000)
    expect(parsed[0]).toEqual(expect.arrayContaining([expect.arrayContaining(['source', 'name'])]))
  })
})
