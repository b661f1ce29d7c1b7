/** Frees a scenario. */
import { Type } from 'typebox'
import { releaseScenario } from '../../scenarios/scenario-lifecycle.ts'
import { defineTask } from '../definition.ts'
import { scenarioWork } from '../scenario-work.ts'

export const scenario_release = defineTask({
  about:
    'Deletes the data of this scenario and the access to it, so that another copy can be made into it. Production cannot be released.',
  help: `The data of the scenario goes, and so does access to it; another copy can be made into it. Production cannot be
released.`,
  examples: [['planctl scenario_release --database=scenario1', 'the scenario is free again']],
  parameters: Type.Object({}, { additionalProperties: false }),
  positional: [],
  right: 'common.release_scenario',
  onFree: true,
  secrets: [],
  destroys: [{}],
  run: async (context) => {
    await releaseScenario(scenarioWork(context), context.scenario)
    return `Released "${context.scenario}": it is free.`
  },
})
