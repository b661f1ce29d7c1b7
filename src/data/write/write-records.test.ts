import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { rowsOf, withoutTransactions, write } from '../../../test/support/records.ts'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { recordEtag } from '../etag.ts'
import type { DataContext } from '../context.ts'

let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
})
afterAll(() => test[Symbol.asyncDispose]())

const codes = (errors: Readonly<Record<string, readonly Message[]>> | undefined): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors ?? {}).map(([name, list]) => [name, list.map(({ code }) => code)]))

/** Returns the errors of a rejected batch: codes by field, by index. */
async function faultsOf(attempt: Promise<unknown>): Promise<Record<number, Record<string, string[]>>> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ServiceError)) throw new Error('The batch was not refused.', { cause: error })
  const byIndex = error.records?.byIndex ?? new Map([[0, error.fields ?? {}]])
  return Object.fromEntries([...byIndex].map(([index, errors]) => [index, codes(errors)]))
}

/** Returns how often a table was read as a whole. */
async function scansOf({ database }: TestDatabase, name: string): Promise<unknown> {
  await database.query({ text: 'SELECT pg_stat_force_next_flush()' })
  const { rows } = await database.query({
    text: `SELECT seq_scan FROM pg_stat_user_tables WHERE relid = '"default".${name}'::regclass`,
  })
  return rows
}

describe('a refused batch', () => {
  it('names every fault of every record and stores nothing', async () => {
    const batch = write(context, 'input.demand', [
      { name: 'refused 1', quantity: 'many', due: '2026-02-30' },
      { name: 'refused 2' },
      { quantity: 1 },
      { name: 'refused 4', operation: 'unknown operation' },
      'no record',
    ])
    expect(await faultsOf(batch)).toEqual({
      0: { quantity: ['invalid_number'], due: ['invalid_datetime'] },
      2: { name: ['required'] },
      3: { operation: ['invalid_reference'] },
      4: { non_field_errors: ['not_an_object'] },
    })
    expect(await rowsOf(context, 'demand', 'name')).toEqual([])
  })

  it('leaves no stubs behind', async () => {
    await expect(
      write(context, 'input.demand', [
        { name: 'a', customer: 'ghost' },
        { name: 'b', quantity: true },
      ]),
    ).rejects.toThrow(ServiceError)
    expect(await rowsOf(context, 'customer', 'name')).toEqual([])
  })

  it('is refused for unknown and read-only fields only when strict', async () => {
    const record = { name: 'strict', colour: 'red', plannedquantity: 5 }
    expect(await faultsOf(write(context, 'input.demand', [record], { strict: true }))).toEqual({
      0: { colour: ['unknown_field'], plannedquantity: ['readonly_field'] },
    })
    const { stored } = await write(context, 'input.demand', [record])
    expect(stored[0]).toMatchObject({ name: 'strict', plannedquantity: null })
  })

  it('cannot make a record its own ancestor', async () => {
    await write(context, 'input.item', [
      { name: 'leaf', owner: 'branch' },
      { name: 'branch', owner: 'root' },
      { name: 'root' },
    ])
    expect(await faultsOf(write(context, 'input.item', [{ name: 'root', owner: 'leaf' }]))).toEqual({
      0: { owner: ['own_ancestor'] },
    })
    expect(await faultsOf(write(context, 'input.item', [{ name: 'root', owner: 'root' }]))).toEqual({
      0: { owner: ['own_ancestor'] },
    })
  })

  it('reports records that would be their own ancestors beside other invalid records', async () => {
    await write(context, 'input.item', [{ name: 'stem' }, { name: 'twig', owner: 'stem' }])
    const records = [
      { name: 'bad', cost: 'x' },
      { name: 'self', owner: 'self' },
      { name: 'good', owner: 'stem' },
      { name: 'stem', owner: 'twig' },
      { name: 'one', owner: 'other' },
      { name: 'other', owner: 'one' },
    ]
    const circle = { owner: ['own_ancestor'] }
    expect(await faultsOf(write(context, 'input.item', records))).toEqual({
      0: { cost: ['invalid_number'] },
      1: circle,
      3: circle,
      4: circle,
      5: circle,
    })
  })

  it('looks the owners of a few invalid records up by key, without reading the table as a whole', async () => {
    await using single = await createTestDatabase({ poolSize: 1 })
    const own = createTestContext(single.database)
    await single.database.query({
      text: `INSERT INTO "default".item ("name", "owner")
        SELECT 'item ' || i, CASE WHEN i > 0 THEN 'item ' || (i - 1) / 10 END FROM generate_series(0, 19999) AS i`,
    })
    await single.database.query({ text: 'ANALYZE "default".item' })
    const before = await scansOf(single, 'item')
    const batch = [
      { name: 'bad', cost: 'x' },
      { name: 'item 0', owner: 'item 19999' },
    ]
    expect(await faultsOf(write(own, 'input.item', batch))).toEqual({
      0: { cost: ['invalid_number'] },
      1: { owner: ['own_ancestor'] },
    })
    expect(await scansOf(single, 'item')).toEqual(before)
  })

  it('tells missing required fields of new records, not of existing ones', async () => {
    expect(await faultsOf(write(context, 'input.operation', [{ name: 'drill' }]))).toEqual({
      0: { location: ['required'] },
    })
    await write(context, 'input.operation', [{ name: 'drill', location: 'plant' }])
    const { updated } = await write(context, 'input.operation', [{ name: 'drill', duration: 'PT1H' }])
    expect(updated).toBe(1)
  })
})

