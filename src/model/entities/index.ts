/** All entities of the service, in the sequence of the documentation; the import order is derived from references. */
import type { Entity } from '../entity.ts'
import { group } from './group.ts'
import { user } from './user.ts'
import { parameter } from './parameter.ts'
import { attribute } from './attribute.ts'
import { scenario } from './scenario.ts'
import { apiKey } from './api-key.ts'
import { userPreference } from './user-preference.ts'
import { bucket } from './bucket.ts'
import { bucketDetail } from './bucket-detail.ts'
import { calendar } from './calendar.ts'
import { calendarBucket } from './calendar-bucket.ts'
import { customer } from './customer.ts'
import { location } from './location.ts'
import { supplier } from './supplier.ts'
import { item } from './item.ts'
import { setupMatrix } from './setup-matrix.ts'
import { skill } from './skill.ts'
import { resource } from './resource.ts'
import { setupRule } from './setup-rule.ts'
import { resourceSkill } from './resource-skill.ts'
import { operation } from './operation.ts'
import { suboperation } from './suboperation.ts'
import { operationDependency } from './operation-dependency.ts'
import { operationMaterial } from './operation-material.ts'
import { operationResource } from './operation-resource.ts'
import { buffer } from './buffer.ts'
import { itemSupplier } from './item-supplier.ts'
import { itemDistribution } from './item-distribution.ts'
import { demand } from './demand.ts'
import { operationPlan } from './operation-plan.ts'
import { manufacturingOrder } from './manufacturing-order.ts'
import { workOrder } from './work-order.ts'
import { purchaseOrder } from './purchase-order.ts'
import { distributionOrder } from './distribution-order.ts'
import { deliveryOrder } from './delivery-order.ts'
import { operationPlanMaterial } from './operation-plan-material.ts'
import { operationPlanResource } from './operation-plan-resource.ts'
import { problem } from './problem.ts'
import { constraint } from './constraint.ts'
import { resourceSummary } from './resource-summary.ts'
import { comment } from './comment.ts'
import { follower } from './follower.ts'
import { notification } from './notification.ts'
import { task } from './task.ts'
import { scheduledTask } from './scheduled-task.ts'
import { dataExport } from './data-export.ts'

export const coreEntities: readonly Entity[] = [
  group,
  user,
  parameter,
  attribute,
  scenario,
  apiKey,
  userPreference,
  bucket,
  bucketDetail,
  calendar,
  calendarBucket,
  customer,
  location,
  supplier,
  item,
  setupMatrix,
  skill,
  resource,
  setupRule,
  resourceSkill,
  operation,
  suboperation,
  operationDependency,
  operationMaterial,
  operationResource,
  buffer,
  itemSupplier,
  itemDistribution,
  demand,
  operationPlan,
  manufacturingOrder,
  workOrder,
  purchaseOrder,
  distributionOrder,
  deliveryOrder,
  operationPlanMaterial,
  operationPlanResource,
  problem,
  constraint,
  resourceSummary,
  comment,
  follower,
  notification,
  task,
  scheduledTask,
  dataExport,
]
