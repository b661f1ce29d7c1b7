/** Users who sign in elsewhere: found by who they are there, made when they come first, with rights by their groups. */
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { findUserId } from '../accounts.ts'
import { hasInvisible, nameSkeleton } from '../credentials/user-names.ts'

/** What a provider says about somebody. */
export interface ExternalIdentity {
  readonly provider: string
  /** Never changes, unlike names. */
  readonly subject: string
  readonly username: string
  /** An address that the provider has verified. */
  readonly email?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  /** Names of groups at the provider. */
  readonly groups: readonly string[]
}

export interface IdentityRules {
  /** Whether somebody unknown becomes a user. */
  readonly createUsers: boolean
  /** Whether somebody unknown becomes the user who has the name or the verified address already. */
  readonly linkUsers: boolean
  /** Groups of ours by groups of the provider; undefined leaves rights to administrators. */
  readonly rights?: Readonly<Record<string, readonly string[]>> | undefined
  /** Scenarios in which the rights hold; undefined means all. */
  readonly scenarios?: readonly string[] | undefined
}

/** Stands for all rights among the groups of a rule. */
const superuser = 'superuser'

/** Any number that nothing else locks by. */
const identityLock = 1_718_775_662

/**
 * Returns the id of the user. Throws `sign_on_refused` with the reason for somebody unknown who may not become a user, and
 * for a name that another user has.
 */
export function signOnUser(
  database: Database,
  identity: ExternalIdentity,
  rules: IdentityRules,
): Promise<number> {
  return database.withTransaction(async (client) => {
    // Of two first sign-ins at the same time one makes the user.
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      identityLock,
      `${identity.provider} ${identity.subject}`,
    ])
    const { rows } = await client.query<{ user: number }>(
      'SELECT "user" FROM control."externalidentity" WHERE "provider" = $1 AND "subject" = $2',
      [identity.provider, identity.subject],
    )
    const userId = rows[0]?.user ?? (await firstSignIn(client, identity, rules))
    if (rules.rights !== undefined) await applyRights(client, userId, identity.groups, rules)
    return userId
  })
}

async function firstSignIn(
  client: pg.ClientBase,
  identity: ExternalIdentity,
  rules: IdentityRules,
): Promise<number> {
  const userId = (await existingUser(client, identity, rules)) ?? (await createUser(client, identity, rules))
  await client.query(
    'INSERT INTO control."externalidentity" ("provider", "subject", "user") VALUES ($1, $2, $3)',
    [identity.provider, identity.subject, userId],
  )
  return userId
}

/** The user who has the name or the address. Somebody else must not become that user unless the rules say so. */
async function existingUser(
  client: pg.ClientBase,
  { username, email }: ExternalIdentity,
  { linkUsers }: IdentityRules,
): Promise<number | undefined> {
  const asked: Pick<Database, 'query'> = {
    query: ({ text, values }) => client.query(text, [...(values ?? [])]),
  }
  const named = await findUserId(asked, 'username', username)
  const addressed = email === undefined ? undefined : await findUserId(asked, 'email', email)
  const found = named ?? addressed
  if (found === undefined) return undefined
  if (!linkUsers) {
    throw refused(`a user with the name "${username}" or this e-mail address exists already`)
  }
  if (named !== undefined && addressed !== undefined && named !== addressed) {
    throw refused(`the name "${username}" and the e-mail address belong to different users`)
  }
  return found
}

async function createUser(
  client: pg.ClientBase,
  { username, email, firstName, lastName }: ExternalIdentity,
  { createUsers }: IdentityRules,
): Promise<number> {
  if (!createUsers) throw refused(`"${username}" is no user here`)
  if (username.trim() === '' || username.length > 150 || hasInvisible(username)) {
    throw refused('the provider gives a user name that cannot be used')
  }
  const { rows: similar } = await client.query<{ username: string }>('SELECT "username" FROM control."user"')
  const skeleton = nameSkeleton(username)
  if (similar.some((other) => nameSkeleton(other.username) === skeleton)) {
    throw refused(`the name "${username}" looks like that of another user`)
  }
  // Without a password: signing in here alone is not possible until one is set.
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO control."user" ("username", "email", "first_name", "last_name", "language")
    VALUES ($1, $2, $3, $4, 'auto') ON CONFLICT DO NOTHING RETURNING "id"`,
    [username, email ?? null, firstName ?? null, lastName ?? null],
  )
  if (rows[0] === undefined) throw refused(`a user with the name "${username}" exists already`)
  return rows[0].id
}

/**
 * Gives the rights of the provider's groups, and takes back those of groups that have been left. Rights that no rule
 * mentions stay as administrators have given them.
 */
async function applyRights(
  client: pg.ClientBase,
  userId: number,
  groups: readonly string[],
  { rights = {}, scenarios }: IdentityRules,
): Promise<void> {
  const held = new Set(groups)
  const managed = [...new Set(Object.values(rights).flat())]
  const wanted = [
    ...new Set(Object.entries(rights).flatMap(([group, ours]) => (held.has(group) ? ours : []))),
  ]
  const isSuperuser = managed.includes(superuser) ? wanted.includes(superuser) : null
  await client.query(
    `INSERT INTO control."membership" ("user", "scenario", "is_active", "is_superuser")
    SELECT $1, s."name", true, coalesce($2, false) FROM control."scenario" s
    WHERE ($3::text[] IS NULL OR s."name" = ANY ($3)) AND $4
    ON CONFLICT ("user", "scenario") DO UPDATE
      SET "is_superuser" = coalesce($2, control."membership"."is_superuser")
      WHERE control."membership"."is_superuser" IS DISTINCT FROM coalesce($2, control."membership"."is_superuser")`,
    [userId, isSuperuser, scenarios ?? null, wanted.length > 0],
  )
  await client.query(
    `UPDATE control."membership" SET "is_superuser" = false
    WHERE "user" = $1 AND "is_superuser" AND $2::boolean IS FALSE AND ($3::text[] IS NULL OR "scenario" = ANY ($3))`,
    [userId, isSuperuser, scenarios ?? null],
  )
  await client.query(
    `DELETE FROM control."membershipgroup" mg USING control."group" g
    WHERE mg."user" = $1 AND g."id" = mg."group" AND g."name" = ANY ($2) AND g."name" <> ALL ($3)
      AND ($4::text[] IS NULL OR mg."scenario" = ANY ($4))`,
    [userId, managed, wanted, scenarios ?? null],
  )
  await client.query(
    `INSERT INTO control."membershipgroup" ("user", "scenario", "group")
    SELECT m."user", m."scenario", g."id" FROM control."membership" m, control."group" g
    WHERE m."user" = $1 AND g."name" = ANY ($2) AND ($3::text[] IS NULL OR m."scenario" = ANY ($3))
    ON CONFLICT DO NOTHING`,
    [userId, wanted, scenarios ?? null],
  )
}

const refused = (reason: string): ServiceError => new ServiceError('sign_on_refused', { reason })
