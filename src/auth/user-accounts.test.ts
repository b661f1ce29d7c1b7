import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { goodPassword } from '../../test/support/users.ts'
import { buildModel } from '../model/model.ts'
import { operatorId, operatorPrincipal } from './operator.ts'
import { holds } from './principal.ts'
import { allPermissions } from './rights/permissions.ts'
import { createPresetGroups } from './rights/presets.ts'
import { changePassword, createSuperuser, createUser, findUser, promoteToSuperuser } from './user-accounts.ts'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

afterAll(() => testDatabase[Symbol.asyncDispose]())

describe('making a user', () => {
  test.each([
    ['a weak password', { username: 'weak', password: 'password' }, 'password'],
    ['no name', { username: '  ', password: goodPassword }, 'username'],
    ['a name that differs in case only', { username: 'ÄNNE', password: goodPassword }, 'username'],
    ['the address of somebody else as name', { username: 'a@b.c', password: goodPassword }, 'username'],
    ['an address that is taken', { username: 'new', email: 'A@B.C', password: goodPassword }, 'email'],
  ])('is refused with %s', async (_case, user, field) => {
    await createUser(testDatabase.database, {
      username: 'änne',
      email: 'a@b.c',
      password: goodPassword,
    }).catch(() => undefined)
    await expect(createUser(testDatabase.database, user)).rejects.toHaveProperty(`fields.${field}`)
  })

  test('gives no rights', async () => {
    const id = await createUser(testDatabase.database, { username: 'plain', password: goodPassword })
    expect(await findUser(testDatabase.database, 'PLAIN')).toMatchObject({ userId: id, scenarios: new Map() })
  })

  test('by two at once makes one', async () => {
    const user = { username: 'twice', password: goodPassword }
    const results = await Promise.allSettled([1, 2].map(() => createUser(testDatabase.database, user)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a superuser may do everything in every scenario, also in those used later', async () => {
    await createSuperuser(testDatabase.database, { username: 'root1', password: goodPassword })
    await testDatabase.database.query({ text: 'CREATE SCHEMA scenario2' })
    await testDatabase.database.query({
      text: `UPDATE control."scenario" SET "status" = 'In use' WHERE "name" = 'scenario2'`,
    })
    const account = await findUser(testDatabase.database, 'root1')
    const names = [...(account?.scenarios ?? [])].flatMap(([name, { superuser }]) =>
      superuser ? [name] : [],
    )
    expect(names.sort()).toEqual(['default', 'scenario1', 'scenario2'])
  })
})

describe('changing a password', () => {
  test('of an unknown user names it', async () => {
    await expect(changePassword(testDatabase.database, 'nobody', goodPassword)).rejects.toThrow('"nobody"')
  })

  test('refuses a weak one and keeps the old', async () => {
    await createUser(testDatabase.database, { username: 'keeper', password: goodPassword })
    const before = await findUser(testDatabase.database, 'keeper')
    await expect(changePassword(testDatabase.database, 'keeper', 'keeper12')).rejects.toHaveProperty(
      'fields.password',
    )
    expect(await findUser(testDatabase.database, 'keeper')).toEqual(before)
  })
})

test('the account log names who made a superuser or changed a password', async () => {
  const { database } = testDatabase
  const owner = await createUser(database, { username: 'owner', password: goodPassword })
  const user = { username: 'logged', password: goodPassword }
  await createSuperuser(database, user, operatorId)
  await changePassword(database, 'logged', `${goodPassword}1`, owner)
  await promoteToSuperuser(database, 'owner', `${goodPassword}2`, operatorId)
  await changePassword(database, 'logged', `${goodPassword}3`)
  const { rows } = await database.query<{ event: string; actor: string | null }>({
    text: `SELECT DISTINCT "username", "event", "actor" FROM control."securityevent"
      WHERE "username" IN ('logged', 'owner') AND "event" <> 'rights_revoked' ORDER BY 1, 2, 3 NULLS LAST`,
  })
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    `logged password_changed ${String(owner)}`,
    'logged password_changed ',
    'logged rights_granted 0',
    'logged user_added 0',
    'owner password_changed 0',
    'owner rights_granted 0',
    'owner user_added ',
  ])
})

test('the operator may do everything, also in Free scenarios', async () => {
  const operator = await operatorPrincipal(testDatabase.database, 'en')
  expect(holds(operator, 'scenario3', 'input.view_demand')).toBe(true)
  expect(operator).toMatchObject({ userId: 0, via: 'operator', readOnly: false })
})

test('preset groups are made once and then left as they are', async () => {
  const { database } = testDatabase
  const model = buildModel()
  const count = async (name: string): Promise<unknown> => {
    const { rows } = await database.query<{ count: number }>({
      text: `SELECT count(p.*)::integer AS "count" FROM control."group" g
        LEFT JOIN control."grouppermission" p ON p."group" = g."id" WHERE g."name" = $1 GROUP BY g."id"`,
      values: [name],
    })
    return rows[0]?.count
  }
  await database.withTransaction((client) => createPresetGroups(client, model, ['execute.run_runplan']))
  expect(await count('administrator')).toBe(allPermissions(model, ['execute.run_runplan']).size)
  await database.query({
    text: `DELETE FROM control."grouppermission" WHERE "permission" <> 'input.view_item'`,
  })
  await database.withTransaction((client) => createPresetGroups(client, model))
  expect(await count('viewer')).toBe(1)
})
