/**
 * SQL conditions for values that a column can store but the codec of its field rejects, for rows that PostgreSQL reads
 * itself. The limits are those of the codecs.
 */
import type { Message } from '../../../errors/messages.ts'
import type { Field } from '../../../model/field.ts'
import { storableDates } from '../../../model/values/dates.ts'
import { longestDays } from '../../../model/values/durations.ts'
import { largestNumber } from '../../../model/values/largest-number.ts'
import { smallestNumber } from '../../codecs.ts'

export interface Limit {
  /** True for a value that is rejected. */
  readonly condition: string
  readonly message: Message
}

const numberLimits = (column: string): readonly Limit[] => [
  { condition: `${column} IN ('NaN', 'Infinity', '-Infinity')`, message: { code: 'invalid_number' } },
  {
    condition: `abs(${column}) > ${largestNumber} AND abs(${column}) < 'Infinity'`,
    message: {
      code: 'number_too_large',
      params: { lowest: String(-largestNumber), highest: String(largestNumber) },
    },
  },
  {
    condition: `abs(${column}) < ${smallestNumber} AND ${column} <> 0`,
    message: { code: 'out_of_range', params: { value: '?' } },
  },
]

const outside = (column: string): string =>
  `${column} < '${storableDates.from}' OR ${column} >= '${storableDates.before}'`

const durationLimit = (column: string): string => {
  const longest = `interval '${longestDays} days'`
  return `${column} > ${longest} OR ${column} < -${longest}
    OR extract(year FROM ${column}) <> 0 OR extract(month FROM ${column}) <> 0`
}

/** Returns the limits of the type of a field; `?` stands for the value in the parameters of a message. */
export function typeLimits({ type }: Pick<Field, 'type'>, column: string): readonly Limit[] {
  switch (type) {
    case 'number':
      return numberLimits(column)
    case 'datetime':
      return [{ condition: outside(column), message: { code: 'invalid_datetime' } }]
    case 'date':
      return [{ condition: outside(column), message: { code: 'invalid_date' } }]
    case 'time':
      return [{ condition: `${column} = '24:00'`, message: { code: 'invalid_time' } }]
    case 'duration':
      return [{ condition: durationLimit(column), message: { code: 'invalid_duration' } }]
    default:
      return []
  }
}
