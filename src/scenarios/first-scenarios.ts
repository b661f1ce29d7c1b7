/** The scenarios of a new installation, and the label of a scenario without data. */
import { productionScenario } from '../model/production.ts'
import type { Scenario } from './scenario.ts'

/** Scenarios of a new installation. A free scenario has no schema until data is copied to it. */
export const firstScenarios: readonly Pick<Scenario, 'name' | 'description' | 'status'>[] = [
  { name: productionScenario, description: 'Production', status: 'In use' },
  { name: 'scenario1', description: 'Scenario 1', status: 'Free' },
  { name: 'scenario2', description: 'Scenario 2', status: 'Free' },
  { name: 'scenario3', description: 'Scenario 3', status: 'Free' },
]

/** Returns the label of a scenario that is free: the one that it was installed with, or its name. */
export const freeLabel = (scenario: string): string =>
  firstScenarios.find(({ name }) => name === scenario)?.description ?? scenario
