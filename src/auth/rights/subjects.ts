/**
 * Decides which records a comment or a follow of a user may refer to: those of entities that the user may view.
 * `content_type` contains the name of the entity, which is also part of the name of its permission.
 */
import { type HasAccess, isSuperuser } from '../principal.ts'
import { manageUsers } from './permissions.ts'

/** Entities that user managers may view without the permission of the entity. */
const ofUserManagers: readonly string[] = ['common.user', 'auth.group']

const viewRight = /^([a-z][a-z0-9_]*)\.view_([a-z][a-z0-9_]*)$/

/** Returns the sorted names of the entities that a user who is not superuser may view in a scenario. */
export function viewableSubjects(access: HasAccess, scenario: string): readonly string[] {
  const { permissions = [], allows } = access.scenarios.get(scenario) ?? {}
  const held = [...permissions].filter((permission) => allows?.(permission) !== false)
  const viewed = held.flatMap((permission) => {
    const [, app, model] = viewRight.exec(permission) ?? []
    return app === undefined || model === undefined ? [] : [`${app}.${model}`]
  })
  return [...new Set([...viewed, ...(held.includes(manageUsers) ? ofUserManagers : [])])].sort()
}

/** Returns whether a user may view records of an entity, given by its name. */
export function mayViewSubject(access: HasAccess, scenario: string, subject: string): boolean {
  return isSuperuser(access, scenario) || viewableSubjects(access, scenario).includes(subject)
}
