/**
 * Random orders of several colors on presses with a changeover between each pair of colors, and the least possible
 * lateness of all sequences.
 */
import type { PlannerInput } from '../../src/planner/input.ts'
import { hour } from '../../src/planner/time.ts'
import { current, emptyShop } from './job-shops.ts'
import { randomOf } from './random.ts'

/** An order; durations and the due date in hours from the start of the plan. */
interface PressOrder {
  readonly color: number
  readonly hours: number
  readonly due: number
  readonly quantity: number
}

export interface Presses {
  readonly presses: number
  readonly orders: readonly PressOrder[]
  /** Hours of the changeover from color to color; all presses begin with color 0. */
  readonly changeovers: readonly (readonly number[])[]
}

const colors = 4

/** Returns the same orders for the same seed. */
export function randomPresses(seed: number, presses: number, orders: number): Presses {
  const random = randomOf(seed)
  return {
    presses,
    changeovers: Array.from({ length: colors }, (_, from) =>
      Array.from({ length: colors }, (_color, to) => (from === to ? 0 : 2 + random.below(14))),
    ),
    orders: Array.from({ length: orders }, () => ({
      color: 1 + random.below(colors - 1),
      hours: 4 + random.below(20),
      due: random.below(80),
      quantity: 1 + random.below(3),
    })),
  }
}

/** Returns the model of the presses. */
export function pressesInput({ presses, orders, changeovers }: Presses): PlannerInput {
  const names = Array.from({ length: presses }, (_, press) => `press ${press}`)
  return {
    ...emptyShop,
    resources: names.map((name) => ({ name, maximum: 1, setupmatrix: 'colors', setup: 'color 0' })),
    setupRules: changeovers.flatMap((row, from) =>
      row.map((hours, to) => ({
        setupmatrix: 'colors',
        priority: from * colors + to,
        fromsetup: `color ${from}`,
        tosetup: `color ${to}`,
        duration: hours * hour,
      })),
    ),
    items: orders.map((_, order) => ({ name: `item ${order}` })),
    operations: orders.map(({ hours }, order) => ({
      name: `press ${order}`,
      type: 'fixed_time',
      duration: hours * hour,
      item: `item ${order}`,
      location: 'shop',
    })),
    loads: orders.flatMap(({ color }, order) =>
      names.map((resource, press) => ({
        operation: `press ${order}`,
        resource,
        quantity: 1,
        setup: `color ${color}`,
        name: 'any',
        priority: press + 1,
      })),
    ),
    demands: orders.map(({ due, quantity }, order) => ({
      name: `order ${order}`,
      item: `item ${order}`,
      location: 'shop',
      quantity,
      due: current + due * hour,
      priority: 1,
      minshipment: quantity,
    })),
  }
}

/** Returns the least lateness in quantity-days, by trying all sequences on all presses. */
export function leastLateness({ presses, orders, changeovers }: Presses): number {
  const free = Array.from({ length: presses }, () => 0)
  const setups = Array.from({ length: presses }, () => 0)
  const left = new Set(orders)
  let least = Infinity
  const extend = (late: number): void => {
    if (late >= least) return
    if (left.size === 0) least = late
    for (const order of orders.filter((one) => left.has(one))) {
      left.delete(order)
      for (let press = 0; press < presses; press += 1) {
        const [freeBefore, setupBefore] = [free[press]!, setups[press]!]
        const end = freeBefore + changeovers[setupBefore]![order.color]! + order.hours
        ;[free[press], setups[press]] = [end, order.color]
        extend(late + (Math.max(0, end - order.due) * order.quantity) / 24)
        ;[free[press], setups[press]] = [freeBefore, setupBefore]
      }
      left.add(order)
    }
  }
  extend(0)
  return least
}
