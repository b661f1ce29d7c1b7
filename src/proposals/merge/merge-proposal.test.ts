/** Tests random changes on both sides of a copy: the merged data and the reported conflicts. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { detail } from '../../../test/support/detail.ts'
import { deleteWhere, write } from '../../../test/support/records.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { operatorPrincipal } from '../../auth/operator.ts'
import type { Principal } from '../../auth/principal.ts'
import type { DataContext } from '../../data/context.ts'
import { fieldExpression } from '../../data/record-sql.ts'
import { undoChangeSets } from '../../data/write/undo/undo-change-set.ts'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import { requireEntity } from '../../model/model.ts'
import { copyScenario } from '../../scenarios/copy-scenario.ts'
import { comparedFields, keyText, matchedFields } from '../../scenarios/difference/matching.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { FaultyProposal } from '../apply-chunk.ts'
import { applyProposal, ConflictingProposal } from '../apply-proposal.ts'
import { resolveConflicts } from '../resolve-conflicts.ts'
import { keepProposalOfTask, withdrawAbandoned } from '../withdraw-abandoned.ts'
import { createMergeProposal, type MergeRequest } from './merge-proposal.ts'

let held: TestDatabase
let production: DataContext
let principal: Principal

beforeAll(async () => {
  held = await createTestDatabase()
  production = createTestContext(held.database)
  await held.database.query({ text: `INSERT INTO control."scenario" ("name") VALUES ('both')` })
  principal = await operatorPrincipal(held.database, 'en')
  await write(production, 'input.supplier', [{ name: 'maker' }])
  await write(production, 'input.location', [{ name: 'a' }, { name: 'b' }])
  await write(production, 'input.item', [
    { name: 'a', cost: 1 },
    { name: 'b', owner: 'a' },
    { name: 'c', description: 'it is c' },
  ])
  await write(production, 'input.itemsupplier', [
    { item: 'a', supplier: 'maker', leadtime: 86_400 },
    { item: 'b', supplier: 'maker', location: 'a' },
  ])
  await write(production, 'input.demand', [
    { name: 'a', item: 'a', location: 'a', quantity: 1, due: '2026-01-05' },
  ])
  await write(production, 'input.purchaseorder', [
    {
      reference: 'a',
      item: 'a',
      supplier: 'maker',
      location: 'a',
      quantity: 1,
      status: 'confirmed',
      enddate: '2026-01-01',
    },
  ])
})
afterAll(() => held[Symbol.asyncDispose]())

const at = (scenario: string): DataContext => ({ ...production, scenario })

const copyTo = (destination: string, source = 'default'): Promise<unknown> =>
  copyScenario(scenarioWork(held.database), { source, destination, force: true, user: null })

const merge = (source: string, into: string, request: Partial<MergeRequest> = {}) =>
  createMergeProposal(at(into), {
    source,
    entities: [],
    records: undefined,
    alone: false,
    title: `Changes of ${source}`,
    description: '',
    submit: false,
    rules: {},
    authorize: () => undefined,
    ...request,
  })

const apply = async (into: string, id: number | null): Promise<number | undefined> =>
  id === null ? undefined : (await applyProposal(at(into), id, { principal, rules: {} })).changeset

const tables = ['location', 'item', 'supplier', 'itemsupplier', 'demand', 'operationplan'] as const

type Values = Readonly<Record<string, unknown>>
type State = ReadonlyMap<string, Values>

/** Returns the data written by users: values by field, by entity and natural key. */
async function stateOf(scenario: string): Promise<State> {
  const found = new Map<string, Values>()
  for (const name of tables) {
    const entity = requireEntity(production.model, `input.${name}`)
    const fields = comparedFields(entity).filter(({ access }) => access === 'write')
    const pairs = fields.map((field) => `${literal(field.name)}, ${fieldExpression(field, 't')}`)
    const { rows } = await held.database.query<{ key: string; values: string }>({
      text: `SELECT ${keyText(matchedFields(entity))} AS "key", json_build_object(${pairs.join(', ')})::text AS "values"
        FROM ${qualified(scenario, entity.table)} t`,
    })
    for (const { key, values } of rows) found.set(`${name} ${key}`, JSON.parse(values))
  }
  return found
}

const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other)

/**
 * A second, simple implementation of the three-way rule: conflicting fields by record, none for records as a whole.
 */
