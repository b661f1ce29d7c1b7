/** The plans that are compared side by side, as text in addresses and parameters. */

/** Minimum and maximum number of plans side by side. */
export const [fewestPlans, mostPlans] = [2, 5]

/** The last plan of a scenario, or a plan of its history. */
export interface ComparedPlan {
  readonly scenario: string
  /** Number of a plan in the history of the scenario; undefined for its last plan, also after further runs. */
  readonly id: number | undefined
}

/** Returns a plan as text: `default` or `default@17`. */
export const planText = ({ scenario, id }: ComparedPlan): string =>
  id === undefined ? scenario : `${scenario}@${id}`

/** Returns the plan of a text; undefined for other texts. */
export function planOf(text: string): ComparedPlan | undefined {
  const [, scenario, id] = /^([^@,]+)(?:@([1-9]\d{0,14}))?$/.exec(text) ?? []
  return scenario === undefined ? undefined : { scenario, id: id === undefined ? undefined : Number(id) }
}
