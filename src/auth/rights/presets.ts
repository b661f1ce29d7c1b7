/** Groups that a new installation starts with. They are ordinary groups: administrators may change them. */
import type pg from 'pg'
import type { Model } from '../../model/model.ts'
import { allPermissions, type Permission } from './permissions.ts'

export interface Preset {
  readonly name: string
  readonly includes: (permission: Permission) => boolean
}

/** Entities about people, secrets and the installation: not for those who only plan. */
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

/** Rights beyond the records that a planner works with. */
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

/** Scenarios are made and removed by tasks, and their labels are an administrator's. */
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

/** Names of the rights that a preset gives, sorted. */
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

/** Makes the groups that do not exist yet; existing ones stay as their administrators left them. */
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
