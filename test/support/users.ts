/** Users, permissions and requests for tests. */
import { hash } from '@node-rs/argon2'
import { openAuth, type Auth, type AuthOptions } from '../../src/auth/auth.ts'
import type { Credentials } from '../../src/auth/credential-schemes.ts'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { hashPassword } from '../../src/auth/credentials/passwords.ts'
import type { Actor, DataContext } from '../../src/data/context.ts'
import type { Database } from '../../src/database/database.ts'
import { ServiceError } from '../../src/errors/service-error.ts'
import { buildModel } from '../../src/model/model.ts'
import { goodPassword } from './good-password.ts'

export { goodPassword }
export const jwtSecret = 'a secret for tests that is long enough'

/** Permissions in a scenario: all, or the listed ones. */
export type TestRights = 'superuser' | readonly string[]

export interface TestUser {
  readonly username: string
  readonly email?: string
  readonly password?: string
  readonly language?: string
  /** Whether the password takes as long to verify as that of a real user: where tests measure what sign-ins cost. */
  readonly hasRealHash?: boolean
  /** Permissions of active memberships by scenario. */
  readonly rights?: Readonly<Record<string, TestRights>>
}

/** Lowest cost that argon2 accepts. A hash states its cost, which a sign-in with the right password takes as well. */
const lowestCost = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

/**
 * Creates a user with permissions and returns the id. A sign-in takes little processor time: most of that of a small test
 * would go into the hashes of its passwords.
 */
export async function buildUser(database: Database, user: TestUser): Promise<number> {
  const { username, email = null, password = goodPassword, language = 'en', hasRealHash = false } = user
  const stored = await (hasRealHash ? hashPassword(password) : hash(password, lowestCost))
  const { rows } = await database.query<{ id: number }>({
    text: `INSERT INTO control."user" ("username", "email", "password", "language") VALUES ($1, $2, $3, $4)
      RETURNING "id"`,
    values: [username, email, stored, language],
  })
  const { id } = rows[0]!
  for (const [scenario, rights] of Object.entries(user.rights ?? {})) {
    await giveRights(database, id, scenario, rights)
  }
  return id
}

export async function giveRights(
  database: Database,
  userId: number,
  scenario: string,
  rights: TestRights,
): Promise<void> {
  const permissions = rights === 'superuser' ? [] : rights
  await database.query({
    text: `INSERT INTO control."membership" ("user", "scenario", "is_superuser") VALUES ($1, $2, $3)
      ON CONFLICT ("user", "scenario") DO UPDATE SET "is_superuser" = excluded."is_superuser"`,
    values: [userId, scenario, rights === 'superuser'],
  })
  await database.query({
    text: `INSERT INTO control."membershippermission" ("user", "scenario", "permission")
      SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`,
    values: [userId, scenario, permissions],
  })
}

/** Opens authentication on a test database, and waits until it is ready. */
export async function openTestAuth(database: Database, options: Partial<AuthOptions> = {}): Promise<Auth> {
  const auth = openAuth({
    database,
    jwtSecret,
    sessionAge: 3600,
    apiKeyMaxAge: 365,
    language: 'en',
    ...options,
  })
  await auth.access.ready
  return auth
}

/** Returns a request; by default a GET without credentials. */
export function request(parts: Partial<Credentials> = {}): Credentials {
  return { method: 'GET', address: '192.0.2.1', ...parts }
}

export function basicRequest(
  name: string,
  password: string = goodPassword,
  parts: Partial<Credentials> = {},
): Credentials {
  return request({ authorization: encodeBasic({ name, password }), ...parts })
}

/** Returns the context of a write by a user. */
export function writeContext(
  database: Database,
  auth: Auth,
  userId: number | null,
  scenario = 'default',
): DataContext {
  const actor: Actor = { userId, channel: 'api' }
  const databases = { control: database, home: database }
  return { ...databases, model: buildModel(), scenario, storages: auth.storages, timeZone: 'UTC', actor }
}

/** Returns the message codes by field of the first faulty record. Rethrows errors that do not concern records. */
export function faultCodes(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ServiceError)) throw error
  const faults = error.fields ?? [...(error.records?.byIndex.values() ?? [])][0]
  if (faults === undefined) throw error
  return Object.fromEntries(
    Object.entries(faults).map(([field, messages]) => [field, messages.map(({ code }) => code).join(' ')]),
  )
}
