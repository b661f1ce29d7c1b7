/** Tests random proposals: applying and undoing them restores the previous data. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { detail } from '../../test/support/detail.ts'
import { operatorPrincipal } from '../auth/operator.ts'
import type { Principal } from '../auth/principal.ts'
import type { DataContext } from '../data/context.ts'
import { undoChangeSets } from '../data/write/undo/undo-change-set.ts'
import { allOrNothing } from '../data/write/request.ts'
import { writeRecords } from '../data/write/write-records.ts'
import { qualified } from '../database/identifiers.ts'
import { ServiceError } from '../errors/service-error.ts'
import { requireEntity } from '../model/model.ts'
import { FaultyProposal } from './apply-chunk.ts'
import { applyProposal, ConflictingProposal } from './apply-proposal.ts'
import { createProposal } from './create-proposal.ts'
import { proposalOf } from './given-proposal.ts'
import { resolveConflicts } from './resolve-conflicts.ts'

let held: TestDatabase
let context: DataContext
let principal: Principal

beforeAll(async () => {
  held = await createTestDatabase()
  context = createTestContext(held.database)
  principal = await operatorPrincipal(held.database, 'en')
})
afterAll(() => held[Symbol.asyncDispose]())

const entities = ['input.customer', 'input.location', 'input.item', 'input.demand'] as const

/** Returns all records, without the time of their last change. */
async function everything(): Promise<unknown> {
  const states = await Promise.all(
    entities.map(async (name) => {
      const { table } = requireEntity(context.model, name)
      const { rows } = await held.database.query<{ text: string }>({
        text: `SELECT coalesce(jsonb_agg(to_jsonb(t) - 'lastmodified' ORDER BY to_jsonb(t) ->> 'name'), '[]')::text AS "text"
          FROM ${qualified(context.scenario, table)} t`,
      })
      return rows[0]!.text
    }),
  )
  return states
}

/** Names of records that exist at the start, and of those that are created. */
const [there, fresh] = [fc.constantFrom('a', 'b', 'c'), fc.constantFrom('d', 'e')]
const text = fc.constantFrom('x', 'y, "z"', 'ä\\(b)', "o'clock", null)
const fields = {
  'input.customer': fc.record({ description: text, owner: fc.option(there) }, { requiredKeys: [] }),
  'input.location': fc.record({ description: text, category: text }, { requiredKeys: [] }),
  'input.item': fc.record(
    { description: text, cost: fc.constantFrom(1, 0.1, 12_345.678), category: text },
    { requiredKeys: [] },
  ),
  'input.demand': fc.record({ item: there, location: there, quantity: fc.constantFrom(1, 2.5) }),
}
const edit = fc.constantFrom(...entities).chain((entity) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        entity: fc.constant(entity),
        action: fc.constant('update'),
        key: there,
        fields: fields[entity],
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        entity: fc.constant(entity),
        action: fc.constant('create'),
        key: fresh,
        fields: fields[entity],
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ entity: fc.constant(entity), action: fc.constant('delete'), key: there }),
    },
  ),
)
const edits = fc.uniqueArray(edit, {
  minLength: 1,
  maxLength: 5,
  selector: ({ entity, key }) => `${entity} ${key}`,
})

/** Replaces all records by the initial ones. */
async function startAnew(): Promise<void> {
  await held.database.query({ text: 'DELETE FROM control."proposal"' })
  for (const name of entities.toReversed()) {
    const { table } = requireEntity(context.model, name)
    await held.database.query({ text: `DELETE FROM ${qualified(context.scenario, table)}` })
  }
  for (const name of entities) {
    const more = name === 'input.demand' ? { item: 'a', location: 'a', quantity: 7 } : {}
    const rows = ['a', 'b', 'c'].map((one) => Object.assign({ name: one, description: 'first' }, more))
    await writeRecords(context, requireEntity(context.model, name), { ...allOrNothing, rows })
  }
}

/** Creates a proposal of edits; returns undefined if a record of an edit does not exist. */
async function make(given: Parameters<typeof proposalOf>[1]['edits']): Promise<number | undefined> {
  try {
    return await createProposal(context, proposalOf(context, { title: 'x', edits: given }), {})
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_record') return undefined
    throw error
  }
}

async function apply(id: number): Promise<number | undefined> {
  try {
    return (await applyProposal(context, id, { principal, rules: {} })).changeset
  } catch (error) {
    if (!(error instanceof FaultyProposal) && !(error instanceof ConflictingProposal)) throw error
    return undefined
  }
}

const undo = (changeset: number) =>
  undoChangeSets(context, { changesets: [changeset], dryRun: false, authorize: () => undefined })

it('gives the data of before when it is applied and undone, and changes nothing when it is refused', async () => {
  let applied = 0
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 4 }), async (lists) => {
      await startAnew()
      for (const list of lists) {
        const id = await make(list)
        if (id === undefined) continue
        const before = await everything()
        const changeset = await apply(id)
        const after = await everything()
        if (changeset !== undefined) {
          applied += 1
          const undone = await undo(changeset)
          await requireEqual(before)
          await undo(undone.changeset!)
        }
        await requireEqual(changeset === undefined ? before : after)
      }
    }),
    { numRuns: 25 },
  )
  expect(applied).toBeGreaterThan(20)
}, 120_000)

/** Throws if the data differ from the given ones. */
async function requireEqual(wanted: unknown): Promise<void> {
  if (!isDeepStrictEqual(await everything(), wanted)) throw new Error('The data is another one.')
}

it(
  'keeps what others have written where conflicts take the present values, and never conflicts again',
  detail,
  async () => {
    let conflicting = 0
    await fc.assert(
      fc.asyncProperty(edits, edits, async (mine, theirs) => {
        await startAnew()
        const [own, other] = [await make(mine), await make(theirs)]
        if (own === undefined || other === undefined || (await apply(other)) === undefined) return
        const between = await everything()
        if (!(await conflicts(own))) return
        conflicting += 1
        await requireEqual(between)
        await resolveConflicts(context, own, { take: 'present' }, {})
        if (await conflicts(own)) throw new Error('It conflicts again.')
      }),
      { numRuns: 80 },
    )
    expect(conflicting).toBeGreaterThan(5)
  },
)

/** Applies a proposal unless it conflicts or is rejected. Returns whether it conflicts. */
const conflicts = async (id: number): Promise<boolean> =>
  applyProposal(context, id, { principal, rules: {} }).then(
    () => false,
    (error: unknown) => error instanceof ConflictingProposal,
  )
