/** The scenario of production, whose paths have no prefix and whose permissions apply to data of all scenarios. */
export const productionScenario = 'default'

/** Entities whose records belong to the users of production and not to its plan: a promotion does not replace them. */
export const keptByPromotion: readonly string[] = ['common.follower', 'common.notification']
