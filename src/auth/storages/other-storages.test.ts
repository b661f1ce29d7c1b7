import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { buildUser, faultCodes, openTestAuth, request, writeContext } from '../../../test/support/users.ts'
import type { DataContext } from '../../data/context.ts'
import { deleteRecords } from '../../data/write/delete-records.ts'
import { writeRecords } from '../../data/write/write-records.ts'
import { requireEntity } from '../../model/model.ts'
import type { Auth } from '../auth.ts'
import { writeGroupStartPage } from '../start-pages.ts'

let testDatabase: TestDatabase
let auth: Auth
const ids = { root: 0, manager: 0, plain: 0 }

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const { database } = testDatabase
  auth = await openTestAuth(database, { apiKeyMaxAge: 30 })
  ids.root = await buildUser(database, {
    username: 'root1',
    rights: { default: 'superuser', scenario1: 'superuser' },
  })
  // Has more permissions in scenario1 than in default.
  ids.manager = await buildUser(database, {
    username: 'manager1',
    rights: {
      default: ['common.manage_users', 'input.view_demand', 'common.change_scenario'],
      scenario1: ['common.manage_users', 'input.view_demand', 'input.change_demand'],
    },
  })
  ids.plain = await buildUser(database, { username: 'plain1', rights: { default: ['input.view_item'] } })
})

afterAll(async () => {
  await auth.close()
  await testDatabase[Symbol.asyncDispose]()
})

const contextOf = (by: number | null, scenario?: string): DataContext =>
  writeContext(testDatabase.database, auth, by, scenario)

/** Returns the stored record, or codes of messages by field. */
async function write(
  context: DataContext,
  name: string,
  record: object,
  key?: string | number,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const result = await writeRecords(context, requireEntity(context.model, name), {
      rows: [record],
      mode: key === undefined ? 'upsert' : 'update',
      onError: 'abort',
      strict: false,
      createMissing: [],
      dryRun: false,
      returning: 'records',
      mayAdd: true,
      mayChange: true,
      ...(key === undefined ? {} : { key: String(key) }),
    })
    const stored: unknown = JSON.parse(result.records[0]!)
    return Object.fromEntries(Object.entries(stored ?? {}))
  } catch (error) {
    return faultCodes(error)
  }
}

