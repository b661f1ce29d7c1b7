/** Storage of users: one row for the account, and their membership of the scenario of the write. */
import type pg from 'pg'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import type { CoercedRecord, DataContext, EntityStorage } from '../../data/context.ts'
import { schemaOf } from '../../data/relation.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import { isAddress } from '../../model/values/mail-address.ts'
import type { Access } from '../access.ts'
import { loadAccounts } from '../accounts.ts'
import { passwordFaults } from '../credentials/password-rules.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { hasInvisible, nameSkeleton } from '../credentials/user-names.ts'
import { loadGroups } from '../rights/groups.ts'
import type { Permission } from '../rights/permissions.ts'
import { reaches } from '../rights/reach.ts'
import { nameActorInLog, standingOfActor } from './actor.ts'
import { checkNamesInBatch } from './names-in-batch.ts'
import { keepSuperuser } from './last-superuser.ts'
import { createFaultList, type FaultList } from './fault-list.ts'
import { userRelation, writeMemberships } from './membership.ts'
import { matchUsers, type StoredUser, type UserMatch } from './user-records.ts'
import { checkUserRecord } from './user-rules.ts'

export interface UserStorageOptions {
  readonly access: Access
  readonly permissions: (model: Model) => ReadonlyMap<string, Permission>
}

export const userEntity = 'common.user'

const relation = (context: DataContext): string =>
  userRelation(context.model, requireEntity(context.model, userEntity), context.scenario)

export function createUserStorage({ access, permissions }: UserStorageOptions): EntityStorage {
  // Hashes by coerced record, between preparing and storing it.
  const hashes = new WeakMap<CoercedRecord, string>()
  return {
    relation,
    prepare: async (context, client, records) => {
      await nameActorInLog(client, context.actor)
      const standing = await standingOfActor(access, context.actor)
      const matches = await matchUsers(client, relation(context), records)
      const ids = matches.flatMap(({ stored }) => (stored === undefined ? [] : [stored.id]))
      const accounts = await loadAccounts(client, ids)
      const groups = await loadGroups(client)
      const known = permissions(context.model)
      const faults = createFaultList()
      const shown = await shownNames(client, records, matches)
      for (const [index, record] of records.entries()) {
        const { stored } = matches[index]!
        checkNames(faults, index, matches[index]!)
        checkAddress(faults, index, record, matches[index]!)
        checkShownName(faults, index, record, { shown, stored })
        const account = stored && accounts.get(stored.id)
        const input = {
          record,
          stored,
          account,
          scenario: context.scenario,
          standing,
          groups,
          permissions: known,
        }
        checkUserRecord(input, (field, message) => faults.add(index, field, message))
        checkPassword(faults, index, record, matches[index]!)
      }
      checkNamesInBatch(faults, records, matches)
      await takePasswords(records, faults, hashes)
      return faults.result()
    },
    afterMerge: async (context, client, records) => {
      const user = requireEntity(context.model, userEntity)
      const passwords = records.flatMap((record) => {
        const hash = hashes.get(record.given)
        return hash === undefined ? [] : [[Number(record.key), hash] as const]
      })
      await storePasswords(client, new Map(passwords))
      // If a record occurs twice in a batch, the fields of the later one override those of the earlier one.
      const given = new Map<number, CoercedRecord>()
      for (const record of records) {
        const id = Number(record.key)
        given.set(id, { ...given.get(id), ...record.given })
      }
      const changes = [...given].map(([id, fields]) => ({ user: id, given: fields }))
      await keepSuperuser(client, [], () =>
        writeMemberships(client, context.model, user, context.scenario, changes),
      )
    },
    beforeDelete: async (context, client, keys) => {
      await nameActorInLog(client, context.actor)
      const ids = keys.map(Number)
      const standing = await standingOfActor(access, context.actor)
      for (const account of (await loadAccounts(client, ids)).values()) {
        if (!reaches(standing, account)) throw new ServiceError('permission_denied')
      }
      await keepSuperuser(client, ids, () => leaveScenarios(context, client, ids))
    },
    afterCommit: async () => access.invalidateAll(),
  }
}

function checkNames(faults: FaultList, index: number, match: UserMatch): void {
  if (match.nameTaken !== null) faults.add(index, 'username', { code: match.nameTaken })
  if (match.emailTaken !== null) faults.add(index, 'email', { code: match.emailTaken })
}

