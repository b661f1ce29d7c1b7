/** What a command of `planctl` is, and what it may use. Commands that are tasks are made from their definition. */
import type { Static, TObject } from 'typebox'
import type { Settings } from '../settings/settings.ts'
import type { Callable } from '../tasks/definition.ts'
import type { Terminal } from './terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  /** Aborted by Ctrl-C and by the signals that ask a process to end. */
  readonly signal: AbortSignal
  /** Everything, also what only we need: stacks of errors, the whole log. */
  readonly debug: boolean
  /** Names of all commands that are no tasks. */
  readonly commandNames: readonly string[]
  /** The effective settings; read when first asked for. */
  readonly settings: () => Settings
}

export interface CommandDefinition<Parameters extends TObject = TObject> extends Callable<Parameters> {
  run(context: CommandContext, args: Static<Parameters>): Promise<void>
}

/** Holds a definition to its type, and its `run` to its parameters. */
export function defineCommand<Parameters extends TObject>(
  definition: CommandDefinition<Parameters>,
): CommandDefinition<Parameters> {
  return definition
}

/** A command in the list: what is shown of it without loading it. */
export interface CommandListing {
  readonly name: string
  readonly group: string
  readonly title: string
  readonly load: () => Promise<CommandDefinition>
}
