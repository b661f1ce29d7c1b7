/** The receipts of released orders as a report. */
import { qualified } from '../../database/identifiers.ts'
import { orderReleases as declaration } from '../../model/reports/order-releases.ts'
import type { OutputReport } from '../reports/output-report.ts'
import { withQuery } from '../reports/report.ts'

export const orderReleaseReport: OutputReport = {
  declaration,
  parameters: [],
  open: (_asked, { scenario }) => ({
    entity: withQuery(
      declaration,
      () => `SELECT r.*, u."username" AS "released_by"
FROM ${qualified(scenario, 'orderrelease')} AS r LEFT JOIN ${qualified('control', 'user')} AS u ON u."id" = r."user"`,
    ),
    order: ['reference'],
  }),
}
