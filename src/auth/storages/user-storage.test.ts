import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import {
  basicRequest,
  buildUser,
  faultCodes,
  goodPassword,
  openTestAuth,
  writeContext,
} from '../../../test/support/users.ts'
import { relationOf } from '../../data/relation.ts'
import { deleteRecords } from '../../data/write/delete-records.ts'
import type { WriteMode, WriteResult } from '../../data/write/request.ts'
import { writeRecords } from '../../data/write/write-records.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { buildModel, requireEntity } from '../../model/model.ts'
import type { Auth } from '../auth.ts'

let testDatabase: TestDatabase
let auth: Auth
/**
 * Superuser everywhere; manager of default with no other permission than to view demands; superuser of scenario1
 * only.
 */
const ids = { root: 0, manager: 0, local: 0, plain: 0 }
const user = requireEntity(buildModel(), 'common.user')

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const { database } = testDatabase
  auth = await openTestAuth(database)
  await database.query({
    text: `INSERT INTO control."group" ("id", "name") VALUES (901, 'lookers'), (902, 'changers')`,
  })
  await database.query({
    text: `INSERT INTO control."grouppermission" VALUES (901, 'input.view_demand'), (902, 'input.change_demand')`,
  })
  ids.root = await buildUser(database, {
    username: 'root1',
    rights: { default: 'superuser', scenario1: 'superuser' },
  })
  ids.manager = await buildUser(database, {
    username: 'manager1',
    rights: { default: ['common.manage_users', 'input.view_demand'] },
  })
  ids.local = await buildUser(database, {
    username: 'local1',
    rights: { default: [], scenario1: 'superuser' },
  })
  ids.plain = await buildUser(database, { username: 'plain1', rights: { default: [] } })
})

afterAll(async () => {
  await auth.close()
  await testDatabase[Symbol.asyncDispose]()
})

interface Write {
  readonly by?: number | null
  readonly scenario?: string
  readonly mode?: WriteMode
  readonly key?: number
}

function write(
  rows: readonly object[],
  { by, scenario, mode = 'upsert', key }: Write = {},
): Promise<WriteResult> {
  const context = writeContext(testDatabase.database, auth, by === undefined ? ids.root : by, scenario)
  return writeRecords(context, user, {
    rows,
    mode,
    onError: 'abort',
    strict: false,
    createMissing: [],
    dryRun: false,
    returning: 'records',
    mayAdd: true,
    mayChange: true,
    ...(key === undefined ? {} : { key: String(key) }),
  })
}

const patch = (key: number, record: object, options: Write = {}): Promise<WriteResult> =>
  write([record], { ...options, mode: 'update', key })

/** Returns the codes of messages by field of the first record, or the stored record. */
async function outcome(writing: Promise<WriteResult>): Promise<unknown> {
  try {
    return JSON.parse((await writing).records[0]!)
  } catch (error) {
    return faultCodes(error)
  }
}

async function stored(id: number, scenario = 'default'): Promise<Record<string, unknown> | undefined> {
  const context = writeContext(testDatabase.database, auth, null, scenario)
  const { rows } = await testDatabase.database.query<{ record: string }>({
    text: `SELECT row_to_json(r)::text AS "record" FROM ${relationOf(context, user)} r WHERE r."id" = $1`,
    values: [id],
  })
  const record: unknown = rows[0] === undefined ? undefined : JSON.parse(rows[0].record)
  return record === undefined ? undefined : Object.fromEntries(Object.entries(record ?? {}))
}

const passwordOf = async (id: number): Promise<unknown> => (await stored(id))?.['password']

let count = 0
async function newUser(record: object = {}, options: Write = {}): Promise<number> {
  count += 1
  const made = await outcome(write([{ username: `made ${count}`, ...record }], options))
  expect(made).toHaveProperty('id')
  return Number(Object.fromEntries(Object.entries(made ?? {}))['id'])
}

