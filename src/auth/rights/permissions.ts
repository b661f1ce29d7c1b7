/** Lists all permissions: those of the entities, and those of actions that belong to no entity. */
import { type Action, permissionName } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'

export const manageUsers = 'common.manage_users'

/** Permissions that belong to no entity. Each task adds `execute.run_<task>`. */
export const generalPermissions: readonly string[] = [
  manageUsers,
  'execute.view_task',
  'execute.manage_files',
  'input.try_plan',
  'common.add_proposal',
  'common.view_proposal',
  'common.approve_proposal',
]

/** A permission with its parts, as shown in a list to choose from. */
export interface Permission {
  /** Full name, such as `input.view_demand`. */
  readonly name: string
  readonly app: string
  /** The entity and action of the permission; undefined for permissions without an entity. */
  readonly entity?: string
  readonly action?: Action
}

/** Returns all permissions by name. `taskPermissions` are the permissions of tasks (`execute.run_<task>`). */
export function allPermissions(
  model: Model,
  taskPermissions: readonly string[] = [],
): ReadonlyMap<string, Permission> {
  const ofEntities = model.entities.flatMap((entity) =>
    entity.permissions.map((action): Permission => {
      return { name: permissionName(entity, action), app: entity.app, entity: entity.name, action }
    }),
  )
  const others = [
    ...model.entities.flatMap((entity) => entity.extraPermissions),
    ...generalPermissions,
    ...taskPermissions,
  ].map((name): Permission => ({ name, app: name.split('.')[0]! }))
  // The permission of an entity replaces a general one of the same name (execute.view_task).
  return new Map([...others, ...ofEntities].map((permission) => [permission.name, permission]))
}
