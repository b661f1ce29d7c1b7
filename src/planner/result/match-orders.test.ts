import { describe, expect, it } from 'vitest'
import { type Matchable, matchOrders } from './match-orders.ts'

interface Row {
  readonly kind?: string
  readonly owner?: number
  readonly demand?: string
  /** Days. */
  readonly start: number
  readonly end?: number
  readonly quantity?: number
}

const day = 86_400

const plan = (...rows: readonly Row[]): Matchable => ({
  count: rows.length,
  kinds: rows.map(({ kind = 'make' }) => kind),
  owners: Int32Array.from(rows, ({ owner = -1 }) => owner),
  demands: rows.map(({ demand = '' }) => demand),
  starts: Float64Array.from(rows, ({ start }) => start * day),
  ends: Float64Array.from(rows, ({ start, end = start + 1 }) => end * day),
  quantities: Float64Array.from(rows, ({ quantity = 1 }) => quantity),
})

const match = (before: readonly Row[], after: readonly Row[]): readonly number[] => [
  ...matchOrders(plan(...before), plan(...after)),
]

describe('an order is the one of the plan before', () => {
  it('that is for the same demand, however far it has moved and whatever its size', () => {
    expect(
      match(
        [
          { demand: 'A', start: 10 },
          { demand: 'B', start: 90 },
        ],
        [
          { demand: 'B', start: 10, quantity: 7 },
          { demand: 'A', start: 90 },
        ],
      ),
    ).toEqual([1, 0])
  })

  it('that is the nearest, where several are for the same demand', () => {
    const before = [10, 20, 30].map((start) => ({ demand: 'A', start }))
    expect(match(before, [{ demand: 'A', start: 21 }])).toEqual([1])
    expect(
      match(
        before,
        [11, 29].map((start) => ({ demand: 'A', start })),
      ),
    ).toEqual([0, 2])
    expect(match([{ demand: 'A', start: 21 }], before)).toEqual([-1, 0, -1])
  })

  it('with the same dates and quantity for another demand, before a nearer one', () => {
    expect(
      match(
        [
          { demand: 'A', start: 10, quantity: 2 },
          { demand: 'A', start: 10, quantity: 3 },
        ],
        [{ demand: 'B', start: 10, quantity: 3 }],
      ),
    ).toEqual([1])
  })

  it('within a week for another demand or none, and no other beyond', () => {
    expect(match([{ demand: 'A', start: 10 }], [{ demand: 'B', start: 15 }])).toEqual([0])
    expect(match([{ demand: 'A', start: 10 }], [{ demand: 'B', start: 40 }])).toEqual([-1])
    expect(match([{ start: 10 }], [{ start: 40 }])).toEqual([-1])
  })

  it('of the same kind only', () => {
    expect(
      match([{ kind: 'buy', demand: 'A', start: 10 }], [{ kind: 'make', demand: 'A', start: 10 }]),
    ).toEqual([-1])
  })

  it('of the same owner, as a step', () => {
    const before = [
      { kind: 'routing', demand: 'A', start: 10 },
      { kind: 'routing', demand: 'B', start: 50 },
      { kind: 'step', owner: 0, demand: 'A', start: 10 },
      { kind: 'step', owner: 1, demand: 'B', start: 50 },
    ]
    const after = [
      { kind: 'step', owner: 2, demand: 'B', start: 10 },
      { kind: 'step', owner: 3, demand: 'A', start: 80 },
      { kind: 'routing', demand: 'B', start: 10 },
      { kind: 'routing', demand: 'A', start: 50 },
      { kind: 'step', owner: 5, demand: 'C', start: 10 },
      { kind: 'routing', demand: 'C', start: 300 },
    ]
    expect(match(before, after)).toEqual([3, 2, 1, 0, -1, -1])
  })

  it('at most once', () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ demand: `D${at % 7}`, start: (at * 37) % 100 }))
    const matches = match(many, [...many.slice(50), ...many.slice(0, 20)]).filter((place) => place >= 0)
    expect(new Set(matches).size).toBe(matches.length)
    expect(matches).toHaveLength(270)
  })
})
