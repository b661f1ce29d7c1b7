/** Applies the missing migrations of the database. */
import { Type } from '../../contract/type.ts'
import { absentModules, migrateAll } from '../../scenarios/installation.ts'
import { migrateScenario } from '../../scenarios/scenario-schema.ts'
import { defineCommand } from '../command.ts'
import { newInstallation } from '../extensions.ts'
import { withGrants } from '../import-rights.ts'
import { makeFreeScenario } from '../make-scenario.ts'
import { requireCluster, requireInstallation, requireRegistered, withBareDatabase } from '../installation.ts'

export const migrate = defineCommand({
  help: `Creates missing tables and updates those of older releases, in every scenario or in one. Each schema is migrated in one
transaction. Running the command again changes nothing; if it runs twice at the same time, one run waits for the other.

Tables and columns of extension modules are created too. Those of modules that EXTENSIONS no longer lists are kept
with their data and reported.

The role in SQL_ROLE is granted the privileges that SQL files need: in scenarios whose schema it may not use yet, and on
new tables if it may change all others.

A free scenario in --database gets an empty database and is in use from then on. Files that its former users left in its
default folder are deleted for good.`,
  examples: [
    ['planctl migrate', 'after an update of the service or a change of EXTENSIONS'],
    ['planctl migrate --database=scenario1', 'one scenario only; created if it is free'],
  ],
  parameters: Type.Object({
    database: Type.Optional(Type.String({ minLength: 1, description: 'Only this scenario.' })),
  }),
  positional: [],
  run: async (context, { database: scenario }) => {
    if (scenario !== undefined) requireCluster(context)
    const { additions, createPresets } = await newInstallation(context)
    const { report, absent } = await withBareDatabase(context, async (database) => {
      if (scenario !== undefined) {
        await requireInstallation(database, context, 'of this or an older release')
        const { hasSchema } = await requireRegistered(database, scenario)
        if (!hasSchema && (await makeFreeScenario(context, database, scenario, additions))) {
          return { report: [], absent: await absentModules(database, additions) }
        }
      }
      const done = await withGrants(context, { database, additions, scenario }, async () =>
        scenario === undefined
          ? migrateAll(database, additions, createPresets)
          : [{ schema: scenario, migrations: await migrateScenario(database, scenario, additions) }],
      )
      return { report: done, absent: await absentModules(database, additions) }
    })
    for (const [name, schemas] of absent) {
      const where = schemas.join(', ')
      context.terminal.say(
        `The extension "${name}" is not named in EXTENSIONS; its tables and columns stay with their data (${where}).`,
      )
    }
    for (const { schema, migrations } of report) {
      const applied = migrations.length === 0 ? 'up to date' : `applied ${migrations.join(', ')}`
      context.terminal.print(`${schema}: ${applied}`)
    }
  },
})
