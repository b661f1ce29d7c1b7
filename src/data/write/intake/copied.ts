/**
 * Stages rows in the copy formats of PostgreSQL: COPY reads them into the staging table, and the checks of the codecs
 * are executed there with set-based statements. All further steps are the same for all writes.
 */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { defaultExpression } from '../../../database/ddl.ts'
import { identifier, literal } from '../../../database/identifiers.ts'
import type { Message } from '../../../errors/messages.ts'
import type { Field } from '../../../model/field.ts'
import type { Batch } from '../batch.ts'
import type { CopySource } from '../request.ts'
import { boundsOf } from './bounds.ts'
import { tidyTexts } from './copied-texts.ts'
import { asText, convertTimes, mostReported } from './copied-times.ts'
import { typeLimits } from './limits.ts'
import { stage, type Staged } from './staging.ts'
import { indexedTextLimit } from '../../codecs.ts'
import type { ShapeColumn } from './shape.ts'

/** Fills the staging table. Throws the error of the database for a row that COPY cannot read. */
export async function stageCopy(batch: Batch, source: CopySource): Promise<Staged> {
  const { client, context, shape, faults } = batch
  const given = source.columns.map((name) => {
    const input = name === undefined ? undefined : shape.inputs.get(name)
    return input?.position === undefined ? undefined : shape.columns[input.position]
  })
  const absent = shape.naturalPositions
    .map((position) => shape.columns[position]!)
    .filter((column) => !given.includes(column) && column.field.nullMeansDefault)
  const positions = new Set([
    0,
    ...given.flatMap((column) => column?.position ?? []),
    ...absent.map(({ position }) => position),
  ])
  await client.query(
    `CREATE TEMPORARY SEQUENCE "_rows" MINVALUE 0 START 0 CACHE 10000 OWNED BY ${stage}."_i"`,
  )
  const present = given.filter((column) => column !== undefined)
  const alterations = [
    ...asText(present),
    `ALTER "_i" SET DEFAULT nextval('pg_temp."_rows"')::integer`,
    `ALTER "_set" SET DEFAULT B'${shape.columns.map(({ position }) => (positions.has(position) ? '1' : '0')).join('')}'`,
    ...absent.map(
      ({ field }) =>
        `ALTER ${identifier(field.column)} SET DEFAULT ${defaultExpression(context.model, field) ?? 'NULL'}`,
    ),
    ...given.flatMap((column, place) => (column === undefined ? [`ADD ${passedOver(place)} text`] : [])),
  ]
  await client.query(`ALTER TABLE ${stage} ${alterations.join(', ')}`)
  const columns = given.map((column, place) =>
    column === undefined ? passedOver(place) : identifier(column.field.column),
  )
  const copy = copyInto(client, stage, columns, source)
  await pipeline(source.bytes(), copy)
  faults.total = copy.rowCount
  const staged = shape.columns.filter(({ position }) => positions.has(position))
  await tidyTexts(client, context.model, present)
  await convertTimes(client, present, batch)
  await fillNaturalKeys(batch, staged)
  await checkCopied(client, staged, batch)
  return { rows: copy.rowCount, given: staged, uniform: true, blanks: new Set() }
}

/** Starts the COPY of such rows into a table. */
export function copyInto(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  { format, delimiter }: CopySource,
): CopyStreamQuery {
  const options = [
    `FORMAT ${format}`,
    `DELIMITER ${literal(delimiter)}`,
    `ENCODING 'UTF8'`,
    ...(format === 'csv' ? [`FORCE_NULL (${columns.join(', ')})`] : []),
  ]
  return client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN (${options.join(', ')})`))
}

const passedOver = (place: number): string => identifier(`_x${place}`)

async function fillNaturalKeys({ client, context }: Batch, staged: readonly ShapeColumn[]): Promise<void> {
  for (const { field } of staged) {
    const fallback = field.nullMeansDefault ? defaultExpression(context.model, field) : undefined
    if (fallback === undefined) continue
    const column = identifier(field.column)
    await client.query(`UPDATE ${stage} SET ${column} = ${fallback} WHERE ${column} IS NULL`)
  }
}

interface Check {
  readonly field: Field
  readonly condition: string
  readonly message: Message
}

/** Returns the checks for values that the type of a column accepts but the model does not. */
function checksOf({ field, position }: ShapeColumn, surrogate: boolean): readonly Check[] {
  const column = identifier(field.column)
  const checks: Check[] = []
  const add = (condition: string, message: Message): void => void checks.push({ field, condition, message })
  const isKey = position === 0
  if (isKey ? !surrogate : !field.nullable && field.default === undefined) {
    add(`${column} IS NULL`, { code: 'null' })
  }
  if (field.choices !== undefined) {
    const choices = field.choices.map((choice) => literal(choice)).join(', ')
    add(`${column} NOT IN (${choices})`, {
      code: 'invalid_choice',
      params: { value: '?', choices: field.choices.join(', ') },
    })
  }
  for (const { condition, message } of [...typeLimits(field, column), ...boundsOf(field, column)]) {
    add(condition, message)
  }
  if (field.maxLength !== undefined) {
    add(`char_length(${column}) > ${field.maxLength}`, {
      code: 'too_long',
      params: { limit: field.maxLength },
    })
  }
  if (field.type === 'text' && (isKey || field.indexed || field.unique)) {
    const limit = indexedTextLimit(field)
    add(`octet_length(${column}) > ${limit}`, { code: 'too_long_to_index', params: { limit } })
  }
  return checks
}

/** Adds an error for every value that the codecs would have rejected. */
export async function checkCopied(
  client: pg.ClientBase,
  staged: readonly ShapeColumn[],
  { faults, shape }: Pick<Batch, 'faults' | 'shape'>,
): Promise<void> {
  const checks = staged.flatMap((column) => checksOf(column, shape.surrogate))
  if (checks.length === 0) return
  // One pass over the rows executes all checks; only for invalid rows the result of each check is returned.
  const failing = checks.map(({ condition }) => `(${condition})`)
  const outcomes = failing.map(
    (condition, place) =>
      `${condition} AS "c${place}", left(${identifier(checks[place]!.field.column)}::text, 200) AS "v${place}"`,
  )
  const { rows } = await client.query<Record<string, boolean | string | null> & { readonly index: number }>(
    `SELECT "_i" AS index, ${outcomes.join(', ')} FROM ${stage} WHERE ${failing.join(' OR ')} LIMIT ${mostReported}`,
  )
  for (const row of rows) {
    for (const [place, { field, message }] of checks.entries()) {
      if (row[`c${place}`] !== true) continue
      const value = String(row[`v${place}`] ?? '')
      faults.add(
        row.index,
        field.name,
        message.params?.['value'] === '?' ? { ...message, params: { ...message.params, value } } : message,
      )
    }
  }
}
