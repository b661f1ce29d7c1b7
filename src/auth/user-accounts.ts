/** Creates and finds users for the command line. Names are found by e-mail address too, ignoring case. */
import type pg from 'pg'
import type { ControlDatabase } from '../database/database.ts'
import { fieldErrors, ServiceError } from '../errors/service-error.ts'
import { type Account, findUserId, loadAccounts } from './accounts.ts'
import { passwordFaults } from './credentials/password-rules.ts'
import { hashPassword } from './credentials/passwords.ts'
import { nameActorInLog } from './storages/actor.ts'

export interface NewUser {
  readonly username: string
  readonly email?: string | undefined
  readonly password: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly language?: string | undefined
}

/** Creates a user without permissions and returns its id. Throws for a weak password and for a name that is taken. */
export function createUser(database: ControlDatabase, user: NewUser): Promise<number> {
  return addUser(database, user, async () => undefined)
}

/**
 * User who changes the account of another one, for the account log: 0 for the command line. Null for the user itself
 * and for the service.
 */
export type ChangedBy = number | null

/** Creates a user with all permissions in all scenarios and returns its id. */
export function createSuperuser(
  database: ControlDatabase,
  user: NewUser,
  by: ChangedBy = null,
): Promise<number> {
  return addUser(database, user, makeSuperuser, by)
}

/** Key of the advisory lock; no other lock uses this number. */
const firstUserLock = 1_718_775_661

/**
 * Creates the first user, with all permissions, and returns its id. Throws `already_set_up` if a user exists, also
 * for all but one of several concurrent calls.
 */
export async function createFirstUser(database: ControlDatabase, user: NewUser): Promise<number> {
  if (!(await hasNoUsers(database))) throw new ServiceError('already_set_up')
  return addUser(database, user, async (client, userId) => {
    // A concurrent call waits here and then reads the user of the first call.
    await client.query('SELECT pg_advisory_xact_lock($1)', [firstUserLock])
    const { rows } = await client.query<{ others: boolean }>(
      'SELECT EXISTS (SELECT FROM control."user" WHERE "id" <> $1) AS "others"',
      [userId],
    )
    if (rows[0]?.others !== false) throw new ServiceError('already_set_up')
    await makeSuperuser(client, userId)
  })
}

/**
 * Gives an existing user all permissions in all scenarios and a new password, to regain access to an installation
 * without a superuser. Throws for an unknown user and for a weak password.
 */
export async function promoteToSuperuser(
  database: ControlDatabase,
  nameOrEmail: string,
  password: string,
  by: ChangedBy = null,
): Promise<void> {
  await changePassword(database, nameOrEmail, password, by)
  const account = await findUser(database, nameOrEmail)
  if (account === undefined) throw new ServiceError('unknown_user', { value: nameOrEmail })
  await database.withTransaction(async (client) => {
    await nameActorInLog(client, { userId: by })
    await makeSuperuser(client, account.userId)
  })
}

async function addUser(
  database: ControlDatabase,
  user: NewUser,
  complete: (client: pg.ClientBase, userId: number) => Promise<void>,
  by: ChangedBy = null,
): Promise<number> {
  const username = user.username.trim()
  if (username === '') throw fieldErrors({ username: [{ code: 'blank' }] })
  const email = user.email === undefined || user.email.trim() === '' ? null : user.email.trim()
  const faults = passwordFaults(user.password, { username, email })
  if (faults.length > 0) throw fieldErrors({ password: faults })
  await rejectTaken(database, { username, email })
  const hash = await hashPassword(user.password)
  return database.withTransaction(async (client) => {
    await nameActorInLog(client, { userId: by })
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO control."user" ("username", "email", "password", "first_name", "last_name", "language")
      VALUES ($1, $2, $3, $4, $5, coalesce($6, 'en')) ON CONFLICT DO NOTHING RETURNING "id"`,
      [username, email, hash, user.firstName ?? null, user.lastName ?? null, user.language ?? null],
    )
    const userId = rows[0]?.id
    // A concurrent call has created the user.
    if (userId === undefined) throw new ServiceError('already_exists')
    await complete(client, userId)
    return userId
  })
}

async function rejectTaken(
  database: ControlDatabase,
  names: { readonly username: string; readonly email: string | null },
): Promise<void> {
  for (const [field, value] of Object.entries(names)) {
    if (value !== null && (await findUserId(database, 'login', value)) !== undefined) {
      throw fieldErrors({ [field]: [{ code: 'duplicate' }] })
    }
  }
}

async function makeSuperuser(client: pg.ClientBase, userId: number): Promise<void> {
  await client.query(
    `INSERT INTO control."membership" ("user", "scenario", "is_active", "is_superuser")
    SELECT $1, "name", true, true FROM control."scenario"
    ON CONFLICT ("user", "scenario") DO UPDATE SET "is_active" = true, "is_superuser" = true`,
    [userId],
  )
}

/** Returns whether an installation has no users. */
export async function hasNoUsers(database: ControlDatabase): Promise<boolean> {
  const { rows } = await database.query<{ empty: boolean }>({
    text: 'SELECT NOT EXISTS (SELECT FROM control."user") AS "empty"',
  })
  return rows[0]!.empty
}

/** Returns the user with that name or e-mail address. */
export async function findUser(database: ControlDatabase, nameOrEmail: string): Promise<Account | undefined> {
  const userId = await findUserId(database, 'login', nameOrEmail)
  return userId === undefined ? undefined : (await loadAccounts(database, [userId])).get(userId)
}

/** Sets a new password, which ends the sessions of the user. Throws for an unknown user and for a weak password. */
export async function changePassword(
  database: ControlDatabase,
  nameOrEmail: string,
  password: string,
  by: ChangedBy = null,
): Promise<void> {
  const account = await findUser(database, nameOrEmail)
  if (account === undefined) throw new ServiceError('unknown_user', { value: nameOrEmail })
  const faults = passwordFaults(password, account)
  if (faults.length > 0) throw fieldErrors({ password: faults })
  const hash = await hashPassword(password)
  await database.withTransaction(async (client) => {
    await nameActorInLog(client, { userId: by })
    await client.query('UPDATE control."user" SET "password" = $2 WHERE "id" = $1', [account.userId, hash])
  })
}
