/** All outputs of a plan in the API other than tables, by the name in their path. */
import { exceptionReport } from '../exceptions/exceptions.ts'
import { orderReleaseReport } from '../release/order-releases.ts'
import { capacityOrders } from './capacity-orders.ts'
import { pegging } from './pegging.ts'
import { planComparison } from './plan-comparison.ts'
import { planSummary } from './plan-summary.ts'
import type { OutputReport } from './output-report.ts'
import { planReports } from './reports.ts'
import { summaryOutput } from './summaries.ts'
import { supplyPath } from './supply-path.ts'
import { timeline } from './timeline.ts'

export const outputReports: readonly OutputReport[] = [
  ...planReports.map(summaryOutput),
  pegging,
  supplyPath,
  planComparison,
  planSummary,
  timeline,
  capacityOrders,
  exceptionReport,
  orderReleaseReport,
]

export const outputReportByName: ReadonlyMap<string, OutputReport> = new Map(
  outputReports.map((report) => [report.declaration.name, report]),
)
