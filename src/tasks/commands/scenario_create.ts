/** Adds a scenario to the registry. */
import { longestLabel, oneLinePattern } from '../../model/values/one-line.ts'
import { Type } from '../../contract/type.ts'
import { createScenario, rejectTaken, requireScenarioName } from '../../scenarios/scenario-lifecycle.ts'
import { defineTask } from '../definition.ts'

export const scenario_create = defineTask({
  about:
    'Creates a scenario without data; copy data into it afterwards. The name is used in URLs: lower case letters, digits and single underscores.',
  help: `Creates a free scenario, without data; copy data into it afterwards. The name is used in URLs: lower case letters,
digits and single underscores.`,
  examples: [['planctl scenario_create what_if --description="What if"', 'create a scenario']],
  parameters: Type.Object(
    {
      name: Type.String({ minLength: 1, title: 'Name', description: 'Name of the scenario.' }),
      description: Type.Optional(
        Type.String({
          maxLength: longestLabel,
          pattern: oneLinePattern,
          title: 'Label',
          'x-hint': 'Displayed label. Default: the name.',
          description: 'Label. Default: the name.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  positional: ['name'],
  right: 'superuser',
  authorize: (_caller, { name }) => requireScenarioName(name),
  check: async ({ service }, { name }) => rejectTaken(service.control, name),
  scenarios: ({ name }) => [name],
  secrets: [],
  run: async ({ service }, { name, description }) => {
    await createScenario({ database: service.control }, { name, description })
    return { code: 'scenario_created', params: { name } }
  },
})
