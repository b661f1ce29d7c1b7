/** Creates the installation in the database, or an empty database for one scenario. */
import { Type } from '../../contract/type.ts'
import { createServerDatabase } from '../../database/create-database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { createInstallation, dropInstallation, installationExists } from '../../scenarios/installation.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { holdTasks, rejectIfTasksRunning } from '../../tasks/queue/standstill.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { newInstallation } from '../extensions.ts'
import { withFurtherDatabases } from '../further-databases.ts'
import { withGrants } from '../import-rights.ts'
import { requireInstallation, requireRegistered, withBareDatabase } from '../installation.ts'
import { makeScenario } from '../make-scenario.ts'
import { confirm } from '../questions.ts'

export const createdatabase = defineCommand({
  help: `Without --database the command creates users, rights, the list of scenarios and the production data ("default").
Scenarios 1 to 3 are registered and free; with --all they get empty databases and are in use. With --database=<scenario>
that scenario gets an empty database and is in use from then on. Missing databases of DATABASE_URL and of further servers
(setting SCENARIO_DATABASES) are created first, if the role may create databases.

After a confirmation, existing databases are dropped with all their data and created again. While a task or a copy uses
the database, the command changes nothing and reports the task. Files that former users of a free scenario left in its
default folder are deleted for good when it gets a database.`,
  examples: [
    ['planctl createdatabase', 'a new installation'],
    ['planctl createdatabase --all', 'a new installation in which every scenario has a database'],
    ['planctl createdatabase --skip-if-exists', 'in a script that may run more than once'],
    ['planctl createdatabase --database=scenario1', 'an empty scenario to work in'],
    ['planctl createdatabase --noinput', 'recreate the database without confirmation'],
  ],
  parameters: Type.Object({
    database: Type.Optional(Type.String({ minLength: 1, description: 'Only this scenario.' })),
    all: Type.Boolean({ default: false, description: 'Create the databases of free scenarios too.' }),
    'skip-if-exists': Type.Boolean({ default: false, description: 'Keep existing databases.' }),
    noinput: Type.Boolean({ default: false, description: 'Drop existing databases without confirmation.' }),
  }),
  positional: [],
  run: async (context, { database, 'skip-if-exists': skip, noinput, all }) => {
    if (all && database !== undefined) {
      throw new ServiceError('usage', {
        reason: '--all and --database exclude each other: give one of them.',
      })
    }
    const options = { skip, noinput, all }
    await createServerDatabase(context.settings())
    await withFurtherDatabases(context, async () => {
      if (database !== undefined) return createOne(context, database, options)
      const isNew = await createAll(context, options)
      if (all) await createFree(context)
      if (isNew) context.terminal.print('Make an administrator: planctl createsuperuser <name>')
    })
  },
})

interface Options {
  readonly skip: boolean
  readonly noinput: boolean
  readonly all: boolean
}

/** Returns whether the installation is new. */
async function createAll(context: CommandContext, { skip, noinput, all }: Options): Promise<boolean> {
  const { terminal } = context
  const { additions, createPresets } = await newInstallation(context)
  return withBareDatabase(context, async (database) => {
    if (await installationExists(database)) {
      if (skip) {
        terminal.print('The database exists already; it is left as it is.')
        return false
      }
      const loss =
        'The database exists. Creating it again deletes all data of all scenarios, all users and all rights.'
      await rejectIfTasksRunning(database, context.settings(), {})
      if (!noinput) await confirm(context, loss)
      await dropInstallation(database, holdTasks({}))
    }
    await withGrants(context, { database, additions }, () =>
      createInstallation(database, additions, createPresets),
    )
    const scenarios = await listScenarios(database)
    const named = (made: boolean): string =>
      scenarios
        .filter(({ hasSchema }) => hasSchema === made)
        .map(({ name }) => name)
        .join(', ')
    const free = named(false)
    terminal.print(
      [
        `The database is ready, with the data of ${named(true)}.`,
        ...(free === '' || all ? [] : [`Free are ${free}; --all makes their databases too.`]),
      ].join(' '),
    )
    return true
  })
}

async function createOne(context: CommandContext, name: string, { skip, noinput }: Options): Promise<void> {
  const { additions, createPresets } = await newInstallation(context)
  await withBareDatabase(context, async (database) => {
    if (!(await installationExists(database))) await createInstallation(database, additions, createPresets)
    await requireInstallation(database, context, 'of this or an older release')
    const { hasSchema } = await requireRegistered(database, name)
    if (hasSchema && skip) {
      return context.terminal.print(`The database of "${name}" exists already; it is left as it is.`)
    }
    return makeScenario(context, database, name, { additions, noinput })
  })
}

/** Creates databases for all scenarios that have none yet. */
async function createFree(context: CommandContext): Promise<void> {
  const { additions } = await newInstallation(context)
  await withBareDatabase(context, async (database) => {
    await requireInstallation(database, context, 'of this or an older release')
    const free = (await listScenarios(database)).filter(({ hasSchema }) => !hasSchema)
    for (const { name } of free) await makeScenario(context, database, name, { additions, noinput: false })
  })
}
