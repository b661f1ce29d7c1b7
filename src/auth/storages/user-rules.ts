/** Validates which changes of a user record an actor may make; every fault names its field. */
import type { CoercedRecord } from '../../data/context.ts'
import type { Message } from '../../errors/messages.ts'
import { recordLevel } from '../../errors/service-error.ts'
import type { Account } from '../accounts.ts'
import { type Group, missingRights } from '../rights/groups.ts'
import { manageUsers, type Permission } from '../rights/permissions.ts'
import { reaches, type Standing, standingHolds, standsAsSuperuser } from '../rights/reach.ts'
import { parseNameList, without } from './name-list.ts'
import type { StoredUser } from './user-records.ts'

/** Fields that users may change in their own record. They exclude the names with which users sign in. */
export const ownUserFields: ReadonlySet<string> = new Set(
  [
    ['first_name', 'last_name', 'password', 'language', 'theme', 'pagesize', 'avatar'],
    ['default_scenario', 'scenario_themes', 'horizonbuckets', 'horizonstart', 'horizonend'],
    ['horizontype', 'horizonlength', 'horizonbefore', 'horizonunit'],
  ].flat(),
)

/** Fields with which an attacker could sign in as the user. */
const credentialFields = ['username', 'email', 'password'] as const
const standingFields = ['is_active', 'is_superuser', 'groups', 'permissions'] as const

export interface RuleInput {
  readonly record: CoercedRecord
  readonly stored: StoredUser | undefined
  /** Account of the stored user, with its permissions in all scenarios. */
  readonly account: Account | undefined
  readonly scenario: string
  readonly standing: Standing
  readonly groups: ReadonlyMap<string, Group>
  readonly permissions: ReadonlyMap<string, Permission>
}

export type Refuse = (field: string, message: Message) => void

/** Reports the changes that are not allowed. */
export function checkUserRecord(input: RuleInput, refuse: Refuse): void {
  const changed = changedFields(input)
  checkLists(input, changed, refuse)
  if (input.standing.unlimited) return
  // Otherwise an API key, or an unattended browser, could be used to take over the account.
  if (changed.has('password') && input.stored?.id === input.standing.userId) {
    refuse('password', { code: 'own_password' })
  }
  if (!mayAdminister(input)) checkOwn(input, changed, refuse)
  else {
    checkCredentials(input, changed, refuse)
    checkStanding(input, changed, refuse)
  }
}

/** Returns the fields whose given value differs from the stored one. Clients send back values that they have read. */
function changedFields({ record, stored }: RuleInput): ReadonlySet<string> {
  const given = Object.keys(record).filter((field) => record[field] !== undefined && field !== 'id')
  return new Set(given.filter((field) => !sameValue(field, record[field], stored)))
}

function sameValue(field: string, value: unknown, stored: StoredUser | undefined): boolean {
  if (field === 'password') return value === null
  if (stored === undefined) return false
  if (field === 'groups' || field === 'permissions') {
    const names = parseNameList(value)
    return names !== undefined && String([...names].sort()) === String([...stored[field]].sort())
  }
  const known = stored.values[field]
  if (typeof known === 'object' && known !== null) return sameJson(value, known)
  return (value ?? null) === (known ?? null)
}

function sameJson(value: unknown, known: object): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text === JSON.stringify(known)
}

function mayAdminister({ standing, scenario, stored }: RuleInput): boolean {
  const own = stored === undefined ? 'common.add_user' : 'common.change_user'
  return [manageUsers, own].some((permission) => standingHolds(standing, scenario, permission))
}

function checkOwn({ stored, standing }: RuleInput, changed: ReadonlySet<string>, refuse: Refuse): void {
  if (stored?.id !== standing.userId) {
    const action = stored === undefined ? 'add' : 'change'
    refuse(recordLevel, { code: 'not_permitted', params: { action } })
    return
  }
  for (const field of changed) {
    if (!ownUserFields.has(field)) refuse(field, { code: 'field_not_permitted' })
  }
}

function checkCredentials(
  { stored, account, standing }: RuleInput,
  changed: ReadonlySet<string>,
  refuse: Refuse,
): void {
  if (stored === undefined || stored.id === standing.userId) return
  if (account === undefined || reaches(standing, account)) return
  for (const field of credentialFields) {
    if (changed.has(field)) {
      refuse(field, { code: 'account_out_of_reach', params: { value: stored.username } })
    }
  }
}

