/** Storage of groups: a name and permissions. All scenarios share groups, which limits who may change them. */
import type pg from 'pg'
import type { CoercedRecord, EntityStorage, WrittenRecord } from '../../data/context.ts'
import type { Message } from '../../errors/messages.ts'
import { recordLevel, ServiceError } from '../../errors/service-error.ts'
import type { Model } from '../../model/model.ts'
import type { Access } from '../access.ts'
import { type Group, loadGroups, missingRights } from '../rights/groups.ts'
import { manageUsers, type Permission } from '../rights/permissions.ts'
import { type Standing, standingHolds } from '../rights/reach.ts'
import { removeGroupPages } from '../start-pages.ts'
import { nameActorInLog, standingOfActor } from './actor.ts'
import { createFaultList, type FaultList } from './fault-list.ts'
import { parseNameList, without } from './name-list.ts'

export interface GroupStorageOptions {
  readonly access: Access
  readonly permissions: (model: Model) => ReadonlyMap<string, Permission>
}

export function createGroupStorage({ access, permissions }: GroupStorageOptions): EntityStorage {
  return {
    relation: () => groupRelation,
    prepare: async (context, client, records) => {
      await nameActorInLog(client, context.actor)
      const standing = await standingOfActor(access, context.actor)
      const groups = await loadGroups(client)
      const known = permissions(context.model)
      const faults = createFaultList()
      for (const [index, record] of records.entries()) {
        const stored = storedGroup(groups, record)
        const names = parseNameList(record['permissions'])
        if (names === undefined) faults.add(index, 'permissions', { code: 'not_a_list_of_names' })
        const added = without(names ?? [], stored?.permissions ?? [])
        checkKnown(faults, index, added, known)
        const scenarios = new Set([context.scenario, ...(stored?.scenarios ?? [])])
        if (changes(record, stored)) checkReach(faults, index, { standing, added, scenarios, record, stored })
      }
      return faults.result()
    },
    afterMerge: async (_context, client, records) => replacePermissions(client, records),
    beforeDelete: async (context, client, keys) => {
      await nameActorInLog(client, context.actor)
      const standing = await standingOfActor(access, context.actor)
      const ids = new Set(keys.map(Number))
      for (const group of (await loadGroups(client)).values()) {
        if (ids.has(group.id)) rejectDeletion(standing, group, context.scenario)
      }
      await removeGroupPages(client, [...ids])
    },
    afterCommit: async () => access.invalidateAll(),
  }
}

const groupRelation = `(
    SELECT g."id", g."name",
      coalesce((SELECT jsonb_agg(p."permission" ORDER BY p."permission") FROM control."grouppermission" p
        WHERE p."group" = g."id"), '[]'::jsonb) AS "permissions"
    FROM control."group" g
  )`

/** Returns the group that the merge will change: by id, or by name if the id does not exist. */
function storedGroup(groups: ReadonlyMap<string, Group>, record: CoercedRecord): Group | undefined {
  const { id, name } = record
  const known = [...groups.values()].find((group) => group.id === id)
  return known ?? (typeof name === 'string' ? groups.get(name) : undefined)
}

function changes(record: CoercedRecord, stored: Group | undefined): boolean {
  if (stored === undefined) return true
  const names = parseNameList(record['permissions'] ?? stored.permissions) ?? []
  const renamed = record['name'] !== undefined && record['name'] !== stored.name
  return renamed || String([...names].sort()) !== String([...stored.permissions].sort())
}

function checkKnown(
  faults: FaultList,
  index: number,
  added: readonly string[],
  known: ReadonlyMap<string, Permission>,
): void {
  for (const value of added) {
    if (!known.has(value)) faults.add(index, 'permissions', { code: 'unknown_permission', params: { value } })
  }
}

interface Reach {
  readonly standing: Standing
  readonly added: readonly string[]
  readonly scenarios: ReadonlySet<string>
  readonly record: CoercedRecord
  readonly stored: Group | undefined
}

