/**
 * Resolves the dates of filters before the filters are applied. A filter stores dates as they are meant: `today+7`
 * changes its meaning daily, and `2026-11-24` is a whole day, although fields of type datetime hold moments.
 */
import type { DateOrder } from '../../platform/values/field-formats.ts'
import { apiMoment, type DateExpression, parseDateExpression } from '../../platform/values/parse-dates.ts'
import type { FieldOf } from './check-filter.ts'
import {
  type Condition,
  type FilterNode,
  groupOf,
  isAllOf,
  isCondition,
  isNot,
  membersOf,
} from './filter-model.ts'

/**
 * Returns a filter of which all dates are in the format of the API.
 * @param now what `today` and `now` mean, see `FieldFormats.now`
 */
export function resolveDates(node: FilterNode, fieldOf: FieldOf, order: DateOrder, now: Date): FilterNode {
  if (isNot(node)) return { not: resolveDates(node.not, fieldOf, order, now) }
  if (isCondition(node)) return resolveCondition(node, fieldOf(node.field)?.type, order, now)
  return groupOf(
    isAllOf(node) ? 'and' : 'or',
    membersOf(node).map((member) => resolveDates(member, fieldOf, order, now)),
  )
}

/** Returns the condition on moments that a condition with whole days stands for. */
export function resolveCondition(
  condition: Condition,
  type: string | undefined,
  order: DateOrder,
  now: Date,
): FilterNode {
  if (type !== 'date' && type !== 'datetime') return condition
  const { field, lookup, value } = condition
  const values = Array.isArray(value) ? value : [value]
  const dates = values.map((one) =>
    typeof one === 'string' ? parseDateExpression(one, order, now) : undefined,
  )
  if (dates.length === 0 || !dates.every((date) => date !== undefined)) return condition
  if (type === 'date') {
    const days = dates.map(({ start }) => start.slice(0, 10))
    return { field, lookup, value: Array.isArray(value) ? days : days[0]! }
  }
  const [first, last = first] = dates
  const within = (name: string, { start, wholeDay }: DateExpression): Condition => ({
    field,
    // The end of a whole day is the start of the next one.
    lookup: wholeDay ? (beforeNextDay[name] ?? name) : name,
    value: wholeDay && Object.hasOwn(beforeNextDay, name) ? nextDay(start) : start,
  })
  const between = (from: DateExpression, to: DateExpression): FilterNode => ({
    and: [within('gte', from), within('lte', to)],
  })
  const equal = (date: DateExpression): FilterNode =>
    date.wholeDay ? between(date, date) : within('exact', date)
  switch (lookup) {
    case 'range':
      return between(first!, last!)
    case 'exact':
      return equal(first!)
    case 'ne':
      return first!.wholeDay ? { not: equal(first!) } : within(lookup, first!)
    case 'in':
      return { or: dates.map(equal) }
    default:
      return Array.isArray(value)
        ? { field, lookup, value: dates.map(({ start }) => start) }
        : within(lookup, first!)
  }
}

/** Returns a date as a record stores it: a word such as `today+7` as the date that it means now. */
export function resolveDate(text: string, type: string | undefined, order: DateOrder, now: Date): string {
  const date = type === 'date' || type === 'datetime' ? parseDateExpression(text, order, now) : undefined
  if (date === undefined) return text
  return type === 'date' ? date.start.slice(0, 10) : date.start
}

/** Lookups on whole days, with the lookup on the start of the next day that means the same. */
const beforeNextDay: Readonly<Record<string, string>> = { lte: 'lt', gt: 'gte' }

function nextDay(moment: string): string {
  const [year = 0, month = 1, day = 1] = moment.slice(0, 10).split('-').map(Number)
  return apiMoment(new Date(Date.UTC(year, month - 1, day + 1)))
}
