/** How much memory a plan will take, before it is made: a plan for which there is not enough is refused at once. */
import { getHeapStatistics } from 'node:v8'
import { ServiceError } from '../../errors/service-error.ts'
import { groupRows } from '../../planner/network/rows.ts'
import type { PlannerInput } from '../../planner/input.ts'

/** Peak bytes of an order with its movements, its use of capacity and its rows. */
const bytesPerOrder = 900
/** Bytes of a row of the data. */
const bytesPerRow = 700
/** Of the memory of the process that a plan may take. */
const usableShare = 0.9

const gigabyte = 2 ** 30

export interface PlanSize {
  /** Proposals, at most about. */
  readonly orders: number
  readonly bytes: number
}

/** What the plan of the data will be like: as if nothing were in stock, and every lot as large as is needed. */
export function planSize(input: PlannerInput): PlanSize {
  const ordersOf = ordersPerItem(input)
  let orders = input.orders.length
  for (const { item } of input.demands) orders += 1 + ordersOf(item)
  let rows = 0
  for (const table of Object.values(input)) if (Array.isArray(table)) rows += table.length
  return { orders, bytes: orders * bytesPerOrder + rows * bytesPerRow }
}

/** Orders that it takes to make an item at most; circles of items end where they close. */
const mostOrders = 1_000

/** Counts the orders that it takes to make or buy an item, with all that it is made of. */
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

/** Throws `command_failed` where the plan will not fit into the memory that this process may use. */
export function checkMemory({ orders, bytes }: PlanSize, limit = getHeapStatistics().heap_size_limit): void {
  if (bytes <= limit * usableShare) return
  const reason = `The plan would be of about ${orders.toLocaleString('en')} orders and take about ${size(bytes)} of memory, and this process may use ${size(limit)}. Nothing was planned. Run it on a machine with more memory, or plan fewer sales orders: a status other than open or quote leaves a sales order out.`
  throw new ServiceError('command_failed', { reason })
}
