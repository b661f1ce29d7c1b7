import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { deleteWhere, type JsonRecord, write } from '../../../../test/support/records.ts'
import { scale } from '../../../../test/support/scale.ts'
import { storedFields } from '../../../database/ddl.ts'
import { identifier } from '../../../database/identifiers.ts'
import { requireEntity } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'
import { fieldExpression } from '../../record-sql.ts'
import { applyEdits, FaultyEdits, type RecordEdit } from '../edits/apply-edits.ts'
import { selectChangeSets } from '../../history/select-change-sets.ts'
import { writeInTransaction } from '../write-in-transaction.ts'
import { undoChangeSets, type UndoRequest } from './undo-change-set.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
})
afterAll(() => test[Symbol.asyncDispose]())

const newest = async (): Promise<number> => {
  const { rows } = await context.home.query<{ id: number }>({
    text: 'SELECT coalesce(max("id"), 0)::float8 AS id FROM "default"."changeset"',
  })
  return rows[0]!.id
}

const undoAll = (changesets: readonly number[], options: Partial<UndoRequest> = {}) =>
  undoChangeSets(context, { changesets, dryRun: false, authorize: () => undefined, ...options })

const undo = (changeset: number, options: Partial<UndoRequest> = {}) => undoAll([changeset], options)

const tables = [
  'input.calendar',
  'input.calendarbucket',
  'input.customer',
  'input.location',
  'input.supplier',
  'input.item',
  'input.resource',
  'input.operation',
  'input.operationmaterial',
  'input.operationresource',
  'input.itemsupplier',
  'input.itemdistribution',
  'input.buffer',
  'input.skill',
  'input.resourceskill',
  'input.setupmatrix',
  'input.setuprule',
  'input.suboperation',
  'input.operationdependency',
  'input.demand',
  'input.operationplan',
  'input.operationplanmaterial',
  'input.operationplanresource',
]

/** Returns all data written by users in the format of the API, record by record. */
async function everything(): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {}
  for (const name of tables) {
    const entity = requireEntity(context.model, name)
    const fields = storedFields(entity).filter((field) => field.name !== 'lastmodified')
    const list = fields.map((field) => `${fieldExpression(field, 't')} AS ${identifier(field.name)}`)
    const { rows } = await context.home.query<{ json: string }>({
      text: `SELECT (SELECT row_to_json(r) FROM (SELECT ${list.join(', ')}) r)::text AS json
             FROM "default".${identifier(entity.table)} t ORDER BY t.${identifier(entity.key)}`,
    })
    found[name] = rows.map(({ json }) => json)
  }
  return found
}

async function emptyAll(): Promise<void> {
  const names = tables.map((name) => `"default".${identifier(requireEntity(context.model, name).table)}`)
  await context.home.query({ text: `TRUNCATE ${names.join(', ')} CASCADE` })
}

beforeEach(emptyAll)

const categories = async () =>
  ((await everything())['input.customer'] ?? []).map((json) => /"category":"(\w+)"/.exec(json)?.[1])

const name = (prefix: string) => fc.integer({ min: 0, max: 3 }).map((number) => `${prefix}${number}`)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 })
const keyOf = (value: unknown): string => (typeof value === 'string' ? value : '0')

