/** Applies the missing migrations of the database. */
import { Type } from 'typebox'
import { absentModules, migrateAll } from '../../scenarios/installation.ts'
import { migrateScenario } from '../../scenarios/scenario-schema.ts'
import { defineCommand } from '../command.ts'
import { newInstallation } from '../extensions.ts'
import { withGrants } from '../import-rights.ts'
import { makeFreeScenario } from '../make-scenario.ts'
import { requireInstallation, requireRegistered, withBareDatabase } from '../installation.ts'

export const migrate = defineCommand({
  help: `Creates what is missing and changes what an older release has made, in every scenario or in one. Each schema is
changed as a whole or not at all. Running it again does nothing; of two at once, one waits for the other.

Tables and columns of extension modules are made likewise. Those of a module that EXTENSIONS no longer names stay
with their data, and are told.

The role that SQL_ROLE names gets what SQL files need in scenarios that it may not enter so far, and in tables that are new
if it may change all others.

A free scenario that --database names gets an empty database and is in use from then on.`,
  examples: [
    ['planctl migrate', 'after an update of the service, or a change of EXTENSIONS'],
    ['planctl migrate --database=scenario1', 'one scenario only; made if it is free'],
  ],
  parameters: Type.Object({
    database: Type.Optional(Type.String({ minLength: 1, description: 'Only this scenario.' })),
  }),
  positional: [],
  run: async (context, { database: scenario }) => {
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
