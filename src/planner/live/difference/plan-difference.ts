/** The parts of a plan in memory that differ from the last stored plan. */
import type { Buffer, Resource } from '../../network/nodes.ts'
import type { Order } from '../../search/plan.ts'
import type { Seconds } from '../../time.ts'

export interface PlanDifference {
  /** New orders, including those that replace others. */
  readonly added: ReadonlySet<Order>
  /** Orders that are no longer in the plan. They keep their movements. */
  readonly gone: ReadonlySet<Order>
  /** Orders whose start was moved by changeovers of other orders, with the former start. */
  readonly moved: ReadonlyMap<Order, Seconds>
  /** Buffers whose movements differ. */
  readonly buffers: ReadonlySet<Buffer>
  readonly resources: ReadonlySet<Resource>
  /** Names of sales orders whose deliveries or data differ. */
  readonly demands: ReadonlySet<string>
}

export const noDifference: PlanDifference = {
  added: new Set(),
  gone: new Set(),
  moved: new Map(),
  buffers: new Set(),
  resources: new Set(),
  demands: new Set(),
}

/** Returns the combination of two successive differences. */
export function addDifference(first: PlanDifference, second: PlanDifference): PlanDifference {
  if (first === noDifference) return second
  return {
    added: new Set([...[...first.added].filter((order) => !second.gone.has(order)), ...second.added]),
    gone: new Set([...first.gone, ...[...second.gone].filter((order) => !first.added.has(order))]),
    moved: new Map(
      [...second.moved, ...first.moved].filter(
        ([order]) => !first.added.has(order) && !second.gone.has(order),
      ),
    ),
    buffers: new Set([...first.buffers, ...second.buffers]),
    resources: new Set([...first.resources, ...second.resources]),
    demands: new Set([...first.demands, ...second.demands]),
  }
}
