import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { buildUser, giveRights } from '../../../test/support/users.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type IdentityRules, signOnUser } from './identities.ts'

const rules: IdentityRules = {
  createUsers: true,
  linkUsers: true,
  rights: { planners: ['planner'], admins: ['superuser'] },
}

/** Returns a database with a group, and with a second scenario that is in use. */
async function openDatabase(): Promise<TestDatabase> {
  const held = await createTestDatabase()
  await held.database.query({ text: `INSERT INTO control."group" ("name") VALUES ('planner')` })
  await held.database.query({
    text: `UPDATE control."scenario" SET "status" = 'In use' WHERE "name" = 'scenario1'`,
  })
  return held
}

const signOn = (
  { database }: TestDatabase,
  username: string,
  groups: readonly string[],
  others: Partial<IdentityRules> = {},
): Promise<number> =>
  signOnUser(database, { provider: 'company', subject: username, username, groups }, { ...rules, ...others })

/** Returns the scenarios that a user may open, each with the groups of the user in it. */
async function accessOf({ database }: TestDatabase, user: number): Promise<readonly unknown[]> {
  const { rows } = await database.query({
    text: `SELECT m."scenario", m."is_superuser", ARRAY(
        SELECT g."name"::text FROM control."membershipgroup" mg JOIN control."group" g ON g."id" = mg."group"
        WHERE mg."user" = m."user" AND mg."scenario" = m."scenario") AS "groups"
      FROM control."membership" m WHERE m."user" = $1 ORDER BY 1`,
    values: [user],
  })
  return rows
}

test('groups of a provider open production, and no copy that somebody else has made', async () => {
  await using held = await openDatabase()
  const ann = await buildUser(held.database, { username: 'ann', rights: { default: [], scenario1: [] } })
  const bob = await signOn(held, 'bob', ['planners'])
  expect(await accessOf(held, bob)).toEqual([
    { scenario: 'default', is_superuser: false, groups: ['planner'] },
  ])
  // In the own copy the groups apply as well, and end with those at the provider.
  expect(await signOn(held, 'ann', ['planners', 'admins'])).toBe(ann)
  expect(await accessOf(held, ann)).toEqual(
    ['default', 'scenario1'].map((scenario) => ({ scenario, is_superuser: true, groups: ['planner'] })),
  )
  await buildUser(held.database, { username: 'root', rights: { default: 'superuser' } })
  await signOn(held, 'ann', [])
  expect(await accessOf(held, ann)).toEqual(
    ['default', 'scenario1'].map((scenario) => ({ scenario, is_superuser: false, groups: [] })),
  )
})

test('the scenarios of a rule are opened if they are in use, and others keep their rights', async () => {
  await using held = await openDatabase()
  const bob = await signOn(held, 'bob', ['planners'], { scenarios: ['scenario1', 'scenario2'] })
  expect(await accessOf(held, bob)).toEqual([
    { scenario: 'scenario1', is_superuser: false, groups: ['planner'] },
  ])
  // Not the last superuser there, whom the provider may not take anyway.
  await buildUser(held.database, { username: 'root', rights: { default: 'superuser' } })
  await giveRights(held.database, bob, 'default', 'superuser')
  await signOn(held, 'bob', [], { scenarios: ['scenario1'] })
  expect(await accessOf(held, bob)).toEqual([
    { scenario: 'default', is_superuser: true, groups: [] },
    { scenario: 'scenario1', is_superuser: false, groups: [] },
  ])
})

test('the last superuser of production stays one, whatever the provider says', async () => {
  await using held = await openDatabase()
  const rights = { default: 'superuser', scenario1: 'superuser' } as const
  const root = await buildUser(held.database, { username: 'root', rights })
  expect(await signOn(held, 'root', ['planners'])).toBe(root)
  expect(await accessOf(held, root)).toEqual([
    { scenario: 'default', is_superuser: true, groups: ['planner'] },
    { scenario: 'scenario1', is_superuser: false, groups: ['planner'] },
  ])
  await buildUser(held.database, { username: 'other', rights: { default: 'superuser' } })
  await signOn(held, 'root', ['planners'])
  expect(await accessOf(held, root)).toMatchObject([{ is_superuser: false }, { is_superuser: false }])
})

test('the sign-in of a person who is no superuser does not wait for changes of superusers', async () => {
  await using held = await openDatabase()
  const root = await buildUser(held.database, { username: 'root', rights: { default: 'superuser' } })
  await held.database.withTransaction(async (client) => {
    const lock = `SELECT FROM control."membership" WHERE "user" = $1 FOR UPDATE`
    expect((await client.query(lock, [root])).rowCount).toBe(1)
    const bob = await signOn(held, 'bob', ['planners'])
    expect(await accessOf(held, bob)).toEqual([
      { scenario: 'default', is_superuser: false, groups: ['planner'] },
    ])
  })
}, 20_000)

test('nobody gets the name or the address with which another user signs in', async () => {
  await using held = await openDatabase()
  const boss = await buildUser(held.database, { username: 'boss', email: 'boss@corp.com' })
  const mail = await buildUser(held.database, { username: 'chief@corp.com' })
  const come = async (identity: { username: string; email?: string }, others: Partial<IdentityRules> = {}) =>
    signOnUser(
      held.database,
      { provider: 'company', subject: `${identity.username} ${identity.email}`, groups: [], ...identity },
      { ...rules, ...others },
    ).catch((error: unknown) => {
      if (error instanceof ServiceError) return error.code
      throw error
    })
  for (const linkUsers of [false, true]) {
    // An unverified name that reads like an address is no proof of that address.
    expect(await come({ username: 'Boss@corp.com' }, { linkUsers })).toBe('sign_on_refused')
    expect(await come({ username: 'new', email: 'Chief@corp.com' }, { linkUsers })).toBe('sign_on_refused')
    expect(await come({ username: 'boss', email: 'chief@corp.com' }, { linkUsers })).toBe('sign_on_refused')
  }
  // A Cyrillic letter that looks like the Latin one.
  expect(await come({ username: 'b\u043Ess' })).toBe('sign_on_refused')
  const { rows } = await held.database.query({ text: 'SELECT "id" FROM control."user" ORDER BY 1' })
  expect(rows).toEqual([{ id: boss }, { id: mail }])
  // Name and verified address of the same user.
  expect(await come({ username: 'boss@corp.com', email: 'boss@corp.com' })).toBe(boss)
  expect(await come({ username: 'chief@corp.com', email: 'chief@corp.com' })).toBe(mail)
})
