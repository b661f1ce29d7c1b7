/** Labels of scenarios on screens, in the language of the user. */
import { productionScenario } from '../../../model/production.ts'
import { firstScenarios } from '../../../scenarios/first-scenarios.ts'
import { type Scenario, scenarioLabel } from '../../../scenarios/scenario.ts'
import { loadWords } from '../../../words/load-words.ts'

type Labelled = Pick<Scenario, 'name' | 'description'>

const installed = scenarioLabel(firstScenarios, productionScenario)

/** Returns a function for the label of a scenario. The label that production is installed with is translated. */
export async function loadScenarioLabels(language: string): Promise<(scenario: Labelled) => string> {
  const { production = installed } = await loadWords(language, 'scenarios')
  return ({ name, description }) =>
    name === productionScenario && description === installed ? production : (description ?? name)
}
