/**
 * Definition of a `planctl` command, and the context in which it runs. Commands that are tasks are generated from the
 * definition of the task.
 */
import type { Static, TObject } from '../contract/type.ts'
import type { Settings } from '../settings/settings.ts'
import type { Callable } from '../tasks/definition.ts'
import type { Terminal } from './terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  /** Aborted by Ctrl-C and by termination signals. */
  readonly signal: AbortSignal
  /** Whether internal details are shown too: stack traces and the complete log. */
  readonly debug: boolean
  /** Names of all commands that are not tasks. */
  readonly commandNames: readonly string[]
  /** Returns the effective settings; they are loaded on the first call. */
  readonly settings: () => Settings
}

export interface CommandDefinition<Parameters extends TObject = TObject> extends Callable<Parameters> {
  run(context: CommandContext, args: Static<Parameters>): Promise<void>
}

/** Returns the definition unchanged; checks its type, and the arguments of `run` against its parameters. */
export function defineCommand<Parameters extends TObject>(
  definition: CommandDefinition<Parameters>,
): CommandDefinition<Parameters> {
  return definition
}

/** Entry of a command in the list, which is shown without loading the command. */
export interface CommandListing {
  readonly name: string
  readonly group: string
  readonly title: string
  readonly load: () => Promise<CommandDefinition>
}
