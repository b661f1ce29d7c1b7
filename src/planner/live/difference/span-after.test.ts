/** Tests the span of the work after random differences against the span of all orders. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type TimedOrder, workSpan } from '../../result/work-span.ts'
import { spanAfter } from './span-after.ts'

interface Drawn {
  readonly start: number
  readonly hours: number
  readonly isWork: boolean
  readonly fate: 'kept' | 'gone' | 'moved' | 'added' | 'added and gone'
  readonly shift: number
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  start: fc.integer({ min: 0, max: 50 }),
  hours: fc.integer({ min: 0, max: 10 }),
  isWork: fc.boolean(),
  fate: fc.constantFrom('kept', 'kept', 'kept', 'gone', 'moved', 'added', 'added and gone'),
  shift: fc.integer({ min: -5, max: 5 }),
})

const has =
  (fate: string) =>
  (one: Drawn): boolean =>
    one.fate.includes(fate)

it('is that of all orders, whichever were added, removed or moved', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 12 }), (all) => {
      const orders = all.map((one) => ({
        ...one,
        order: { start: one.start, end: one.start + one.hours, uses: one.isWork ? ['machine'] : [] },
      }))
      const had = orders.filter(({ fate }) => !fate.startsWith('added')).map(({ order }) => order)
      const before = workSpan(had)
      const moved = new Map<TimedOrder, number>()
      for (const { fate, order, shift } of orders) {
        if (fate !== 'moved' || order.uses.length === 0) continue
        moved.set(order, order.start)
        order.start = Math.min(order.start + shift, order.end)
      }
      const added = new Set(orders.filter(has('added')).map(({ order }) => order))
      const gone = new Set(orders.filter(has('gone')).map(({ order }) => order))
      const now = orders.filter((one) => !has('gone')(one)).map(({ order }) => order)
      expect(spanAfter(before, { added, gone, moved }, now)).toEqual(workSpan(now))
    }),
    { numRuns: 2_000 },
  )
})
