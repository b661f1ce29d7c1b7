/** Thrown if the plan refers to records that no longer exist: the plan must be made again. */
export class PlanOutdated extends Error {}
