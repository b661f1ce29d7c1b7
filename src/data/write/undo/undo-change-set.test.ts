/** Tests undoing one change set and several. */
import { describe, expect, it } from 'vitest'
import { deleteWhere, type JsonRecord, write } from '../../../../test/support/records.ts'
import { buildUser } from '../../../../test/support/users.ts'
import { openUndoTrial } from '../../../../test/support/undo-trial.ts'
import { listChangeSets } from '../../history/change-sets.ts'
import { selectChangeSets } from '../../history/select-change-sets.ts'
import { undoChangeSets } from './undo-change-set.ts'

const { context, newest, undoAll, undo, everything, categories } = openUndoTrial()

/** Returns four manufacturing orders, of which all but the last one are proposals. */
const fourOrders = (quantity: number, lastStatus: string): readonly JsonRecord[] =>
  ['M1', 'M2', 'M3', 'M4'].map((reference) => {
    const status = reference === 'M4' ? lastStatus : 'proposed'
    return { reference, operation: 'O', quantity, status }
  })

describe('undoing a change set', () => {
  it('removes what it added, and brings that back when it is undone itself', async () => {
    await write(context(), 'input.customer', [{ name: 'A', category: 'retail' }])
    const added = await newest()
    const before = await everything()
    const undone = await undo(added)
    expect(undone).toMatchObject({ conflictCount: 0, actions: [{ kind: 'remove', records: 1 }] })
    expect((await everything())['input.customer']).toEqual([])
    await undo(undone.changeset!)
    expect(await everything()).toEqual(before)
  })

  it('is shown as undone by the undo that counts, however often it was undone and redone', async () => {
    await write(context(), 'input.customer', [{ name: 'often' }])
    const sets = [await newest()]
    const standing = async (): Promise<unknown> => {
      const entries = await listChangeSets(context(), { entities: ['input.customer'], limit: sets.length })
      return entries.toReversed().map(({ undo: { by } }) => (by === null ? null : sets.indexOf(by)))
    }
    const seen: unknown[] = []
    for (let level = 1; level <= 4; level += 1) {
      sets.push((await undo(sets.at(-1)!)).changeset!)
      seen.push(await standing())
    }
    expect(seen).toEqual([
      [1, null],
      [null, 2, null],
      [1, null, 3, null],
      [null, 2, null, 4, null],
    ])
    await undo(sets[0]!)
  })

  it('names all change sets of hidden authors like unknown ones, before it computes the undo', async () => {
    await write(context(), 'input.customer', [{ name: 'hidden first' }])
    const first = await newest()
    await write(context(), 'input.customer', [{ name: 'hidden second' }])
    const second = await newest()
    const actions: string[] = []
    const rejected = undoChangeSets(context(), {
      changesets: [first, second, 1e12],
      dryRun: false,
      seesAuthor: (author) => author !== null,
      authorize: () => void actions.push('authorized'),
    })
    await expect(rejected).rejects.toMatchObject({
      code: 'unknown_change_set',
      params: { changeset: `${first}, ${second}, 1000000000000` },
    })
    expect(actions).toEqual([])
    await undo(second)
    await undo(first)
  })

  it('gives changed fields their old values back and keeps later changes of others', async () => {
    await write(context(), 'input.customer', [{ name: 'A', category: 'retail', description: 'one' }])
    await write(context(), 'input.customer', [{ name: 'A', category: 'whole' }])
    const changed = await newest()
    await write(context(), 'input.customer', [{ name: 'A', description: 'two' }])
    await undo(changed)
    const [record] = (await everything())['input.customer']!
    expect(record).toContain('"category":"retail"')
    expect(record).toContain('"description":"two"')
  })

  it('restores deleted records with all columns, and what went with them', async () => {
    await write(context(), 'input.item', [
      { name: 'I', cost: 0.1 },
      { name: 'J', owner: 'I' },
    ])
    await write(context(), 'input.location', [{ name: 'L' }])
    await write(context(), 'input.demand', [
      {
        name: 'D',
        item: 'I',
        location: 'L',
        due: '2026-03-01T10:00:00.125',
        quantity: 3,
        maxlateness: '36:00:00',
      },
    ])
    await write(context(), 'input.itemsupplier', [{ item: 'I', supplier: 'S', leadtime: '1 12:00:00.5' }])
    await write(context(), 'input.purchaseorder', [
      {
        reference: 'P',
        item: 'I',
        location: 'L',
        supplier: 'S',
        quantity: 1,
        status: 'confirmed',
        receipt_date: '2026-02-01',
      },
    ])
    const before = await everything()
    await deleteWhere(context(), 'input.item', `t."name" = 'I'`)
    const deleted = await newest()
    expect((await everything())['input.demand']).toEqual([])
    const undone = await undo(deleted)
    expect(undone.conflicts).toEqual([])
    expect(await everything()).toEqual(before)
    await undo(undone.changeset!)
    await undo(await newest())
    expect(await everything()).toEqual(before)
  })

  it('tells which values others have written since, and takes what it is told to', async () => {
    await write(context(), 'input.customer', [
      { name: 'A', category: 'one' },
      { name: 'B', category: 'one' },
    ])
    await write(context(), 'input.customer', [
      { name: 'A', category: 'two' },
      { name: 'B', category: 'two' },
    ])
    const changed = await newest()
    await write(context(), 'input.customer', [{ name: 'A', category: 'three' }])
    const refused = await undo(changed)
    expect(refused).toMatchObject({
      changeset: undefined,
      conflictCount: 1,
      conflicts: [
        {
          entity: 'input.customer',
          key: 'A',
          problem: 'changed',
          fields: { category: { base: 'two', present: 'three', proposed: 'one' } },
        },
      ],
    })
    expect(await categories()).toEqual(['three', 'two'])
    const partly = await undo(changed, { take: 'present' })
    expect(await categories()).toEqual(['three', 'one'])
    await undo(partly.changeset!)
    await undo(changed, { take: 'proposed' })
    expect(await categories()).toEqual(['one', 'one'])
  })

  it('reports no change set if it keeps all that others have written', async () => {
    await write(context(), 'input.customer', [{ name: 'A', category: 'one' }])
    await write(context(), 'input.customer', [{ name: 'A', category: 'two' }])
    const changed = await newest()
    await write(context(), 'input.customer', [{ name: 'A', category: 'three' }])
    const choice = { entity: 'input.customer', key: 'A', field: 'category', take: 'present' } as const
    for (const options of [{ take: 'present' } as const, { choices: [choice] }])
      expect(await undo(changed, options)).toMatchObject({ changeset: undefined, actions: [] })
    expect(await categories()).toEqual(['three'])
  })

  it('names those that refer to a record that it would remove', async () => {
    await write(context(), 'input.item', [{ name: 'I' }])
    const added = await newest()
    await write(context(), 'input.location', [{ name: 'L' }])
    await write(context(), 'input.demand', [{ name: 'D', item: 'I', location: 'L', quantity: 1 }])
    expect(await undo(added)).toMatchObject({
      conflicts: [
        {
          entity: 'input.item',
          key: 'I',
          problem: 'referenced',
          records: [{ entity: 'input.demand', key: 'D' }],
        },
      ],
    })
    // Conflicts that cannot be resolved remain with every `take`.
    expect(await undo(added, { take: 'proposed' })).toMatchObject({ conflictCount: 1 })
    expect(await undo(added, { take: 'present' })).toMatchObject({ conflictCount: 0, actions: [] })
    expect((await everything())['input.demand']).toHaveLength(1)
  })

  it('counts many conflicts and names the first ones; those of all records can be left out', async () => {
    const names = Array.from({ length: 150 }, (_, index) => ({ name: `I${100 + index}` }))
    await write(context(), 'input.item', names)
    const added = await newest()
    const demands = names.map(({ name }) => ({ name: `D ${name}`, item: name, location: 'L', quantity: 1 }))
    await write(context(), 'input.location', [{ name: 'L' }])
    await write(context(), 'input.demand', demands.slice(1))
    const refused = await undo(added)
    expect(refused).toMatchObject({ conflictCount: 149, changeset: undefined })
    expect(refused.conflicts).toHaveLength(100)
    expect(refused.conflicts[0]).toMatchObject({ key: 'I101', records: [{ key: 'D I101' }] })
    expect(await undo(added, { take: 'present' })).toMatchObject({
      conflictCount: 0,
      actions: [{ kind: 'remove', records: 1 }],
    })
  })

  it('removes records in which only the plan has written since', async () => {
    await write(context(), 'input.item', [{ name: 'I' }])
    await write(context(), 'input.location', [{ name: 'L' }])
    await write(context(), 'input.demand', [
      { name: 'D', item: 'I', location: 'L', due: '2026-03-01T10:00:00', quantity: 3 },
    ])
    const added = await newest()
    await context().home.query({
      text: `UPDATE "default"."demand" SET "plannedquantity" = 3, "lastmodified" = "lastmodified" + interval '1 s'`,
    })
    expect(await undo(added)).toMatchObject({ conflictCount: 0, actions: [{ kind: 'remove', records: 1 }] })
    expect((await everything())['input.demand']).toEqual([])
  })

  it('leaves out changed proposals that a plan has removed since, but not those that users have deleted', async () => {
    await write(context(), 'input.location', [{ name: 'L' }])
    await write(context(), 'input.operation', [{ name: 'O', type: 'fixed_time', location: 'L' }])
    await write(context(), 'input.manufacturingorder', fourOrders(1, 'proposed'))
    await write(context(), 'input.manufacturingorder', fourOrders(2, 'approved'))
    const changed = await newest()
    await context().home.query({
      text: `DELETE FROM "default"."operationplan" WHERE "reference" IN ('M2', 'M4')`,
    })
    await deleteWhere(context(), 'input.manufacturingorder', `t."reference" = 'M3'`)
    expect((await undoAll([changed])).conflicts).toMatchObject([
      { key: 'M3', problem: 'deleted' },
      { key: 'M4', problem: 'deleted' },
    ])
    expect(await undo(changed, { take: 'present' })).toMatchObject({
      actions: [{ kind: 'revert', records: 1 }],
    })
    expect((await everything())['input.operationplan']![0]).toContain('"quantity":1')
  })

  it('takes proposed orders along with what it removes', async () => {
    await write(context(), 'input.item', [{ name: 'I' }])
    const added = await newest()
    await write(context(), 'input.location', [{ name: 'L' }])
    await write(context(), 'input.supplier', [{ name: 'S' }])
    await write(context(), 'input.purchaseorder', [
      { reference: 'P', item: 'I', location: 'L', supplier: 'S', quantity: 1, status: 'proposed' },
    ])
    expect(await undo(added)).toMatchObject({ conflictCount: 0 })
    expect((await everything())['input.operationplan']).toEqual([])
  })

  it('removes a resource together with an order to which the plan has assigned it', async () => {
    await write(context(), 'input.location', [{ name: 'L' }])
    await write(context(), 'input.operation', [{ name: 'O', type: 'fixed_time', location: 'L' }])
    const before = await everything()
    await write(context(), 'input.resource', [{ name: 'R', location: 'L' }])
    const sets = [await newest()]
    await write(context(), 'input.manufacturingorder', [
      { reference: 'MO', operation: 'O', quantity: 1, status: 'approved', startdate: '2026-01-05T00:00:00' },
    ])
    sets.push(await newest())
    await context().home.query({
      text: `INSERT INTO "default"."operationplanresource" ("operationplan", "resource", "quantity") VALUES ('MO', 'R', 1)`,
    })
    expect((await undoAll([sets[0]!])).conflicts).toMatchObject([{ key: 'R', problem: 'referenced' }])
    expect(await undoAll(sets)).toMatchObject({ conflictCount: 0 })
    expect(await everything()).toEqual(before)
  })

  it('tells of a key that is taken again, and of references that are gone', async () => {
    await write(context(), 'input.location', [{ name: 'L' }])
    await write(context(), 'input.resource', [
      { name: 'R', location: 'L' },
      { name: 'Q', location: 'L' },
    ])
    await deleteWhere(context(), 'input.resource', `t."name" = 'R'`)
    const deleted = await newest()
    await write(context(), 'input.resource', [{ name: 'R', description: 'another' }])
    expect(await undo(deleted)).toMatchObject({ conflicts: [{ key: 'R', problem: 'exists' }] })
    await deleteWhere(context(), 'input.resource', `t."name" = 'R'`)
    await write(context(), 'input.location', [{ name: 'M' }])
    await deleteWhere(context(), 'input.location', `t."name" = 'L'`)
    expect(await undo(deleted)).toMatchObject({
      conflicts: [{ key: 'R', problem: 'missing', records: [{ entity: 'input.location', key: 'L' }] }],
    })
  })

  it('tells of records that would be their own ancestors', async () => {
    await write(context(), 'input.item', [{ name: 'A' }, { name: 'B' }, { name: 'A', owner: 'B' }])
    await write(context(), 'input.item', [{ name: 'A', owner: null }])
    const changed = await newest()
    await write(context(), 'input.item', [{ name: 'B', owner: 'A' }])
    expect(await undo(changed)).toMatchObject({ conflicts: [{ key: 'A', problem: 'circle' }] })
  })

  it('undoes a bulk write, its change and its deletion', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      name: `C${index}`,
      category: 'a, "b" (c) \\ d',
    }))
    await write(context(), 'input.customer', rows, { returning: 'counts' })
    await write(context(), 'input.customer', [{ name: 'other' }])
    const before = await everything()
    await write(
      context(),
      'input.customer',
      rows.map(({ name }) => ({ name, category: null, description: 'x' })),
      { returning: 'counts' },
    )
    const changed = await newest()
    const undone = await undo(changed)
    expect(undone).toMatchObject({ conflictCount: 0, actions: [{ kind: 'revert', records: 3_000 }] })
    expect(await everything()).toEqual(before)
    await undo(undone.changeset!)
    await undo(await newest())
    expect(await everything()).toEqual(before)
    await context().home.query({ text: 'ANALYZE "default"."customer"' })
    await deleteWhere(context(), 'input.customer', `t."name" LIKE 'C%'`)
    const deleted = await newest()
    // The table has an additional column since.
    await context().home.query({ text: 'ALTER TABLE "default"."customer" ADD COLUMN "newer" text' })
    await undo(deleted)
    await context().home.query({ text: 'ALTER TABLE "default"."customer" DROP COLUMN "newer"' })
    expect(await everything()).toEqual(before)
  })

  it('restores JSON of records that were deleted together when the table had other columns', async () => {
    const { home, control } = context()
    const userId = await buildUser(control, { username: 'follows', rights: { default: 'superuser' } })
    await home.query({
      text: `INSERT INTO "default"."follower" ("content_type", "object_pk", "user", "args")
        SELECT 'input.item', n::text, $1, jsonb_build_object('n', n, 'text', '[x')
        FROM generate_series(1, 3000) n`,
      values: [userId],
    })
    const stored = async (): Promise<unknown> =>
      (await home.query({ text: `SELECT * FROM "default"."follower" ORDER BY "id"` })).rows
    const before = await stored()
    expect(await deleteWhere(context(), 'common.follower', `t."object_pk" <> '1'`)).toBe(2_999)
    const deleted = await newest()
    await home.query({ text: 'ALTER TABLE "default"."follower" ADD COLUMN "newer" text' })
    await undo(deleted)
    await home.query({ text: 'ALTER TABLE "default"."follower" DROP COLUMN "newer"' })
    expect(await stored()).toEqual(before)
    await home.query({ text: 'DELETE FROM "default"."follower"' })
  })

  it('says before that records were not kept', async () => {
    await write(context(), 'input.customer', [{ name: 'A' }], { withoutChangeLog: true })
    await expect(undo(await newest())).rejects.toMatchObject({ code: 'cannot_undo_counts' })
    await expect(undo(1e12)).rejects.toMatchObject({ code: 'unknown_change_set' })
  })
})

