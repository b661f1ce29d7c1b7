/** The receipts of released orders as a report. */
import { userNamesSql } from '../../data/user-names.ts'
import { qualified } from '../../database/identifiers.ts'
import { orderReleases as declaration } from '../../model/reports/order-releases.ts'
import type { OutputReport } from '../reports/output-report.ts'
import { withQuery } from '../reports/report.ts'
import { lineage } from '../stock/read-stock-facts.ts'
import { purchasePriceSql } from './releasable-orders.ts'

export const orderReleaseReport: OutputReport = {
  declaration,
  parameters: [],
  open: async (_asked, context) => {
    const releases = qualified(context.scenario, 'orderrelease')
    const users = await userNamesSql(context, `SELECT "user" FROM ${releases}`)
    return {
      entity: withQuery(
        declaration,
        (table) =>
          `WITH RECURSIVE "pairs" AS MATERIALIZED (SELECT DISTINCT "item", "location" FROM ${releases}),
             ${lineage(table, 'item')}, ${lineage(table, 'location')}
           SELECT r.*, u."username" AS "released_by",
             coalesce(${purchasePriceSql(table, 'r')}, p."cost") AS "price"
           FROM ${releases} AS r LEFT JOIN ${users} AS u ON u."id" = r."user"
           LEFT JOIN ${table('input.item')} AS p ON p."name" = r."item"`,
      ),
      order: ['reference'],
    }
  },
}
