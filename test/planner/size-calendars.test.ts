/** Tests resources whose size changes with a calendar. */
import { describe, expect, it } from 'vitest'
import { date, demand, makes, plan, planned, plant, row, stock } from './small-plans.ts'

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
