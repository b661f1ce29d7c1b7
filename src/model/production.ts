/** The scenario of production, whose paths have no prefix and whose permissions apply to data of all scenarios. */
export const productionScenario = 'default'
