/** Creates the installation in the database, or gives one scenario an empty database of its own. */
import { Type } from 'typebox'
import { createServerDatabase } from '../../database/create-database.ts'
import { createInstallation, dropInstallation, installationExists } from '../../scenarios/installation.ts'
import { recreateScenario } from '../../scenarios/scenario-schema.ts'
import { holdTasks, refuseTasksAtWork } from '../../tasks/queue/standstill.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { newInstallation } from '../extensions.ts'
import { withGrants } from '../import-rights.ts'
import { requireRegistered, withBareDatabase } from '../installation.ts'
import { confirm } from '../questions.ts'

export const createdatabase = defineCommand({
  help: `Without --database everything is made: users, rights, the list of scenarios and the production data ("default").
Scenarios 1 to 3 are registered and free. With --database=<scenario> that scenario gets an empty database and is
in use from then on.

What exists is dropped and made again, with the loss of all its data, after a confirmation. While a task is at work on it,
or a copy, nothing is done, and it says which.`,
  examples: [
    ['planctl createdatabase', 'a new installation'],
    ['planctl createdatabase --skip-if-exists', 'in a script that may run twice'],
    ['planctl createdatabase --database=scenario1', 'an empty scenario to work in'],
    ['planctl createdatabase --noinput', 'begin again without being asked'],
  ],
  parameters: Type.Object({
    database: Type.Optional(Type.String({ minLength: 1, description: 'Only this scenario.' })),
    'skip-if-exists': Type.Boolean({ default: false, description: 'Leave what exists as it is.' }),
    noinput: Type.Boolean({ default: false, description: 'Drop what exists without asking.' }),
  }),
  positional: [],
  run: async (context, { database, 'skip-if-exists': skip, noinput }) => {
    const options = { skip, noinput }
    await createServerDatabase(context.settings())
    await (database === undefined ? createAll(context, options) : createOne(context, database, options))
  },
})

interface Options {
  readonly skip: boolean
  readonly noinput: boolean
}

async function createAll(context: CommandContext, { skip, noinput }: Options): Promise<void> {
  const { terminal } = context
  const { additions, furnish } = await newInstallation(context)
  await withBareDatabase(context, async (database) => {
    if (await installationExists(database)) {
      if (skip) return terminal.print('The database exists already; it is left as it is.')
      const loss =
        'The database exists. Creating it again deletes all data of all scenarios, all users and all rights.'
      await refuseTasksAtWork(database, context.settings(), {})
      if (!noinput) await confirm(context, loss)
      await dropInstallation(database, holdTasks({}))
    }
    await withGrants(context, { database, additions }, () => createInstallation(database, additions, furnish))
    return terminal.print('The database is ready. Make an administrator: planctl createsuperuser <name>')
  })
}

async function createOne(context: CommandContext, name: string, { skip, noinput }: Options): Promise<void> {
  const { terminal } = context
  const { additions, furnish } = await newInstallation(context)
  await withBareDatabase(context, async (database) => {
    if (!(await installationExists(database))) await createInstallation(database, additions, furnish)
    const { hasSchema } = await requireRegistered(database, name)
    const standstill = { scenarios: [name] }
    if (hasSchema) {
      if (skip) return terminal.print(`The database of "${name}" exists already; it is left as it is.`)
    }
    await refuseTasksAtWork(database, context.settings(), standstill)
    if (hasSchema) {
      const loss = `The database of "${name}" exists. Creating it again deletes all its data.`
      if (!noinput) await confirm(context, loss)
    }
    const first = holdTasks(standstill)
    await withGrants(context, { database, additions, scenario: name }, () =>
      recreateScenario(database, name, { additions, first, signal: context.signal }),
    )
    return terminal.print(`The database of "${name}" is ready and empty.`)
  })
}
