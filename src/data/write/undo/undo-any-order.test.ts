/** Tests with random data that change sets can be undone in any order, together and one by one. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonRecord } from '../../../../test/support/records.ts'
import { scale } from '../../../../test/support/scale.ts'
import { openUndoTrial } from '../../../../test/support/undo-trial.ts'
import { requireEntity } from '../../../model/model.ts'
import { applyEdits, FaultyEdits, type RecordEdit } from '../edits/apply-edits.ts'
import { writeInTransaction } from '../write-in-transaction.ts'

const { context, newest, undoAll, undo, everything, emptyAll } = openUndoTrial()

const name = (prefix: string) => fc.integer({ min: 0, max: 3 }).map((number) => `${prefix}${number}`)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 })
const keyOf = (value: unknown): string => (typeof value === 'string' ? value : '0')

/** Applies the changes in one change set, without those that the write path rejects. */
async function apply(
  changes: readonly { entity: string; action: string; record: JsonRecord }[],
): Promise<void> {
  const own = changes.map(({ entity: name, action, record }) => ({
    entity: requireEntity(context().model, name),
    action,
    record,
  }))
  await writeInTransaction(context(), { dryRun: false, attempts: 1 }, async (open) => {
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
          await applyEdits(open, context(), [edit])
        }
      } catch (error) {
        if (!(error instanceof FaultyEdits) && !(error instanceof Error && 'code' in error)) throw error
        await open.client.query('ROLLBACK TO SAVEPOINT "change"')
      }
    }
  })
}

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
