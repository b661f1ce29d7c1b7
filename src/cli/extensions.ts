/**
 * The extension modules as the command line uses them: their tasks may not have the names of our commands. And what a
 * new installation starts with, which depends on them.
 */
import type { Extensions } from '../extensions/extensions.ts'
import type { CreatePresets } from '../scenarios/installation.ts'
import { presetGroups } from '../service/preset-groups.ts'
import { loadExtensions, taskPermissions } from '../tasks/registry.ts'
import type { CommandContext } from './command.ts'

/** Throws `invalid_settings` with everything that is wrong with any of them. */
export function installedExtensions({
  settings,
  commandNames,
}: Pick<CommandContext, 'settings' | 'commandNames'>): Promise<Extensions> {
  return loadExtensions(settings(), commandNames)
}

/** Gives a new installation its groups of users, with the rights that tasks and modules bring. */
export async function newInstallation(
  context: Pick<CommandContext, 'settings' | 'commandNames'>,
): Promise<{ readonly additions: Extensions['additions']; readonly createPresets: CreatePresets }> {
  const { additions } = await installedExtensions(context)
  return { additions, createPresets: presetGroups(additions, await taskPermissions(context.settings())) }
}
