/** Checks that no staged record ends before it starts, together with the stored values of fields that are not given. */
import { defaultExpression } from '../../../database/ddl.ts'
import { identifier } from '../../../database/identifiers.ts'
import { keyField, type Period } from '../../../model/entity.ts'
import type { Coerced } from '../../codecs.ts'
import type { Batch } from '../batch.ts'
import type { Shape, ShapeColumn } from '../intake/shape.ts'
import { stage, type Staged } from '../intake/staging.ts'
import { mergedValue } from '../merge/target.ts'

/** Returns SQL of the value of a column after the write, from the staged row `s` and the stored row `t`. */
export function valueAfter({ shape }: Pick<Batch, 'shape'>, staged: Staged, name: string): string {
  const column = shape.columns.find(({ field }) => field.column === name)
  const isGiven = column !== undefined && staged.given.includes(column)
  return isGiven
    ? mergedValue({ columns: staged.given, uniform: staged.uniform }, column, 's', 't')
    : `t.${identifier(name)}`
}

/** SQL of the staged rows `s` with their stored rows `t`. */
export const stagedAndStored = ({ target }: Pick<Batch, 'target'>): string =>
  `${stage} s LEFT JOIN ${target.table} t ON t.${target.key} = s.${identifier(keyField(target.entity).column)}`

const shown = (value: string): string => `to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`

/**
 * Adds an error to each record that gives a start or an end, and whose end is before its start then; not to one that
 * was stored so before and stays so.
 * @param period columns with the start and the end
 */
export async function reportReversed(batch: Batch, staged: Staged, period: Period): Promise<void> {
  const { client, context, faults, sent, shape } = batch
  const given = staged.given.filter(
    ({ field }) => field.column === period.start || field.column === period.end,
  )
  if (given.length === 0) return
  const boundOf = (name: string): string => {
    const value = valueAfter(batch, staged, name)
    const column = shape.columns.find(({ field }) => field.column === name)
    const fallback = column === undefined ? undefined : defaultExpression(context.model, column.field)
    return fallback === undefined ? value : `nullif(${value}, ${fallback})`
  }
  const [start, end] = [boundOf(period.start), boundOf(period.end)]
  const isSet = ({ position }: ShapeColumn): string =>
    staged.uniform ? 'true' : `get_bit(s."_set", ${position}) = 1`
  const givenEnd = given.find(({ field }) => field.column === period.end)
  const { rows } = await client.query<{ index: number; start: string; end: string; ends: boolean }>(
    `SELECT s."_i" AS index, ${shown(start)} AS start, ${shown(end)} AS end,
       ${givenEnd === undefined ? 'false' : isSet(givenEnd)} AS ends
     FROM ${stagedAndStored(batch)} WHERE ${end} < ${start} AND (${given.map(isSet).join(' OR ')})
       AND (${valueAfter(batch, staged, period.start)}, ${valueAfter(batch, staged, period.end)})
         IS DISTINCT FROM (t.${identifier(period.start)}, t.${identifier(period.end)}) ${faults.limit}`,
  )
  for (const { index, start: from, end: until, ends } of rows) {
    const [startfield, endfield] = sent.pairOf(index, period.start, period.end)
    const params = { start: from, end: until, startfield, endfield }
    faults.add(index, ends ? endfield : startfield, { code: 'period_reversed', params })
  }
}

/** Checks the time in which the staged records are valid. */
export async function checkPeriod(batch: Batch, staged: Staged): Promise<void> {
  const { period } = batch.target.base
  if (period !== undefined) await reportReversed(batch, staged, period)
}

/**
 * Returns whether the values of a record alone show that it does not end before it starts, because it gives none or
 * both of the fields.
 */
export function isPeriodInOrder(
  { columns }: Pick<Shape, 'columns'>,
  period: Period | undefined,
  values: readonly (Coerced | undefined)[],
): boolean {
  if (period === undefined) return true
  const valueOf = (name: string): Coerced | undefined => {
    const column = columns.find(({ field }) => field.column === name)
    return column === undefined ? undefined : values[column.position]
  }
  const [start, end] = [valueOf(period.start), valueOf(period.end)]
  if (start === undefined && end === undefined) return true
  // Datetimes are texts that sort in the order of time.
  return typeof start === 'string' && typeof end === 'string' && start <= end
}
