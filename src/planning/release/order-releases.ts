/** The receipts of released orders as a report. */
import { userNamesSql } from '../../data/user-names.ts'
import { qualified } from '../../database/identifiers.ts'
import { orderReleases as declaration } from '../../model/reports/order-releases.ts'
import type { OutputReport } from '../reports/output-report.ts'
import { withQuery } from '../reports/report.ts'

export const orderReleaseReport: OutputReport = {
  declaration,
  parameters: [],
  open: async (_asked, context) => {
    const releases = qualified(context.scenario, 'orderrelease')
    const users = await userNamesSql(context, `SELECT "user" FROM ${releases}`)
    return {
      entity: withQuery(
        declaration,
        () =>
          `SELECT r.*, u."username" AS "released_by" FROM ${releases} AS r LEFT JOIN ${users} AS u ON u."id" = r."user"`,
      ),
      order: ['reference'],
    }
  },
}
