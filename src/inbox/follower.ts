/** The user whose inbox is read, and what this user may view. */
import type { Principal } from '../auth/principal.ts'
import { decide } from '../auth/rights/policies.ts'
import type { ControlDatabase } from '../database/database.ts'
import type { Entity } from '../model/entity.ts'
import type { Model } from '../model/model.ts'
import { scenarioSchemas } from '../scenarios/registry.ts'

export interface Follower {
  readonly database: ControlDatabase
  readonly model: Model
  readonly principal: Principal
}

/** Returns the scenarios with data that the user may open. */
export const openScenarios = async ({ database, principal }: Follower): Promise<readonly string[]> =>
  (await scenarioSchemas(database)).filter((name) => principal.scenarios.has(name))

/** Returns the entities of which the user may view all records in a scenario. */
export const visibleEntities = ({ model, principal }: Follower, scenario: string): readonly Entity[] =>
  model.entities.filter((entity) => decide(principal, scenario, entity, 'view') === 'all')
