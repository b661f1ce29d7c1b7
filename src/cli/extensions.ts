/**
 * Extension modules for the command line: their tasks may not have the names of commands. Also provides the initial
 * data of a new installation, which depends on them.
 */
import type { Extensions } from '../extensions/extensions.ts'
import type { CreatePresets } from '../scenarios/installation.ts'
import { presetGroups } from '../service/preset-groups.ts'
import { loadExtensions, taskPermissions } from '../tasks/registry.ts'
import type { CommandContext } from './command.ts'

/** Throws `invalid_settings` with all problems of all modules. */
export function installedExtensions({
  settings,
  commandNames,
}: Pick<CommandContext, 'settings' | 'commandNames'>): Promise<Extensions> {
  return loadExtensions(settings(), commandNames)
}

/**
 * Returns what a new installation needs: the additions of modules, and the creation of its user groups with the
 * rights of tasks and modules.
 */
export async function newInstallation(
  context: Pick<CommandContext, 'settings' | 'commandNames'>,
): Promise<{ readonly additions: Extensions['additions']; readonly createPresets: CreatePresets }> {
  const { additions } = await installedExtensions(context)
  return { additions, createPresets: presetGroups(additions, await taskPermissions(context.settings())) }
}
