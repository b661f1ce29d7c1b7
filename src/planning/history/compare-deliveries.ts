/** Counts what the plan of one scenario changes for the deliveries of another. */
import type { Database } from '../../database/database.ts'
import { qualified } from '../../database/identifiers.ts'
import { isDemandToPlan } from '../load/demands.ts'
import {
  changeCounts,
  type ChangeCounts,
  demandChange,
  planOf,
  withShortness,
} from '../store/demand-change.ts'

const planned = (scenario: string): string =>
  `(${withShortness(qualified(scenario, 'demand'), qualified(scenario, 'problem'))})`

/**
 * Returns the changes of open sales orders and quotes of a scenario if it had the plan of another one; undefined if
 * neither has planned a sales order.
 */
export async function compareDeliveries(
  database: Database,
  { from, to, signal }: { readonly from: string; readonly to: string; readonly signal: AbortSignal },
): Promise<ChangeCounts | undefined> {
  // With OFFSET, the change of each sales order is computed once, and not in every count.
  const { rows } = await database.query<ChangeCounts & { readonly planned: boolean }>(
    {
      text: `SELECT ${changeCounts}, coalesce(bool_or("is_planned"), false) AS "planned" FROM (
          SELECT b."name", b."priority", ${demandChange(planOf('a'), planOf('b'))} AS "change",
            coalesce(a."plannedquantity", b."plannedquantity") IS NOT NULL AS "is_planned"
          FROM ${planned(from)} AS a JOIN ${planned(to)} AS b ON b."name" = a."name"
          WHERE ${isDemandToPlan('b')} OFFSET 0) AS c`,
    },
    { signal },
  )
  const [found] = rows
  return found?.planned === true ? found : undefined
}
