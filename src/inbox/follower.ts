/** The user whose inbox is read, and what this user may view. */
import type { Principal } from '../auth/principal.ts'
import { decide } from '../auth/rights/policies.ts'
import type { ControlDatabase, ScenarioDatabase } from '../database/database.ts'
import type { Entity } from '../model/entity.ts'
import type { Model } from '../model/model.ts'
import { scenarioSchemas } from '../scenarios/registry.ts'

export interface Follower {
  readonly control: ControlDatabase
  /** Returns the database of a scenario. */
  readonly homeOf: (scenario: string) => ScenarioDatabase
  readonly model: Model
  readonly principal: Principal
}

/** Returns the scenarios with data that the user may open. */
export const openScenarios = async ({ control, principal }: Follower): Promise<readonly string[]> =>
  (await scenarioSchemas(control)).filter((name) => principal.scenarios.has(name))

/** Returns the entities of which the user may view all records in a scenario. */
export const visibleEntities = ({ model, principal }: Follower, scenario: string): readonly Entity[] =>
  model.entities.filter((entity) => decide(principal, scenario, entity, 'view') === 'all')
