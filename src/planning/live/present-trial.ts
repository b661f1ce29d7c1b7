/** The consequences of a trial as they are sent to clients: dates of planning time as text. */
import { createHash } from 'node:crypto'
import type { CauseOf } from '../../planner/live/consequences/causes.ts'
import type { DemandState, OrderState } from '../../planner/live/consequences/consequences.ts'
import type { Attempt } from '../../planner/live/live-plan.ts'
import type { Seconds } from '../../planner/time.ts'
import type { LiveAnswer } from './questions.ts'

type Shown = LiveAnswer['shown']

/** `YYYY-MM-DDTHH:MM:SS`, as the data API writes dates. */
export const datetimeText = (seconds: Seconds): string => new Date(seconds * 1000).toISOString().slice(0, 19)

/** Upper limit of sales orders that are listed, those with the greatest consequences first; their count is of all of them. */
const mostDemands = 1_000

/** What a trial has shown. */
export type TrialResult = Pick<Attempt, 'mode' | 'consequences'>

/** @param basis the newest change set that the trial is based on */
export function presentTrial({ mode, consequences }: TrialResult, basis: number, causeOf: CauseOf): Shown {
  const { keyfigures, demands, orders, resources } = consequences
  const listed = demands.slice(0, mostDemands)
  return {
    basis,
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

export const demandState = (state: DemandState | null): Shown | null =>
  state === null ? null : { ...state, date: state.date === null ? null : datetimeText(state.date) }

const orderState = (state: OrderState | null): Shown | null =>
  state === null ? null : { ...state, start: datetimeText(state.start), end: datetimeText(state.end) }

/** A digest of the consequences for sales orders: equal if a trial has the same outcome as before. */
export function outcomeOf({ consequences: { demands } }: TrialResult): string {
  const lines = demands.map(
    ({ name, change, after }) => `${name} ${change} ${after?.date ?? ''} ${after?.short ?? ''}`,
  )
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64')
}
