/** Empties all tables: planning data, logs, users, preferences and rights. */
import { Type } from 'typebox'
import { flushInstallation } from '../../scenarios/flush.ts'
import { defineTask } from '../definition.ts'
import { holdTasks } from '../queue/standstill.ts'

export const flush = defineTask({
  about: 'Empties all tables of all scenarios, users and rights included. There is no way back.',
  help: `Every table of every scenario and of the installation is emptied: planning data, change logs, task logs, users,
preferences, rights, custom attributes. The scenarios themselves stay. The groups viewer, planner and administrator are
made anew, as in a new installation. Afterwards nobody can log in until "planctl createsuperuser" has made a user. There is
no way back.`,
  examples: [
    ['planctl flush', 'asks first'],
    ['planctl flush --noinput', 'in a script'],
  ],
  parameters: Type.Object({}, { additionalProperties: false }),
  positional: [],
  right: 'operator',
  secrets: [],
  scenarios: () => ['*'],
  insteadForOneScenario: 'Planning data of one scenario: planctl empty --database=<scenario>.',
  confirmation: () => 'This deletes all data of all scenarios, all users and all rights.',
  run: async ({ service, taskId }) => {
    const { database, models, createPresets } = service
    await flushInstallation(database, {
      model: models.current(),
      first: holdTasks({ except: taskId }),
      createPresets,
    })
    return 'All tables are empty but for the groups of a new installation: viewer, planner, administrator.'
  },
})
