/**
 * Repairs a plan by compiling the network again and restoring the plan in it. Orders that no longer fit are planned
 * again in what is free; if this makes the plan later, all orders keep their sequence instead, each as early as it can
 * be after its former date, and the better of both plans counts.
 */
import type { PlannerInput, PreviousOrderRow } from '../input.ts'
import { latenessOf } from '../lateness.ts'
import type { Steps } from '../pauses.ts'
import { advanceOthers, type LatenessAlone, lateOfTables } from './advance-late.ts'
import { awaitedOrders } from './awaited-orders.ts'
import { latenessByName, placeDisplaced } from './displaced-orders.ts'
import { Edit } from './edit.ts'
import { explainLateOf } from './explain-worse.ts'
import { restoreState } from './make-state.ts'
import { repairDemands, type RepairOptions } from './repair-demands.ts'
import type { LiveState } from './state.ts'
import type { Touched } from './touched.ts'

/** What is repaired, and how. */
export interface WholeRepair {
  readonly former: LiveState
  /** Data of the plan, and the edited data. */
  readonly before: PlannerInput
  readonly next: PlannerInput
  /** The proposals that the edits do not touch. */
  readonly rows: readonly PreviousOrderRow[]
  readonly touched: Touched
  readonly options: RepairOptions & { readonly advance?: boolean }
  readonly nextKey: () => string
  readonly alone: LatenessAlone
  /** Whether no attempt is being made in the former plan. */
  readonly isFree: () => boolean
}

/** Maximum number of orders of a plan for which a second plan is made. */
const mostOrders = 20_000
/** Share of the lateness that must be lost or gained to count. */
const leastShare = 1e-3

/** Returns the repaired plan; undefined if the plan cannot be restored. */
export function* repairAll(repair: WholeRepair): Steps<LiveState | undefined> {
  const { former, options } = repair
  const kept = yield* repaired(repair, 'keep')
  if (kept === undefined || options.advance === false || former.plan.orders.length > mostOrders) return kept
  const lateness = latenessIn(kept)
  if (lateness <= latenessIn(former) * (1 + leastShare)) return kept
  const shifted = yield* repaired(repair, 'shift')
  return shifted !== undefined && latenessIn(shifted) < lateness * (1 - leastShare) ? shifted : kept
}

const latenessIn = ({ deliveries }: LiveState): number => latenessOf([...deliveries.values()])

function* repaired(
  { former, before, next, rows, touched, options, nextKey, alone, isFree }: WholeRepair,
  late: 'keep' | 'shift',
): Steps<LiveState | undefined> {
  const awaited = awaitedOrders(former, touched.orders, next)
  const state = yield* restoreState(next, rows, nextKey, former, { awaited, isShifting: late === 'shift' })
  if (state === undefined) return undefined
  yield* state.indexOrders()
  const edit = new Edit(state)
  const changed = new Set([...touched.demands].filter((name) => former.demands.has(name)))
  if (changed.size > 0) yield* repairDemands(edit, changed, next, options)
  const kept = new Set([...touched.demands, ...awaited.keys()])
  if (options.displace) yield* placeDisplaced(edit, latenessByName(former), kept)
  const advanced = options.advance === false ? [] : lateOfTables(state, before, touched.tables)
  for (;;) {
    const unknown = yield* advanceOthers(edit, advanced, { kept, alone, ...options })
    if (unknown.length === 0) break
    // Another attempt in the former plan is closed before this one ends.
    while (!isFree()) yield
    alone.find(former, unknown)
  }
  if (late === 'shift' && options.explain !== false) explainLateOf(edit, namesOfChanged(former, state))
  edit.countLoads()
  edit.commit()
  return state
}

/** Returns the names of the late sales orders whose lateness is another one than in a former plan. */
function namesOfChanged(former: LiveState, { deliveries }: LiveState): ReadonlySet<string> {
  const known = latenessByName(former)
  return new Set(
    [...deliveries].flatMap(([name, delivery]) => {
      const lateness = latenessOf([delivery])
      return lateness > 0 && lateness !== known.get(name) ? name : []
    }),
  )
}