describe('a user record', () => {
  test.each([
    ['a weak password', { password: 'short' }, { password: 'password_too_short' }],
    [
      'a password like the name',
      { password: 'faulty person' },
      { password: 'password_is_name password_too_common' },
    ],
    ['groups that do not exist', { groups: ['lookers', 'ghosts'] }, { groups: 'unknown_group' }],
    ['groups that are no list', { groups: 'lookers' }, { groups: 'not_a_list_of_names' }],
    [
      'rights that do not exist',
      { permissions: ['input.see_demand'] },
      { permissions: 'unknown_permission' },
    ],
    ['rights that are no names', { permissions: [1] }, { permissions: 'not_a_list_of_names' }],
    ['the name of another in other case', { username: 'ROOT1' }, { username: 'duplicate' }],
    ['a name of another as address', { email: 'Root1' }, { email: 'duplicate' }],
    ['a text that is no address', { email: 'ann at example.com' }, { email: 'no_address' }],
    ['two addresses', { email: 'ann@example.com, bob@example.com' }, { email: 'no_address' }],
  ])('with %s is refused', async (_case, record, faults) => {
    expect(await outcome(write([{ username: 'faulty person', ...record }]))).toEqual(faults)
  })

  test('makes a user without rights, who can sign in', async () => {
    const id = await newUser({ username: 'fresh', password: goodPassword, email: 'fresh@example.com' })
    const record = await stored(id)
    expect(record).toMatchObject({
      is_active: false,
      is_superuser: false,
      databases: [],
      groups: [],
      permissions: [],
      horizontype: true,
    })
    expect(record?.['password']).toMatch(/^\$argon2id\$/)
    const principal = await auth.authenticate(basicRequest('FRESH@example.com'))
    expect(principal?.userId).toBe(id)
    expect(principal?.scenarios.size).toBe(0)
  })

  test('never shows the password', async () => {
    const { records } = await write([{ username: 'silent', password: goodPassword }])
    expect(records[0]).not.toMatch(/password|argon/)
  })

  test('leaves no hash in the change log', async () => {
    const id = await newUser({ password: goodPassword, first_name: 'Before' })
    await patch(id, { password: 'another horse 43', first_name: 'After' })
    const { rows } = await testDatabase.database.query<{ changes: string }>({
      text: `SELECT "changes"::text FROM "default"."change" WHERE "entity" = 'common.user' AND "key" = $1`,
      values: [String(id)],
    })
    const log = JSON.stringify(rows)
    expect(log).toContain('After')
    expect(log).not.toContain('argon2')
  })

  test('gives a new user access only where there is a reason, as the model declares', async () => {
    expect(await stored(await newUser())).toMatchObject({
      is_active: user.fieldByName.get('is_active')?.default,
    })
    expect(await stored(await newUser({ is_active: true }))).toMatchObject({ is_active: true })
    expect(await stored(await newUser({ groups: ['lookers'] }))).toMatchObject({ is_active: true })
  })

  test('sets the standing in the scenario that is written to and in no other', async () => {
    const id = await newUser(
      { groups: ['lookers'], permissions: ['input.add_demand'] },
      { scenario: 'scenario1' },
    )
    expect(await stored(id, 'scenario1')).toMatchObject({
      is_active: true,
      groups: ['lookers'],
      permissions: ['input.add_demand'],
      databases: ['scenario1'],
    })
    expect(await stored(id)).toMatchObject({ is_active: false, groups: [], permissions: [] })
    await patch(id, { groups: ['changers'], permissions: null }, { scenario: 'scenario1' })
    expect(await stored(id, 'scenario1')).toMatchObject({ groups: ['changers'], permissions: [] })
    await patch(id, { is_active: false }, { scenario: 'scenario1' })
    expect(await stored(id, 'scenario1')).toMatchObject({
      is_active: false,
      groups: ['changers'],
      databases: [],
    })
  })

  test('that was read can be sent back without a change', async () => {
    const id = await newUser({ password: goodPassword, groups: ['lookers'], horizonlength: 3 })
    const { password, ...read } = { password: '', ...(await stored(id)) }
    const result = await write([read], { mode: 'replace', key: id })
    expect(result).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await stored(id)).toEqual({ ...read, password })
  })

  test('known by a key that does not exist and a name that does is the named one', async () => {
    const id = await newUser({ username: 'by name' })
    await write([{ id: 987_654, username: 'by name', first_name: 'Known' }])
    expect(await stored(id)).toMatchObject({ first_name: 'Known' })
    expect(await stored(987_654)).toBeUndefined()
  })
})

/** Returns whether exactly the records with these indexes were rejected. */
const sameIndexes = (error: unknown, indexes: readonly number[]): boolean =>
  error instanceof ServiceError && String([...(error.records?.byIndex.keys() ?? [])]) === String(indexes)

