/** Reads the two scenarios of a path, and the entities that the user may see in both. */
import { parameterError } from '../../../errors/parameter-errors.ts'
import { requireScenario } from '../../../auth/rights/policies.ts'
import type { Entity } from '../../../model/entity.ts'
import { seesEntity } from '../../../proposals/rights.ts'
import { requireTogether } from '../../../scenarios/compare-scenarios.ts'
import { rejectSame, requireInUse } from '../../../scenarios/copy-scenario.ts'
import { chosenEntities } from '../../../scenarios/difference/open-difference.ts'
import { listScenarios } from '../../../scenarios/registry.ts'
import { scenarioLabel } from '../../../scenarios/scenario.ts'
import type { WordCall } from '../word-call.ts'

interface ScenarioPair {
  readonly a: string
  readonly b: string
  /** Label of the first scenario. */
  readonly label: string
}

/**
 * Returns the two scenarios. Throws `unknown_scenario` for a scenario that the user may not open, `scenario_refused`
 * for the same scenario or scenarios on different database servers, `scenario_not_in_use`.
 */
export async function scenarioPair({ context, params, principal }: WordCall): Promise<ScenarioPair> {
  const [a, b] = [params['a'] ?? '', params['b'] ?? '']
  for (const name of [a, b]) requireScenario(principal, name)
  rejectSame(a, b)
  const scenarios = await listScenarios(context.control)
  for (const scenario of scenarios) if (scenario.name === a || scenario.name === b) requireInUse(scenario)
  requireTogether(context.control, a, b)
  return { a, b, label: scenarioLabel(scenarios, a) }
}

/** Returns the entity names of a comma-separated text. Throws `invalid_parameter`. */
export function namedEntities({ context }: WordCall, text: string): readonly string[] {
  if (text === '') return []
  return text.split(',').map((part) => {
    const name = part.trim()
    if (chosenEntities(context.model, [name]).length > 0) return name
    const fault = {
      code: 'invalid_choice',
      params: { value: name.slice(0, 100), choices: 'input.demand, input.item, …' },
    } as const
    throw parameterError('entity', fault)
  })
}

/** Returns true if the user may view the records of an entity in both scenarios. */
export const seesInBoth = (
  { context, principal }: WordCall,
  { a, b }: { readonly a: string; readonly b: string },
  { name }: Pick<Entity, 'name'>,
): boolean => [a, b].every((scenario) => seesEntity(context.model, principal, scenario, name))
