/**
 * Converts cells to values that codecs accept: decimal commas, dates in the order of the settings, dates of
 * spreadsheets, JSON. Ambiguous values are faults and are never guessed.
 */
import { CellFault } from '../../data/write/cell-fault.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { foldHeader } from '../../model/headers.ts'
import { choiceLabel, englishChoice, type Labels } from '../../model/labels/labels.ts'
import type { SourceTable } from './source-table.ts'

/** Order of day and month in dates that do not start with the year. */
export type DateStyle = 'YYYY-MM-DD' | 'DD-MM-YYYY' | 'MM-DD-YYYY'

export interface CellStyle extends Pick<SourceTable, 'decimal'> {
  readonly dateStyle: DateStyle
}

type Convert = (cell: unknown) => unknown

/** Returns whether the cells of a field may have the decimal separator of the file. */
export const hasDecimal = ({ type }: Pick<Field, 'type'>): boolean => type === 'number' || type === 'integer'

/** Returns the converter for the cells of a field of `entity`; undefined if codecs accept the cells as they are. */
export function cellConverter(
  entity: Entity,
  field: Field,
  { decimal, dateStyle }: CellStyle,
  labels: Labels,
): Convert | undefined {
  if (hasDecimal(field)) return decimal === ',' ? withDecimalComma : undefined
  switch (field.type) {
    case 'datetime':
      return (cell) => withYearFirst(cell, dateStyle)
    case 'date':
      return (cell) => withoutMidnight(withYearFirst(cell, dateStyle))
    case 'time':
      return withoutDay
    case 'text':
    case 'reference':
      return (cell) => (typeof cell === 'boolean' ? String(cell) : cell)
    case 'choice':
      return choiceConverter(entity, field, labels)
    case 'json':
      return parseJson
    default:
      return undefined
  }
}

/** Converts choices in any case, and by their labels in English or in the language of the file. */
function choiceConverter(entity: Entity, field: Field, labels: Labels): Convert {
  const choices = field.choices ?? []
  const exact = new Set(choices)
  const values = new Map<string, string>()
  for (const nameOf of [
    (value: string) => value,
    (value: string) => englishChoice(field, value),
    (value: string) => choiceLabel(entity, field, value, labels),
  ]) {
    for (const value of choices) {
      const folded = foldHeader(nameOf(value))
      if (!values.has(folded)) values.set(folded, value)
    }
  }
  return (cell) => {
    const text = typeof cell === 'boolean' ? String(cell) : cell
    return typeof text !== 'string' || exact.has(text) ? text : (values.get(foldHeader(text)) ?? text)
  }
}

/** Rejects a point, which could be a thousands separator or a decimal separator. */
function withDecimalComma(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  if (cell.includes('.')) return new CellFault({ code: 'invalid_decimal', params: { separator: ',' } })
  return cell.replace(',', '.')
}

const dayOrMonthFirst = /^\s*(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[ T](.*))?$/
const yearFirst = /^\s*\d{4}-/

/** A number with which spreadsheets store dates; a number of eight digits may be a date in itself. */
const plainNumber = /^\s*\d{1,6}(?:[.,]\d+)?\s*$/

function withYearFirst(cell: unknown, style: DateStyle): unknown {
  if (typeof cell === 'number' || (typeof cell === 'string' && plainNumber.test(cell))) {
    return new CellFault({ code: 'date_is_number', params: { value: String(cell).trim().slice(0, 30) } })
  }
  if (typeof cell !== 'string' || yearFirst.test(cell)) return cell
  // Ambiguous dates are rejected with the settings that would define their order.
  if (style === 'YYYY-MM-DD') {
    return dayOrMonthFirst.test(cell) ? new CellFault({ code: 'date_order_unknown' }) : cell
  }
  const match = dayOrMonthFirst.exec(cell)
  if (match === null) return new CellFault({ code: 'invalid_date_style', params: { style } })
  const [, first = '', , second = '', year = '', time] = match
  const [day, month] = style === 'DD-MM-YYYY' ? [first, second] : [second, first]
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return time === undefined ? date : `${date} ${time.trim()}`
}

/** Spreadsheets store a date as its midnight. */
function withoutMidnight(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  const [date = '', time] = cell.trim().split(/[T ]/, 2)
  if (time === undefined) return cell
  return /^00:00(?::00(?:\.0+)?)?$/.test(time) ? date : new CellFault({ code: 'no_time_of_day' })
}

/** Spreadsheets store a time of day as a time on their first day. */
const firstDays = /^(?:1899-12-3[01]|1900-01-0[01]|1904-01-01)[T ]/

const withoutDay = (cell: unknown): unknown =>
  typeof cell === 'string' ? cell.trim().replace(firstDays, '') : cell

function parseJson(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  try {
    return JSON.parse(cell)
  } catch {
    return new CellFault({ code: 'invalid_json' })
  }
}
