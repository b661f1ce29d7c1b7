/**
 * The parameters of a scenario that the service reads, with their value types: one declaration for saving and for
 * planning. Other parameters may contain any text.
 */
import { parseBoolean } from './values/booleans.ts'
import { datetimeParts } from './values/dates.ts'
import { parseDuration } from './values/durations.ts'

export type ParameterKind = 'moment' | 'days' | 'seconds' | 'quantity' | 'count' | 'boolean'

export const parameterKinds: ReadonlyMap<string, ParameterKind> = new Map([
  ['currentdate', 'moment'],
  ['plan.autoFenceOperations', 'days'],
  ['plan.move_approved_early', 'boolean'],
  ['plan.move_approved_late', 'boolean'],
  ['plan.priority_as_weight', 'boolean'],
  ['plan.stability', 'quantity'],
  ['plan.smallestLot', 'quantity'],
  ['plan.maximumParts', 'count'],
  ['plan.administrativeLeadtime', 'days'],
  ['plan.frozenHorizon', 'days'],
  ['plan.minimumdelay', 'seconds'],
  ['COMPLETED.allow_future', 'boolean'],
])

/** Words for a relative date. */
export const momentWords: readonly string[] = ['now', 'today']

const unitSeconds = { days: 86_400, seconds: 1 } as const
const numberPattern = /^\+?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Parses a number of days or seconds, or a duration with units such as `2 weeks`; returns undefined for an invalid one. */
export function parseAmount(text: string, unit: 'days' | 'seconds'): number | undefined {
  const given = text.trim()
  const micros = /\p{L}/u.test(given) && !numberPattern.test(given) ? parseDuration(given) : undefined
  const amount = numberPattern.test(given)
    ? Number(given)
    : micros === undefined
      ? undefined
      : micros / 1e6 / unitSeconds[unit]
  return amount !== undefined && Number.isFinite(amount) && amount >= 0 ? amount : undefined
}

/** Parses a quantity of at least 0; returns undefined for an invalid one. */
export function parseQuantity(text: string): number | undefined {
  const given = text.trim()
  return numberPattern.test(given) && Number.isFinite(Number(given)) ? Number(given) : undefined
}

/** Parses a whole number of at least 1; returns undefined for an invalid one. */
export function parseCount(text: string): number | undefined {
  const count = parseQuantity(text)
  return count !== undefined && Number.isSafeInteger(count) && count >= 1 ? count : undefined
}

const readable: Readonly<Record<ParameterKind, (text: string) => boolean>> = {
  moment: (text) => momentWords.includes(text.toLowerCase()) || datetimeParts(text) !== undefined,
  days: (text) => parseAmount(text, 'days') !== undefined,
  seconds: (text) => parseAmount(text, 'seconds') !== undefined,
  quantity: (text) => parseQuantity(text) !== undefined,
  count: (text) => parseCount(text) !== undefined,
  boolean: (text) => parseBoolean(text) !== undefined,
}

/**
 * Returns the required kind of value if the given one is invalid; undefined if it is valid. A blank value stands for
 * the default.
 */
export function unreadableParameter(name: string, value: string | null): ParameterKind | undefined {
  const kind = parameterKinds.get(name)
  const text = (value ?? '').trim()
  return kind === undefined || text === '' || readable[kind](text) ? undefined : kind
}
