/** Tests resources whose size changes with a calendar. */
import { describe, expect, it } from 'vitest'
import { hour } from '../../src/planner/time.ts'
import { date, days, demand, makes, plan, planned, plant, row, shipped, stock } from './small-plans.ts'

const uses = row('operationresource', { operation: 'make', resource: 'cell', quantity: 1 })

/** Returns a calendar that changes every quarter of an hour, for years. */
const restless = [
  row('calendar', { name: 'restless', defaultvalue: 1 }),
  ...Array.from({ length: 48 }, (_, half) => {
    const hours = String(Math.floor(half / 2)).padStart(2, '0')
    const [from, until] = half % 2 === 0 ? ['00', '15'] : ['30', '45']
    return row('calendarbucket', {
      calendar: 'restless',
      startdate: date(-9),
      value: 3,
      starttime: `${hours}:${from}:00`,
      endtime: `${hours}:${until}:00`,
    })
  }),
]

describe('a calendar of more than a hundred thousand changes', () => {
  it('may give the size of a resource', () => {
    const cell = row('resource', { name: 'cell', maximum_calendar: 'restless' })
    const solution = plan(plant, ...restless, makes({}), uses, cell, demand({ due: date(3) }))
    expect(solution.network.resources.get('cell')?.capacity.values.length).toBeGreaterThan(130_000)
    expect(planned(solution)).toEqual([['make', 1, 2, 3]])
  })

  it('may give the minimum of a stock', () => {
    const kept = stock('bike', 2, { minimum_calendar: 'restless' })
    expect(planned(plan(plant, ...restless, makes({}), kept, demand({ due: date(3) })))).toEqual([
      ['make', 1, 0, 1],
      ['make', 1, 2, 3],
    ])
  })
})

describe('capacity in buckets of open time', () => {
  const shift = [
    row('calendar', { name: 'shift', defaultvalue: 0 }),
    row('calendarbucket', { calendar: 'shift', value: 1, starttime: '08:00:00', endtime: '16:00:00' }),
  ]

  const ofHours = (duration: number, efficiency = 100) =>
    plan(
      plant,
      ...shift,
      row('resource', { name: 'cell', type: 'buckets_day', available: 'shift', efficiency }),
      uses,
      makes({ duration: duration * hour }),
      demand({ due: date(9) }),
    )

  it('has the hours of a second machine from the day on which it is there', () => {
    // The plan begins on a Monday; the second machine is there from Thursday on.
    const more = [
      row('calendar', { name: 'more', defaultvalue: 1 }),
      row('calendarbucket', { calendar: 'more', value: 2, startdate: date(3) }),
      row('resource', { name: 'cell', type: 'buckets_week', available: 'shift', maximum_calendar: 'more' }),
    ]
    const make = makes({ type: 'time_per', duration: 0, duration_per: hour })
    const whole = { minshipment: 88, quantity: 88 }
    const solution = plan(plant, ...shift, ...more, make, uses, demand({ ...whole, due: date(90) }))
    const sizes = [...(solution.network.resources.get('cell')?.buckets?.rooms() ?? [])]
      .filter(({ start }) => days(start) >= -7 && days(start) < 14)
      .map(({ size }) => size)
    expect(sizes).toEqual([56, 3 * 8 + 4 * 16, 112])
  })

  it('is never enough for a lot that is longer than the longest day', () => {
    const long = ofHours(20)
    expect(shipped(long)).toEqual({ order: [] })
    expect(long.deliveries[0]?.reasons).toMatchObject([{ kind: 'never enough', owner: 'make' }])
    expect(shipped(ofHours(8))).toEqual({ order: [[9, 1]] })
    expect(shipped(ofHours(20, 250))).toEqual({ order: [[9, 1]] })
  })

  it('is never open, rather than never enough, if no day has any', () => {
    const closed = [
      row('calendar', { name: 'never', defaultvalue: 0 }),
      row('resource', { name: 'cell', type: 'buckets_day', available: 'never' }),
    ]
    const solution = plan(plant, ...closed, uses, makes({}), demand({ due: date(9) }))
    expect(solution.deliveries[0]?.reasons).toMatchObject([{ kind: 'never open' }])
  })

  it('is enough for a small lot of a step, whose routing has no minimum', () => {
    const solution = plan(
      plant,
      ...shift,
      row('resource', { name: 'cell', type: 'buckets_day', available: 'shift' }),
      makes({ name: 'build', type: 'routing', duration: 0, sizeminimum: 0 }),
      makes({ item: undefined, type: 'time_per', duration: 0, duration_per: 10 * hour }),
      row('suboperation', { operation: 'build', suboperation: 'make', priority: 1 }),
      uses,
      demand({ name: 'first', due: date(1), quantity: 0.5 }),
      demand({ name: 'second', due: date(1), quantity: 0.5, maxlateness: 0 }),
    )
    expect(solution.deliveries[1]?.reasons.map(({ kind }) => kind)).not.toContain('never enough')
  })

  it('is only busy for a lot that fits on other days', () => {
    const cell = row('resource', { name: 'cell', type: 'buckets_day', available: 'shift' })
    const make = makes({ duration: 6 * hour })
    const first = demand({ name: 'first', due: date(1) })
    const solution = plan(plant, ...shift, cell, uses, make, first, demand({ name: 'second', due: date(1) }))
    expect(solution.deliveries[1]?.reasons).toMatchObject([{ kind: 'capacity', owner: 'cell' }])
  })
})
