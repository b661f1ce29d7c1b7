/** Summarizes a plan: several lines for the log, and one line for the task. */
import { joinList, type Message, messageText } from '../../errors/messages.ts'
import type { PlanChanges } from '../store/compare-plans.ts'
import type { DeliveryChanges } from '../store/refresh-demands.ts'
import { changeCountsText } from './change-counts-text.ts'
import type { PlanOutcome } from './run-plan.ts'

const whole = (number: number): string => Math.round(number).toLocaleString('en')
const share = (part: number, of: number): string => (of === 0 ? '' : ` (${Math.round((100 * part) / of)} %)`)
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
const orders = (number: number): string => `${whole(number)} ${number === 1 ? 'order' : 'orders'}`

export function planSummary(outcome: PlanOutcome): readonly string[] {
  const { figures, changes, deliveries, demands, times } = outcome
  const { onTime, late, short, proposals, inventoryValue, busiest } = figures
  const { kept, moved, added, dropped, churn, frozen } = changes
  const utilization =
    busiest === undefined ? '' : `, at most ${whole(busiest.utilization)} % (${busiest.resource})`
  const nothing = nothingMessage(outcome)
  return [
    ...(nothing === undefined ? [] : [`${messageText(nothing)}.`]),
    `Sales orders: ${whole(onTime)} on time${share(onTime, demands)}, ${whole(late)} late, ${whole(short)} short${incompleteText(outcome)}.`,
    `Lateness: ${whole(figures.lateness)} quantity-days.`,
    `Proposals: ${whole(proposals.MO)} manufacturing, ${whole(proposals.WO)} work, ${whole(proposals.PO)} purchase and ${whole(proposals.DO)} distribution orders.`,
    `Inventory value: ${whole(inventoryValue.start)} at the start, ${whole(inventoryValue.average)} on average.`,
    `Utilization: ${whole(figures.utilization)} % of the capacity${utilization}.`,
    `Against the previous plan: ${orders(added)} new, ${whole(moved)} moved, ${whole(dropped)} dropped, ${whole(kept)} kept; inside the frozen horizon ${whole(churn)} moved, dropped or new, where ${orders(frozen)} stood before.`,
    ...(isFirst(changes) ? [] : deliveryTexts(deliveries)),
    `Time: ${seconds(times.load)} loading, ${seconds(times.solve)} planning, ${seconds(times.store)} storing.`,
  ]
}

/**
 * Returns the text about open sales orders that cannot be planned; together with the planned ones they are all open
 * sales orders.
 */
const incompleteText = ({ incomplete }: PlanOutcome): string =>
  incomplete === 0 ? '' : `, ${whole(incomplete)} with incomplete data`

/** Returns why there was no sales order to plan; undefined if there was one. */
function nothingMessage({ demands, incomplete, settled, figures }: PlanOutcome): Message | undefined {
  if (demands > 0) return undefined
  const { MO, WO, PO, DO } = figures.proposals
  const [first, ...others]: readonly Message[] = [
    ...(incomplete === 0 ? [] : [{ code: 'with_incomplete_data', params: { number: incomplete } } as const]),
    ...(settled === 0 ? [] : [{ code: 'with_other_status', params: { number: settled } } as const]),
  ]
  const besides: Message | string =
    first === undefined ? '' : { code: 'plan_besides', params: { others: joinList(first, ...others) } }
  return { code: 'plan_nothing', params: { besides, made: MO + WO + PO + DO } }
}

/** Returns whether there was no previous plan. */
const isFirst = ({ kept, moved, dropped }: PlanChanges): boolean => kept + moved + dropped === 0

function deliveryTexts(deliveries: DeliveryChanges): readonly string[] {
  const { mostEarlier, mostLater, movedEarlier, movedLater } = deliveries
  return [
    changeCountsText('the previous plan', deliveries),
    ...movedText('Delivered later than before', mostLater, movedLater),
    ...movedText('Delivered earlier than before', mostEarlier, movedEarlier),
  ]
}

const movedText = (what: string, moved: readonly string[], all: number): readonly string[] =>
  moved.length === 0 ? [] : [`${what}: ${moved.join(', ')}${all > moved.length ? ', …' : ''}.`]

/** Returns the result of the task: one line. */
export function planMessage(outcome: PlanOutcome): Message {
  const { figures, demands, incomplete, changes, deliveries } = outcome
  const { onTime, late, short, lateness } = figures
  const { added, moved, dropped, kept } = changes
  return (
    nothingMessage(outcome) ?? {
      code: 'plan_made',
      params: {
        count: demands,
        demands,
        onTime,
        late,
        short,
        added,
        moved,
        dropped,
        kept,
        lateness: Math.round(lateness),
        incomplete: incomplete === 0 ? '' : { code: 'plan_incomplete', params: { number: incomplete } },
        against: isFirst(changes)
          ? ''
          : {
              code: 'plan_against',
              params: { recovered: deliveries.recovered, late: deliveries.late },
            },
      },
    }
  )
}