describe('two records of a batch', () => {
  test.each([
    ['with the same name in other case', { username: 'Double' }, { username: 'dOUBLE' }, 'username'],
    [
      'with the same address in other case',
      { username: 'double 1', email: 'double@x.org' },
      { username: 'double 2', email: 'Double@x.org' },
      'email',
    ],
    [
      'one with the address of the other as name',
      { username: 'double 1', email: 'double@x.org' },
      { username: 'double@x.org' },
      'username',
    ],
  ])('%s are rejected at the second one', async (_, first, second, field) => {
    const byIndex = new Map([[1, { [field]: [{ code: 'duplicate' }] }]])
    await expect(write([first, second])).rejects.toMatchObject({ records: { byIndex } })
  })

  test('cannot exchange their addresses at once, which the message says', async () => {
    await write([
      { username: 'swap 1', email: 'swap1@x.org' },
      { username: 'swap 2', email: 'swap2@x.org' },
    ])
    const exchange = write([
      { username: 'swap 1', email: 'Swap2@x.org' },
      { username: 'swap 2', email: 'swap1@x.org' },
    ])
    const fault = { email: [{ code: 'exchanged' }] }
    const byIndex = new Map([
      [0, fault],
      [1, fault],
    ])
    await expect(exchange).rejects.toMatchObject({ records: { byIndex } })
  })

  test('collide only if both are valid', async () => {
    const rows = [
      { username: 'weak 1', email: 'free@x.org', password: '1' },
      { username: 'strong 1', email: 'free@x.org', password: goodPassword },
    ]
    await expect(write(rows)).rejects.toSatisfy((error) => sameIndexes(error, [0]))
    // An earlier record that is rejected as a duplicate takes no name from a later one.
    const chain = [
      { username: 'chain 1', email: 'chain@x.org' },
      { username: 'chain 2', email: 'chain@x.org' },
      { username: 'Chain 2' },
      { username: 'ch\u0430in 2' },
    ]
    await expect(write(chain)).rejects.toSatisfy((error) => sameIndexes(error, [1, 3]))
  })

  test('do not collide if a later record of the same user overrides one of them', async () => {
    const written = await write([
      { username: 'later wins', email: '1@x.org' },
      { username: 'later wins', email: '2@x.org' },
      { username: 'other one', email: '1@x.org' },
    ])
    expect(written).toMatchObject({ created: 2 })
  })

  test('with the same name are one user', async () => {
    const twice = await write([
      { username: 'one user', email: 'first@x.org' },
      { username: 'one user', email: 'First@x.org' },
    ])
    expect(twice).toMatchObject({ created: 1 })
  })
})

describe('a new name', () => {
  test('cannot be taken for the name of somebody else', async () => {
    expect(await outcome(write([{ username: 'pl\u0430in1' }]))).toEqual({ username: 'user_name_alike' })
    expect(await outcome(patch(ids.local, { username: 'ＰＬＡＩＮ1' }))).toEqual({
      username: 'user_name_alike',
    })
    expect(await outcome(write([{ username: 'plain\u200b1' }]))).toEqual({ username: 'user_name_invisible' })
    const duplicates = write([{ username: 'novice' }, { username: 'n\u043evice' }])
    await expect(duplicates).rejects.toHaveProperty('code', 'invalid_record')
  })

  test('may be the own one, written otherwise', async () => {
    const id = await newUser({ username: 'written otherwise' })
    await patch(id, { username: 'Written Otherwise' })
    expect(await stored(id)).toMatchObject({ username: 'Written Otherwise' })
  })
})