describe('a stored batch', () => {
  it('adds, changes and leaves records as they are, in request order', async () => {
    await write(context, 'input.customer', [{ name: 'kept' }, { name: 'changed' }])
    const result = await write(context, 'input.customer', [
      { name: 'new' },
      { name: 'kept' },
      { name: 'changed', category: 'retail' },
    ])
    expect(result).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 0 })
    expect(result.stored.map(({ name }) => name)).toEqual(['new', 'kept', 'changed'])
  })

  it('is found by its key if it is one record, and its table is not read as a whole', async () => {
    await using single = await createTestDatabase({ poolSize: 1 })
    const own = createTestContext(single.database)
    const records = Array.from({ length: 2_000 }, (_, number) => ({ name: `order ${number}`, quantity: 1 }))
    await write(own, 'input.demand', records)
    await single.database.query({ text: 'ANALYZE "default".demand' })
    const before = await scansOf(single, 'demand')
    for (const quantity of [1, 2]) await write(own, 'input.demand', [{ name: 'order 7', quantity }])
    await write(own, 'input.demand', [{ name: 'another order', quantity: 1 }])
    expect(await scansOf(single, 'demand')).toEqual(before)
  })

  it('is one statement if it is one record, new or known, also for a user who may only change', async () => {
    const alone: DataContext = { ...context, home: withoutTransactions(context.home) }
    const add = (name: string, quantity: number) => write(alone, 'input.demand', [{ name, quantity }])
    const counts = [
      await add('first', 1),
      await add('first', 2),
      await add('second', 1),
      await add('first', 2),
    ]
    expect(counts.map(({ created, updated, unchanged }) => [created, updated, unchanged])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ])
    const patch = await write(alone, 'input.demand', [{ quantity: 3 }], {
      mode: 'update',
      key: 'first',
      mayAdd: false,
    })
    expect(patch).toMatchObject({ created: 0, updated: 1 })
    expect(patch.stored[0]).toMatchObject({ name: 'first', quantity: 3 })
    const logged = await rowsOf(context, 'change', '"changeset"')
    expect(logged.slice(-4).map(({ key, action, changes }) => [key, action, changes])).toEqual([
      ['first', 'add', null],
      ['first', 'change', '{"quantity":[1, 2]}'],
      ['second', 'add', null],
      ['first', 'change', '{"quantity":[2, 3]}'],
    ])
    const sets = await rowsOf(context, 'changesetentity', '"changeset"')
    expect(sets.slice(-4).map(({ created, updated, deleted }) => [created, updated, deleted])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [0, 1, 0],
    ])
  })

  it('keeps the time of the last change of a record that stays the same', async () => {
    const record = { name: 'steady', quantity: 3, due: '2026-12-01' }
    const first = await write(context, 'input.demand', [record])
    const second = await write(context, 'input.demand', [record])
    const third = await write(context, 'input.demand', [{ ...record, quantity: 4 }])
    expect(second.stored).toEqual(first.stored)
    expect(third.stored[0]!['lastmodified']).not.toBe(first.stored[0]!['lastmodified'])
  })

  it('lets the last of several records with one key win', async () => {
    const { stored, created } = await write(context, 'input.customer', [
      { name: 'twice', category: 'first' },
      { name: 'once' },
      { name: 'twice', category: 'second' },
    ])
    expect(created).toBe(2)
    expect(stored.map(({ category }) => category)).toEqual(['second', null, 'second'])
  })

  it('changes only the fields that each record gives', async () => {
    await write(context, 'input.demand', [
      { name: 'mixed 1', quantity: 1, description: 'one' },
      { name: 'mixed 2', quantity: 2, description: 'two' },
    ])
    const { stored } = await write(context, 'input.demand', [
      { name: 'mixed 1', quantity: 10 },
      { name: 'mixed 2', description: null },
      { name: 'mixed 3', quantity: 3 },
    ])
    expect(stored.map(({ quantity, description, priority }) => [quantity, description, priority])).toEqual([
      [10, 'one', 10],
      [2, null, 10],
      [3, null, 10],
    ])
  })

  it('replaces a record: what is left out returns to its default', async () => {
    await write(context, 'input.demand', [
      { name: 'replaced', quantity: 1, location: 'plant', source: 'erp', priority: 3, category: 'urgent' },
    ])
    const { stored } = await write(
      context,
      'input.demand',
      [{ quantity: 2, location: 'plant', source: null }],
      { mode: 'replace', key: 'replaced' },
    )
    expect(stored[0]).toMatchObject({
      quantity: 2,
      source: null,
      priority: 10,
      category: null,
      status: 'open',
    })
    expect(
      await faultsOf(write(context, 'input.demand', [{ quantity: 2 }], { mode: 'replace', key: 'replaced' })),
    ).toEqual({ 0: { location: ['required'], source: ['required'] } })
  })

  it('creates missing locations, customers, items and suppliers as stubs and says so', async () => {
    const { createdReferences } = await write(context, 'input.demand', [
      { name: 'early 1', customer: 'stub customer', item: 'stub item' },
      { name: 'early 2', customer: 'stub customer' },
    ])
    expect(createdReferences).toEqual([
      { entity: 'input.customer', keys: ['stub customer'] },
      { entity: 'input.item', keys: ['stub item'] },
    ])
    const customers = await rowsOf(context, 'customer', 'name')
    expect(customers.find(({ name }) => name === 'stub customer')).toMatchObject({ source: 'stub' })
  })

  it('takes parents and children in any order', async () => {
    const { created } = await write(
      context,
      'input.location',
      [{ name: 'child', owner: 'parent' }, { name: 'parent' }],
      { createMissing: [] },
    )
    expect(created).toBe(2)
  })

  it('counts a rehearsal and rolls it back', async () => {
    const { created } = await write(context, 'input.skill', [{ name: 'rehearsed' }], { dryRun: true })
    expect(created).toBe(1)
    expect(await rowsOf(context, 'skill', 'name')).toEqual([])
  })

  it('keeps the good records when asked to skip the bad ones, with an outcome for each', async () => {
    const { outcomes } = await write(
      context,
      'input.skill',
      [
        { name: 'welding' },
        { name: '' },
        { name: 'painting' },
        { name: 'welding' },
        { name: 'bad', source: true },
      ],
      { onError: 'skip', returning: 'outcomes' },
    )
    expect(outcomes.map(({ outcome, key }) => [outcome, key])).toEqual([
      ['created', 'welding'],
      ['failed', null],
      ['created', 'painting'],
      ['created', 'welding'],
      ['failed', 'bad'],
    ])
  })

  it('is refused where the writer may not add or change', async () => {
    await write(context, 'input.skill', [{ name: 'guarded' }])
    const rows = [{ name: 'guarded', source: 'x' }, { name: 'another' }]
    expect(await faultsOf(write(context, 'input.skill', rows, { mayAdd: false }))).toEqual({
      1: { non_field_errors: ['not_permitted'] },
    })
    const change = write(context, 'input.skill', rows, { mayChange: false })
    await expect(change).rejects.toMatchObject({ status: 403 })
    expect(await faultsOf(change)).toEqual({ 0: { non_field_errors: ['not_permitted'] } })
    const same = await write(context, 'input.skill', [{ name: 'guarded' }], { mayChange: false })
    expect(same).toMatchObject({ unchanged: 1 })
  })
})

