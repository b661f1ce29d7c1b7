/**
 * Which records a comment or a follow may be about, for a person with certain rights: those of entities that the person
 * may view. The name of an entity is what `content_type` holds, and what its right is named after.
 */
import { type HasAccess, isSuperuser } from '../principal.ts'
import { manageUsers } from './permissions.ts'

/** Entities that whoever manages users sees without their own right. */
const ofUserManagers: readonly string[] = ['common.user', 'auth.group']

const viewRight = /^([a-z][a-z0-9_]*)\.view_([a-z][a-z0-9_]*)$/

/** Names of the entities that somebody who is no superuser may view in a scenario, sorted. */
export function viewableSubjects(access: HasAccess, scenario: string): readonly string[] {
  const held = [...(access.scenarios.get(scenario)?.permissions ?? [])]
  const viewed = held.flatMap((permission) => {
    const [, app, model] = viewRight.exec(permission) ?? []
    return app === undefined || model === undefined ? [] : [`${app}.${model}`]
  })
  return [...new Set([...viewed, ...(held.includes(manageUsers) ? ofUserManagers : [])])].sort()
}

/** Whether somebody may know of records of an entity, given by its name. */
export function mayViewSubject(access: HasAccess, scenario: string, subject: string): boolean {
  return isSuperuser(access, scenario) || viewableSubjects(access, scenario).includes(subject)
}
