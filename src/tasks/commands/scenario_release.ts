/** Releases a scenario: deletes its data and makes it free. */
import { Type } from '../../contract/type.ts'
import { requireInUse } from '../../scenarios/copy-scenario.ts'
import { requireScenario } from '../../scenarios/registry.ts'
import { rejectProduction, releaseScenario } from '../../scenarios/scenario-lifecycle.ts'
import { defineTask } from '../definition.ts'
import { deleteFilesAfter } from '../delete-scenario-files.ts'
import { scenarioWork } from '../scenario-work.ts'

export const scenario_release = defineTask({
  about:
    'Deletes the data and the files of this scenario for good, and the access to it. You can then copy data into it again. Production cannot be released.',
  help: `Deletes the data and the files of the scenario for good, and the access to it: uploads, exports, rejected rows and
archived files. Files in a folder that the settings declare stay, with a warning in the log. Groups of tasks of the scenario are
deleted too; the log names them. You can then copy data into the scenario again. Production cannot be released.`,
  examples: [['planctl scenario_release --database=scenario1', 'free the scenario']],
  parameters: Type.Object({}, { additionalProperties: false }),
  positional: [],
  right: 'common.release_scenario',
  authorize: ({ scenario }) => rejectProduction(scenario, 'released'),
  check: async ({ service, scenario }) => {
    const found = await requireScenario(service.control, scenario)
    if (found.status !== 'Busy') requireInUse(found)
  },
  onFree: true,
  secrets: [],
  destroys: [{}],
  run: async (context) => {
    await releaseScenario(scenarioWork(context), context.scenario)
    await deleteFilesAfter(context, context.scenario)
    return { code: 'scenario_released', params: { scenario: context.scenario } }
  },
})