describe('somebody without rights', () => {
  test('changes the own names and language only', async () => {
    const own = { first_name: 'Plain', language: 'de', horizonlength: 2 }
    expect(await outcome(patch(ids.plain, own, { by: ids.plain }))).toMatchObject({
      first_name: 'Plain',
      language: 'de',
      horizonlength: 2,
    })
    expect((await auth.authenticate(basicRequest('plain1')))?.language).toBe('de')
  })

  test.each([
    ['username', 'other'],
    ['email', 'other@example.com'],
    ['is_superuser', true],
    ['is_active', false],
    ['groups', ['lookers']],
    ['permissions', ['input.view_demand']],
  ])('does not change the own %s', async (field, value) => {
    const faults = await outcome(patch(ids.plain, { [field]: value }, { by: ids.plain }))
    expect(faults).toEqual({ [field]: 'field_not_permitted' })
  })

  test.each(['plain', 'manager', 'root'] as const)(
    'or with all rights changes the own password with the present one only: %s',
    async (who) => {
      const before = await passwordOf(ids[who])
      expect(await outcome(patch(ids[who], { password: 'a new password 7' }, { by: ids[who] }))).toEqual({
        password: 'own_password',
      })
      expect(await passwordOf(ids[who])).toBe(before)
    },
  )

  test('sends back what was read', async () => {
    const { password: _hash, ...read } = (await stored(ids.plain)) ?? {}
    const result = await patch(ids.plain, { ...read, last_name: 'Person' }, { by: ids.plain })
    expect(result.updated).toBe(1)
  })

  test('neither makes nor changes others', async () => {
    expect(await outcome(write([{ username: 'new one' }], { by: ids.plain }))).toEqual({
      non_field_errors: 'not_permitted',
    })
    expect(await outcome(patch(ids.local, { first_name: 'X' }, { by: ids.plain }))).toEqual({
      non_field_errors: 'not_permitted',
    })
  })
})

const by = (): Write => ({ by: ids.manager })

describe('a manager of users', () => {
  test('gives rights of the own, and groups that hold no others', async () => {
    const id = await newUser({ groups: ['lookers'], permissions: ['input.view_demand'] }, by())
    expect(await stored(id)).toMatchObject({ is_active: true, groups: ['lookers'] })
  })

  test.each([
    ['a right', { permissions: ['input.delete_demand'] }, { permissions: 'grants_more' }],
    ['a group', { groups: ['changers'] }, { groups: 'grants_more' }],
    ['everything', { is_superuser: true }, { is_superuser: 'superusers_only' }],
  ])('does not give %s that it lacks, neither to others nor to itself', async (_case, record, faults) => {
    expect(await outcome(write([{ username: 'greedy', ...record }], by()))).toEqual(faults)
    expect(await outcome(patch(ids.manager, record, by()))).toEqual(faults)
  })

  test('does not wake a membership that holds rights it lacks', async () => {
    const id = await newUser({ is_active: false, permissions: ['input.delete_demand'] })
    expect(await outcome(patch(id, { is_active: true }, by()))).toEqual({ permissions: 'grants_more' })
    expect(await outcome(patch(id, { is_active: true, permissions: [] }, by()))).toMatchObject({
      is_active: true,
    })
  })

  test.each([
    ['a right', { permissions: ['input.delete_demand'] }, { permissions: [] }, 'permissions'],
    ['a group', { groups: ['changers'] }, { groups: [] }, 'groups'],
    ['the membership', { groups: ['changers'] }, { is_active: false }, 'is_active'],
  ])('does not take away %s with rights that it lacks', async (_case, held, taken, field) => {
    const id = await newUser(held)
    expect(await outcome(patch(id, taken, by()))).toEqual({ [field]: 'takes_more' })
    expect(await stored(id)).toMatchObject({ ...held, is_active: true })
    expect(await outcome(patch(id, taken))).toMatchObject({ first_name: null })
  })

  test('takes away rights of the own, and groups that hold no others', async () => {
    const id = await newUser({ groups: ['lookers'], permissions: ['input.view_demand'] })
    await patch(id, { groups: [], permissions: [] }, by())
    expect(await stored(id)).toMatchObject({ groups: [], permissions: [] })
  })

  test('leaves rights that others have given', async () => {
    const id = await newUser({ permissions: ['input.delete_demand'] })
    const both = { permissions: ['input.delete_demand', 'input.view_demand'] }
    expect(await outcome(patch(id, both, by()))).toMatchObject({ first_name: null })
    expect((await stored(id))?.['permissions']).toEqual(both.permissions)
  })

  test('does not touch a superuser', async () => {
    for (const [field, value] of [
      ['is_superuser', false],
      ['is_active', false],
      ['groups', ['lookers']],
    ] as const) {
      expect(await outcome(patch(ids.root, { [field]: value }, by()))).toEqual({ [field]: 'superusers_only' })
    }
  })

  test.each(['password', 'username', 'email'])(
    'does not set the %s of somebody who can do more',
    async (field) => {
      const before = await passwordOf(ids.root)
      const faults = { [field]: 'account_out_of_reach' }
      const value = field === 'email' ? 'stolen@example.com' : 'x stolen account x'
      expect(await outcome(patch(ids.root, { [field]: value }, by()))).toEqual(faults)
      // Combining the name of an existing user with an id that does not exist must not bypass the check.
      const disguised = { id: 987_654, username: 'root1', password: 'x stolen account x' }
      expect(await outcome(write([disguised], by()))).toEqual({ password: 'account_out_of_reach' })
      expect(await passwordOf(ids.root)).toBe(before)
    },
  )

  test('does not delete somebody who can do more', async () => {
    const context = writeContext(testDatabase.database, auth, ids.manager)
    await expect(
      deleteRecords(context, user, { what: { key: String(ids.root) }, dryRun: false }),
    ).rejects.toHaveProperty('code', 'permission_denied')
    expect(await stored(ids.root)).toBeDefined()
  })
})