describe('a record named by its key', () => {
  it('is not found when it does not exist', async () => {
    await expect(
      write(context, 'input.skill', [{ source: 'x' }], { mode: 'update', key: 'nobody has it' }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps its key', async () => {
    await write(context, 'input.skill', [{ name: 'named' }])
    const change = write(context, 'input.skill', [{ name: 'renamed' }], { mode: 'update', key: 'named' })
    expect(await faultsOf(change)).toEqual({ 0: { name: ['key_changed'] } })
  })

  it('is changed only while it is as the client read it', async () => {
    const { records } = await write(context, 'input.skill', [{ name: 'versioned' }])
    const ifMatch = recordEtag(records[0]!)
    const options = { mode: 'update', key: 'versioned', ifMatch } as const
    await write(context, 'input.skill', [{ source: 'first' }], options)
    await expect(write(context, 'input.skill', [{ source: 'second' }], options)).rejects.toMatchObject({
      code: 'precondition_failed',
    })
  })
})

describe('records with a surrogate key', () => {
  it('are known by their natural key, whose missing parts take their default', async () => {
    await write(context, 'input.calendar', [{ name: 'shifts' }])
    const first = await write(context, 'input.calendarbucket', [{ calendar: 'shifts', value: 1 }])
    const second = await write(context, 'input.calendarbucket', [
      { calendar: 'shifts', value: 2, enddate: null },
    ])
    expect(second).toMatchObject({ created: 0, updated: 1 })
    expect(second.stored[0]).toMatchObject({
      id: first.stored[0]!['id'],
      value: 2,
      enddate: '2030-12-31T00:00:00',
    })
  })

  it('match an empty part of the natural key with an empty one', async () => {
    const records = [
      { item: 'bolt', supplier: 'maker' },
      { item: 'bolt', supplier: 'maker', location: 'plant' },
    ]
    expect(await write(context, 'input.itemsupplier', records)).toMatchObject({ created: 2 })
    expect(await write(context, 'input.itemsupplier', records)).toMatchObject({ created: 0, unchanged: 2 })
  })

  it('are known by id when it is given, and a foreign id counts for nothing', async () => {
    await write(context, 'input.calendar', [{ name: 'by id' }])
    const { stored } = await write(context, 'input.calendarbucket', [{ calendar: 'by id', value: 1 }])
    const id = stored[0]!['id']
    const changed = await write(context, 'input.calendarbucket', [{ id, priority: 7 }])
    expect(changed.stored[0]).toMatchObject({ id, priority: 7, value: 1 })
    const other = await write(context, 'input.calendarbucket', [
      { id: 987_654, calendar: 'by id', priority: 8 },
    ])
    expect(other).toMatchObject({ created: 1 })
    expect(other.stored[0]!['id']).not.toBe(987_654)
  })

  it('are known by their natural key when the id is foreign, also if its other parts are left out', async () => {
    const pair = { item: 'washer', supplier: 'maker' }
    const { stored } = await write(context, 'input.itemsupplier', [pair])
    const sent = [
      { ...pair, item: 'rivet' },
      { ...pair, id: 987_654, cost: 2 },
      { item: 'nail', supplier: 'maker', id: 987_655 },
      { item: 'nail', supplier: 'maker', id: 987_656, cost: 3 },
    ]
    const again = await write(context, 'input.itemsupplier', sent)
    expect(again).toMatchObject({ created: 2, updated: 1, overridden: 1 })
    expect(again.stored[1]).toMatchObject({ id: stored[0]!['id'], cost: 2 })
    expect(again.stored[3]).toMatchObject({ item: 'nail', cost: 3 })
  })

  it('are not lost to later records without a key that have its natural key', async () => {
    await write(context, 'input.calendar', [{ name: 'moved' }])
    const { stored } = await write(context, 'input.calendarbucket', [{ calendar: 'moved', priority: 1 }])
    const moved = { calendar: 'moved', priority: 2, startdate: '2026-01-01', enddate: '2026-02-01' }
    const rows = [
      { id: stored[0]!['id'], ...moved },
      { ...moved, value: 5 },
      { ...moved, value: 6 },
    ]
    expect(await faultsOf(write(context, 'input.calendarbucket', rows))).toEqual({
      0: { non_field_errors: ['duplicate_natural_key'] },
      2: { non_field_errors: ['duplicate_natural_key'] },
    })
  })

  it('cannot take the natural key of another record', async () => {
    await write(context, 'input.calendar', [{ name: 'unique' }])
    const { stored } = await write(context, 'input.calendarbucket', [
      { calendar: 'unique', priority: 1 },
      { calendar: 'unique', priority: 2 },
    ])
    const change = write(context, 'input.calendarbucket', [{ id: stored[1]!['id'], priority: 1 }], {
      mode: 'update',
    })
    expect(await faultsOf(change)).toEqual({ 0: { non_field_errors: ['duplicate_natural_key'] } })
  })

  it('cannot be exchanged in one request, which the message says', async () => {
    await write(context, 'input.calendar', [{ name: 'exchanged' }])
    const { stored } = await write(context, 'input.calendarbucket', [
      { calendar: 'exchanged', priority: 1 },
      { calendar: 'exchanged', priority: 2 },
      { calendar: 'exchanged', priority: 3 },
    ])
    const give = (...priorities: readonly number[]) =>
      write(
        context,
        'input.calendarbucket',
        priorities.map((priority, place) => ({ id: stored[place]!['id'], priority })),
        { mode: 'update' },
      )
    const exchanged = { non_field_errors: ['exchanged_natural_key'] }
    expect(await faultsOf(give(2, 1))).toEqual({ 0: exchanged, 1: exchanged })
    // The third record keeps its key.
    expect(await faultsOf(give(2, 3))).toEqual({
      0: exchanged,
      1: { non_field_errors: ['duplicate_natural_key'] },
    })
    await give(20, 1)
    await give(2)
  })
})

describe('bulk', () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    name: `bulk ${String(index).padStart(5, '0')}`,
    quantity: index,
    customer: `bulk customer ${index % 7}`,
  }))

  it('writes thousands as it writes one, from a stream as well', async () => {
    const stream = (async function* () {
      yield* rows
    })()
    expect(await write(context, 'input.demand', stream, { returning: 'counts' })).toMatchObject({
      created: 5_000,
    })
    expect(await write(context, 'input.demand', rows, { returning: 'counts' })).toMatchObject({
      unchanged: 5_000,
    })
    const changed = rows.map((row, index) => ({ ...row, quantity: index < 100 ? 9_999 : row.quantity }))
    const result = await write(context, 'input.demand', changed)
    expect(result).toMatchObject({ updated: 100, unchanged: 4_900 })
    expect(result.stored.map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
  })

  it('finds the one bad reference among thousands although triggers are off', async () => {
    const bad = rows.with(4_321, Object.assign({ operation: 'nowhere' }, rows[4_321]!))
    expect(await faultsOf(write(context, 'input.demand', bad))).toEqual({
      4321: { operation: ['invalid_reference'] },
    })
  })
})

