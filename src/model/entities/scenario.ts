import { choice, json, nameKey, text } from '../define.ts'
import { longestLabel } from '../values/one-line.ts'
import { defineEntity } from '../entity.ts'

export const scenario = defineEntity({
  name: 'common.scenario',
  label: 'scenario',
  labelPlural: 'scenarios',
  about: 'Registry of independent data sets (databases), kept beside them.',
  schema: 'control',
  extraPermissions: ['common.copy_scenario', 'common.release_scenario', 'common.promote_scenario'],
  // Created by scenario_create, deleted by scenario_delete.
  never: ['add', 'delete'],
  rowsMidSize: 10,
  fields: [
    nameKey('Name in URLs and commands; default is production.'),
    text('description', {
      aliases: ['label'],
      nullable: true,
      oneLine: true,
      maxLength: longestLabel,
      help: 'Label shown to users.',
    }),
    choice('status', ['Free', 'In use', 'Busy'], {
      default: 'Free',
      access: 'readonly',
      help: 'Free, In use, or Busy while it is being copied into.',
    }),
    text('help_url', {
      label: 'help',
      nullable: true,
      access: 'readonly',
      maxLength: 200,
      help: 'Help link.',
    }),
    json('info', { nullable: true, access: 'readonly', help: 'Flags and details, e.g. has_schedule.' }),
  ],
})