/**
 * Actors who are not superusers can neither appoint nor change superusers, and can grant and revoke only permissions
 * that they have.
 */
function checkStanding(input: RuleInput, changed: ReadonlySet<string>, refuse: Refuse): void {
  const { record, stored, scenario, standing } = input
  if (standsAsSuperuser(standing, scenario)) return
  const touched = standingFields.filter((field) => changed.has(field))
  const superuserFields = stored?.isSuperuser === true ? touched : []
  for (const field of superuserFields) refuse(field, { code: 'superusers_only' })
  if (changed.has('is_superuser') && record['is_superuser'] === true && stored?.isSuperuser !== true) {
    refuse('is_superuser', { code: 'superusers_only' })
  }
  checkGiven(input, changed, refuse)
  checkTaken(input, changed, refuse)
}

/** Revoking a permission or a group, or all of them by deactivating the membership, requires the revoked permissions. */
function checkTaken(input: RuleInput, changed: ReadonlySet<string>, refuse: Refuse): void {
  const { record, stored, scenario, standing, groups } = input
  // An inactive membership grants no permissions, so none can be revoked.
  if (stored === undefined || stored.values['is_active'] !== true) return
  const deactivated = changed.has('is_active') && record['is_active'] !== true
  const held = (names: readonly string[]): string => missingRights(standing, scenario, names)
  const rightsOf = (group: string): readonly string[] => groups.get(group)?.permissions ?? []
  if (deactivated) {
    const missing = held([...new Set([...stored.permissions, ...stored.groups.flatMap(rightsOf)])])
    if (missing !== '') {
      refuse('is_active', { code: 'takes_more', params: { value: stored.username, missing } })
    }
  }
  const removed = (field: 'groups' | 'permissions'): readonly string[] =>
    changed.has(field) ? without(stored[field], parseNameList(record[field]) ?? []) : []
  for (const value of removed('groups')) {
    const missing = held(rightsOf(value))
    if (missing !== '') refuse('groups', { code: 'takes_more', params: { value, missing } })
  }
  for (const value of removed('permissions')) {
    const missing = held([value])
    if (missing !== '') refuse('permissions', { code: 'takes_more', params: { value, missing } })
  }
}

function checkGiven(input: RuleInput, changed: ReadonlySet<string>, refuse: Refuse): void {
  const { record, stored, scenario, standing, groups } = input
  // Activating a membership grants all its permissions.
  const activated = changed.has('is_active') && record['is_active'] === true
  const before = activated ? undefined : stored
  const asked = (field: 'groups' | 'permissions'): readonly string[] =>
    without(parseNameList(record[field] ?? stored?.[field]) ?? [], before?.[field] ?? [])
  for (const value of asked('groups')) {
    const missing = missingRights(standing, scenario, groups.get(value)?.permissions ?? [])
    if (missing !== '') refuse('groups', { code: 'grants_more', params: { value, missing } })
  }
  for (const value of asked('permissions')) {
    if (standingHolds(standing, scenario, value)) continue
    refuse('permissions', { code: 'grants_more', params: { value, missing: value } })
  }
}

function checkLists(
  { record, stored, groups, permissions }: RuleInput,
  changed: ReadonlySet<string>,
  refuse: Refuse,
): void {
  const known = [...groups.keys()].join(', ')
  const check = (
    field: 'groups' | 'permissions',
    exists: (name: string) => boolean,
    unknown: (value: string) => Message,
  ): void => {
    if (!changed.has(field)) return
    const names = parseNameList(record[field])
    if (names === undefined) refuse(field, { code: 'not_a_list_of_names' })
    for (const value of without(names ?? [], stored?.[field] ?? [])) {
      if (!exists(value)) refuse(field, unknown(value))
    }
  }
  check(
    'groups',
    (name) => groups.has(name),
    (value) => ({ code: 'unknown_group', params: { value, known } }),
  )
  check(
    'permissions',
    (name) => permissions.has(name),
    (value) => ({ code: 'unknown_permission', params: { value } }),
  )
}
