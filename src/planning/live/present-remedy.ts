/** Formats remedies for clients. */
import { deliveriesOf, shownLatenessOf } from '../../planner/lateness.ts'
import type { DemandFacts } from '../../planner/live/consequences/facts.ts'
import { stateOf } from '../../planner/live/consequences/consequences-of.ts'
import type { Attempt } from '../../planner/live/attempt.ts'
import type { Consequences } from '../../planner/live/consequences/consequences.ts'
import type { FoundRemedies } from '../../planner/live/remedies/remedies-for.ts'
import { othersOf } from '../../planner/live/remedies/attempt.ts'
import type { Remedy } from '../../planner/live/remedies/remedy.ts'
import { isHarmful } from '../../rules/remedy-harm.ts'
import { type AnswerBasis, datetimeText, demandState } from './present-trial.ts'
import type { LivePart, PlanEdit, RankedRemedies, ShownRemedy } from './questions.ts'

/** Maximum number of deliveries listed. */
const mostDeliveries = 10

/** Returns a remedy with the effect of its trial, which the search has estimated. */
export function presentRemedy(
  { rank, kind, summary, quantity_days, cost, costs, mode }: Remedy,
  demand: string,
  attempt: Attempt,
  edits: readonly PlanEdit[],
  basis: number,
): ShownRemedy {
  const { consequences } = attempt
  const delivery = attempt.deliveryOf(demand)
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
    deliveries: shownOf(deliveriesOf(delivery?.shipments ?? [])).map(({ date, quantity }) => ({
      date: datetimeText(date),
      quantity,
    })),
    quantity_days:
      delivery === undefined ? quantity_days : { ...quantity_days, after: shownLatenessOf([delivery]).late },
    total_quantity_days: {
      before: consequences.keyfigures.before.quantity_days_late,
      after: consequences.keyfigures.after.quantity_days_late,
    },
    keyfigures: consequences.keyfigures,
    orders: countsOf(consequences),
    others: othersOf(consequences, demand),
    cost,
    costs,
  }
}

const countsOf = ({ orders: { added, moved, resized, dropped } }: Consequences): ShownRemedy['orders'] => ({
  added,
  moved,
  resized,
  dropped,
})

/** Returns the first deliveries and the last one. */
const shownOf = <Delivery>(deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.length <= mostDeliveries
    ? deliveries
    : [...deliveries.slice(0, mostDeliveries - 1), ...deliveries.slice(-1)]

/**
 * Returns the final part of the answer after the search: the remedies by rank, as indexes in the order in which they
 * were reported. Those that make other sales orders worse come last.
 */
export function presentRemedies(
  facts: DemandFacts,
  { ranked, needs }: FoundRemedies,
  answers: ReadonlyMap<Remedy['next'], LivePart>,
  base: AnswerBasis['base'],
): RankedRemedies {
  const places = [...answers.keys()]
  const isWorse = ({ next }: Remedy): boolean => {
    const shown = answers.get(next)?.shown
    return shown !== undefined && isHarmful(shown)
  }
  const byHarm = ranked.toSorted((a, b) => Number(isWorse(a)) - Number(isWorse(b)))
  const dates = ranked.flatMap(({ next, after }) => (answers.has(next) ? (after.date ?? []) : []))
  return {
    demand: facts.name,
    base,
    before: demandState(stateOf(facts)),
    binding: facts.reasons,
    needs: needs.map((need) => Object.assign({}, need, { by: datetimeText(need.by) })),
    earliest: dates.length === 0 ? null : datetimeText(Math.min(...dates)),
    ranks: byHarm.flatMap(({ next }) => {
      const place = places.indexOf(next)
      return place < 0 ? [] : [place]
    }),
  }
}