async function remove(key: string): Promise<number> {
  await deleteWhere(context(), 'input.customer', `t."name" = '${key}'`)
  return newest()
}

const many = (category: string, count: number): JsonRecord[] =>
  Array.from({ length: count }, (_, index) => ({ name: `N${index}`, category }))

describe('undoing several change sets', () => {
  const numbers: number[] = []
  const save = async (record: JsonRecord): Promise<number> => {
    await write(context(), 'input.customer', [record])
    numbers.push(await newest())
    return numbers.at(-1)!
  }

  it('restores the state before all of them, in one change set that can be undone', async () => {
    await save({ name: 'A', category: 'one' })
    await save({ name: 'B', category: 'one' })
    const before = await everything()
    const sets = [
      await save({ name: 'A', category: 'two' }),
      await save({ name: 'C', category: 'new' }),
      await save({ name: 'A', category: 'three', description: 'more' }),
      await remove('B'),
      await save({ name: 'B', category: 'again' }),
      await save({ name: 'C', category: 'newer' }),
    ]
    const after = await everything()
    const undone = await undoAll(sets)
    expect(undone.actions.map(({ kind, records }) => [kind, records])).toEqual([
      ['remove', 1],
      ['replace', 1],
      ['revert', 1],
    ])
    expect(await everything()).toEqual(before)
    await undo(undone.changeset!)
    expect(await everything()).toEqual(after)
  })

  it('conflicts with changes of others between them, and takes what it is told to', async () => {
    await save({ name: 'A', category: 'one', description: 'x' })
    const first = await save({ name: 'A', category: 'two' })
    await save({ name: 'A', category: 'theirs', description: 'y' })
    const last = await save({ name: 'A', category: 'three' })
    const { conflicts } = await undoAll([first, last])
    expect(conflicts).toMatchObject([
      {
        key: 'A',
        problem: 'changed',
        fields: { category: { base: 'three', present: 'three', proposed: 'one' } },
      },
    ])
    await undoAll([first, last], { take: 'present' })
    expect(await categories()).toEqual(['three'])
    await undoAll([first, last], { take: 'proposed' })
    expect((await everything())['input.customer']![0]).toContain('"y"')
    expect(await categories()).toEqual(['one'])
  })

  it('conflicts with records that others have changed before they were deleted, or created again', async () => {
    // A deletion of all records of a table is rejected.
    await save({ name: 'Z', category: 'other' })
    await save({ name: 'A', category: 'one' })
    const changed = await save({ name: 'A', category: 'two' })
    await save({ name: 'A', category: 'theirs' })
    const deleted = await remove('A')
    expect((await undoAll([changed, deleted])).conflicts).toMatchObject([
      {
        key: 'A',
        problem: 'changed',
        fields: { category: { base: 'two', present: 'theirs', proposed: 'one' } },
      },
    ])
    const choice = { entity: 'input.customer', key: 'A', field: 'category' } as const
    const kept = await undoAll([changed, deleted], { choices: [{ ...choice, take: 'present' }] })
    expect(await categories()).toEqual(['theirs', 'other'])
    await undo(kept.changeset!)
    await save({ name: 'A', category: 'made again' })
    const gone = await remove('A')
    const { conflicts } = await undoAll([deleted, gone])
    expect(conflicts).toMatchObject([{ key: 'A', problem: 'changed', fields: {} }])
    await undoAll([deleted, gone], { take: 'present' })
    expect(await categories()).toEqual(['other'])
  })

  it('selects all of a user, a task or since a time, without plans and without those undone already', async () => {
    const first = await save({ name: 'A', category: 'one' })
    const actor = { ...context().actor, userId: 1, task: 7 }
    await write({ ...context(), actor }, 'input.customer', [{ name: 'A', category: 'two' }])
    const second = await newest()
    const undone = await undo(second)
    expect(await selectChangeSets(context(), { task: 7 }).catch((error: unknown) => error)).toMatchObject({
      code: 'nothing_to_undo',
    })
    const again = await undo(undone.changeset!)
    expect(await selectChangeSets(context(), { task: 7, user: 1 })).toEqual({
      changesets: [second],
      leftOut: [],
    })
    const { rows } = await context().home.query<{ created: string }>({
      text: 'SELECT "created"::text AS created FROM "default"."changeset" WHERE "id" = $1',
      values: [first],
    })
    const since = await selectChangeSets(context(), { from: rows[0]!.created, through: again.changeset! })
    expect(since.changesets).toEqual([first, second, undone.changeset, again.changeset])
    await undoAll(since.changesets)
    expect(await categories()).toEqual([])
  })

  it('undoes bulk writes together, restores what they deleted, and leaves other records alone', async () => {
    await save({ name: 'other', category: 'kept' })
    await write(context(), 'input.customer', many('one', 1_200))
    const before = await everything()
    await write(context(), 'input.customer', many('two', 1_500))
    const changed = await newest()
    await deleteWhere(context(), 'input.customer', `t."name" LIKE 'N%'`)
    const sets = [changed, await newest()]
    const undone = await undoAll(sets)
    expect(undone.conflictCount).toBe(0)
    expect(await everything()).toEqual(before)
    await undo(undone.changeset!)
    expect(await categories()).toEqual(['kept'])
  })
})
