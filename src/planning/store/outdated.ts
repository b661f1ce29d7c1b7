/** The plan in hand is about data that is no longer there: it has to be made again. */
export class PlanOutdated extends Error {}