describe('a group', () => {
  const group = 'auth.group'

  test('refuses rights that do not exist', async () => {
    const record = { name: 'odd', permissions: ['input.view_demand', 'input.view_nothing'] }
    expect(await write(contextOf(ids.root), group, record)).toEqual({ permissions: 'unknown_permission' })
  })

  test('is made, changed and shown with its rights', async () => {
    const made = await write(contextOf(ids.root), group, { name: 'made', permissions: ['input.view_demand'] })
    expect(made).toMatchObject({ name: 'made', permissions: ['input.view_demand'] })
    const changed = await write(
      contextOf(ids.root),
      group,
      { permissions: ['input.view_item'] },
      Number(made['id']),
    )
    expect(changed['permissions']).toEqual(['input.view_item'])
    const renamed = await write(contextOf(ids.root), group, { name: 'renamed' }, Number(made['id']))
    expect(renamed).toMatchObject({ name: 'renamed', permissions: ['input.view_item'] })
  })

  test('takes its start page with it when it is deleted', async () => {
    const { database } = testDatabase
    const made = await write(contextOf(ids.root), group, { name: 'with a page', permissions: [] })
    expect(await writeGroupStartPage(database, 'with a page', ['late'])).toBe(true)
    const entity = requireEntity(contextOf(ids.root).model, group)
    const what = { key: String(made['id']) }
    await deleteRecords(contextOf(ids.root), entity, { what, dryRun: false })
    const { rows } = await database.query({
      text: `SELECT FROM control."userpreference" WHERE "property" LIKE 'start-page:%'`,
    })
    expect(rows).toHaveLength(0)
  })

  test('gets from a manager only rights that the manager has wherever the group has members', async () => {
    const record = { name: 'shared', permissions: ['input.change_demand'] }
    expect(await write(contextOf(ids.manager), group, record)).toEqual({ permissions: 'grants_more' })
    const made = await write(contextOf(ids.manager, 'scenario1'), group, { name: 'shared', permissions: [] })
    await write(contextOf(ids.root), 'common.user', { groups: ['shared'] }, ids.plain)
    // The manager has the permission in scenario1, but the group would also grant it in default.
    expect(await write(contextOf(ids.manager, 'scenario1'), group, record)).toEqual({
      permissions: 'grants_more',
    })
    const disguised = { ...record, id: 987_654 }
    expect(await write(contextOf(ids.manager, 'scenario1'), group, disguised)).toEqual({
      permissions: 'grants_more',
    })
    const allowed = await write(
      contextOf(ids.manager, 'scenario1'),
      group,
      { permissions: ['input.view_demand'] },
      Number(made['id']),
    )
    expect(allowed['permissions']).toEqual(['input.view_demand'])
  })

  test.each([
    ['its rights', { permissions: ['input.view_demand'] }, 'permissions'],
    ['its name', { name: 'taken over' }, 'name'],
  ])('with rights that a manager lacks keeps %s', async (_case, changes, field) => {
    const record = { name: 'above', permissions: ['input.delete_demand', 'input.view_demand'] }
    const made = await write(contextOf(ids.root), group, record)
    const key = Number(made['id'])
    expect(await write(contextOf(ids.manager), group, changes, key)).toEqual({
      [field]: 'group_out_of_reach',
    })
    // Neither with the name as key, nor with the same values as stored.
    expect(await write(contextOf(ids.manager), group, { name: 'above', permissions: [] })).toEqual({
      permissions: 'group_out_of_reach',
    })
    expect(await write(contextOf(ids.manager), group, record, key)).toMatchObject(record)
  })

  test('with rights that a manager lacks is not deleted by that manager', async () => {
    const made = await write(contextOf(ids.root), group, {
      name: 'not theirs',
      permissions: ['input.delete_demand'],
    })
    const remove = (by: number): Promise<unknown> => {
      const context = contextOf(by)
      const what = { key: String(made['id']) }
      return deleteRecords(context, requireEntity(context.model, group), { what, dryRun: false })
    }
    await expect(remove(ids.manager).catch(faultCodes)).resolves.toEqual({
      non_field_errors: 'group_out_of_reach',
    })
    await expect(remove(ids.root)).resolves.toBeDefined()
  })

  test('with members elsewhere is left alone by whoever does not manage them', async () => {
    const made = await write(contextOf(ids.root), group, {
      name: 'elsewhere',
      permissions: ['input.view_demand'],
    })
    await write(contextOf(ids.root), 'common.user', { groups: ['elsewhere'] }, ids.plain)
    const local = await buildUser(testDatabase.database, {
      username: 'local1',
      rights: { scenario1: 'superuser' },
    })
    const context = contextOf(local, 'scenario1')
    expect(await write(context, group, { permissions: [] }, Number(made['id']))).toEqual({
      permissions: 'shared_group',
    })
    expect(await write(context, group, { name: 'mine' }, Number(made['id']))).toEqual({
      name: 'shared_group',
    })
    const entity = requireEntity(context.model, group)
    await expect(
      deleteRecords(context, entity, { what: { key: String(made['id']) }, dryRun: false }),
    ).rejects.toHaveProperty('code', 'permission_denied')
  })
})

