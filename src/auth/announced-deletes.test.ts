import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { basicRequest, buildUser, openTestAuth, writeContext } from '../../test/support/users.ts'
import { deleteRecords } from '../data/write/delete-records.ts'
import { requireEntity } from '../model/model.ts'
import type { Auth } from './auth.ts'

/** Two processes on one database: one deletes, the other must receive the notification. */
let test: TestDatabase
let here: Auth
let there: Auth

beforeAll(async () => {
  test = await createTestDatabase()
  here = await openTestAuth(test.database)
  there = await openTestAuth(test.database)
})

afterAll(async () => {
  await here.close()
  await there.close()
  await test[Symbol.asyncDispose]()
})

const deleteOne = (entity: string, key: number) => {
  const context = writeContext(test.database, here, null)
  return deleteRecords(context, requireEntity(context.model, entity), {
    what: { key: String(key) },
    dryRun: false,
  })
}

/** Returns the permissions of a user in the scenario default in each process, or the name of the error. */
const rights = (name: string): Promise<readonly unknown[]> =>
  Promise.all(
    [here, there].map(async (auth) => {
      const principal = await auth.authenticate(basicRequest(name)).catch(() => undefined)
      if (principal === undefined) return 'unknown'
      return Array.from(principal.scenarios.get('default')?.permissions ?? [])
    }),
  )

describe('a delete by the write path', () => {
  it('of a user ends its access in every process and leaves nothing of it', async () => {
    const id = await buildUser(test.database, {
      username: 'leaver',
      rights: { default: ['input.view_item'] },
    })
    expect(await rights('leaver')).toEqual([['input.view_item'], ['input.view_item']])
    await deleteOne('common.user', id)
    await expect.poll(() => rights('leaver')).toEqual(['unknown', 'unknown'])
    const { rows } = await test.database.query({
      text: 'SELECT FROM control."membership" WHERE "user" = $1',
      values: [id],
    })
    expect(rows).toEqual([])
  })

  it('of a group takes its rights from its members in every process', async () => {
    const id = await buildUser(test.database, { username: 'member', rights: { default: [] } })
    const { rows } = await test.database.query<{ id: number }>({
      text: `WITH g AS (INSERT INTO control."group" ("name") VALUES ('passing') RETURNING "id"),
        p AS (INSERT INTO control."grouppermission" ("group", "permission") SELECT "id", 'input.view_demand' FROM g)
        INSERT INTO control."membershipgroup" ("user", "scenario", "group") SELECT $1, 'default', "id" FROM g
        RETURNING "group" AS id`,
      values: [id],
    })
    await expect.poll(() => rights('member')).toEqual([['input.view_demand'], ['input.view_demand']])
    await deleteOne('auth.group', rows[0]!.id)
    await expect.poll(() => rights('member')).toEqual([[], []])
  })
})
