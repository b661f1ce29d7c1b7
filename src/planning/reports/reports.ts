/** The plan reports per time bucket, by name. */
import { capacityReport } from './capacity-report.ts'
import { demandReport } from './demand-report.ts'
import { inventoryReport } from './inventory-report.ts'
import { distributionReport, operationReport, purchaseReport } from './order-reports.ts'
import type { PlanReport } from './report.ts'

export const planReports: readonly PlanReport[] = [
  demandReport,
  inventoryReport,
  capacityReport,
  operationReport,
  purchaseReport,
  distributionReport,
]

export const planReportByName: ReadonlyMap<string, PlanReport> = new Map(
  planReports.map((report) => [report.name, report]),
)