async function replacing(replacement: string | null): Promise<void> {
  await testDatabase.database.query({
    text: `UPDATE control."scenario" SET "replacement" = $1 WHERE "name" = 'scenario1'`,
    values: [replacement],
  })
  auth.access.invalidateAll()
}

test('nobody is taken over while the scenario in which he can do more is being replaced', async () => {
  await replacing('{}')
  try {
    const manager = { by: ids.manager }
    expect(await outcome(patch(ids.local, { password: 'x stolen account x' }, manager))).toEqual({
      password: 'account_out_of_reach',
    })
    const context = writeContext(testDatabase.database, auth, ids.manager)
    await expect(
      deleteRecords(context, user, { what: { key: String(ids.local) }, dryRun: false }),
    ).rejects.toHaveProperty('code', 'permission_denied')
    const root = { by: ids.root }
    expect(await outcome(patch(ids.local, { password: 'a new long password' }, root))).toMatchObject({
      username: 'local1',
    })
  } finally {
    await replacing(null)
  }
})

test('the superuser of one scenario gains nothing in another', async () => {
  const by = { by: ids.local, scenario: 'scenario1' }
  expect(await outcome(patch(ids.root, { password: 'x stolen account x' }, by))).toEqual({
    password: 'account_out_of_reach',
  })
  expect(await outcome(patch(ids.local, { is_superuser: true }, { by: ids.local }))).toEqual({
    is_superuser: 'field_not_permitted',
  })
  expect(await outcome(patch(ids.plain, { is_superuser: true }, by))).toMatchObject({ username: 'plain1' })
  expect(await stored(ids.plain)).toMatchObject({ is_superuser: false })
  await patch(ids.plain, { is_superuser: false, is_active: false }, by)
})

const rightsOf = async (name: string): Promise<unknown> => [
  ...((await auth.authenticate(basicRequest(name)))?.scenarios.get('default')?.permissions ?? []),
]

test('rights that were given count at once', async () => {
  const id = await newUser({ username: 'instant', password: goodPassword })
  expect(await rightsOf('instant')).toEqual([])
  await patch(id, { groups: ['lookers'] })
  expect(await rightsOf('instant')).toEqual(['input.view_demand'])
  await patch(id, { groups: [] })
  expect(await rightsOf('instant')).toEqual([])
})

test('a deleted user leaves comments without author, and nothing of its own', async () => {
  const { database } = testDatabase
  const id = await newUser()
  for (const scenario of ['default', 'scenario1']) {
    await database.query({
      text: `INSERT INTO "${scenario}"."comment" ("content_type", "object_pk", "comment", "user")
        VALUES ('input.item', 'x', 'kept', $1)`,
      values: [id],
    })
    await database.query({
      text: `INSERT INTO "${scenario}"."follower" ("content_type", "user") VALUES ('input.item', $1)`,
      values: [id],
    })
  }
  const context = writeContext(database, auth, ids.root)
  await deleteRecords(context, user, { what: { key: String(id) }, dryRun: false })
  expect(await stored(id)).toBeUndefined()
  for (const scenario of ['default', 'scenario1']) {
    const { rows } = await database.query({
      text: `SELECT (SELECT count(*)::integer FROM "${scenario}"."comment" WHERE "user" IS NULL) AS "comments",
        (SELECT count(*)::integer FROM "${scenario}"."follower" WHERE "user" = $1) AS "followers"`,
      values: [id],
    })
    expect(rows[0]).toEqual({ comments: 1, followers: 0 })
  }
})
