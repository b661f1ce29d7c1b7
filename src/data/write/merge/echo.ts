/** Reads the stored records of a batch, in the order of the request. */
import { identifier } from '../../../database/identifiers.ts'
import { keyField } from '../../../model/entity.ts'
import { shownLists } from '../../../model/nested-lists.ts'
import { recordSeparator } from '../../read/gathered.ts'
import { queryListOf, queryTextsOf } from '../../read/read-stream.ts'
import type { RowStatement } from '../../read/row-query.ts'
import { recordColumns, visibleFields } from '../../record-sql.ts'
import { relationOf } from '../../relation.ts'
import type { Batch } from '../batch.ts'
import type { Overridden } from '../checks/resolve.ts'
import { stage } from '../intake/staging.ts'
import type { WriteRequest, WriteResult } from '../request.ts'

/** Returns the stored records in the form that the request asks for. */
export async function storedRecords(
  batch: Batch,
  overridden: Overridden,
): Promise<Pick<WriteResult, 'records' | 'list'>> {
  const { client, request } = batch
  const none = { records: [], list: [] }
  if (!returnsRecords(request)) return none
  const statement = storedStatement(batch, overridden)
  return request.returning === 'list'
    ? { ...none, list: await queryListOf(client, statement) }
    : { ...none, records: await queryTextsOf(client, statement, { longest: 0 }) }
}

/** Returns few records in the form that the request asks for. */
export function recordsFrom(
  { returning }: Pick<WriteRequest, 'returning'>,
  rows: readonly { readonly json: string }[],
): Pick<WriteResult, 'records' | 'list'> {
  const texts = returnsRecords({ returning }) ? rows.map(({ json }) => json) : []
  if (returning !== 'list') return { records: texts, list: [] }
  return { records: [], list: [Buffer.from(`[${texts.join(recordSeparator)}]`)] }
}

/** Returns whether the result contains the stored records. */
export const returnsRecords = ({ returning }: Pick<WriteRequest, 'returning'>): boolean =>
  returning === 'records' || returning === 'list'

/**
 * Returns the statement of the JSON texts of the stored records; a row that was overridden by a later one has the
 * record of that row.
 */
function storedStatement({ context, target: { entity } }: Batch, { winners }: Overridden): RowStatement {
  const key = identifier(keyField(entity).column)
  const columns = recordColumns(context, entity, 't', visibleFields(entity), { lists: shownLists(entity) })
  const rows = [`SELECT "_i", ${key} FROM ${stage}`]
  if (winners.size > 0) {
    rows.push(`SELECT o."loser", w.${key} FROM unnest($1::integer[], $2::integer[]) AS o("loser", "winner")
      JOIN ${stage} w ON w."_i" = o."winner"`)
  }
  return {
    text: `SELECT row_to_json("record")::text FROM (${rows.join(' UNION ALL ')}) s
      JOIN ${relationOf(context, entity)} t ON t.${key} = s.${key} CROSS JOIN LATERAL (SELECT ${columns}) AS "record"
      ORDER BY s."_i"`,
    values: winners.size === 0 ? [] : [arrayText(winners.keys()), arrayText(winners.values())],
    settings: {},
  }
}

const arrayText = (numbers: Iterable<number>): string => `{${[...numbers].join(',')}}`
