/** Plans of small models in words: days from now, quantities, what was made, bought and used. */
import type { PlannerSettings } from '../../src/planner/input.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day } from '../../src/planner/time.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'
import { current, row } from './random-network.ts'

export { current, date, row } from './random-network.ts'
const now = secondsOf(current)

export const plan = (...rows: readonly FixtureRow[]): Solution => solve(plannerInput(rows, { current }))

/** A plan with other settings than the usual ones. */
export function planWith(settings: Partial<PlannerSettings>, ...rows: readonly FixtureRow[]): Solution {
  const input = plannerInput(rows, { current })
  return solve({ ...input, settings: { ...input.settings, ...settings } })
}

/** Days from now until a moment. */
export const days = (seconds: number): number => (seconds - now) / day

/** Days from now and quantities of the shipments of each demand. */
export const shipped = ({ deliveries }: Solution): Record<string, readonly (readonly [number, number])[]> =>
  Object.fromEntries(
    deliveries.map(({ demand, shipments }) => [
      demand.name,
      shipments.map(({ order, quantity }) => [days(order.end), quantity] as const),
    ]),
  )

/** Name, quantity, and days from now of start and end, of what is planned new; deliveries and owners aside. */
export const planned = ({ plan: { orders } }: Solution): readonly unknown[] =>
  orders
    .filter(
      ({ locked, operation: { kind } }) => locked === undefined && !['delivery', 'routing'].includes(kind),
    )
    .map(({ operation, quantity, start, end }) => [operation.name, quantity, days(start), days(end)])
    .toSorted((a, b) => Number(a[2]) - Number(b[2]))

/** Names of the resources that the orders of an operation run on. */
export const usedBy = ({ plan: { orders } }: Solution, name: string): readonly string[] =>
  orders
    .filter(({ operation }) => operation.name === name)
    .flatMap(({ uses }) => uses.map(({ resource }) => resource.name))

export const plant = row('location', { name: 'plant' })

/** An open demand for an item at the plant. */
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

/** An operation at the plant. */
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
