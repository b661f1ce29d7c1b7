/** Describes plans of small models: days from now, quantities, and made, bought and used items. */
import type { PlannerSettings } from '../../src/planner/input.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day } from '../../src/planner/time.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'
import { current, row } from './random-network.ts'

export { current, date, row } from './random-network.ts'
const now = secondsOf(current)

export const plan = (...rows: readonly FixtureRow[]): Solution => solve(plannerInput(rows, { current }))

/** Returns a plan with other than the default settings. */
export function planWith(settings: Partial<PlannerSettings>, ...rows: readonly FixtureRow[]): Solution {
  const input = plannerInput(rows, { current })
  return solve({ ...input, settings: { ...input.settings, ...settings } })
}

/** Returns the days from now until a moment. */
export const days = (seconds: number): number => (seconds - now) / day

/** Returns the days from now and the quantities of the shipments of each demand. */
export const shipped = ({ deliveries }: Solution): Record<string, readonly (readonly [number, number])[]> =>
  Object.fromEntries(
    deliveries.map(({ demand, shipments }) => [
      demand.name,
      shipments.map(({ order, quantity }) => [days(order.end), quantity] as const),
    ]),
  )

/** Returns name, quantity, and days from now of start and end of new orders, without deliveries and routings. */
export const planned = ({ plan: { orders } }: Solution): readonly unknown[] =>
  orders
    .filter(
      ({ locked, operation: { kind } }) => locked === undefined && !['delivery', 'routing'].includes(kind),
    )
    .map(({ operation, quantity, start, end }) => [operation.name, quantity, days(start), days(end)])
    .toSorted((a, b) => Number(a[2]) - Number(b[2]))

/** Returns the names of the resources on which the orders of an operation run. */
export const usedBy = ({ plan: { orders } }: Solution, name: string): readonly string[] =>
  orders
    .filter(({ operation }) => operation.name === name)
    .flatMap(({ uses }) => uses.map(({ resource }) => resource.name))

export const plant = row('location', { name: 'plant' })

/** Returns an open demand for an item at the plant. */
export const demand = (fields: FixtureRow['fields']): FixtureRow =>
  row('demand', {
    name: 'order',
    item: 'bike',
    location: 'plant',
    priority: 1,
    status: 'open',
    quantity: 1,
    ...fields,
  })

/** Returns an operation at the plant. */
export const makes = (fields: FixtureRow['fields']): FixtureRow =>
  row('operation', {
    name: 'make',
    item: 'bike',
    location: 'plant',
    type: 'fixed_time',
    duration: day,
    ...fields,
  })

export const stock = (item: string, onhand: number, fields: FixtureRow['fields'] = {}): FixtureRow =>
  row('buffer', { item, location: 'plant', onhand, ...fields })

export const buys = (fields: FixtureRow['fields']): FixtureRow =>
  row('itemsupplier', { item: 'bike', location: 'plant', supplier: 'shop', leadtime: day, ...fields })