function expected(
  before: State,
  a: State,
  b: State,
): { readonly conflicts: ReadonlyMap<string, readonly string[]>; readonly merged: State } {
  const conflicts = new Map<string, readonly string[]>()
  const merged = new Map<string, Values>()
  for (const key of new Set([...before.keys(), ...a.keys(), ...b.keys()])) {
    const [o, left, right] = [before.get(key), a.get(key), b.get(key)]
    if (left !== undefined && right !== undefined && o !== undefined) {
      const changed = (name: string): boolean => !same(left[name], o[name])
      const standing = Object.keys(o).filter(
        (name) => changed(name) && !same(right[name], o[name]) && !same(left[name], right[name]),
      )
      if (standing.length > 0) conflicts.set(key, standing)
      merged.set(
        key,
        mapValues(o, (name) => (changed(name) ? left[name] : right[name])),
      )
    } else if (left !== undefined && right !== undefined) {
      if (!same(left, right)) conflicts.set(key, [])
      merged.set(key, left)
    } else {
      const kept = left ?? right
      // The deletion wins, unless the other side has changed the record.
      if (o !== undefined && kept !== undefined && !same(kept, o)) conflicts.set(key, [])
      if (o === undefined && kept !== undefined) merged.set(key, kept)
    }
  }
  return { conflicts, merged: withoutOrphans(merged) }
}

const mapValues = (values: Values, valueOf: (name: string) => unknown): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, valueOf(name)]))

