/** Unsaved edits of a standing or a group, kept apart from what others store meanwhile. */
import type { Standing, UserChange } from '../../platform/api/access.ts'
import { sameRights } from './choose-rights.ts'

/** Returns the stored names with what was added to them and removed from them in a form that began with `before`. */
function withEdits(
  before: readonly string[],
  edited: readonly string[],
  stored: readonly string[],
): readonly string[] {
  const [had, has] = [new Set(before), new Set(edited)]
  const kept = stored.filter((name) => has.has(name) || !had.has(name))
  return [...kept, ...edited.filter((name) => !had.has(name) && !stored.includes(name))]
}

/** A standing in a form: what it was when the form was first changed, and what it is in the form. */
export interface StandingDraft {
  readonly before: Standing
  readonly edited: Standing
}

/**
 * Returns the stored standing with the edits of a form. What others have changed meanwhile stays: a group that
 * somebody has removed is not granted again.
 */
export function rebaseStanding({ before, edited }: StandingDraft, stored: Standing): Standing {
  const flag = (name: 'active' | 'superuser'): boolean =>
    edited[name] === before[name] ? stored[name] : edited[name]
  return {
    active: flag('active'),
    superuser: flag('superuser'),
    groups: [...withEdits(before.groups, edited.groups, stored.groups)],
    permissions: [...withEdits(before.permissions, edited.permissions, stored.permissions)].sort(),
  }
}

/** Returns the fields of a user in which a standing differs from the stored one. */
export function standingChange(next: Standing, stored: Standing): UserChange {
  const differs = (name: 'groups' | 'permissions'): boolean =>
    !sameRights(new Set(next[name]), new Set(stored[name]))
  return {
    ...(next.active === stored.active ? {} : { is_active: next.active }),
    ...(next.superuser === stored.superuser ? {} : { is_superuser: next.superuser }),
    ...(differs('groups') ? { groups: next.groups } : {}),
    ...(differs('permissions') ? { permissions: next.permissions } : {}),
  }
}

/** Name and rights of a group in a form: what they were when the form was first changed, and what they are in it. */
export interface GroupDraft {
  readonly before: GroupFacts
  readonly edited: GroupFacts
}

export interface GroupFacts {
  readonly name: string
  readonly permissions: readonly string[]
}

/** Returns the stored group with the edits of a form; what others have changed meanwhile stays. */
export const rebaseGroup = ({ before, edited }: GroupDraft, stored: GroupFacts): GroupFacts => ({
  name: edited.name === before.name ? stored.name : edited.name,
  permissions: [...withEdits(before.permissions, edited.permissions, stored.permissions)].sort(),
})

/** Returns the fields in which a group differs from the stored one. */
export const groupChange = (next: GroupFacts, stored: GroupFacts): Partial<GroupFacts> => ({
  ...(next.name.trim() === stored.name ? {} : { name: next.name.trim() }),
  ...(sameRights(new Set(next.permissions), new Set(stored.permissions))
    ? {}
    : { permissions: next.permissions }),
})
