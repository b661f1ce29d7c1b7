/**
 * Fills fields of order rows that are written on their own with values of their order, in the same way as rows within
 * an order: the location of material is that of the order, and its flow date is the start of the order if it is
 * consumed, the end if it is produced.
 */
import { qualified } from '../../../database/identifiers.ts'
import type { Batch } from '../batch.ts'
import { stage, type Staged } from '../intake/staging.ts'

/** SQL of the value of a field from the order `o` of the staged row `s`. */
const inherited: Readonly<Record<string, string>> = {
  location: 'o."location"',
  flowdate: 'CASE WHEN s."quantity" < 0 THEN o."startdate" ELSE o."enddate" END',
}

/**
 * Fills missing fields of new rows with values of their order. Returns the staged columns including the filled ones.
 */
export async function inheritFromOrder(batch: Batch, staged: Staged): Promise<Staged> {
  const { client, context, shape, target } = batch
  const columns = shape.columns.filter(({ field }) => field.inherited)
  if (columns.length === 0) return staged
  const values = columns.map(({ field: { column }, position }) => ({
    position,
    column: `"${column}"`,
    value: `coalesce(s."${column}", ${inherited[column]})`,
  }))
  const mask = values.reduce(
    (bits, { position, value }) => `set_bit(${bits}, ${position}, (${value} IS NOT NULL)::integer)`,
    's."_set"',
  )
  const { rowCount } = await client.query(
    `UPDATE ${stage} s SET ${values.map(({ column, value }) => `${column} = ${value}`).join(', ')}, "_set" = ${mask}
     FROM ${qualified(context.scenario, 'operationplan')} o
     WHERE o."reference" = s."operationplan" AND s.${target.key} IS NULL
       AND (${values.map(({ column }) => `s.${column} IS NULL`).join(' OR ')})`,
  )
  if ((rowCount ?? 0) === 0) return staged
  const given = shape.columns.filter((column) => staged.given.includes(column) || columns.includes(column))
  return { ...staged, given, uniform: false }
}
