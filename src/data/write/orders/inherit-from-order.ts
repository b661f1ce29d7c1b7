/**
 * What rows of an order that come alone take from it, as they do within it: material is at the location of the order, and
 * flows at its start if it is consumed, at its end if it is produced.
 */
import { qualified } from '../../../database/identifiers.ts'
import type { Batch } from '../batch.ts'
import { stage, type Staged } from '../intake/staging.ts'

/** SQL of the value that a field takes from the order `o` of the staged row `s`. */
const inherited: Readonly<Record<string, string>> = {
  location: 'o."location"',
  flowdate: 'CASE WHEN s."quantity" < 0 THEN o."startdate" ELSE o."enddate" END',
}

/** Fills fields that were left out by new rows and that their order knows. Returns what is staged then. */
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
