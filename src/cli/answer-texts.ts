/** Texts and formats with which the command line shows answers: those of the screens, in English. */
import promiseTexts from '../../words/en/promise.json' with { type: 'json' }
import proposalTexts from '../../words/en/proposals.json' with { type: 'json' }
import stockTexts from '../../words/en/stock.json' with { type: 'json' }
import trialTexts from '../../words/en/trial.json' with { type: 'json' }
import { flattenWords } from '../words/load-words.ts'
import { formatText, type TextParams } from '../words/texts.ts'
import type { ShownTrial } from '../planning/live/questions.ts'

type State = ShownTrial['demands'][number]['after']
type Reason = ShownTrial['demands'][number]['reasons'][number]

const trialWords = { language: 'en', words: flattenWords(trialTexts) }
const promiseWords = { language: 'en', words: flattenWords(promiseTexts) }
const proposalWords = { language: 'en', words: flattenWords(proposalTexts) }
const stockWords = { language: 'en', words: flattenWords(stockTexts) }

/** Returns a text of the area `trial`. */
export const trialText = (id: string, params?: TextParams): string => formatText(trialWords, id, params)

/** Returns the line on the plan in which edits were tried, if it is not the stored one. */
export const baseLines = (base: ShownTrial['base']): readonly string[] =>
  base === 'anew' ? [trialText('plan.anew'), ''] : []

/** Returns whether the area `trial` has a text. */
export const hasTrialText = (id: string): boolean => Object.hasOwn(trialWords.words, id)

/** Returns a text of the area `promise`. */
export const promiseText = (id: string, params?: TextParams): string => formatText(promiseWords, id, params)

/** Returns a text of the area `proposals`. */
export const proposalText = (id: string, params?: TextParams): string => formatText(proposalWords, id, params)

/** Returns a text of the area `stock`. */
export const stockText = (id: string, params?: TextParams): string => formatText(stockWords, id, params)

/** Returns a number with at most one decimal, or as many as a smaller number needs to be seen. */
export const numberText = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 1 ? 3 : 1 })

/** Returns a number with a noun, in the plural unless it is 1. */
export const countText = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`

/** Returns a date with its time of day, `2027-02-01 14:30`; without one at midnight. */
export const dateText = (date: string): string => date.slice(0, 16).replace('T', ' ').replace(' 00:00', '')

/** Differences below this number of days (one minute) are not mentioned. */
const leastDays = 1 / 1440

/** Returns a number of days with its unit. */
export function daysText(days: number): string {
  const text = numberText(days)
  return text === '1' ? '1 day' : `${text} days`
}

/** Returns the date of a delivery; `none` if nothing is delivered. */
export const deliveryText = (state: State): string =>
  state?.date == null ? trialText('state.nothing') : dateText(state.date)

/** Returns the lateness and the missing quantity of a delivery. */
export function latenessText(state: State): string {
  if (state === null) return ''
  const { days_late: late, short } = state
  const parts = [
    ...(late === null
      ? []
      : [late > leastDays ? trialText('state.late', { late: daysText(late) }) : trialText('state.onTime')]),
    ...(short > 0 ? [trialText('state.short', { quantity: numberText(short) })] : []),
  ]
  return parts.join(', ')
}

/** Returns a reason why a sales order is not delivered sooner. */
export const reasonText = ({ code, owner, days }: Reason): string =>
  `${code}${owner === '' ? '' : `: ${owner}`}${days > leastDays ? ` (${daysText(days)})` : ''}`

/** Number of blanks before the lines of a section. */
export const indent = 2

/** Returns a title and its indented lines; nothing if there are no lines. */
export const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `${' '.repeat(indent)}${line}`.trimEnd())]
