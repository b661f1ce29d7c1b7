/** The user whose inbox is read, and what this user may view. */
import type { Principal } from '../auth/principal.ts'
import { decide } from '../auth/rights/policies.ts'
import type { ControlDatabase, ScenarioDatabase } from '../database/database.ts'
import { isSameDatabase } from '../database/homes.ts'
import { ServiceError } from '../errors/service-error.ts'
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

/** Scenarios with data that the user may open. */
export interface Reach {
  /** Those whose database server can be reached. */
  readonly scenarios: readonly string[]
  readonly unavailable: readonly string[]
}

export interface Reader extends Follower, Reach {}

/** Returns the scenarios with data that the user may open; further database servers are asked whether they answer. */
export async function scenariosInReach({
  control,
  homeOf,
  principal,
}: Omit<Follower, 'model'>): Promise<Reach> {
  const open = (await scenarioSchemas(control)).filter((name) => principal.scenarios.has(name))
  return divideByReach({ control, homeOf }, open)
}

/** Divides scenarios by whether their database server can be reached; further servers are asked whether they answer. */
export async function divideByReach(
  { control, homeOf }: Pick<Follower, 'control' | 'homeOf'>,
  names: readonly string[],
): Promise<Reach> {
  const homes = new Set(names.map(homeOf).filter((home) => !isSameDatabase(home, control)))
  const gone = new Set<ScenarioDatabase>()
  await Promise.all(
    [...homes].map(async (home) => {
      if (!(await answers(home))) gone.add(home)
    }),
  )
  return {
    scenarios: names.filter((name) => !gone.has(homeOf(name))),
    unavailable: names.filter((name) => gone.has(homeOf(name))),
  }
}

/** Returns whether the server of a database answers. */
async function answers(home: ScenarioDatabase): Promise<boolean> {
  try {
    await home.query({ text: 'SELECT 1' })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'scenario_server_unavailable') return false
    throw error
  }
}

/** Returns the entities of which the user may view all records in a scenario. */
export const visibleEntities = ({ model, principal }: Follower, scenario: string): readonly Entity[] =>
  model.entities.filter((entity) => decide(principal, scenario, entity, 'view') === 'all')