/** Removes the records that refer to deleted ones, as every deletion does. */
function withoutOrphans(state: State): State {
  const isThere = (table: string, name: unknown): boolean =>
    name === null || state.has(`${table} ${typeof name === 'string' ? name : ''}`)
  const left = [...state].filter(([key, { item = null, location = null }]) => {
    const [, suppliedItem = null, suppliedFrom = null] =
      /^itemsupplier \["(\w)", (?:"(\w)"|null)/.exec(key) ?? []
    return (
      isThere('item', item) &&
      isThere('location', location) &&
      isThere('item', suppliedItem) &&
      isThere('location', suppliedFrom)
    )
  })
  return new Map(
    left.map(([key, values]) => [
      key,
      'owner' in values && key.startsWith('item ') && !isThere('item', values['owner'])
        ? { ...values, owner: null }
        : values,
    ]),
  )
}

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const word = fc.constantFrom('x', "o'clock", 'ä "z"', null)
const day = fc.constantFrom('2026-02-01T00:00:00', '2026-03-01T12:30:00')
const change = fc.oneof(
  fc.record({
    entity: fc.constant('item'),
    name: names,
    values: fc.record({ description: word, cost: fc.constantFrom(1, 7.5) }, { requiredKeys: [] }),
  }),
  fc.record({
    entity: fc.constant('item'),
    name: names,
    values: fc.record({ owner: fc.constantFrom('a', 'd', null) }),
  }),
  fc.record({ entity: fc.constant('location'), name: names, values: fc.record({ category: word }) }),
  fc.record({
    entity: fc.constant('demand'),
    name: names,
    values: fc.record({
      item: fc.constantFrom('a', 'b'),
      location: fc.constantFrom('a', 'b'),
      quantity: fc.constantFrom(1, 2),
      due: day,
    }),
  }),
  fc.record({
    entity: fc.constant('itemsupplier'),
    item: fc.constantFrom('a', 'b'),
    location: fc.constantFrom('a', null),
    values: fc.record(
      { leadtime: fc.constantFrom(3600, 7200), cost: fc.constantFrom(1, 2) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    entity: fc.constant('purchaseorder'),
    name: fc.constantFrom('a', 'b'),
    values: fc.record({ remark: word }),
  }),
)
const gone = fc.record({
  entity: fc.constantFrom('item', 'location', 'demand', 'itemsupplier'),
  name: fc.constantFrom('a', 'b', 'c'),
})
const step = fc.oneof(
  { weight: 5, arbitrary: change.map((one) => Object.assign({ kind: 'write' as const }, one)) },
  { weight: 1, arbitrary: gone.map((one) => Object.assign({ kind: 'delete' as const }, one)) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Performs a step, if the scenario accepts it. */
async function perform(scenario: string, one: Step): Promise<boolean> {
  const context = at(scenario)
  const entity = `input.${one.entity}`
  const key = one.entity === 'itemsupplier' ? 'item' : one.entity === 'purchaseorder' ? 'reference' : 'name'
  const place =
    one.kind === 'delete'
      ? {}
      : 'item' in one
        ? { item: one.item, supplier: 'maker', location: one.location }
        : {
            [key]: one.name,
            ...(one.entity === 'purchaseorder'
              ? { item: 'a', supplier: 'maker', location: 'a', quantity: 1, status: 'confirmed' }
              : {}),
          }
  try {
    if (one.kind === 'delete')
      return (await deleteWhere(context, entity, `t.${identifier(key)} = $1`, [one.name])) > 0
    await write(context, entity, [{ ...place, ...one.values }], { strict: true, createMissing: [] })
    return true
  } catch (error) {
    // A filter for all records of a table is rejected, and so is an invalid reference.
    if (error instanceof ServiceError && ['invalid_record', 'delete_all_refused'].includes(error.code))
      return false
    throw error
  }
}

async function performAll(scenario: string, steps: readonly Step[]): Promise<readonly Step[]> {
  const done: Step[] = []
  for (const one of steps) if (await perform(scenario, one)) done.push(one)
  return done
}

/**
 * Returns the records of the conflicts, numbered ones by their entity, with the conflicting fields unless the whole
 * record conflicts.
 */
function conflictingRecords({ conflicts }: ConflictingProposal): ReadonlyMap<string, readonly string[]> {
  return new Map(
    conflicts.map(({ entity, key, problem, fields }) => {
      const table = entity.replace('input.', '').replace('purchaseorder', 'operationplan')
      return [`${table} ${key ?? ''}`, problem === 'changed' ? Object.keys(fields) : []]
    }),
  )
}

/** Applies a proposal and returns its conflicts; undefined if its edits are invalid. */
async function conflictsOf(
  into: string,
  id: number | null,
): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  try {
    await apply(into, id)
    return new Map()
  } catch (error) {
    if (error instanceof FaultyProposal) return undefined
    if (error instanceof ConflictingProposal) return conflictingRecords(error)
    throw error
  }
}

/** Returns the records whose reported fields differ from the conflicting ones. */
const otherFields = (
  conflicts: ReadonlyMap<string, readonly string[]>,
  told: ReadonlyMap<string, readonly string[]>,
): readonly string[] =>
  [...conflicts.keys()].filter((key) => {
    const fields = conflicts.get(key) ?? []
    return fields.length > 0 && told.has(key) && !same(told.get(key)?.toSorted(), fields.toSorted())
  })

const named = (key: string): string => key.replace(/^itemsupplier .*/, 'itemsupplier')
const namesOf = (conflicts: ReadonlyMap<string, unknown>): readonly string[] =>
  [...conflicts.keys()].map(named).toSorted()

const writes = (entities: ReadonlySet<string>) =>
  fc.array(
    step.filter(({ kind, entity }) => kind === 'write' && entities.has(entity)),
    { minLength: 8, maxLength: 8 },
  )

describe('a merge', () => {
  it('gives what both sides did, and tells a conflict exactly where both did different things', async () => {
    const seen = { merges: 0, conflicts: 0 }
    const steps = fc.array(step, { minLength: 1, maxLength: 6 })
    const rounds = fc.array(fc.tuple(steps, steps), { minLength: 3, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        await copyTo('scenario1')
        await copyTo('scenario3')
        let before = await stateOf('scenario1')
        for (const [left, right] of all) {
          await performAll('scenario1', left)
          await performAll('scenario3', right)
          const [a, b] = [await stateOf('scenario1'), await stateOf('scenario3')]
          const { conflicts, merged } = expected(before, a, b)
          const { proposal, conflicts: counted } = await merge('scenario1', 'scenario3')
          expect(counted).toBe(conflicts.size)
          const told = await conflictsOf('scenario3', proposal)
          // A new record of one side may refer to a record that the other has deleted.
          if (told === undefined) return
          expect(namesOf(told)).toEqual(namesOf(conflicts))
          expect(otherFields(conflicts, told)).toEqual([])
          expect(await stateOf('scenario3')).toEqual(told.size === 0 ? merged : b)
          seen.merges += told.size === 0 ? 1 : 0
          seen.conflicts += told.size === 0 ? 0 : 1
          if (told.size > 0) {
            await resolveConflicts(at('scenario3'), proposal ?? 0, { take: 'present' }, {})
            const applied = await apply('scenario3', proposal).catch((fault: unknown) => fault)
            if (applied instanceof Error) return
          }
          before = a
          expect((await merge('scenario1', 'scenario3')).edits).toBe(0)
        }
      }),
      { numRuns: 2, seed: 3, endOnFailure: true },
    )
    expect([seen.merges > 0, seen.conflicts > 0]).toEqual([true, true])
  }, 300_000)

  it(
    'gives the same as doing on one side what was done on both',
    { ...detail, timeout: 120_000 },
    async () => {
      const [items, rest] = [
        new Set(['item', 'purchaseorder']),
        new Set(['location', 'demand', 'itemsupplier']),
      ]
      await fc.assert(
        fc.asyncProperty(writes(items), writes(rest), async (left, right) => {
          await copyTo('scenario1')
          await copyTo('scenario3')
          await copyTo('both', 'scenario3')
          const [did, done] = [await performAll('scenario1', left), await performAll('scenario3', right)]
          const { proposal } = await merge('scenario1', 'scenario3')
          await apply('scenario3', proposal)
          expect(await performAll('both', [...done, ...did])).toHaveLength(did.length + done.length)
          expect(await stateOf('scenario3')).toEqual(await stateOf('both'))
        }),
        { numRuns: 1, seed: 11, endOnFailure: true },
      )
    },
  )

  describe('of a copy', () => {
    beforeAll(async () => {
      await copyTo('scenario1')
      await write(at('scenario1'), 'input.item', [
        { name: 'a', cost: 50 },
        { name: 'b', cost: 60 },
      ])
      await write(at('scenario1'), 'input.customer', [{ name: 'new' }])
    }, 60_000)

    it('takes the records that somebody chooses, and everything else later', async () => {
      const chosen = await merge('scenario1', 'default', { records: [{ entity: 'input.item', key: 'b' }] })
      expect(chosen).toMatchObject({ edits: 1, conflicts: 0 })
      const one = await apply('default', chosen.proposal)
      expect((await stateOf('default')).get('item b')).toMatchObject({ cost: 60 })
      const rest = await merge('scenario1', 'default')
      expect(rest).toMatchObject({ edits: 2, ancestor: { kind: 'copy' } })
      const all = await apply('default', rest.proposal)
      expect(await merge('scenario1', 'default')).toMatchObject({ edits: 0, ancestor: { kind: 'merge' } })
      for (const changeset of [all, one])
        await undoChangeSets(production, {
          changesets: [changeset ?? 0],
          dryRun: false,
          authorize: () => undefined,
        })
      expect((await merge('scenario1', 'default')).ancestor).toMatchObject({ kind: 'copy' })
    })

    it('refuses a record that does not differ, and an entity that planning makes', async () => {
      const records = [{ entity: 'input.item', key: 'nothing' }]
      await expect(merge('scenario1', 'default', { records })).rejects.toMatchObject({
        fields: { 'records.0.key': [expect.anything()] },
      })
      await expect(merge('scenario1', 'default', { entities: ['output.problem'] })).rejects.toMatchObject({
        code: 'not_mergeable',
      })
    })

    it('goes by the data where a log keeps numbers only, and is refused where both do', async () => {
      await write(production, 'input.supplier', [{ name: 'other' }], { withoutChangeLog: true })
      await write(at('scenario1'), 'input.supplier', [{ name: 'maker', description: 'well known' }])
      const { proposal, edits } = await merge('scenario1', 'default', { entities: ['input.supplier'] })
      expect(edits).toBe(1)
      await apply('default', proposal)
      expect(
        [...(await stateOf('default')).keys()].filter((key) => key.startsWith('supplier')).toSorted(),
      ).toEqual(['supplier maker', 'supplier other'])
      await write(at('scenario1'), 'input.supplier', [{ name: 'third' }], { withoutChangeLog: true })
      await expect(merge('scenario1', 'default')).rejects.toMatchObject({ code: 'no_ancestor' })
      const alone = { alone: true, records: [{ entity: 'input.supplier', key: 'third' }] }
      expect(await merge('scenario1', 'default', alone)).toMatchObject({ edits: 1, conflicts: 0 })
    })

    it('has no limit of records, and takes owners before what they own', async () => {
      const rows = Array.from({ length: 10_500 }, (_, place) => {
        const name = `i ${String(10_500 - place).padStart(5, '0')}`
        return place === 0 ? { name } : { name, owner: `i ${String(10_500 - place + 1).padStart(5, '0')}` }
      })
      await write(at('scenario1'), 'input.item', rows.slice(0, 30))
      await write(
        at('scenario1'),
        'input.item',
        rows.slice(30).map(({ name }) => ({ name, owner: rows[29]!.name })),
      )
      const { proposal, edits } = await merge('scenario1', 'default', { entities: ['input.item'] })
      expect(edits).toBeGreaterThan(10_500)
      await apply('default', proposal)
      const state = await stateOf('default')
      expect(state.get('item i 00001')).toMatchObject({ owner: 'i 10471' })
    }, 60_000)
  })

  it('that is decided for the present data completely is recorded, and lists its conflicts no more', async () => {
    await write(at('default'), 'input.item', [{ name: 'both', cost: 1 }])
    await copyTo('scenario1')
    await write(at('scenario1'), 'input.item', [{ name: 'both', cost: 2 }])
    await write(at('default'), 'input.item', [{ name: 'both', cost: 3 }])
    const { proposal, edits, conflicts } = await merge('scenario1', 'default')
    expect({ edits, conflicts }).toEqual({ edits: 1, conflicts: 1 })
    await resolveConflicts(at('default'), proposal ?? 0, { take: 'present' }, {})
    expect(await apply('default', proposal)).toBeUndefined()
    expect(await merge('scenario1', 'default')).toMatchObject({ edits: 0, conflicts: 0 })
    await write(at('scenario1'), 'input.item', [{ name: 'both', cost: 4 }])
    expect(await merge('scenario1', 'default')).toMatchObject({ edits: 1, conflicts: 1 })
  }, 60_000)

  it('that is applied before an older one continues to count as merged', async () => {
    const names = ['first', 'second']
    const save = (scenario: string, cost: number, ...items: readonly string[]): Promise<unknown> =>
      write(
        at(scenario),
        'input.item',
        items.map((name) => ({ name, cost })),
      )
    await save('default', 1, ...names)
    await copyTo('scenario1')
    await save('default', 3, ...names)
    await save('scenario1', 2, 'first')
    const older = await merge('scenario1', 'default')
    await save('scenario1', 2, 'second')
    const newer = await merge('scenario1', 'default')
    expect([older, newer]).toMatchObject([{ conflicts: 1 }, { conflicts: 2 }])
    await resolveConflicts(at('default'), newer.proposal ?? 0, { take: 'present' }, {})
    await apply('default', newer.proposal)
    expect(await merge('scenario1', 'default')).toMatchObject({ edits: 0, conflicts: 0 })
    await resolveConflicts(at('default'), older.proposal ?? 0, { take: 'present' }, {})
    await apply('default', older.proposal)
    expect(await merge('scenario1', 'default')).toMatchObject({ edits: 0, conflicts: 0 })
  }, 60_000)
})

it('withdraws a proposal whose task has ended without applying or keeping it', detail, async () => {
  const stateOfProposal = async (id: number | null): Promise<unknown> => {
    const text = `SELECT "state" FROM control."proposal" WHERE "id" = $1`
    return (await held.database.query({ text, values: [id] })).rows[0]?.['state']
  }
  const withdraw = () => held.database.withTransaction((client) => withdrawAbandoned(client))
  await copyTo('both')
  await write(at('both'), 'input.customer', [{ name: 'only there' }])
  const { rows } = await held.database.query<{ id: number }>({
    text: `INSERT INTO control."task" ("name", "status", "arguments", "submitted")
      VALUES ('scenario_copy', 'Working', '', LOCALTIMESTAMP) RETURNING "id"::float8 AS "id"`,
  })
  const task = rows[0]!.id
  const left = await merge('both', 'default', { submit: true, task })
  const kept = await merge('both', 'default', { submit: true, task })
  const ofUser = await merge('both', 'default', { submit: true })
  await keepProposalOfTask(held.database, kept.proposal!)
  await withdraw()
  expect(await stateOfProposal(left.proposal)).toBe('open')
  await held.database.query({
    text: `UPDATE control."task" SET "finished" = LOCALTIMESTAMP, "status" = 'Failed' WHERE "id" = $1`,
    values: [task],
  })
  await withdraw()
  const states = [left, kept, ofUser].map(({ proposal }) => stateOfProposal(proposal))
  expect(await Promise.all(states)).toEqual(['withdrawn', 'open', 'open'])
})
