/** Which parts of a plan in memory differ from the plan that was stored last. */
import type { Buffer, Resource } from '../../network/nodes.ts'
import type { Order } from '../../search/plan.ts'
import type { Seconds } from '../../time.ts'

export interface PlanDifference {
  /** Orders that are new, also those that take the place of others. */
  readonly added: ReadonlySet<Order>
  /** Orders that are not in the plan any more. They keep their movements. */
  readonly gone: ReadonlySet<Order>
  /** Orders that begin at another moment, since changeovers of others have moved them, with the former one. */
  readonly moved: ReadonlyMap<Order, Seconds>
  /** Buffers whose movements differ. */
  readonly buffers: ReadonlySet<Buffer>
  readonly resources: ReadonlySet<Resource>
  /** Names of sales orders that are delivered otherwise, or have other data. */
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

/** The difference after a second one. */
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
