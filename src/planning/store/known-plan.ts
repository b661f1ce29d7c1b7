/** Data that a process with a plan in memory keeps about the stored plan, so that it can store only the difference. */
import { StoredNodes } from '../../planner/live/difference/stored-facts.ts'
import type { LiveState } from '../../planner/live/state.ts'
import { pauses, type Steps } from '../../planner/pauses.ts'
import type { AnalyzedPlan } from '../../planner/result/plan-result.ts'
import { bucketBounds } from '../../planner/result/resource-buckets.ts'
import { type WorkSpan, workSpan } from '../../planner/result/work-span.ts'
import type { PlannerInput } from '../../planner/input.ts'
import type { Seconds } from '../../planner/time.ts'
import type { IncompleteDemand } from '../load/demands.ts'
import { type BucketDigest, splitBuckets } from './bucket-digest.ts'
import { isCompared } from './compare-plans.ts'
import { storedMoment } from './cells.ts'
import type { DeletedRows, PlanDigest } from './plan-digest.ts'
import type { PlanFigures } from './plan-figures.ts'
import type { StoredPlan } from './store-plan.ts'

/** Numbers of orders that the plan itself has made. */
export interface OrderCounts {
  readonly proposals: PlanFigures['proposals']
  /** Number of orders that are compared between plans, and how many of them start within the frozen horizon. */
  readonly compared: number
  readonly frozen: number
}

export interface KnownPlan {
  readonly nodes: StoredNodes
  readonly counts: OrderCounts
  /** Items by sales order. */
  readonly items: Map<string, string>
  readonly span: WorkSpan
  readonly bounds: readonly Seconds[] | undefined
  readonly buckets: ReadonlyMap<string, BucketDigest>
  readonly written: PlanDigest['written']
  readonly deleted: DeletedRows
}

/**
 * Returns the data about the stored plan; undefined if later modifications of its rows cannot be detected or the
 * pegging is circular.
 */
export function* knownPlan(
  state: LiveState,
  analyzed: AnalyzedPlan,
  { references, remains: { buckets, written } }: Pick<StoredPlan, 'references' | 'remains'>,
  data: PlanData,
): Steps<KnownPlan | undefined> {
  if (written === undefined || analyzed.pegging.circular) return undefined
  const { traits, numbering } = analyzed
  const proposals = { MO: 0, WO: 0, PO: 0, DO: 0 }
  let [compared, frozen] = [0, 0]
  for (let number = 0; number < traits.count; number += 1) {
    if (pauses(number)) yield
    if (traits.existing[number] !== undefined) continue
    const type = traits.types[number]!
    if (type !== 'DLVR' && type !== 'STCK') proposals[type] += 1
    if (!isCompared(traits.kinds[number]!)) continue
    compared += 1
    if (storedMoment(traits.starts[number]!) < data.frozenUntil) frozen += 1
  }
  yield
  const span = workSpan(numbering.orders)
  return {
    nodes: yield* StoredNodes.create(state, analyzed, references),
    counts: { proposals, compared, frozen },
    items: itemsOf(data),
    span,
    bounds: bucketBounds(span, data.bucketStarts),
    buckets: splitBuckets(buckets),
    written,
    deleted: {},
  }
}

export interface DemandData {
  readonly input: PlannerInput
  readonly incomplete: readonly IncompleteDemand[]
}

/** The data of a stored plan. */
export interface PlanData extends DemandData {
  readonly bucketStarts: readonly Seconds[]
  /** Changes before this time count as churn. */
  readonly frozenUntil: Seconds
}

/** Returns the items of the sales orders with the given names, or of all. */
export function itemsOf({ input, incomplete }: DemandData, names?: ReadonlySet<string>): Map<string, string> {
  const items = new Map<string, string>()
  for (const { name, item } of [...input.demands, ...incomplete])
    if (item !== null && (names === undefined || names.has(name))) items.set(name, item)
  return items
}
