/** Gives a scenario an empty database of its own, in place of what it has. */
import type { Database } from '../database/database.ts'
import type { Additions } from '../model/additions.ts'
import { createIfFree, recreateScenario } from '../scenarios/scenario-schema.ts'
import { holdTasks, rejectIfTasksRunning } from '../tasks/queue/standstill.ts'
import type { CommandContext } from './command.ts'
import { withGrants } from './import-rights.ts'
import { requireRegistered } from './installation.ts'
import { confirm } from './questions.ts'

export interface MakingOptions {
  readonly additions: Additions
  /** Drops what exists without asking. */
  readonly noinput: boolean
}

/** Gives a free scenario a database. False if it has one by now. Throws where a task is at work on it. */
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
    createIfFree(database, name, { additions, first, signal: context.signal }),
  )
  if (isMade) context.terminal.print(readyText(name))
  return isMade
}

const readyText = (name: string): string => `The database of "${name}" is ready and empty.`

/** Throws where a task is at work on it, and `canceled` without a yes. */
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
    recreateScenario(database, name, { additions, first, signal: context.signal }),
  )
  context.terminal.print(readyText(name))
}
