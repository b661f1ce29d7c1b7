/**
 * Dates and times in files that PostgreSQL reads itself. Its types silently drop an offset (`10:00Z`) and a time zone,
 * and read words such as `now`, so these columns are staged as text and converted after a check. Rows that are copied
 * without staging are searched for such notations instead.
 */
import type pg from 'pg'
import { columnType } from '../../../database/ddl.ts'
import { identifier, literal } from '../../../database/identifiers.ts'
import type { MessageCode } from '../../../errors/messages.ts'
import type { Field } from '../../../model/field.ts'
import { lastSecond } from '../../../model/values/dates.ts'
import type { DataContext } from '../../context.ts'
import type { Faults } from './faults.ts'
import type { ShapeColumn } from './shape.ts'
import { stage } from './staging.ts'

type TimeType = 'datetime' | 'date' | 'time'

const codes: Readonly<Record<TimeType, MessageCode>> = {
  datetime: 'invalid_datetime',
  date: 'invalid_date',
  time: 'invalid_time',
}

const typeOf = ({ type }: Field): TimeType | undefined =>
  type === 'datetime' || type === 'date' || type === 'time' ? type : undefined

/** Returns whether the column is a date or a time. */
export const isTime = ({ field }: ShapeColumn): boolean => typeOf(field) !== undefined

/** Matches a time of day with an offset from UTC, at the end of a datetime. */
const offset = String.raw`[t ]\d{1,2}(?::?\d{2}){0,2}(?:[.,]\d+)?\s?(?:z|[+-]\d{2}(?::?\d{2})?)\s*$`
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/** Matches a word that is neither part of a datetime nor a month: a moment such as `now`, or a time zone. */
const unknownWord = `(?<![a-z])(?!(?:t|z|[ap]m|${months})(?![a-z]))[a-z]`
/** Matches an offset, also one after a date without a time of day. */
const anyOffset = '[z+]|-.*-.*-'

/** Returns the condition for texts that are not a value of the type, or would be read with a loss. */
function invalidText(type: TimeType, sqlType: string, column: string): string {
  const unreadable = `NOT pg_input_is_valid(${column}, ${literal(sqlType)})`
  if (type === 'date') return `${unreadable} OR ${column} !~ '^[\\s\\d./-]+$' OR ${column} ~ '-.*-.*-'`
  if (type === 'time') return `${unreadable} OR ${column} !~* '^\\s*[\\d:.,]+\\s*(?:[ap]m)?\\s*$'`
  return `${unreadable} OR ${column} ~* ${literal(unknownWord)}
    OR (${column} ~* ${literal(anyOffset)} AND ${column} !~* ${literal(offset)})`
}

/** Returns the value of a text; an offset is converted to planning time. */
function valueOf({ endsDay, type }: Field, sqlType: string, column: string, timeZone: string): string {
  const value = `${column}::${sqlType}`
  if (type === 'datetime') {
    return `CASE WHEN ${column} ~* ${literal(offset)}
      THEN ${column}::timestamptz AT TIME ZONE ${literal(timeZone)} ELSE ${value} END`
  }
  return type === 'time' && endsDay
    ? `CASE ${value} WHEN '24:00' THEN '${lastSecond}' ELSE ${value} END`
    : value
}

/** Returns the change of the staging table that makes the columns of dates and times text. */
export const asText = (columns: readonly ShapeColumn[]): readonly string[] =>
  columns.filter(isTime).map(({ field }) => `ALTER ${identifier(field.column)} TYPE text`)

/** Converts the texts to values, and adds an error for each one that is not valid. */
export async function convertTimes(
  client: pg.ClientBase,
  columns: readonly ShapeColumn[],
  { faults, context }: { readonly faults: Faults; readonly context: Pick<DataContext, 'model' | 'timeZone'> },
): Promise<void> {
  const changes: string[] = []
  for (const { field } of columns) {
    const type = typeOf(field)
    if (type === undefined) continue
    const column = identifier(field.column)
    const sqlType = columnType(context.model, field)
    const invalid = invalidText(type, sqlType, column)
    const { rows } = await client.query<{ index: number }>(
      `SELECT "_i" AS index FROM ${stage} WHERE ${invalid} LIMIT ${mostReported}`,
    )
    for (const { index } of rows) faults.add(index, field.name, { code: codes[type] })
    const value = valueOf(field, sqlType, column, context.timeZone)
    const converted = rows.length === 0 ? value : `CASE WHEN ${invalid} THEN NULL ELSE ${value} END`
    changes.push(`ALTER ${column} TYPE ${sqlType} USING ${converted}`)
  }
  if (changes.length > 0) await client.query(`ALTER TABLE ${stage} ${changes.join(', ')}`)
}

/** Maximum number of invalid rows to report. One invalid row rejects the batch, so the first ones are enough. */
export const mostReported = 100

/**
 * Matches bytes in which a date or a time may have an offset, a time zone, or be a word. Matches other texts as well:
 * they cost the staging.
 */
const suspicious =
  /:\d\d(?:[.,]\d+)?\s?[a-z+-]|\d[-/.]\d\d?[-/.]\d{2,4}(?:[+-]| ?(?!T(?:\d|$))[a-z])|\dT\d{4,6}(?:[.,]\d+)?\s?[z+-]|[,;\t\n"]\s*(?:now|today|tomorrow|yesterday|epoch|allballs)/i

/** Number of characters of a chunk that are searched again together with the next one. */
const longestTime = 64

/** Passes the bytes on, and calls `onFound` if a date or a time in them may not be read as it is. */
export async function* watchTimes(
  bytes: AsyncIterable<Buffer>,
  onFound: () => never,
): AsyncGenerator<Buffer> {
  let end = '\n'
  for await (const chunk of bytes) {
    const text = end + chunk.toString('latin1')
    if (suspicious.test(text)) onFound()
    end = text.slice(-longestTime)
    yield chunk
  }
}
