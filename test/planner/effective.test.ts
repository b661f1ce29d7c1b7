/** Tests effective dates: of the options of an alternate, and of materials that substitute each other. */
import { describe, expect, it } from 'vitest'
import { day, hour } from '../../src/planner/time.ts'
import {
  buys,
  date,
  days,
  demand,
  makes,
  plan,
  planned,
  plant,
  planWith,
  row,
  shipped,
  stock,
  usedBy,
} from './small-plans.ts'

const takes = (item: string, fields: Readonly<Record<string, unknown>>) =>
  row('operationmaterial', { operation: 'make', item, quantity: -1, type: 'start', ...fields })

describe('an option of an alternate', () => {
  const sources = [
    plant,
    row('item', { name: 'bike' }),
    row('operation', { name: 'source', type: 'alternate', location: 'plant' }),
    makes({ name: 'old', item: undefined, duration: 2 * day }),
    makes({ name: 'new', item: undefined, duration: 5 * day }),
    row('suboperation', {
      operation: 'source',
      suboperation: 'old',
      priority: 1,
      effective_end: date(10),
    }),
    row('suboperation', {
      operation: 'source',
      suboperation: 'new',
      priority: 2,
      effective_start: date(10),
    }),
  ]

  it('is used before its end, for what is due after it too', () => {
    const solution = plan(...sources, demand({ due: date(11), operation: 'source', minshipment: 1 }))
    expect(planned(solution)).toEqual([['new', 1, 6, 11]])
  })

  it('is used for what ends exactly at its end, and not after it, when the order is late', () => {
    const solution = plan(
      ...sources,
      row('resource', { name: 'bench', maximum: 1 }),
      row('operationresource', { operation: 'old', resource: 'bench', quantity: 1 }),
      ...[1, 2, 3, 4, 5, 6].map((number) =>
        demand({ name: `order ${number}`, due: date(2), operation: 'source', minshipment: 1 }),
      ),
    )
    const ends = planned(solution).map((line) => Object.values(Object(line)))
    expect(ends.filter(([name]) => name === 'old').map(([, , , end]) => end)).toEqual([2, 4, 6, 8, 10])
    expect(ends.filter(([name]) => name === 'new').map(([, , , end]) => end)).toEqual([10])
  })
})

/** Opens a calendar from one day to another. */
const openOn = (calendar: string, from: number, to: number) =>
  row('calendarbucket', { calendar, startdate: date(from), enddate: date(to), value: 1 })

describe('a load that ends', () => {
  it('does not keep work from a time at which it is no longer effective, however short the resource is free then', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({ duration: 4 * day }),
      row('calendar', { name: 'one day', defaultvalue: 0 }),
      openOn('one day', 14, 15),
      row('resource', { name: 'bench', maximum_calendar: 'one day' }),
      row('operationresource', {
        operation: 'make',
        resource: 'bench',
        quantity: 1,
        effective_end: date(10),
      }),
      demand({ due: date(2) }),
    )
    expect(planned(solution)).toEqual([['make', 1, 10, 14]])
  })
})

