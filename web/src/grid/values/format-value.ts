/** Values of the API as people read them in cells, and as they are put on the clipboard. */
import type { FieldMeta } from '../meta/entity-meta.ts'
import { durationText, parseClock } from './durations.ts'
import type { Formats } from './formats.ts'

/** What a cell shows; empty for no value. */
export function formatValue(
  field: Pick<FieldMeta, 'type' | 'choices'>,
  value: unknown,
  formats: Formats,
): string {
  if (value === null || value === undefined) return ''
  switch (field.type) {
    case 'number':
    case 'integer':
      return typeof value === 'number' ? formats.numbers.format(value) : String(value)
    case 'datetime':
    case 'date':
      return formatDate(String(value), formats)
    case 'duration': {
      const seconds = parseClock(String(value))
      return seconds === undefined ? String(value) : durationText(seconds)
    }
    case 'time':
      return String(value).replace(/^(\d\d:\d\d):00$/, '$1')
    case 'choice':
      return field.choices?.find((choice) => choice.value === value)?.label ?? String(value)
    case 'boolean':
      return value === true ? 'true' : 'false'
    case 'json':
      return typeof value === 'string' ? value : JSON.stringify(value)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

/** `2026-11-24T12:00:00` in the order that the reader wants, midnight left out. */
export function formatDate(text: string, { dates, separator }: Pick<Formats, 'dates' | 'separator'>): string {
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

/** What a cell gives to the clipboard and to its editor: what can be typed in again without loss. */
export function editText(
  field: Pick<FieldMeta, 'type' | 'choices'>,
  value: unknown,
  formats: Formats,
): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    // Exact, without groups, with the reader's decimal sign.
    const plain = String(value)
    return plain.includes('e') ? plain : plain.replace('.', formats.decimal)
  }
  if (field.type === 'choice') return String(value)
  return formatValue(field, value, formats)
}
