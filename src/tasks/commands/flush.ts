/** Empties all tables: planning data, logs, users, preferences and rights. */
import { Type } from '../../contract/type.ts'
import { flushInstallation } from '../../scenarios/flush.ts'
import { defineTask } from '../definition.ts'
import { holdTasks } from '../queue/standstill.ts'

export const flush = defineTask({
  about: 'Empties all tables of all scenarios, including users and rights. This cannot be undone.',
  help: `Empties every table of every scenario and of the installation: planning data, change logs, task records, users,
preferences, rights, custom attributes. The scenarios stay. The groups viewer, planner and administrator are recreated
as in a new installation. Afterwards no user can log in until you create one with "planctl createsuperuser". This
cannot be undone.`,
  examples: [
    ['planctl flush', 'asks for confirmation'],
    ['planctl flush --noinput', 'in a script'],
  ],
  parameters: Type.Object({}, { additionalProperties: false }),
  positional: [],
  right: 'operator',
  secrets: [],
  scenarios: () => ['*'],
  insteadForOneScenario: 'Planning data of one scenario: planctl empty --all --database=<scenario>.',
  confirmation: () => 'This deletes all data of all scenarios, all users and all rights.',
  run: async ({ service, taskId }) => {
    const { control, models, createPresets } = service
    await flushInstallation(control, {
      model: models.current(),
      first: holdTasks({ except: taskId }),
      createPresets,
    })
    return { code: 'all_flushed' }
  },
})
