/**
 * Maps identities of external providers to users: finds them by their identity at the provider, creates them at their
 * first sign-in, and grants permissions according to their groups.
 */
import { productionScenario } from '../../model/production.ts'
import type pg from 'pg'
import type { ControlDatabase } from '../../database/database.ts'
import type { MessageCode } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { findUserId } from '../accounts.ts'
import { isOneOfSuperusers } from '../storages/last-superuser.ts'
import { hasInvisible, nameSkeleton } from '../credentials/user-names.ts'

/** The identity of a person according to a provider. */
export interface ExternalIdentity {
  readonly provider: string
  /** Identifier that never changes, unlike names; undefined if the provider knows users by their names only. */
  readonly subject: string | undefined
  readonly username: string
  /** E-mail address that the provider has verified. */
  readonly email?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  /** Names of groups at the provider. */
  readonly groups: readonly string[]
}

export interface IdentityRules {
  /** Whether to create a user for an unknown identity. */
  readonly createUsers: boolean
  /** Whether to link an unknown identity to an existing user with the same name or verified e-mail address. */
  readonly linkUsers: boolean
  /** Local groups by groups of the provider; if undefined, administrators manage permissions. */
  readonly rights?: Readonly<Record<string, readonly string[]>> | undefined
  /**
   * Scenarios to which these permissions apply, and which they open. If undefined, they open production and apply to
   * every scenario of which the user is a member: access to a copy is limited to its creator and the superusers.
   */
  readonly scenarios?: readonly string[] | undefined
}

/** Value among the groups of a rule that grants all permissions. */
const superuser = 'superuser'

/** First key of the advisory locks; no other lock uses this number. */
const identityLock = 1_718_775_662

/**
 * Returns the id of the user. Throws `sign_on_refused` with the reason if an unknown identity must not become a user,
 * or if its name belongs to another user.
 */
export function signOnUser(
  database: ControlDatabase,
  identity: ExternalIdentity,
  rules: IdentityRules,
): Promise<number> {
  return database.withTransaction(async (client) => {
    // Of two concurrent first sign-ins only one creates the user.
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      identityLock,
      `${identity.provider} ${identity.subject ?? identity.username.toLowerCase()}`,
    ])
    const userId = (await knownUser(client, identity)) ?? (await firstSignIn(client, identity, rules))
    if (rules.rights !== undefined) await applyRights(client, userId, identity.groups, rules)
    return userId
  })
}

async function knownUser(
  client: pg.ClientBase,
  { provider, subject }: ExternalIdentity,
): Promise<number | undefined> {
  if (subject === undefined) return undefined
  const { rows } = await client.query<{ user: number }>(
    'SELECT "user" FROM control."externalidentity" WHERE "provider" = $1 AND "subject" = $2',
    [provider, subject],
  )
  return rows[0]?.user
}

/** A name is not stored as an identity: after a change of names it would belong to another user. */
async function firstSignIn(
  client: pg.ClientBase,
  identity: ExternalIdentity,
  rules: IdentityRules,
): Promise<number> {
  const userId = (await existingUser(client, identity, rules)) ?? (await createUser(client, identity, rules))
  if (identity.subject === undefined) return userId
  await client.query(
    'INSERT INTO control."externalidentity" ("provider", "subject", "user") VALUES ($1, $2, $3)',
    [identity.provider, identity.subject, userId],
  )
  return userId
}

/**
 * Returns the user with the name or the verified e-mail address; undefined if no user signs in with either. An identity
 * must not be linked to an existing user unless the rules allow it. A name that reads like the address of a user is no
 * proof of that address, and a user of that name would sign in instead of its owner: it is refused.
 */
async function existingUser(
  client: pg.ClientBase,
  { username, email }: ExternalIdentity,
  { linkUsers }: IdentityRules,
): Promise<number | undefined> {
  const asked: Pick<ControlDatabase, 'query'> = {
    query: ({ text, values }) => client.query(text, [...(values ?? [])]),
  }
  const find = async (by: 'username' | 'email' | 'login', value: string | undefined) =>
    value === undefined ? undefined : findUserId(asked, by, value)
  // A sign-in with either of them finds these users.
  const holders = [await find('login', username), await find('login', email)].filter(
    (holder) => holder !== undefined,
  )
  if (holders.length === 0) return undefined
  if (!linkUsers) throw refused('sign_on_user_or_address_exists', username)
  const found = (await find('username', username)) ?? (await find('email', email))
  if (found === undefined) throw refused('sign_on_user_or_address_exists', username)
  if (holders.some((holder) => holder !== found)) throw refused('sign_on_different_users', username)
  return found
}

async function createUser(
  client: pg.ClientBase,
  { username, email, firstName, lastName }: ExternalIdentity,
  { createUsers }: IdentityRules,
): Promise<number> {
  if (!createUsers) throw refused('sign_on_no_user', username)
  if (username.trim() === '' || username.length > 150 || hasInvisible(username)) {
    throw refused('sign_on_unusable_name', username)
  }
  const { rows: similar } = await client.query<{ username: string }>('SELECT "username" FROM control."user"')
  const skeleton = nameSkeleton(username)
  if (similar.some((other) => nameSkeleton(other.username) === skeleton)) {
    throw refused('sign_on_similar_name', username)
  }
  // Created without a password, so that a local sign-in is not possible until one is set.
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO control."user" ("username", "email", "first_name", "last_name", "language")
    VALUES ($1, $2, $3, $4, 'auto') ON CONFLICT DO NOTHING RETURNING "id"`,
    [username, email ?? null, firstName ?? null, lastName ?? null],
  )
  if (rows[0] === undefined) throw refused('sign_on_user_exists', username)
  return rows[0].id
}

/**
 * Grants the permissions of the groups at the provider, and revokes those of groups that the user has left.
 * Permissions without a rule do not change. The last superuser of production keeps that permission, because no other
 * user could grant it again.
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
  const kept = isSuperuser === false && !(await isOneOfSuperusers(client, userId)) ? productionScenario : null
  if (wanted.length > 0) {
    await client.query(
      `INSERT INTO control."membership" ("user", "scenario", "is_active", "is_superuser")
      SELECT $1, s."name", true, false FROM control."scenario" s
      WHERE s."name" = ANY ($2) AND s."status" <> 'Free' ON CONFLICT DO NOTHING`,
      [userId, scenarios ?? [productionScenario]],
    )
  }
  await client.query(
    `UPDATE control."membership" SET "is_superuser" = $2
    WHERE "user" = $1 AND "is_superuser" <> $2 AND ($3::text[] IS NULL OR "scenario" = ANY ($3))
      AND "scenario" IS DISTINCT FROM $4`,
    [userId, isSuperuser, scenarios ?? null, kept],
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

const refused = (code: Extract<MessageCode, `sign_on_${string}`>, name: string): ServiceError =>
  new ServiceError('sign_on_refused', { reason: { code, params: { name } } })
