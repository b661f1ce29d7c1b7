/** Declarations of the plan reports. Their computation is in `planning/reports`. */
import type { Entity } from '../entity.ts'
import { capacityOrders } from './capacity-orders.ts'
import { capacityReport } from './capacity-report.ts'
import { demandReport } from './demand-report.ts'
import { exceptions } from './exceptions.ts'
import { orderReleases } from './order-releases.ts'
import { inventoryReport } from './inventory-report.ts'
import { distributionReport, operationReport, purchaseReport } from './order-reports.ts'
import { pegging } from './pegging.ts'
import { planComparison } from './plan-comparison.ts'
import { planSummary } from './plan-summary.ts'
import { supplyPath } from './supply-path.ts'
import { timeline } from './timeline.ts'

export const reportEntities: readonly Entity[] = [
  demandReport,
  inventoryReport,
  capacityReport,
  operationReport,
  purchaseReport,
  distributionReport,
  pegging,
  supplyPath,
  planComparison,
  planSummary,
  timeline,
  capacityOrders,
  exceptions,
  orderReleases,
]
