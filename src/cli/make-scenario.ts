/** Creates an empty database for a scenario and drops the existing one. */
import type { Database } from '../database/database.ts'
import type { Additions } from '../model/additions.ts'
import { createIfFree, recreateScenario } from '../scenarios/scenario-schema.ts'
import { deleteFiles } from '../tasks/delete-scenario-files.ts'
import { holdTasks, rejectIfTasksRunning } from '../tasks/queue/standstill.ts'
import type { CommandContext } from './command.ts'
import { withGrants } from './import-rights.ts'
import { requireRegistered } from './installation.ts'
import { confirm } from './questions.ts'

export interface MakingOptions {
  readonly additions: Additions
  /** Drops the existing database without a confirmation prompt. */
  readonly noinput: boolean
}

/**
 * Creates the database of a free scenario. Returns false if it has one by now. Throws `command_failed` while a task
 * is running on it.
 */
export async function makeFreeScenario(
  context: CommandContext,
  database: Database,
  name: string,
  additions: Additions,
): Promise<boolean> {
  const standstill = { scenarios: [name] }
  await rejectIfTasksRunning(database, context.settings(), standstill)
  const first = holdTasks(standstill)
  const isMade = await withGrants(context, { database, additions, scenario: name }, () =>
    createIfFree(database, name, {
      additions,
      first,
      signal: context.signal,
      deleteFiles: leftFiles(context, database, name),
    }),
  )
  if (isMade) context.terminal.print(readyText(name))
  return isMade
}

/** Returns a function that deletes the files that a free scenario still has. */
const leftFiles =
  ({ settings, terminal }: CommandContext, control: Database, name: string) =>
  (): Promise<void> =>
    deleteFiles({ settings: settings(), control, log: (message) => terminal.say(message) }, name)

const readyText = (name: string): string => `The database of "${name}" is ready and empty.`

/** Throws `command_failed` while a task is running on the scenario, and `canceled` if the user does not confirm. */
export async function makeScenario(
  context: CommandContext,
  database: Database,
  name: string,
  { additions, noinput }: MakingOptions,
): Promise<void> {
  const { hasSchema } = await requireRegistered(database, name)
  const standstill = { scenarios: [name] }
  await rejectIfTasksRunning(database, context.settings(), standstill)
  if (hasSchema && !noinput) {
    await confirm(context, `The database of "${name}" exists. Creating it again deletes all its data.`)
  }
  const first = holdTasks(standstill)
  await withGrants(context, { database, additions, scenario: name }, () =>
    recreateScenario(database, name, {
      additions,
      first,
      signal: context.signal,
      deleteFiles: leftFiles(context, database, name),
    }),
  )
  context.terminal.print(readyText(name))
}
