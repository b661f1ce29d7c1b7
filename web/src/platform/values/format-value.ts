/** FieldFormats values of the API for cells, editors and the clipboard. */
import { dateOf } from '../calendar/days.ts'
import type { FieldMeta } from '../meta/entity-meta.ts'
import { documentText } from './document-text.ts'
import { durationText, parseClock } from './durations.ts'
import type { FieldFormats } from './field-formats.ts'

/** Returns the text of a cell; empty for no value. */
export function formatValue(
  field: Pick<FieldMeta, 'type' | 'choices'> & Partial<Pick<FieldMeta, 'name'>>,
  value: unknown,
  formats: FieldFormats,
): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return documentText(value)
  const text = plainText(value)
  switch (field.type) {
    case 'number':
    case 'integer':
      return typeof value === 'number'
        ? formats.numbers.format(isLostDays(field) ? Math.round(value * 10) / 10 : value)
        : text
    case 'datetime':
    case 'date':
      return formatDate(text, formats)
    case 'duration': {
      const seconds = parseClock(text)
      if (seconds === undefined) return text
      return isDelay(field) ? formats.delay(seconds) : durationText(seconds)
    }
    case 'time':
      return text.replace(/^(\d\d:\d\d):00$/, '$1')
    case 'boolean':
      return value === true ? 'true' : 'false'
    default:
      // Text fields may also have labeled values, if the service writes them.
      return (
        field.choices?.find((choice) => choice.value === value)?.label ??
        (field.name === 'description' ? formats.describe?.(text) : undefined) ??
        text
      )
  }
}

/** Returns whether a field is the lateness of an order, which the plan computes: it is never typed. */
export const isDelay = ({ name }: Partial<Pick<FieldMeta, 'name'>>): boolean => name === 'delay'

/** Returns whether a field is days of lateness, which the plan computes: like delays, they have one decimal. */
const isLostDays = ({ name }: Partial<Pick<FieldMeta, 'name'>>): boolean =>
  name === 'days' || name === 'share'

/** Returns strings, numbers and booleans as text; empty for other values. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/** Returns `2026-11-24T12:00:00` in the user's date order, without the time if it is midnight. */
export function formatDate(
  text: string,
  { dates, separator }: Pick<FieldFormats, 'dates' | 'separator'>,
): string {
  const match = /^(\d{4,})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/.exec(text)
  if (match === null) return text
  const [, year = '', month = '', day = '', hour, minute, second] = match
  const date = {
    iso: `${year}-${month}-${day}`,
    dmy: [day, month, year].join(separator),
    mdy: [month, day, year].join(separator),
  }[dates]
  if (hour === undefined || (hour === '00' && minute === '00' && (second ?? '00') === '00')) return date
  return `${date} ${hour}:${minute}${second === undefined || second === '00' ? '' : `:${second}`}`
}

/** Returns today as a date to type, which field placeholders show: an earlier date would be taken for an error. */
export function exampleDate(formats: Pick<FieldFormats, 'dates' | 'separator' | 'now'>): string {
  const now = formats.now()
  return formatDate(dateOf(now.getTime() - now.getTimezoneOffset() * 60_000), formats)
}

/** Returns the text for the clipboard and for the editor of a cell; it can be parsed again without loss. */
export function editText(
  field: Pick<FieldMeta, 'type' | 'choices'>,
  value: unknown,
  formats: FieldFormats,
): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    // Exact, without thousands separators, with the user's decimal separator.
    const plain = String(value)
    return plain.includes('e') ? plain : plain.replace('.', formats.decimal)
  }
  if (field.choices !== undefined) return plainText(value)
  if (field.type === 'json') return JSON.stringify(value)
  return formatValue(field, value, formats)
}