describe('undoing a change set', () => {
  it('removes what it added, and brings that back when it is undone itself', async () => {
    await write(context, 'input.customer', [{ name: 'A', category: 'retail' }])
    const added = await newest()
    const before = await everything()
    const undone = await undo(added)
    expect(undone).toMatchObject({ conflictCount: 0, actions: [{ kind: 'remove', records: 1 }] })
    expect((await everything())['input.customer']).toEqual([])
    await undo(undone.changeset!)
    expect(await everything()).toEqual(before)
  })

  it('names all change sets of hidden authors like unknown ones, before it computes the undo', async () => {
    await write(context, 'input.customer', [{ name: 'hidden first' }])
    const first = await newest()
    await write(context, 'input.customer', [{ name: 'hidden second' }])
    const second = await newest()
    const actions: string[] = []
    const rejected = undoChangeSets(context, {
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
    await write(context, 'input.customer', [{ name: 'A', category: 'retail', description: 'one' }])
    await write(context, 'input.customer', [{ name: 'A', category: 'whole' }])
    const changed = await newest()
    await write(context, 'input.customer', [{ name: 'A', description: 'two' }])
    await undo(changed)
    const [record] = (await everything())['input.customer']!
    expect(record).toContain('"category":"retail"')
    expect(record).toContain('"description":"two"')
  })

  it('restores deleted records with all columns, and what went with them', async () => {
    await write(context, 'input.item', [
      { name: 'I', cost: 0.1 },
      { name: 'J', owner: 'I' },
    ])
    await write(context, 'input.location', [{ name: 'L' }])
    await write(context, 'input.demand', [
      {
        name: 'D',
        item: 'I',
        location: 'L',
        due: '2026-03-01T10:00:00.125',
        quantity: 3,
        maxlateness: '36:00:00',
      },
    ])
    await write(context, 'input.itemsupplier', [{ item: 'I', supplier: 'S', leadtime: '1 12:00:00.5' }])
    await write(context, 'input.purchaseorder', [
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
    await deleteWhere(context, 'input.item', `t."name" = 'I'`)
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
    await write(context, 'input.customer', [
      { name: 'A', category: 'one' },
      { name: 'B', category: 'one' },
    ])
    await write(context, 'input.customer', [
      { name: 'A', category: 'two' },
      { name: 'B', category: 'two' },
    ])
    const changed = await newest()
    await write(context, 'input.customer', [{ name: 'A', category: 'three' }])
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

  it('names those that refer to a record that it would remove', async () => {
    await write(context, 'input.item', [{ name: 'I' }])
    const added = await newest()
    await write(context, 'input.location', [{ name: 'L' }])
    await write(context, 'input.demand', [{ name: 'D', item: 'I', location: 'L', quantity: 1 }])
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

  it('removes records in which only the plan has written since', async () => {
    await write(context, 'input.item', [{ name: 'I' }])
    await write(context, 'input.location', [{ name: 'L' }])
    await write(context, 'input.demand', [
      { name: 'D', item: 'I', location: 'L', due: '2026-03-01T10:00:00', quantity: 3 },
    ])
    const added = await newest()
    await context.home.query({
      text: `UPDATE "default"."demand" SET "plannedquantity" = 3, "lastmodified" = "lastmodified" + interval '1 s'`,
    })
    expect(await undo(added)).toMatchObject({ conflictCount: 0, actions: [{ kind: 'remove', records: 1 }] })
    expect((await everything())['input.demand']).toEqual([])
  })

  it('takes proposed orders along with what it removes', async () => {
    await write(context, 'input.item', [{ name: 'I' }])
    const added = await newest()
    await write(context, 'input.location', [{ name: 'L' }])
    await write(context, 'input.supplier', [{ name: 'S' }])
    await write(context, 'input.purchaseorder', [
      { reference: 'P', item: 'I', location: 'L', supplier: 'S', quantity: 1, status: 'proposed' },
    ])
    expect(await undo(added)).toMatchObject({ conflictCount: 0 })
    expect((await everything())['input.operationplan']).toEqual([])
  })

  it('removes a resource together with an order to which the plan has assigned it', async () => {
    await write(context, 'input.location', [{ name: 'L' }])
    await write(context, 'input.operation', [{ name: 'O', type: 'fixed_time', location: 'L' }])
    const before = await everything()
    await write(context, 'input.resource', [{ name: 'R', location: 'L' }])
    const sets = [await newest()]
    await write(context, 'input.manufacturingorder', [
      { reference: 'MO', operation: 'O', quantity: 1, status: 'approved', startdate: '2026-01-05T00:00:00' },
    ])
    sets.push(await newest())
    await context.home.query({
      text: `INSERT INTO "default"."operationplanresource" ("operationplan", "resource", "quantity") VALUES ('MO', 'R', 1)`,
    })
    expect((await undoAll([sets[0]!])).conflicts).toMatchObject([{ key: 'R', problem: 'referenced' }])
    expect(await undoAll(sets)).toMatchObject({ conflictCount: 0 })
    expect(await everything()).toEqual(before)
  })

  it('tells of a key that is taken again, and of references that are gone', async () => {
    await write(context, 'input.location', [{ name: 'L' }])
    await write(context, 'input.resource', [
      { name: 'R', location: 'L' },
      { name: 'Q', location: 'L' },
    ])
    await deleteWhere(context, 'input.resource', `t."name" = 'R'`)
    const deleted = await newest()
    await write(context, 'input.resource', [{ name: 'R', description: 'another' }])
    expect(await undo(deleted)).toMatchObject({ conflicts: [{ key: 'R', problem: 'exists' }] })
    await deleteWhere(context, 'input.resource', `t."name" = 'R'`)
    await write(context, 'input.location', [{ name: 'M' }])
    await deleteWhere(context, 'input.location', `t."name" = 'L'`)
    expect(await undo(deleted)).toMatchObject({
      conflicts: [{ key: 'R', problem: 'missing', records: [{ entity: 'input.location', key: 'L' }] }],
    })
  })

  it('tells of records that would be their own ancestors', async () => {
    await write(context, 'input.item', [{ name: 'A' }, { name: 'B' }, { name: 'A', owner: 'B' }])
    await write(context, 'input.item', [{ name: 'A', owner: null }])
    const changed = await newest()
    await write(context, 'input.item', [{ name: 'B', owner: 'A' }])
    expect(await undo(changed)).toMatchObject({ conflicts: [{ key: 'A', problem: 'circle' }] })
  })

  it('undoes a bulk write, its change and its deletion', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      name: `C${index}`,
      category: 'a, "b" (c) \\ d',
    }))
    await write(context, 'input.customer', rows, { returning: 'counts' })
    await write(context, 'input.customer', [{ name: 'other' }])
    const before = await everything()
    await write(
      context,
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
    await context.home.query({ text: 'ANALYZE "default"."customer"' })
    await deleteWhere(context, 'input.customer', `t."name" LIKE 'C%'`)
    const deleted = await newest()
    // The table has an additional column since.
    await context.home.query({ text: 'ALTER TABLE "default"."customer" ADD COLUMN "newer" text' })
    await undo(deleted)
    await context.home.query({ text: 'ALTER TABLE "default"."customer" DROP COLUMN "newer"' })
    expect(await everything()).toEqual(before)
  })

  it('says before that records were not kept', async () => {
    await write(context, 'input.customer', [{ name: 'A' }], { withoutChangeLog: true })
    await expect(undo(await newest())).rejects.toMatchObject({ code: 'cannot_undo_counts' })
    await expect(undo(1e12)).rejects.toMatchObject({ code: 'unknown_change_set' })
  })
})

/** Applies the changes in one change set, without those that the write path rejects. */
async function apply(
  changes: readonly { entity: string; action: string; record: JsonRecord }[],
): Promise<void> {
  const own = changes.map(({ entity: name, action, record }) => ({
    entity: requireEntity(context.model, name),
    action,
    record,
  }))
  await writeInTransaction(context, { dryRun: false, attempts: 1 }, async (open) => {
    for (const { entity, action, record } of own) {
      await open.client.query('SAVEPOINT "change"')
      try {
        if (action === 'write') {
          await open.write(entity, {
            rows: [record],
            mode: 'upsert',
            onError: 'abort',
            strict: false,
            createMissing: ['input.item', 'input.location', 'input.customer', 'input.supplier'],
            dryRun: false,
            returning: 'counts',
            mayAdd: true,
            mayChange: true,
          })
        } else {
          const edit: RecordEdit = {
            entity,
            action: 'delete',
            key: keyOf(record[entity.key]),
            fields: {},
          }
          await applyEdits(open, context, [edit])
        }
      } catch (error) {
        if (!(error instanceof FaultyEdits) && !(error instanceof Error && 'code' in error)) throw error
        await open.client.query('ROLLBACK TO SAVEPOINT "change"')
      }
    }
  })
}

async function remove(key: string): Promise<number> {
  await deleteWhere(context, 'input.customer', `t."name" = '${key}'`)
  return newest()
}

const many = (category: string, count: number): JsonRecord[] =>
  Array.from({ length: count }, (_, index) => ({ name: `N${index}`, category }))

describe('undoing several change sets', () => {
  const numbers: number[] = []
  const save = async (record: JsonRecord): Promise<number> => {
    await write(context, 'input.customer', [record])
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
    const actor = { ...context.actor, userId: 1, task: 7 }
    await write({ ...context, actor }, 'input.customer', [{ name: 'A', category: 'two' }])
    const second = await newest()
    const undone = await undo(second)
    expect(await selectChangeSets(context, { task: 7 }).catch((error: unknown) => error)).toMatchObject({
      code: 'nothing_to_undo',
    })
    const again = await undo(undone.changeset!)
    expect(await selectChangeSets(context, { task: 7, user: 1 })).toEqual({
      changesets: [second],
      leftOut: [],
    })
    const { rows } = await context.home.query<{ created: string }>({
      text: 'SELECT "created"::text AS created FROM "default"."changeset" WHERE "id" = $1',
      values: [first],
    })
    const since = await selectChangeSets(context, { from: rows[0]!.created, through: again.changeset! })
    expect(since.changesets).toEqual([first, second, undone.changeset, again.changeset])
    await undoAll(since.changesets)
    expect(await categories()).toEqual([])
  })

  it('undoes bulk writes together, restores what they deleted, and leaves other records alone', async () => {
    await save({ name: 'other', category: 'kept' })
    await write(context, 'input.customer', many('one', 1_200))
    const before = await everything()
    await write(context, 'input.customer', many('two', 1_500))
    const changed = await newest()
    await deleteWhere(context, 'input.customer', `t."name" LIKE 'N%'`)
    const sets = [changed, await newest()]
    const undone = await undoAll(sets)
    expect(undone.conflictCount).toBe(0)
    expect(await everything()).toEqual(before)
    await undo(undone.changeset!)
    expect(await categories()).toEqual(['kept'])
  })
})

/**
 * Undoes change sets together, and undoes that; then does the same one by one, newest first. Returns the data after the
 * change sets were undone in each way, and after all was undone again. Conflicts count as the same result.
 */
async function undoBothWays(changesets: readonly number[]) {
  const { changeset } = await undoAll(changesets)
  const together = await everything()
  if (changeset !== undefined) await undo(changeset)
  const afterwards = [await everything()]
  const steps: number[] = []
  let isFree = changeset !== undefined
  for (const one of changesets.toReversed()) {
    const step = isFree ? await undo(one) : undefined
    isFree &&= step?.conflictCount === 0
    if (step?.changeset !== undefined) steps.push(step.changeset)
  }
  const apart = isFree ? await everything() : together
  for (const step of steps.toReversed()) await undo(step)
  return { together, apart, afterwards: [...afterwards, await everything()] }
}

describe('change sets undone in any order', () => {
  const text = fc.constantFrom('x', 'y, "z"', 'ä\\(b)', "o'clock")
  const moment = fc.constantFrom('2026-01-05T00:00:00', '2026-02-01T10:30:00.125', '2026-03-01T00:00:00')
  const long = fc.constantFrom('00:00:00', '36:00:00', '1 12:00:00.5', '00:15:00')
  const number = fc.constantFrom(1, 0.1, 1e-7, 12345.678, 7)
  const status = fc.constantFrom('approved', 'confirmed', 'proposed', 'completed')
  const records: Readonly<Record<string, fc.Arbitrary<JsonRecord>>> = {
    'input.calendar': fc.record({ name: name('cal'), defaultvalue: number }),
    'input.calendarbucket': fc.record({ calendar: name('cal'), startdate: moment, value: number }),
    'input.customer': fc.record({ name: name('cust'), owner: maybe(name('cust')), category: maybe(text) }),
    'input.location': fc.record({
      name: name('loc'),
      available: maybe(name('cal')),
      description: maybe(text),
    }),
    'input.supplier': fc.record({ name: name('sup'), owner: maybe(name('sup')) }),
    'input.item': fc.record({ name: name('item'), owner: maybe(name('item')), cost: maybe(number) }),
    'input.resource': fc.record({ name: name('res'), location: maybe(name('loc')), maximum: number }),
    'input.operation': fc.record({
      name: name('op'),
      type: fc.constant('fixed_time'),
      item: maybe(name('item')),
      location: name('loc'),
      duration: maybe(long),
    }),
    'input.operationmaterial': fc.record({ operation: name('op'), item: name('item'), quantity: number }),
    'input.operationresource': fc.record({ operation: name('op'), resource: name('res') }),
    'input.itemsupplier': fc.record({ item: name('item'), supplier: name('sup'), leadtime: maybe(long) }),
    'input.itemdistribution': fc.record({
      item: name('item'),
      location: name('loc'),
      origin: name('loc'),
      leadtime: maybe(long),
    }),
    'input.buffer': fc.record({ item: name('item'), location: name('loc'), onhand: number }),
    'input.skill': fc.record({ name: name('skill') }),
    'input.resourceskill': fc.record({ resource: name('res'), skill: name('skill') }),
    'input.setupmatrix': fc.record({ name: name('mat') }),
    'input.setuprule': fc.record({
      setupmatrix: name('mat'),
      priority: fc.constantFrom(1, 2),
      tosetup: maybe(text),
      resource: maybe(name('res')),
    }),
    'input.suboperation': fc.record({ operation: name('op'), suboperation: name('op') }),
    'input.operationdependency': fc.record({ operation: name('op'), blockedby: name('op') }),
    'input.demand': fc.record({
      name: name('dem'),
      item: name('item'),
      location: name('loc'),
      customer: maybe(name('cust')),
      due: moment,
      quantity: number,
    }),
    'input.purchaseorder': fc.record({
      reference: name('PO'),
      item: name('item'),
      location: name('loc'),
      supplier: name('sup'),
      quantity: number,
      status,
      ordering_date: moment,
    }),
    'input.distributionorder': fc.record({
      reference: name('DO'),
      item: name('item'),
      origin: name('loc'),
      destination: name('loc'),
      quantity: number,
      status,
      shipping_date: moment,
    }),
    'input.manufacturingorder': fc.record({
      reference: name('MO'),
      operation: name('op'),
      quantity: number,
      status,
      startdate: moment,
    }),
    'input.deliveryorder': fc.record({ reference: name('DLV'), demand: name('dem'), quantity: number }),
    'input.operationplanresource': fc.record({
      operationplan: name('MO'),
      resource: name('res'),
      quantity: number,
    }),
  }
  const change = fc.constantFrom(...Object.keys(records)).chain((entity) =>
    fc.record({
      entity: fc.constant(entity),
      action: fc.constantFrom('write', 'write', 'write', 'delete'),
      record: records[entity]!,
    }),
  )
  const changeSets = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 8,
  })

  it('give the data of before wherever no conflict is told, and so do undone ones that are undone', async () => {
    const runs = scale({ short: 8, full: 200 })
    let reached = 0
    await fc.assert(
      fc.asyncProperty(changeSets, fc.infiniteStream(fc.nat()), async (sets, order) => {
        await emptyAll()
        const states = [await everything()]
        const open: { readonly changeset: number; readonly before: number }[] = []
        for (const set of sets) {
          const last = await newest()
          await apply(set)
          const changeset = await newest()
          if (changeset !== last) open.push({ changeset, before: open.length })
        }
        const final = await everything()
        // Each one alone: undone, then the undo is undone.
        for (const { changeset } of open) {
          const undone = await undo(changeset)
          if (undone.changeset === undefined) continue
          const again = await undo(undone.changeset)
          expect(again.conflicts).toEqual([])
          expect(await everything()).toEqual(final)
        }
        // Some together: as one after the other, newest first, and their undo is undone too.
        const some = open.map(({ changeset }) => changeset).filter(() => order.next().value % 2 === 0)
        const { together, apart, afterwards } = await undoBothWays(some)
        for (const data of afterwards) expect(data).toEqual(final)
        expect(apart).toEqual(together)
        // All in any order: those with conflicts are retried after others were undone.
        let left = open.map(({ changeset }) => changeset)
        for (let tries = 0; left.length > 0 && tries < 60; tries += 1) {
          const chosen = left[order.next().value % left.length]!
          const { conflictCount } = await undo(chosen)
          if (conflictCount === 0) left = left.filter((one) => one !== chosen)
        }
        // Newest first succeeds, except for conflicts that require a decision.
        for (const changeset of left.toSorted((a, b) => b - a)) {
          const { conflictCount } = await undo(changeset)
          if (conflictCount > 0) return
        }
        expect(await everything()).toEqual(states[0])
        reached += 1
      }),
      { numRuns: runs },
    )
    // Conflicts that require a decision are rare.
    expect(reached).toBeGreaterThan(runs * scale({ short: 1 / 4, full: 1 / 2 }))
  }, 300_000)
})
