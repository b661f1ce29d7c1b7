/** Returns stored records in the order of the request. */
import { keyField } from '../../../model/entity.ts'
import { identifier } from '../../../database/identifiers.ts'
import { recordJson } from '../../record-sql.ts'
import { relationOf } from '../../relation.ts'
import type { Batch } from '../batch.ts'
import type { Overridden } from '../checks/resolve.ts'
import { stage } from '../intake/staging.ts'

/**
 * Returns JSON texts of the staged records by index; a row that was overridden by a later one has the record of that
 * row.
 * @param from the staging table, if it was renamed
 */
export async function storedRecords(
  { client, context, target, faults }: Batch,
  overridden: Overridden,
  from: string = stage,
): Promise<string[]> {
  const key = identifier(keyField(target.entity).column)
  const { rows } = await client.query<[number, string]>({
    text: `SELECT s."_i", ${recordJson(context, target.entity, 't')}
           FROM ${from} s JOIN ${relationOf(context, target.entity)} t ON t.${key} = s.${key}`,
    rowMode: 'array',
  })
  const records: string[] = Array.from({ length: faults.total })
  for (const [index, json] of rows) records[index] = json
  for (const [loser, winner] of overridden.winners) records[loser] = records[winner]!
  return records
}
