/** The sizes of orders: minimum, multiple and maximum of an operation. */
import type { Operation, Step } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'

/** Limits of the size of an order. */
export type Sizes = Pick<Operation, 'minimum' | 'multiple' | 'maximum'>

/** Returns the size of the next lot towards a quantity: at least the minimum, in multiples, at most the maximum. */
export function lotSize({ minimum, multiple, maximum }: Sizes, wanted: number): number {
  let size = Math.max(wanted, minimum)
  if (multiple > 0) size = Math.ceil(size / multiple - epsilon) * multiple
  if (size <= maximum) return size
  return multiple > 0 ? Math.floor(maximum / multiple + epsilon) * multiple : maximum
}

/**
 * Returns the size of the next of several lots towards a quantity: the largest, unless it leaves less than the minimum
 * for the last one, which then would make too much.
 */
export function sizeBefore(operation: Operation, wanted: number): number {
  const size = lotSize(operation, wanted)
  const left = wanted - size
  if (left <= epsilon) return size
  const last = lotSize(operation, left)
  return last <= left + epsilon ? size : Math.min(size, lotSize(operation, wanted - last))
}

/**
 * Returns the size of one order that others depend on: at least the quantity that they need. The maximum does not
 * count, which is reported when the network is compiled.
 */
export const neededSize = (operation: Operation, quantity: number): number =>
  Math.max(quantity, lotSize(operation, quantity))

/** Returns the largest quantity of one order, or of one order per part of a split. */
export function largestLot(operation: Operation): number {
  const { kind, steps } = operation
  if (kind === 'delivery') return never
  const options = steps.filter(({ priority }) => priority !== 0)
  const own = lotSize(operation, never)
  if (options.length === 0) return own
  if (kind === 'alternate') return Math.min(own, Math.max(...options.map(largestOf)))
  if (kind !== 'split') return own
  const whole = options.reduce((sum, { priority }) => sum + priority, 0)
  return Math.min(own, ...options.map((option) => (largestOf(option) * whole) / option.priority))
}

const largestOf = ({ operation }: Step): number => largestLot(operation)
