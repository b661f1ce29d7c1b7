/** Formats the consequences of a trial for clients: dates of planning time as text. */
import { createHash } from 'node:crypto'
import type { CauseOf } from '../../planner/live/consequences/causes.ts'
import type { DemandState, OrderState } from '../../planner/live/consequences/consequences.ts'
import type { Attempt } from '../../planner/live/attempt.ts'
import type { Seconds } from '../../planner/time.ts'
import type { Basis } from '../history/stored-plan.ts'
import type { Base } from './loaded-plan.ts'
import type { ShownTrial, TrialOutcome } from './questions.ts'

type Listed = ShownTrial['demands'][number]
type ListedOrder = ShownTrial['orders']['list'][number]

/** Returns a time as `YYYY-MM-DDTHH:MM:SS`, the format of dates in the data API. */
export const datetimeText = (seconds: Seconds): string => new Date(seconds * 1000).toISOString().slice(0, 19)

/** Maximum number of listed sales orders, those with the greatest consequences first; the count includes all of them. */
const mostDemands = 1_000

/** The result of a trial. */
type TrialResult = Pick<Attempt, 'mode' | 'consequences'>

export const resultOf = ({ mode, consequences }: Attempt): TrialResult => ({ mode, consequences })

/** What an answer is based on. */
export interface AnswerBasis {
  /** Newest change set that the answer is based on. */
  readonly basis: number
  /** Whether the edits are tried in the stored plan, or in one made anew because that could not be restored. */
  readonly base: 'stored' | 'anew'
}

export const answerBasis = ({ data, plan }: Base): AnswerBasis => ({
  basis: data.state.basis.changeset,
  base: plan.isAnew ? 'anew' : 'stored',
})

export function presentTrial(
  { mode, consequences }: TrialResult,
  { basis, base }: AnswerBasis,
  causeOf: CauseOf,
): ShownTrial {
  const { keyfigures, demands, orders, resources } = consequences
  const listed = demands.slice(0, mostDemands)
  return {
    basis,
    base,
    mode,
    keyfigures,
    demand_count: demands.length,
    demands: listed.map((demand) =>
      Object.assign({}, demand, {
        due: datetimeText(demand.due),
        before: demandState(demand.before),
        after: demandState(demand.after),
        edit: causeOf(demand.name),
      }),
    ),
    orders: {
      ...orders,
      list: orders.list.map((order) =>
        Object.assign({}, order, { before: orderState(order.before), after: orderState(order.after) }),
      ),
    },
    resources,
  }
}

export const demandState = (state: DemandState | null): Listed['before'] =>
  state === null ? null : { ...state, date: state.date === null ? null : datetimeText(state.date) }

const orderState = (state: OrderState | null): ListedOrder['before'] =>
  state === null ? null : { ...state, start: datetimeText(state.start), end: datetimeText(state.end) }

/** Returns the outcome of a trial that was based on a state of the data. */
export const outcomeOf = (result: TrialResult, { changeset: basis, snapshot }: Basis): TrialOutcome => ({
  basis,
  snapshot,
  demands: demandsHash(result),
})

/** Returns a hash of the consequences for sales orders: equal if a trial has the same outcome as before. */
export function demandsHash({ consequences: { demands } }: TrialResult): string {
  const lines = demands.map(
    ({ name, change, after }) => `${name} ${change} ${after?.date ?? ''} ${after?.short ?? ''}`,
  )
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64')
}
