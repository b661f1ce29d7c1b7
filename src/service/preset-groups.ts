/** Initial data of a new or emptied installation: its user groups. */
import { createPresetGroups } from '../auth/rights/presets.ts'
import type { Additions } from '../model/additions.ts'
import { buildModel } from '../model/model.ts'
import type { CreatePresets } from '../scenarios/installation.ts'

/** Returns the function that creates the groups, with the rights of tasks (`execute.run_<task>`) and modules. */
export function presetGroups(additions: Additions, taskPermissions: readonly string[]): CreatePresets {
  const model = buildModel(undefined, additions)
  return (client) => createPresetGroups(client, model, taskPermissions)
}