/**
 * Throws `permission_denied` with the group unless the actor manages the members of all scenarios and has every
 * permission of the group there, because deleting a group revokes its permissions from its members.
 */
function rejectDeletion(standing: Standing, group: Group, requested: string): void {
  const { name: value, permissions } = group
  const scenario = unmanaged(standing, group.scenarios)
  const missing = missingAnywhere(standing, new Set([requested, ...group.scenarios]), permissions)
  const faults: readonly Message[] = [
    ...(scenario === undefined ? [] : [{ code: 'shared_group' as const, params: { value, scenario } }]),
    ...(missing === undefined ? [] : [{ code: 'group_out_of_reach' as const, params: { value, missing } }]),
  ]
  if (faults.length > 0)
    throw new ServiceError('permission_denied', {}, { fields: { [recordLevel]: faults } })
}

/** Returns the permissions that the actor lacks in the first scenario where any is missing; undefined if none is. */
function missingAnywhere(
  standing: Standing,
  scenarios: ReadonlySet<string>,
  permissions: readonly string[],
): string | undefined {
  return [...scenarios]
    .map((scenario) => missingRights(standing, scenario, permissions))
    .find((text) => text !== '')
}

/**
 * Checks that the actor has the required permissions. Adding a permission to a group grants it to its members in
 * every scenario in which the group has members. Groups with more permissions than the actor are protected like users
 * with more permissions: the actor can neither remove their permissions nor change their name, by which they are
 * assigned to users.
 */
function checkReach(faults: FaultList, index: number, reach: Reach): void {
  const { standing, added, scenarios, record, stored } = reach
  const value = typeof record['name'] === 'string' ? record['name'] : (stored?.name ?? '')
  const scenario = unmanaged(standing, stored?.scenarios ?? [])
  if (scenario !== undefined) {
    const field = record['permissions'] === undefined ? 'name' : 'permissions'
    faults.add(index, field, { code: 'shared_group', params: { value: stored?.name ?? value, scenario } })
  }
  const missing = missingAnywhere(standing, scenarios, added)
  if (missing !== undefined) {
    faults.add(index, 'permissions', { code: 'grants_more', params: { value, missing } })
  }
  const beyond = missingAnywhere(standing, scenarios, stored?.permissions ?? [])
  if (scenario === undefined && beyond !== undefined) {
    const field = record['permissions'] === undefined ? 'name' : 'permissions'
    const known = stored?.name ?? value
    faults.add(index, field, { code: 'group_out_of_reach', params: { value: known, missing: beyond } })
  }
}

/** Returns a scenario in which the group has members whom the actor may not manage. */
function unmanaged(standing: Standing, scenarios: readonly string[]): string | undefined {
  return scenarios.find((scenario) => !standingHolds(standing, scenario, manageUsers))
}

async function replacePermissions(
  client: Pick<pg.ClientBase, 'query'>,
  records: readonly WrittenRecord[],
): Promise<void> {
  const given = new Map(
    records
      .filter((record) => record.given['permissions'] !== undefined)
      .map((record) => [Number(record.key), parseNameList(record.given['permissions']) ?? []]),
  )
  if (given.size === 0) return
  const ids = [...given.keys()]
  const all = [...given].flatMap(([group, names]) => names.map((permission) => ({ group, permission })))
  const values = [ids, all.map(({ group }) => group), all.map(({ permission }) => permission)]
  const wanted = `SELECT v."group", v."permission"
    FROM unnest($2::bigint[], $3::text[]) AS v("group", "permission")`
  await client.query(
    `DELETE FROM control."grouppermission" o
    WHERE o."group" = ANY ($1::bigint[])
      AND NOT EXISTS (SELECT FROM (${wanted}) w WHERE w."group" = o."group" AND w."permission" = o."permission")`,
    values,
  )
  await client.query(
    `INSERT INTO control."grouppermission" ("group", "permission")
    SELECT w."group", w."permission" FROM (${wanted}) w WHERE w."group" = ANY ($1::bigint[])
    ON CONFLICT DO NOTHING`,
    values,
  )
}
