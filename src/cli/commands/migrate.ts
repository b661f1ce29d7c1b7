/** Applies the migrations that the database lacks. */
import { Type } from 'typebox'
import { migrateAll } from '../../scenarios/installation.ts'
import { migrateScenario } from '../../scenarios/scenario-schema.ts'
import { defineCommand } from '../command.ts'
import { requireInstallation, requireScenario, withBareDatabase } from '../installation.ts'

export const migrate = defineCommand({
  help: `Creates what is missing and changes what an older release has made, in every scenario or in one. Each schema is
changed as a whole or not at all. Running it again does nothing; of two at once, one waits for the other.`,
  examples: [
    ['planctl migrate', 'after an update of the service'],
    ['planctl migrate --database=scenario1', 'one scenario only'],
  ],
  parameters: Type.Object({
    database: Type.Optional(Type.String({ minLength: 1, description: 'Only this scenario.' })),
  }),
  positional: [],
  run: async (context, { database: scenario }) => {
    const report = await withBareDatabase(context, async (database) => {
      if (scenario === undefined) return migrateAll(database)
      await requireInstallation(database, 'of any release')
      await requireScenario(database, scenario)
      return [{ schema: scenario, migrations: await migrateScenario(database, scenario) }]
    })
    for (const { schema, migrations } of report) {
      const applied = migrations.length === 0 ? 'up to date' : `applied ${migrations.join(', ')}`
      context.terminal.print(`${schema}: ${applied}`)
    }
  },
})
