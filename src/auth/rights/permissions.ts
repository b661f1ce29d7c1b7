/** Every right that exists: those of the entities, and those of actions that belong to no entity. */
import { type Action, permissionName } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'

export const manageUsers = 'common.manage_users'

/** Rights that belong to no entity. Tasks add `execute.run_<task>` each. */
export const generalPermissions: readonly string[] = [
  manageUsers,
  'execute.view_task',
  'execute.manage_files',
  'input.try_plan',
  'common.add_proposal',
  'common.view_proposal',
  'common.approve_proposal',
]

/** One right, taken apart for choosing among them. */
export interface Permission {
  /** Full name, such as `input.view_demand`. */
  readonly name: string
  readonly app: string
  /** The entity and action it is about; undefined for other rights. */
  readonly entity?: string
  readonly action?: Action
}

/**
 * All rights, by name. `taskPermissions` are the rights that tasks bring (`execute.run_<task>`).
 */
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
  // An entity's own right goes before a general one of the same name (execute.view_task).
  return new Map([...others, ...ofEntities].map((permission) => [permission.name, permission]))
}
