/** Tests resources that a routing itself holds, from the start of its first step to the end of its last one. */
import { describe, expect, it } from 'vitest'
import type { Solution } from '../../src/planner/solution.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, days, demand, makes, plan, planned, plant, row, shipped } from './small-plans.ts'

const step = (suboperation: string, priority: number): FixtureRow =>
  row('suboperation', { operation: 'make', suboperation, priority })
const load = (operation: string, resource: string, fields: FixtureRow['fields'] = {}): FixtureRow =>
  row('operationresource', { operation, resource, quantity: 1, ...fields })

const cell: readonly FixtureRow[] = [
  plant,
  makes({ type: 'routing', duration: 0 }),
  ...['weld', 'paint'].map((name) => makes({ name, item: undefined })),
  step('weld', 1),
  step('paint', 2),
]

/** Returns start and end of the routing orders, in days from now. */
const routings = ({ plan: { orders } }: Solution): readonly unknown[] =>
  orders
    .filter(({ operation }) => operation.kind === 'routing')
    .map(({ start, end }) => [days(start), days(end)])
    .toSorted((a, b) => a[0]! - b[0]!)

describe('a resource of the routing itself', () => {
  it('is not held twice where several late orders are planned together', () => {
    const solution = plan(
      ...cell,
      row('resource', { name: 'cell' }),
      row('resource', { name: 'welders', maximum: 5 }),
      row('resource', { name: 'painters', maximum: 5 }),
      load('make', 'cell'),
      load('weld', 'welders'),
      load('paint', 'painters'),
      demand({ name: 'one', due: date(2) }),
      demand({ name: 'other', due: date(2) }),
    )
    expect(routings(solution)).toEqual([
      [0, 2],
      [2, 4],
    ])
    expect(Object.values(shipped(solution)).flat()).toHaveLength(2)
  })

  it('is held for work that others depend on, too', () => {
    const solution = plan(
      ...cell,
      row('resource', { name: 'cell' }),
      row('resource', { name: 'bench' }),
      load('make', 'cell'),
      load('assemble', 'bench'),
      makes({ name: 'assemble', item: 'car' }),
      row('operationdependency', { operation: 'assemble', blockedby: 'make' }),
      ...['one', 'other'].map((name) => demand({ name, item: 'car', due: date(2) })),
    )
    expect(routings(solution)).toEqual([
      [0, 2],
      [2, 4],
    ])
  })

  it('is held while it is effective: a machine that another one replaces', () => {
    const solution = plan(
      ...cell,
      row('resource', { name: 'old' }),
      row('resource', { name: 'new' }),
      load('make', 'old', { effective_end: date(20) }),
      load('make', 'new', { effective_start: date(20) }),
      demand({ name: 'one', due: date(10) }),
      demand({ name: 'other', due: date(10) }),
      demand({ name: 'later', due: date(30) }),
    )
    expect(routings(solution)).toEqual([
      [6, 8],
      [8, 10],
      [28, 30],
    ])
    const held = solution.plan.orders
      .filter(({ operation }) => operation.kind === 'routing')
      .map(({ uses }) => uses.map(({ resource }) => resource.name))
    expect(held.flat().toSorted()).toEqual(['new', 'old', 'old'])
  })

  it('is not needed any more after its effective end', () => {
    const solution = plan(
      ...cell,
      row('resource', { name: 'old' }),
      load('make', 'old', { effective_end: date(-20) }),
      demand({ due: date(10) }),
    )
    expect(planned(solution)).toEqual([
      ['weld', 1, 8, 9],
      ['paint', 1, 9, 10],
    ])
  })
})
