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

/** Returns a filter of which all dates are in the format of the API. */
export function resolveDates(
  node: FilterNode,
  fieldOf: FieldOf,
  order: DateOrder,
  now: Date = new Date(),
): FilterNode {
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
  now: Date = new Date(),
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
  const from = (date: DateExpression): Condition => ({ field, lookup: 'gte', value: date.start })
  const before = (date: DateExpression): Condition => ({ field, lookup: 'lt', value: date.start })
  const until = (date: DateExpression): Condition =>
    date.wholeDay
      ? { field, lookup: 'lt', value: nextDay(date.start) }
      : { field, lookup: 'lte', value: date.start }
  const moments = {
    field,
    lookup,
    value: Array.isArray(value) ? dates.map(({ start }) => start) : first!.start,
  }
  if (!dates.some(({ wholeDay }) => wholeDay)) return moments
  switch (lookup) {
    case 'lte':
      return until(first!)
    case 'gt':
      return { field, lookup: 'gte', value: nextDay(first!.start) }
    case 'exact':
      return { and: [from(first!), until(first!)] }
    case 'ne':
      return { or: [before(first!), { not: until(first!) }] }
    case 'range':
      return { and: [from(first!), until(last!)] }
    default:
      return moments
  }
}

function nextDay(moment: string): string {
  const [year = 0, month = 1, day = 1] = moment.slice(0, 10).split('-').map(Number)
  return apiMoment(new Date(year, month - 1, day + 1))
}
