/** Formats remedies for a late or short sales order for a terminal. */
import { deliveriesByDay, hasLaterOvertime, summaryTextName } from '../../model/remedy-texts.ts'
import { datetimeText } from '../../planning/live/present-trial.ts'
import { harmOf } from '../../rules/remedy-harm.ts'
import type { RankedRemedies, ShownRemedy } from '../../planning/live/questions.ts'
import {
  baseLines,
  dateText,
  daysText,
  deliveryText,
  hasTrialText,
  latenessText,
  numberText,
  reasonText,
  section,
  trialText,
} from '../answer-texts.ts'

type Summary = Pick<ShownRemedy['summary'], 'code' | 'values'>

/** Returns the line on a remedy that was found while the search goes on. */
export const foundRemedyLine = (remedy: ShownRemedy): string =>
  trialText('remedies.arrived', { title: titleOf(remedy), date: deliveryText(remedy.after) })

/** Returns the state of the sales order, its remedies, the best first, and what limits the delivery. */
export function remediesLines(
  { demand, base, before, earliest, binding, needs, ranks }: RankedRemedies,
  found: readonly ShownRemedy[],
): readonly string[] {
  const ranked = ranks.flatMap((place) => found[place] ?? [])
  const limits = [
    ...section(trialText('remedies.binds'), binding.map(reasonText)),
    ...section(
      trialText('remedies.needs'),
      needs.map(({ code, owner, amount, by }) => {
        const number = numberText(amount)
        return trialText(`remedies.need.${code}`, {
          hours: number,
          quantity: number,
          owner,
          by: dateText(by),
        })
      }),
    ),
  ]
  const state = `${demand}: ${[deliveryText(before), latenessText(before)].filter(Boolean).join(', ')}`
  if (isOnTime(before)) return [state, `${trialText('remedies.onTime')}. ${trialText('remedies.onTimeHint')}`]
  if (ranked.length === 0) return [...baseLines(base), state, `${trialText('remedies.none')}.`, ...limits]
  return [
    ...baseLines(base),
    state,
    earliest === null
      ? trialText('remedies.noEarliest')
      : trialText('remedies.earliest', { date: dateText(earliest) }),
    '',
    `${trialText('remedies.list')}:`,
    ...(ranked.length > 1 ? [trialText('remedies.ranking')] : []),
    ...ranked.flatMap((remedy, at) => remedyLines(remedy, at + 1)),
    ...limits,
  ]
}

const isOnTime = (state: RankedRemedies['before']): boolean =>
  state !== null && state.date !== null && state.short === 0 && (state.days_late ?? 0) <= 0

const titleOf = ({ kind }: ShownRemedy): string =>
  trialText(hasTrialText(`kind.${kind}`) ? `kind.${kind}` : 'kind.other')

function remedyLines(remedy: ShownRemedy, rank: number): readonly string[] {
  const { summary, before, after, deliveries, quantity_days: late, total_quantity_days: total, cost } = remedy
  const { keyfigures, orders, costs } = remedy
  const stock = [keyfigures.before, keyfigures.after].map(({ stock_value: value }) => numberText(value))
  // The figure does not contain what is not delivered at all.
  const isWhole = [before, after].every((state) => state?.short === 0)
  const days = deliveriesByDay(deliveries)
  const facts = [
    ...(summary.parts ?? [summary]).map(sentence),
    ...(hasLaterOvertime(summary, after?.date ?? null) ? [trialText('remedies.laterOvertime')] : []),
    `${trialText('remedies.delivery')}: ${stateText(before)} → ${stateText(after)}`,
    ...(days.length > 1 ? [`${trialText('remedies.deliveries')}: ${days.map(partText).join(' · ')}`] : []),
    ...(isWhole
      ? [`${trialText('figures.quantity_days_late')}: ${numberText(late.before)} → ${numberText(late.after)}`]
      : []),
    `${trialText('remedies.total')}: ${numberText(total.before)} → ${numberText(total.after)}`,
    `${trialText('remedies.others')}: ${effectOnOthers(remedy)}`,
    ...harmLines(remedy),
    ...(cost === null ? [] : [`${trialText('remedies.cost')}: ${numberText(cost)}`, ...costs.map(costText)]),
    `${trialText('figures.stock_value')}: ${stock.join(' → ')}`,
    trialText('orders.counts', orders),
  ]
  return section(`${rank}. ${titleOf(remedy)}`, facts)
}

function harmLines(remedy: ShownRemedy): readonly string[] {
  const { quantityDays, late, short } = harmOf(remedy)
  const { before, after } = remedy.keyfigures
  const lines = [
    ...(quantityDays > 0
      ? [
          trialText('remedies.harm.quantityDays', {
            number: numberText(quantityDays),
            before: numberText(before.quantity_days_late),
            after: numberText(after.quantity_days_late),
          }),
        ]
      : []),
    ...(late > 0 ? [trialText('remedies.harm.late', { number: numberText(late) })] : []),
    ...(short > 0 ? [trialText('remedies.harm.short', { number: numberText(short) })] : []),
  ]
  return lines.map((line) => `${trialText('remedies.harm.title')}: ${line}`)
}

const costText = ({ code, owner, amount, price, cost }: ShownRemedy['costs'][number]): string =>
  `  ${trialText(`remedies.costPart.${code}`, {
    owner,
    amount: numberText(amount),
    price: numberText(price),
    cost: numberText(cost),
  })}`

const partText = ({ date, quantity }: ShownRemedy['deliveries'][number]): string =>
  `${dateText(date)}: ${numberText(quantity)}`

const stateText = (state: ShownRemedy['after']): string => {
  const lateness = latenessText(state)
  return lateness === '' ? deliveryText(state) : `${deliveryText(state)} (${lateness})`
}

function effectOnOthers({ others }: ShownRemedy): string {
  const { later, late, days, recovered, paying } = others
  const effects = [
    ...(later > 0
      ? [
          trialText('remedies.later', { count: later, late: daysText(days) }),
          ...(late > 0 ? [`${trialText('change.late')}: ${numberText(late)}`] : []),
          ...paying.map(({ demand, days: more }) => `${demand} +${daysText(more)}`),
        ]
      : []),
    ...(recovered > 0 ? [trialText('remedies.recovered', { count: recovered })] : []),
  ]
  return effects.length === 0 ? trialText('remedies.othersNone') : effects.join(', ')
}

/** Names of values that are times: as text, or as seconds since 1970. */
const moments: ReadonlySet<string> = new Set(['from', 'to', 'startdate', 'enddate'])

function valueText(name: string, value: unknown): string {
  if (typeof value === 'string') return moments.has(name) ? dateText(value) : value
  if (typeof value !== 'number') return ''
  return moments.has(name) ? dateText(datetimeText(value)) : numberText(value)
}

function sentence(summary: Summary): string {
  const { values } = summary
  const name = summaryTextName(summary)
  const shown = Object.entries(values).map(([key, value]) => [key, valueText(key, value)] as const)
  return hasTrialText(`summary.${name}`)
    ? trialText(`summary.${name}`, Object.fromEntries(shown))
    : shown.map(([, text]) => text).join(', ')
}
