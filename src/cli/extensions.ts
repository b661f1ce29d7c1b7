/** The extension modules as the command line uses them: their tasks may not have the names of our commands. */
import type { Extensions } from '../extensions/extensions.ts'
import { loadExtensions } from '../tasks/registry.ts'
import type { CommandContext } from './command.ts'

/** Throws `invalid_settings` with everything that is wrong with any of them. */
export function installedExtensions({
  settings,
  commandNames,
}: Pick<CommandContext, 'settings' | 'commandNames'>): Promise<Extensions> {
  return loadExtensions(settings(), commandNames)
}