describe('a material that takes the place of another one', () => {
  it('is used from its first day on, rather than waiting for the other', () => {
    const solution = plan(
      plant,
      ...['bike', 'old frame', 'new frame'].map((name) => row('item', { name })),
      makes({}),
      takes('old frame', { effective_end: date(20) }),
      takes('new frame', { effective_start: date(20) }),
      stock('new frame', 10),
      row('operation', { name: 'bring', location: 'plant', priority: 0 }),
      row('operationmaterial', { operation: 'bring', item: 'old frame', quantity: 1, type: 'end' }),
      row('operationplan', {
        reference: '1',
        type: 'MO',
        status: 'confirmed',
        operation: 'bring',
        quantity: 5,
        startdate: date(40),
        enddate: date(40),
      }),
      demand({ quantity: 4, due: date(1), minshipment: 4 }),
    )
    expect(shipped(solution)).toEqual({ order: [[20, 4]] })
  })

  it('is not waited for without end where the resource is busy on the day of the change', () => {
    const solution = plan(
      plant,
      ...['bike', 'frame', 'car'].map((name) => row('item', { name })),
      row('supplier', { name: 'shop' }),
      row('resource', { name: 'bench', maximum: 1 }),
      makes({}),
      takes('frame', { effective_end: date(9) }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      // Frames can be bought only when it is too late for them.
      buys({ item: 'frame', leadtime: 0, effective_start: date(8.5) }),
      makes({ name: 'other', item: 'car' }),
      row('operationresource', { operation: 'other', resource: 'bench', quantity: 1 }),
      row('operationplan', {
        reference: '1',
        type: 'MO',
        status: 'confirmed',
        operation: 'other',
        quantity: 1,
        startdate: date(8),
        enddate: date(9.5),
      }),
      demand({ due: date(5) }),
    )
    expect(planned(solution)).toEqual([['make', 1, 9.5, 10.5]])
  })
})

/** Bikes that a robot makes from day 20 on, twice as fast; it is not there before. */
const later = (fields: Readonly<Record<string, unknown>>) => [
  plant,
  row('item', { name: 'bike' }),
  makes({ duration: 4 * day }),
  row('calendar', { name: 'from day 20', defaultvalue: 0 }),
  openOn('from day 20', 20, 90),
  row('resource', { name: 'robot', efficiency: 200, available: 'from day 20' }),
  row('operationresource', {
    operation: 'make',
    resource: 'robot',
    quantity: 1,
    effective_start: date(20),
    ...fields,
  }),
]

describe('a load that begins later', () => {
  it('gives the work before it neither its speed nor its closed time', () => {
    const solution = plan(...later({}), demand({ due: date(10) }), demand({ name: 'other', due: date(30) }))
    expect(planned(solution)).toEqual([
      ['make', 1, 6, 10],
      ['make', 1, 28, 30],
    ])
  })

  it('gives the same in a plan without capacity limits', () => {
    const rows = [...later({}), demand({ due: date(10) }), demand({ name: 'other', due: date(30) })]
    const constraints = { capacity: false, manufacturingLeadTime: false, purchasingLeadTime: false }
    expect(planned(planWith({ constraints }, ...rows))).toEqual([
      ['make', 1, 6, 10],
      ['make', 1, 28, 30],
    ])
  })

  it('gives work that is late the first time, which is possible without it', () => {
    const solution = plan(...later({ effective_start: date(3) }), demand({ due: date(2) }))
    expect(planned(solution)).toEqual([['make', 1, 0, 4]])
  })
})

describe('an operation with many requirements that have begun', () => {
  const begun = { effective_start: date(-100) }

  it('uses a resource for each of them', () => {
    const places = [0, 1, 2, 3, 4, 5, 6]
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({}),
      ...places.flatMap((place) => [
        row('resource', { name: `bench ${place}` }),
        row('operationresource', { operation: 'make', resource: `bench ${place}`, quantity: 1, ...begun }),
      ]),
      demand({ due: date(10) }),
    )
    expect(usedBy(solution, 'make')).toHaveLength(places.length)
  })

  it('uses the only alternate that has capacity', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({}),
      ...['weld', 'paint', 'test'].flatMap((group) =>
        [1, 2, 3].flatMap((priority) => [
          row('resource', {
            name: `${group} ${priority}`,
            maximum: group === 'weld' && priority < 3 ? 0 : 1,
          }),
          row('operationresource', {
            operation: 'make',
            resource: `${group} ${priority}`,
            name: group,
            priority,
            quantity: 1,
            ...begun,
          }),
        ]),
      ),
      demand({ due: date(10) }),
    )
    expect(usedBy(solution, 'make')).toEqual(['weld 3', 'paint 1', 'test 1'])
  })
})

/** A machine with changeovers that makes bikes, one of several. */
const machine = (name: string, fields: Readonly<Record<string, unknown>>) => [
  row('resource', { name, setupmatrix: 'colors', setup: 'red' }),
  row('operationresource', {
    operation: 'make',
    resource: name,
    name: 'machine',
    quantity: 1,
    setup: 'red',
    ...fields,
  }),
]

describe('a machine with changeovers that takes the place of another one', () => {
  it('does not run before it is there, although the runs after it begin earlier', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('setupmatrix', { name: 'colors' }),
      row('setuprule', { setupmatrix: 'colors', duration: 6 * hour, priority: 1 }),
      makes({ duration: 2 * day, sizemaximum: 1 }),
      ...machine('old', { effective_end: date(3) }),
      ...machine('new', { effective_start: date(3), priority: 2 }),
      ...['A', 'B', 'C', 'D'].map((name) => demand({ name, due: date(6) })),
    )
    const starts = solution.plan.orders.flatMap(({ uses, start }) =>
      uses.some(({ resource }) => resource.name === 'new') ? [days(start)] : [],
    )
    expect(starts.length).toBeGreaterThan(0)
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(3)
  })
})

describe('a material that ends together with its operation', () => {
  it('is needed for what ends exactly then', () => {
    const until = { effective_end: date(10) }
    const solution = plan(
      plant,
      makes(until),
      takes('frame', until),
      buys({ item: 'frame', leadtime: 4 * day }),
      demand({ due: date(12) }),
    )
    expect(planned(solution)).toEqual([
      ['Purchase frame @ plant from shop', 1, 5, 9],
      ['make', 1, 9, 10],
    ])
    expect(shipped(solution)).toEqual({ order: [[12, 1]] })
  })
})

const unskilledUntil = (at: number) => [
  plant,
  makes({ duration: day }),
  row('skill', { name: 'weld' }),
  row('resource', { name: 'staff' }),
  row('operationresource', {
    operation: 'make',
    resource: 'staff',
    skill: 'weld',
    quantity: 1,
    effective_end: date(at),
  }),
  demand({ due: date(3) }),
]

describe('a requirement that no resource can meet', () => {
  it.each([
    ['before today does not matter', -5, 2],
    ['is waited out', 6, 6],
  ])('%s', (_, at, start) => {
    const solution = plan(...unskilledUntil(at))
    expect(planned(solution)).toEqual([['make', 1, start, start + 1]])
    expect(shipped(solution)).toEqual({ order: [[Math.max(3, start + 1), 1]] })
  })

  it('is waited out if it is too much for the resource', () => {
    const solution = plan(
      plant,
      makes({ duration: day }),
      row('resource', { name: 'oven', maximum: 0 }),
      row('operationresource', { operation: 'make', resource: 'oven', quantity: 1, effective_end: date(6) }),
      demand({ due: date(3) }),
    )
    expect(shipped(solution)).toEqual({ order: [[7, 1]] })
  })
})