describe('an API key', () => {
  const apiKey = 'common.apikey'
  const far = '2999-01-01T00:00:00'

  test('cannot be made without a user', async () => {
    const record = { name: 'x', expiry_date: far }
    expect(await write(contextOf(null), apiKey, record)).toEqual({ user: 'required' })
  })

  test('needs a name and an end', async () => {
    expect(await write(contextOf(ids.plain), apiKey, {})).toEqual({
      name: 'required',
      expiry_date: 'required',
    })
  })

  test('is issued once, to the writer, for no longer than allowed, and works', async () => {
    const context = contextOf(ids.plain)
    const record = { name: 'laptop', expiry_date: far, user: ids.root, hashed_key: 'chosen', read_only: true }
    const made = await write(context, apiKey, record)
    expect(made).toMatchObject({ name: 'laptop', user: ids.plain, read_only: true })
    expect(made).not.toHaveProperty('hashed_key')
    const days = (Date.parse(`${String(made['expiry_date'])}Z`) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29)
    expect(days).toBeLessThan(31)
    const secret = auth.issuedKeys(context).get(Number(made['id']))
    expect(secret).toMatch(/^plk_[\w-]{43}$/)
    expect(await auth.authenticate(request({ authorization: `Bearer ${secret}` }))).toMatchObject({
      userId: ids.plain,
      readOnly: true,
    })
    expect(auth.issuedKeys(contextOf(ids.plain)).size).toBe(0)
  })

  test('is not made with an end in the past', async () => {
    for (const moment of ['2001-01-01', '2001-01-01T00:00:00']) {
      const writing = write(contextOf(ids.plain), apiKey, { name: 'over', expiry_date: moment })
      await expect(writing.catch(faultCodes)).resolves.toEqual({ expiry_date: 'in_the_past' })
    }
  })

  test('keeps its secret when it is changed', async () => {
    const context = contextOf(ids.plain)
    const made = await write(context, apiKey, { name: 'before', expiry_date: far })
    const secret = auth.issuedKeys(context).get(Number(made['id']))
    const again = contextOf(ids.plain)
    const changed = await write(again, apiKey, { name: 'after', expiry_date: far }, Number(made['id']))
    expect(changed).toMatchObject({ name: 'after', user: ids.plain })
    expect(auth.issuedKeys(again).size).toBe(0)
    expect(await auth.authenticate(request({ authorization: `Bearer ${secret}` }))).toBeDefined()
  })
})

const preference = (value: string): object => ({ property: 'grid', value: { columns: value } })

describe('records of ones own', () => {
  const follower = 'common.follower'

  test('are not made for others without the right', async () => {
    const record = { content_type: 'input.item', user: ids.root }
    expect(await write(contextOf(ids.plain), follower, record)).toEqual({ user: 'field_not_permitted' })
    expect(await write(contextOf(ids.root), follower, { ...record, user: ids.plain })).toMatchObject({
      user: ids.plain,
    })
  })

  test('are the writer’s when nothing is said', async () => {
    expect(await write(contextOf(ids.plain), follower, { content_type: 'input.item' })).toMatchObject({
      user: ids.plain,
    })
  })

  test('preferences of two users and the one of nobody do not meet', async () => {
    const global = await write(contextOf(null), 'common.userpreference', preference('all'))
    const mine = await write(contextOf(ids.plain), 'common.userpreference', preference('mine'))
    const again = await write(contextOf(ids.plain), 'common.userpreference', preference('again'))
    const theirs = await write(contextOf(ids.root), 'common.userpreference', preference('theirs'))
    expect([global, mine, theirs].map((record) => record['user'])).toEqual([null, ids.plain, ids.root])
    expect(again['id']).toBe(mine['id'])
    expect(new Set([global['id'], mine['id'], theirs['id']]).size).toBe(3)
  })
})

const label = (scenario: string, through: string): Promise<Readonly<Record<string, unknown>>> =>
  write(contextOf(ids.manager, through), 'common.scenario', { description: 'Renamed' }, scenario)

test('a label is changed with the right in that very scenario', async () => {
  expect(await label('scenario1', 'default')).toEqual({ non_field_errors: 'not_permitted' })
  expect(await label('scenario1', 'scenario1')).toEqual({ non_field_errors: 'not_permitted' })
  // The scenario is free, so no user has permissions in it.
  expect(await label('scenario2', 'default')).toEqual({ non_field_errors: 'scenario_is_free' })
  expect(await label('scenario2', 'scenario1')).toEqual({ non_field_errors: 'not_permitted' })
  expect(await label('default', 'scenario1')).toMatchObject({ name: 'default', description: 'Renamed' })
})
