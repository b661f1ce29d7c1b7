/**
 * Entities whose data is part of the key figures of a plan and of the effects of edits on it: who views all of them
 * views the plan.
 */
export const planViews = [
  'input.demand',
  'input.item',
  'input.operationplan',
  'input.operationplanresource',
  'output.constraint',
  'output.resourcesummary',
] as const