describe('writers at the same time', () => {
  it('store every record once, and none is lost', async () => {
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      const rows = Array.from({ length: 30 }, (_, index) => ({
        name: `shared ${index}`,
        source: `writer ${writer}`,
      }))
      if (writer % 2 === 1) rows.reverse()
      return write(context, 'input.setupmatrix', rows, { returning: 'counts' })
    })
    const results = await Promise.all(writers)
    expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(30)
    const stored = await rowsOf(context, 'setupmatrix', 'name')
    expect(stored).toHaveLength(30)
    expect(new Set(stored.map(({ source }) => source)).size).toBe(1)
  })
})

describe('the change log', () => {
  it('tells who changed what, and nothing where nothing changed', async () => {
    const audited = { ...context, actor: { userId: 7, channel: 'api', origin: 'request 1' } } as const
    await write(audited, 'input.skill', [{ name: 'audited' }])
    await write(audited, 'input.skill', [{ name: 'audited', source: 'erp' }])
    await write(audited, 'input.skill', [{ name: 'audited', source: 'erp' }])
    const changes = await rowsOf(context, 'change', '"changeset"')
    const own = changes.filter(({ key }) => key === 'audited')
    expect(own.map(({ action, changes: what }) => [action, what])).toEqual([
      ['add', null],
      ['change', '{"source":[null, "erp"]}'],
    ])
    const sets = await rowsOf(context, 'changeset', '"id"')
    expect(sets.find(({ id }) => id === own[1]!['changeset'])).toMatchObject({ user: 7, channel: 'api' })
  })
})
