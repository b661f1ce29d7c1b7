/** Permissions for queries on the plan of a scenario. */
import { requirePermission, viewsAll } from '../../../auth/rights/policies.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { requireEntity } from '../../../model/model.ts'
import type { WordCall } from '../word-call.ts'

/** Permission to try edits in the plan. */
const mayTry = 'input.try_plan'

/** Entities whose data is part of key figures and of the consequences of a trial. */
const shownEntities = [
  'input.demand',
  'input.item',
  'input.operationplan',
  'input.operationplanresource',
  'output.constraint',
  'output.resourcesummary',
] as const

/** Throws `permission_denied` if the user may not view all parts of the plan. */
export function requirePlanView({ principal, scenario, context }: WordCall): void {
  const isVisible = shownEntities.every((name) =>
    viewsAll(principal, scenario, requireEntity(context.model, name)),
  )
  if (!isVisible) throw new ServiceError('permission_denied')
}

/** Throws `permission_denied` if the user may not try edits, or may not view the plan. */
export function requireTrial(call: WordCall): void {
  requirePermission(call.principal, call.scenario, mayTry)
  requirePlanView(call)
}
