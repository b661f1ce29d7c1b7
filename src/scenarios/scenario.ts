/** Defines a scenario: a named set of planning data in its own schema. */

export type ScenarioStatus = 'Free' | 'In use' | 'Busy'

export interface Scenario {
  /** Name in URLs and commands, and name of the schema. */
  readonly name: string
  /** Label shown to users. */
  readonly description: string | null
  readonly status: ScenarioStatus
  /** Whether a schema exists. A free scenario has none. */
  readonly hasSchema: boolean
  /** Further server that has the data (`database/homes.ts`); null for the first server. */
  readonly home: string | null
}

/** Returns the label of a scenario: its description, or its name without one. */
export const scenarioLabel = (
  scenarios: readonly Pick<Scenario, 'name' | 'description'>[],
  name: string,
): string => scenarios.find((one) => one.name === name)?.description ?? name

export const controlSchema = 'control'