/** Rejects a new text that is not an e-mail address, to which no mail could be sent. */
function checkAddress(
  faults: FaultList,
  index: number,
  { email }: CoercedRecord,
  { stored, emailTaken }: UserMatch,
): void {
  const value = textOf(email)
  if (value === undefined || value === stored?.values['email'] || emailTaken !== null || isAddress(value))
    return
  faults.add(index, 'email', { code: 'no_address', params: { value: value.slice(0, 100) } })
}

/** Users by the skeletons of their names. */
type ShownNames = ReadonlyMap<string, { readonly id: number; readonly username: string }>

/** Returns all users if a record has a new name. Of users whose existing names look alike, only one is returned. */
async function shownNames(
  client: Pick<pg.ClientBase, 'query'>,
  records: readonly CoercedRecord[],
  matches: readonly UserMatch[],
): Promise<ShownNames> {
  const isNew = records.some(({ username }, index) => username !== matches[index]?.stored?.username)
  if (!isNew) return new Map()
  const { rows } = await client.query<{ id: number; username: string }>(
    'SELECT "id", "username" FROM control."user"',
  )
  return new Map(rows.map((row) => [nameSkeleton(row.username), row]))
}

/** Rejects new names that look like those of other stored users. */
function checkShownName(
  faults: FaultList,
  index: number,
  { username: value }: CoercedRecord,
  { shown, stored }: { readonly shown: ShownNames; readonly stored: StoredUser | undefined },
): void {
  if (typeof value !== 'string' || value === stored?.username) return
  if (hasInvisible(value)) faults.add(index, 'username', { code: 'user_name_invisible' })
  const other = shown.get(nameSkeleton(value))
  // The same name is a duplicate.
  if (
    other !== undefined &&
    other.id !== stored?.id &&
    other.username.toLowerCase() !== value.toLowerCase()
  ) {
    faults.add(index, 'username', { code: 'user_name_alike', params: { value, other: other.username } })
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function checkPassword(faults: FaultList, index: number, record: CoercedRecord, { stored }: UserMatch): void {
  const password = textOf(record['password'])
  if (password === undefined) return
  const username = textOf(record['username']) ?? stored?.username ?? ''
  const email = textOf(record['email']) ?? textOf(stored?.values['email'])
  faults.add(index, 'password', ...passwordFaults(password, { username, email }))
}

/**
 * Removes the passwords from the records and hashes them. The merge does not read them, so neither password nor hash
 * can get into the change log, and a PUT of a record as it was read, which has no password, keeps the stored one.
 */
async function takePasswords(
  records: readonly CoercedRecord[],
  faults: FaultList,
  hashes: WeakMap<CoercedRecord, string>,
): Promise<void> {
  for (const [index, record] of records.entries()) {
    const password = textOf(record['password'])
    delete record['password']
    // Sequentially, so that a long list of users does not delay sign-ins.
    if (password !== undefined && !faults.has(index)) hashes.set(record, await hashPassword(password))
  }
}

async function storePasswords(
  client: Pick<pg.ClientBase, 'query'>,
  hashes: ReadonlyMap<number, string>,
): Promise<void> {
  if (hashes.size === 0) return
  await client.query(
    `UPDATE control."user" u SET "password" = v."password", "lastmodified" = LOCALTIMESTAMP(6)
    FROM unnest($1::bigint[], $2::text[]) AS v("id", "password") WHERE u."id" = v."id"`,
    [[...hashes.keys()], [...hashes.values()]],
  )
}

/**
 * Removes users from all scenarios. Records that they wrote are kept without an author; records that belong to them
 * are deleted. The change log keeps the user id. Foreign keys update the control tables.
 */
async function leaveScenarios(
  context: DataContext,
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT s."name" FROM control."scenario" s JOIN pg_catalog.pg_namespace n ON n.nspname = s."name"
    ORDER BY s."name"`,
  )
  const referrers = (context.model.referrers.get(userEntity) ?? []).filter(
    ({ entity }) => entity.schema === 'scenario',
  )
  for (const { name } of rows) {
    for (const { entity, field } of referrers) {
      const table = qualified(schemaOf(entity, name), entity.table)
      const { rows: found } = await client.query<{ exists: boolean }>(
        `SELECT to_regclass(${literal(table)}) IS NOT NULL AS "exists"`,
      )
      // The schema of a free scenario may be empty.
      if (found[0]?.exists !== true) continue
      const column = identifier(field.column)
      const change =
        field.reference?.onDelete === 'cascade'
          ? `DELETE FROM ${table}`
          : `UPDATE ${table} SET ${column} = NULL`
      await client.query(`${change} WHERE ${column} = ANY ($1::bigint[])`, [ids])
    }
  }
}
