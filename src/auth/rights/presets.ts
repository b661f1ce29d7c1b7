/** Default groups of a new installation. They are normal groups, which administrators may change. */
import type pg from 'pg'
import type { Model } from '../../model/model.ts'
import { allPermissions, type Permission } from './permissions.ts'

export interface Preset {
  readonly name: string
  readonly includes: (permission: Permission) => boolean
}

/** Entities of users, secrets and the installation, which planners do not need. */
const administrative: ReadonlySet<string> = new Set([
  'auth.group',
  'common.user',
  'common.apikey',
  'common.userpreference',
  'common.notification',
  'common.follower',
  'common.attribute',
  'execute.dataexport',
  'execute.scheduledtask',
  'execute.task',
])

const planned = ({ entity }: Permission): boolean => entity !== undefined && !administrative.has(entity)

/** Permissions of a planner besides those on records. */
const plannerExtras: ReadonlySet<string> = new Set([
  'common.copy_scenario',
  'common.release_scenario',
  'common.view_attribute',
  'execute.view_task',
  'execute.manage_files',
  'input.try_plan',
  'common.add_proposal',
  'common.view_proposal',
  'common.approve_proposal',
  ...[
    ['runplan', 'scheduletasks', 'exporttofolder', 'importfromfolder', 'emailreport', 'exportworkbook'],
    [
      'importworkbook',
      'scenario_copy',
      'scenario_release',
      'scenario_compare',
      'createbuckets',
      'undo',
      'proposal_apply',
    ],
  ]
    .flat()
    .map((task) => `execute.run_${task}`),
])

/** Scenarios are created and removed by tasks, and only administrators change their labels. */
const isScenario = ({ entity }: Permission): boolean => entity === 'common.scenario'

export const presets: readonly Preset[] = [
  { name: 'viewer', includes: (permission) => planned(permission) && permission.action === 'view' },
  {
    name: 'planner',
    includes: (permission) =>
      plannerExtras.has(permission.name) ||
      (planned(permission) && (permission.action === 'view' || !isScenario(permission))),
  },
  { name: 'administrator', includes: () => true },
]

/** Returns the sorted names of the permissions of a preset. */
export function presetPermissions(
  preset: Preset,
  model: Model,
  taskPermissions: readonly string[] = [],
): readonly string[] {
  return [...allPermissions(model, taskPermissions).values()]
    .filter(preset.includes)
    .map(({ name }) => name)
    .sort()
}

/** Creates the missing groups; existing ones do not change. */
export async function createPresetGroups(
  client: Pick<pg.ClientBase, 'query'>,
  model: Model,
  taskPermissions: readonly string[] = [],
): Promise<void> {
  for (const preset of presets) {
    await client.query(
      `WITH "created" AS (
        INSERT INTO control."group" ("name") VALUES ($1) ON CONFLICT ("name") DO NOTHING RETURNING "id"
      )
      INSERT INTO control."grouppermission" ("group", "permission")
      SELECT "created"."id", "permission" FROM "created", unnest($2::text[]) AS "permission"`,
      [preset.name, presetPermissions(preset, model, taskPermissions)],
    )
  }
}
