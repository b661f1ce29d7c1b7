/** Counts what the plan of one scenario changes for the deliveries of another. */
import type { Database } from '../../database/database.ts'
import { qualified } from '../../database/identifiers.ts'
import {
  changeCounts,
  type ChangeCounts,
  demandChange,
  planOf,
  shortDemands,
} from '../store/demand-change.ts'

const isIn = (row: string, names: string): string => `${row}."name" IN (SELECT "owner" FROM "${names}")`

/**
 * Returns the changes of open sales orders and quotes of a scenario if it had the plan of another one; undefined if
 * neither has planned a sales order.
 */
export async function compareDeliveries(
  database: Database,
  { from, to, signal }: { readonly from: string; readonly to: string; readonly signal: AbortSignal },
): Promise<ChangeCounts | undefined> {
  const { rows } = await database.query<ChangeCounts & { readonly planned: boolean }>(
    {
      text: `WITH "short_from" AS MATERIALIZED (${shortDemands(qualified(from, 'problem'))}),
          "short_to" AS MATERIALIZED (${shortDemands(qualified(to, 'problem'))})
        SELECT ${changeCounts}, coalesce(bool_or("is_planned"), false) AS "planned" FROM (
          SELECT b."name", b."priority", ${demandChange(planOf('a', isIn('a', 'short_from')), planOf('b', isIn('b', 'short_to')))} AS "change",
            coalesce(a."plannedquantity", b."plannedquantity") IS NOT NULL AS "is_planned"
          FROM ${qualified(from, 'demand')} AS a JOIN ${qualified(to, 'demand')} AS b ON b."name" = a."name"
          WHERE b."status" IN ('open', 'quote')) AS c`,
    },
    { signal },
  )
  const [found] = rows
  return found?.planned === true ? found : undefined
}
