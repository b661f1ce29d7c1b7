/** Tests alternates, splits and offsets at the steps of routings. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, demand, makes, plan, planned, plant, row, shipped } from './small-plans.ts'

const step = (operation: string, suboperation: string, priority: number): FixtureRow =>
  row('suboperation', { operation, suboperation, priority })

const painting: readonly FixtureRow[] = [
  plant,
  makes({ type: 'routing', duration: 0 }),
  ...['cut', 'spray', 'brush'].map((name) => makes({ name, item: undefined })),
  step('make', 'cut', 1),
  step('make', 'paint', 2),
  step('paint', 'spray', 1),
  step('paint', 'brush', 2),
  row('operationdependency', { operation: 'paint', blockedby: 'cut' }),
]

describe('a step that consists of others and waits for another step', () => {
  it('is done after it by one of its alternates', () => {
    const solution = plan(
      ...painting,
      makes({ name: 'paint', item: undefined, type: 'alternate', duration: 0 }),
      demand({ due: date(5) }),
    )
    expect(planned(solution)).toEqual([
      ['cut', 1, 3, 4],
      ['spray', 1, 4, 5],
    ])
  })

  it('is done after it by all its parts', () => {
    const solution = plan(
      ...painting,
      makes({ name: 'paint', item: undefined, type: 'split', duration: 0 }),
      demand({ due: date(5), quantity: 3 }),
    )
    expect(planned(solution)).toEqual([
      ['cut', 3, 3, 4],
      ['spray', 1, 4, 5],
      ['brush', 2, 4, 5],
    ])
    expect(shipped(solution)).toEqual({ order: [[5, 3]] })
  })

  it('is done for an order that names it as its own operation', () => {
    const solution = plan(
      ...painting,
      makes({ name: 'paint', item: undefined, type: 'alternate', duration: 0 }),
      demand({ due: date(5), operation: 'paint' }),
    )
    expect(planned(solution)).toEqual([
      ['cut', 1, 3, 4],
      ['spray', 1, 4, 5],
    ])
  })
})

describe('the product of the last step of a routing', () => {
  it('is there in time when it needs some days after the work', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({ type: 'routing', duration: 0, item: undefined }),
      ...['weld', 'paint'].map((name) => makes({ name, item: undefined })),
      step('make', 'weld', 1),
      step('make', 'paint', 2),
      row('operationmaterial', {
        operation: 'paint',
        item: 'bike',
        quantity: 1,
        type: 'end',
        offset: 2 * day,
      }),
      demand({ due: date(10) }),
    )
    expect(planned(solution)).toEqual([
      ['weld', 1, 6, 7],
      ['paint', 1, 7, 8],
    ])
    expect(shipped(solution)).toEqual({ order: [[10, 1]] })
  })
})
