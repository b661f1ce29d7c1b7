/** Tests on which days overtime is proposed, and what it is said to cost. */
import { expect, it } from 'vitest'
import { overtimeFor } from '../../src/planner/live/remedies/overtime-for.ts'
import { familiesWithin } from '../../src/planner/live/remedies/overtime.ts'
import { totalCost } from '../../src/planner/live/remedies/remedy.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'
import { prepare } from './live-support.ts'
import { current, date, row } from './random-network.ts'
import { day } from '../../src/planner/time.ts'
import { buys, days, demand, makes, plant } from './small-plans.ts'

/**
 * Returns the days from now of overtime at a bench that works from Monday to Friday from 8 to 16, where its calendar
 * declares it closed at times. Today is a Monday.
 */
function overtimeBeside(...closed: readonly FixtureRow['fields'][]) {
  const hours = { value: 1, starttime: '08:00:00', endtime: '16:00:00', saturday: false, sunday: false }
  const live = prepare(
    plannerInput(
      [
        plant,
        row('item', { name: 'bike' }),
        row('calendar', { name: 'shift', defaultvalue: 0 }),
        row('calendarbucket', { calendar: 'shift', ...hours }),
        ...closed.map((fields) =>
          row('calendarbucket', { calendar: 'shift', value: 0, priority: -5, ...fields }),
        ),
        row('resource', { name: 'bench', available: 'shift', cost: 10 }),
        makes({}),
        row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
        demand({ due: date(6) }),
      ],
      { current },
    ),
  )
  const resource = live.state.network.resources.all.find(({ name }) => name === 'bench')!
  const bench = live.input.resources.find(({ name }) => name === 'bench')!
  const window = { from: secondsOf(date(0)), to: secondsOf(date(6)) }
  return [...familiesWithin({ live }, bench, resource, window)]
    .flat()
    .map(({ summary: { code, values }, effort, costs }) => ({
      code,
      days: values['days'],
      from: days(Number(values['from'])),
      to: days(Number(values['to'])),
      effort,
      cost: totalCost(costs),
    }))
}

const saturday = { code: 'overtime_days', days: 1, from: 5, to: 5, effort: 1, cost: 80 }

it.each([
  ['22:00:00', '06:00:00'],
  ['10:00:00', '10:30:00'],
])('overtime opens days in spite of a break that is declared from %s to %s', (starttime, endtime) => {
  const year = { startdate: date(-10), enddate: date(355) }
  expect(overtimeBeside({ ...year, starttime, endtime })).toContainEqual(saturday)
})

const closedUntil = (enddate: string, startdate = date(0)) => overtimeBeside({ startdate, enddate })

it('overtime opens a day on which a closure ends before the shift, but not one that the shift overlaps', () => {
  expect(closedUntil('2026-01-10 06:00:00', date(4))).toContainEqual(saturday)
  expect(closedUntil('2026-01-10 09:00:00', date(4))).not.toContainEqual(saturday)
})

const longerWhenClosedUntil = (enddate: string) =>
  closedUntil(enddate).filter(({ code }) => code === 'overtime_hours')

it('overtime counts only the days on which shifts become longer while it can help, and is not proposed without them', () => {
  const [first] = longerWhenClosedUntil(date(1))
  expect(first).toEqual({ code: 'overtime_hours', days: 1, from: 1, to: 1, effort: 0.5, cost: 40 })
  expect(longerWhenClosedUntil(date(2)).map((one) => [one.days, one.from, one.to])).toEqual([[3, 2, 4]])
  expect(longerWhenClosedUntil(date(12))).toEqual([])
})

it('overtime is for the order that the resource delays by the most days, not for the latest one', () => {
  const live = prepare(
    plannerInput(
      [
        plant,
        row('item', { name: 'bike' }),
        row('item', { name: 'trike' }),
        row('item', { name: 'frame' }),
        row('resource', { name: 'bench' }),
        makes({}),
        makes({ name: 'make trike', item: 'trike' }),
        row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
        row('operationresource', { operation: 'make trike', resource: 'bench', quantity: 1 }),
        row('operationmaterial', { operation: 'make trike', item: 'frame', quantity: -1, type: 'start' }),
        buys({ item: 'frame', leadtime: 20 * day }),
        demand({ name: 'A', due: date(1), priority: 1 }),
        demand({ name: 'B', due: date(1), priority: 2 }),
        demand({ name: 'C', due: date(1), priority: 3 }),
        demand({ name: 'D', due: date(1), priority: 4 }),
        // The frames of the last order come on the twentieth day, and the bench is free two days later.
        row('operationplan', {
          reference: 'busy',
          type: 'MO',
          operation: 'make',
          quantity: 1,
          status: 'confirmed',
          startdate: date(19),
          enddate: date(22),
        }),
        demand({ name: 'late', item: 'trike', due: date(1), priority: 6, quantity: 50 }),
      ],
      { current },
    ),
  )
  const reasonsOf = (name: string) =>
    live.state.deliveries.get(name)?.reasons.map(({ kind, owner }) => `${kind} ${owner}`)
  expect(reasonsOf('late')).toContain('capacity bench')
  expect(overtimeFor(live, 'bench')?.demand).toBe('D')
})
