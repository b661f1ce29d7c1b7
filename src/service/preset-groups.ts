/** What an installation starts with, when it is new and when it was emptied: its groups of users. */
import { createPresetGroups } from '../auth/rights/presets.ts'
import type { Additions } from '../model/additions.ts'
import { buildModel } from '../model/model.ts'
import type { CreatePresets } from '../scenarios/installation.ts'

/** Makes the groups, with the rights that tasks (`execute.run_<task>`) and modules bring. */
export function presetGroups(additions: Additions, taskPermissions: readonly string[]): CreatePresets {
  const model = buildModel(undefined, additions)
  return (client) => createPresetGroups(client, model, taskPermissions)
}
