/** Creates the databases of further servers (`SCENARIO_DATABASES`) and marks them as those of this installation. */
import { createFurtherDatabases } from '../database/create-database.ts'
import { homesOf } from '../database/homes.ts'
import { englishText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import { requireOwnServer } from '../scenarios/aside/further-servers.ts'
import type { CommandContext } from './command.ts'
import { withBareDatabase } from './installation.ts'

const remedy = 'Then run: planctl createdatabase --skip-if-exists'

/**
 * Creates the missing databases before the installation, because dropping an old installation needs them, and marks
 * them once it exists. Throws `command_failed` at the end with the faults of all servers: the rest is done by then.
 */
export async function withFurtherDatabases(context: CommandContext, run: () => Promise<void>): Promise<void> {
  const found = await createFurtherDatabases(context.settings())
  for (const { server, database, isNew } of found) {
    if (isNew) context.terminal.print(`The database "${database}" on the server "${server}" is created.`)
  }
  await run()
  const faults = found.flatMap(({ server, database, fault }) =>
    fault === undefined
      ? []
      : [
          `The database "${database}" of the server "${server}" (SCENARIO_DATABASES) does not exist or cannot be used, and could not be created: ${fault}. Check that the server runs, its address, and that the role may create databases, or create the database there.`,
        ],
  )
  const usable = found.filter(({ fault }) => fault === undefined)
  if (usable.length > 0) {
    faults.push(...(await markDatabases(context, new Set(usable.map(({ server }) => server)))))
  }
  if (faults.length === 0) return
  throw new ServiceError('command_failed', { reason: englishText([...faults, remedy].join('\n')) })
}

/** Marks databases, and returns the faults of those that belong to another installation. */
const markDatabases = (context: CommandContext, names: ReadonlySet<string>): Promise<readonly string[]> =>
  withBareDatabase(context, async (database) => {
    const faults: string[] = []
    for (const [name, server] of homesOf(database).servers) {
      if (!names.has(name)) continue
      await requireOwnServer(database, server, name).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        faults.push(error.message)
      })
    }
    return faults
  })
