/** Stores the plan of an accepted trial: only the difference, or the whole plan if the stored plan is not known. */
import type { Consequence } from '../../data/write/log/logged.ts'
import type { Attempt } from '../../planner/live/attempt.ts'
import { finish } from '../../planner/pauses.ts'
import { analyzePlanInSteps } from '../../planner/result/plan-result.ts'
import type { Order } from '../../planner/search/plan.ts'
import { inTurns } from '../run/in-turns.ts'
import type { PlanChanges } from '../store/compare-plans.ts'
import { type KnownPlan, knownPlan, type PlanData } from '../store/known-plan.ts'
import type { Basis } from '../history/stored-plan.ts'
import { storeDifference } from '../store/store-difference.ts'
import { storeIn } from '../store/store-plan.ts'

/** The data of the stored plan. */
export interface AcceptedData extends PlanData {
  /** State of the data that the plan was made from. */
  readonly basis: Basis
  /** Start date that replaces the parameter. */
  readonly start: string | undefined
}

export interface Accepted {
  readonly changes: PlanChanges
  /** References of proposals whose references have changed. */
  readonly references: Iterable<readonly [order: Order, reference: string]>
  /** Makes the attempt the current plan. Call it after the commit of the transaction. */
  readonly keep: () => KnownPlan | undefined
}

/**
 * Stores the plan in a transaction after `lockPlan`. Throws `PlanOutdated` like {@link storeIn}.
 *
 * @param redelivered names of the demands whose deliveries differed from the stored plan before the trial; undefined if
 *   it was made in another plan
 */
export async function storeAccepted(
  write: Consequence,
  known: KnownPlan | undefined,
  attempt: Attempt,
  data: AcceptedData,
  redelivered: ReadonlySet<string> | undefined,
): Promise<Accepted> {
  const { state } = attempt
  // A plan in memory is explained with less work than a run does: where the delivery stays, the causes stay too.
  const explained =
    attempt.mode === 'repair' && redelivered !== undefined
      ? new Set([...redelivered, ...attempt.consequences.demands.map(({ name }) => name)])
      : undefined
  const solution = attempt.solution()
  const difference = known === undefined ? undefined : attempt.difference()
  if (known !== undefined && difference !== undefined) {
    const stored = await storeDifference(write, known, {
      ...data,
      state,
      solution,
      difference,
      explained,
      referenceOf: (order) => attempt.referenceOf(order),
    })
    if (stored !== undefined) {
      return {
        changes: stored.changes,
        references: stored.references,
        keep: () => {
          const updated = stored.update()
          attempt.keep()
          return updated
        },
      }
    }
  }
  const { signal } = write.context
  const analyzed = await inTurns(analyzePlanInSteps(solution, data), { signal })
  const names = solution.plan.orders.map((order) => attempt.referenceOf(order))
  const stored = await storeIn(write, { ...data, analyzed, names, explained })
  const orders = solution.plan.orders.map((order, number) => [order, stored.references[number]!] as const)
  return {
    changes: stored.changes,
    references: orders.filter(([{ locked }]) => locked === undefined),
    keep: () => {
      attempt.keep()
      return finish(knownPlan(attempt.state, analyzed, stored, data))
    },
  }
}
