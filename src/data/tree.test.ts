import { describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase } from '../../test/support/database.ts'
import { buildModel, requireEntity } from '../model/model.ts'
import { isNumberedTree, numberTree } from './tree.ts'
import { writeInTransaction } from './write/write-in-transaction.ts'
import { writeRecords } from './write/write-records.ts'

const request = {
  mode: 'upsert',
  onError: 'abort',
  strict: true,
  createMissing: [],
  dryRun: false,
  returning: 'counts',
  mayAdd: true,
  mayChange: true,
} as const

describe('the numbers of a tree', () => {
  it('exist for entities that keep them, once per table', () => {
    const model = buildModel()
    expect(isNumberedTree(requireEntity(model, 'input.item'))).toBe(true)
    expect(isNumberedTree(requireEntity(model, 'input.calendar'))).toBe(false)
    expect(isNumberedTree(requireEntity(model, 'input.purchaseorder'))).toBe(false)
  })

  it('are those of a nested set, and are written once', async () => {
    await using test = await createTestDatabase()
    const context = createTestContext(test.database)
    const item = requireEntity(context.model, 'input.item')
    const owners = {
      wheel: 'bicycle',
      spoke: 'wheel',
      rim: 'wheel',
      bicycle: null,
      frame: 'bicycle',
      apron: null,
    }
    const rows = Object.entries(owners).map(([name, owner]) => ({ name, owner }))
    await writeRecords(context, item, { ...request, rows })
    const number = (): Promise<number> =>
      writeInTransaction(context, { dryRun: false, attempts: 1 }, (open) => numberTree(context, open, item))

    expect(await number()).toBe(6)
    const { rows: found } = await test.database.query<{ name: string }>({
      text: 'SELECT "name", "lvl", "lft", "rght" FROM "default"."item" ORDER BY "lft"',
    })
    expect(found).toEqual([
      { name: 'apron', lvl: 0, lft: 1, rght: 2 },
      { name: 'bicycle', lvl: 0, lft: 3, rght: 12 },
      { name: 'frame', lvl: 1, lft: 4, rght: 5 },
      { name: 'wheel', lvl: 1, lft: 6, rght: 11 },
      { name: 'rim', lvl: 2, lft: 7, rght: 8 },
      { name: 'spoke', lvl: 2, lft: 9, rght: 10 },
    ])
    expect(await number()).toBe(0)
  })
})
