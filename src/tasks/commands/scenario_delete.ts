/** Removes a free scenario from the registry. */
import { Type } from '../../contract/type.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { deleteScenario, rejectProduction, requireFree } from '../../scenarios/scenario-lifecycle.ts'
import { defineTask } from '../definition.ts'
import { deleteFilesAfter } from '../delete-scenario-files.ts'
import { scenarioWork } from '../scenario-work.ts'

export const scenario_delete = defineTask({
  about:
    'Deletes a free scenario permanently, with files that are left in its default folder. Free it first with scenario_release. Production cannot be deleted.',
  help: `Deletes a free scenario, which has no planning data. Files that are left in its default folder are deleted for good,
and so are its groups of tasks. Free the scenario first. Production cannot be deleted.`,
  examples: [['planctl scenario_delete what_if', 'delete a scenario that is no longer needed']],
  parameters: Type.Object(
    {
      name: Type.String({
        minLength: 1,
        'x-options': 'freescenarios',
        title: 'Scenario',
        description: 'Name of the scenario.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: ['name'],
  right: 'everywhere',
  authorize: (_caller, { name }) => rejectProduction(name, 'deleted'),
  check: async ({ service }, { name }) => {
    const found = (await listScenarios(service.control)).find((one) => one.name === name)
    if (found === undefined) throw new ServiceError('scenario_missing', { name })
    if (found.status !== 'Busy') requireFree(found)
  },
  scenarios: ({ name }) => [name],
  secrets: [],
  destroys: [{ names: 'name' }],
  run: async (context, { name }) => {
    await deleteScenario(scenarioWork(context), name)
    await deleteFilesAfter(context, name)
    return { code: 'scenario_deleted', params: { name } }
  },
})
