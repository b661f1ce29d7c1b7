/** Formats remedies for clients. */
import type { DemandFacts } from '../../planner/live/consequences/facts.ts'
import { stateOf } from '../../planner/live/consequences/consequences-of.ts'
import type { Attempt } from '../../planner/live/live-plan.ts'
import type { FoundRemedies } from '../../planner/live/remedies/remedies-for.ts'
import type { Remedy } from '../../planner/live/remedies/remedy.ts'
import { datetimeText, demandState } from './present-trial.ts'
import type { PlanEdit, RankedRemedies, ShownRemedy } from './questions.ts'

/** Returns a remedy with the effect of its trial on the sales order. */
export function presentRemedy(
  { rank, kind, summary, quantity_days, others, cost, mode }: Remedy,
  demand: string,
  { consequences }: Attempt,
  edits: readonly PlanEdit[],
  basis: number,
): ShownRemedy {
  const own = consequences.demands.find(({ name }) => name === demand)
  return {
    basis,
    rank,
    kind,
    mode,
    summary,
    edits,
    before: demandState(own?.before ?? null),
    after: demandState(own?.after ?? null),
    quantity_days,
    others,
    cost,
  }
}

/**
 * Returns the final part of the answer after the search: the remedies by rank, as indexes in the order in which they
 * were reported.
 */
export function presentRemedies(
  facts: DemandFacts,
  { ranked, needs }: FoundRemedies,
  answers: ReadonlyMap<Remedy['next'], unknown>,
): RankedRemedies {
  const places = [...answers.keys()]
  const dates = ranked.flatMap(({ next, after }) => (answers.has(next) ? (after.date ?? []) : []))
  return {
    demand: facts.name,
    before: demandState(stateOf(facts)),
    binding: facts.reasons,
    needs: needs.map((need) => Object.assign({}, need, { by: datetimeText(need.by) })),
    earliest: dates.length === 0 ? null : datetimeText(Math.min(...dates)),
    ranks: ranked.flatMap(({ next }) => {
      const place = places.indexOf(next)
      return place < 0 ? [] : [place]
    }),
  }
}
