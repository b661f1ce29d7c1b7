/** Estimates the memory of a plan before it is made: a plan that does not fit is rejected at once. */
import { getHeapStatistics } from 'node:v8'
import { ServiceError } from '../../errors/service-error.ts'
import { groupRows } from '../../planner/network/rows.ts'
import type { PlannerInput } from '../../planner/input.ts'

/** Estimated peak memory of an order with its movements, its resource usage and its rows, in bytes. */
const bytesPerOrder = 900
/** Estimated memory of a row of the data, in bytes. */
const bytesPerRow = 700
/** Share of the memory of the process that a plan may use. */
const usableShare = 0.9

const gigabyte = 2 ** 30

export interface PlanSize {
  /** Approximate upper limit of the number of proposals. */
  readonly orders: number
  readonly bytes: number
}

/** Estimates the size of the plan, as if there were no stock and no limit on lot sizes. */
export function planSize(input: PlannerInput): PlanSize {
  const ordersOf = ordersPerItem(input)
  let orders = input.orders.length
  for (const { item } of input.demands) orders += 1 + ordersOf(item)
  return { orders, bytes: orders * bytesPerOrder + rowsOf(input) * bytesPerRow }
}

/** Returns the size of a plan in memory: of the stored one with its proposals, else of one that has to be made. */
export function loadedSize(input: PlannerInput): PlanSize {
  const { previous = [], ...data } = input
  if (previous.length === 0) return planSize(data)
  const orders = input.orders.length + previous.length
  return { orders, bytes: orders * bytesPerOrder + rowsOf(data) * bytesPerRow }
}

const rowsOf = (input: PlannerInput): number =>
  Object.values(input).reduce<number>((sum, table) => sum + (Array.isArray(table) ? table.length : 0), 0)

/** Maximum number of orders counted for an item. In a cycle of items the counting ends where the cycle closes. */
const mostOrders = 1_000

/** Returns a function that counts the orders needed to make or buy an item, including its components. */
function ordersPerItem(input: PlannerInput): (item: string) => number {
  const makers = groupRows(input.operations, ({ item }) => item)
  const steps = groupRows(input.operations, ({ owner }) => owner)
  const parts = groupRows(input.suboperations, ({ operation }) => operation)
  const materials = groupRows(
    input.materials.filter(({ quantity }) => (quantity ?? 1) < 0),
    ({ operation }) => operation,
  )
  const known = new Map<string, number>()
  const count = (item: string): number => {
    const found = known.get(item)
    if (found !== undefined) return found
    known.set(item, 0)
    const maker = makers.get(item)?.[0]
    const inside =
      maker === undefined
        ? []
        : [
            ...(steps.get(maker.name) ?? []).map(({ name }) => name),
            ...(parts.get(maker.name) ?? []).map(({ suboperation }) => suboperation),
          ]
    let orders = 1 + inside.length
    for (const operation of maker === undefined ? [] : [maker.name, ...inside])
      for (const material of materials.get(operation) ?? []) orders += count(material.item)
    orders = Math.min(orders, mostOrders)
    known.set(item, orders)
    return orders
  }
  return count
}

const size = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`

/** Returns the memory in megabytes that a process must be allowed to use to make the plan. */
export const memoryFor = ({ bytes }: PlanSize): number => Math.ceil(bytes / usableShare / 2 ** 20)

/** Throws `command_failed` if the plan does not fit into the memory of this process. */
export function checkMemory({ orders, bytes }: PlanSize, limit = getHeapStatistics().heap_size_limit): void {
  if (bytes <= limit * usableShare) return
  const params = { orders, needed: size(bytes), limit: size(limit) }
  throw new ServiceError('command_failed', { reason: { code: 'plan_too_large', params } })
}

/** Throws `live_plan_too_large` if the plan does not fit into the memory of the process that keeps it, in bytes. */
export function checkLiveMemory({ orders, bytes }: PlanSize, limit: number): void {
  if (bytes <= limit) return
  const params = { orders, needed: size(bytes), limit: size(limit) }
  throw new ServiceError('live_plan_too_large', params)
}

/**
 * Memory of a loaded plan, of a second one made next to it, and of making and comparing that, as a multiple of the
 * loaded plan: 100,000 sales orders with 470,000 orders take 0.6 GB, and 2.0 GB are too few for both.
 */
const withSecondPlan = 3.5

/** Returns whether a second plan of this size fits next to the loaded one into the memory of its process, in bytes. */
export const fitsBeside = ({ bytes }: PlanSize, limit: number): boolean => bytes * withSecondPlan <= limit

/** Returns the error of edits that need a second plan which does not fit into the memory of the process, in bytes. */
export function noRoomBeside({ orders, bytes }: PlanSize, limit: number): ServiceError {
  const params = { orders, needed: size(bytes * withSecondPlan), limit: size(limit) }
  return new ServiceError('live_plan_no_room', params)
}
