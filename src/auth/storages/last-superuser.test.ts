import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'
import { createSuperuser, promoteToSuperuser } from '../user-accounts.ts'

const users = '/api/common/user/'
const password = 'another horse 43'
let server: TestServer
let admin: number

beforeAll(async () => {
  server = await startTestServer()
  const { rows } = await server.database.query<{ id: number }>({
    text: `SELECT "id" FROM control."user" WHERE "username" = 'admin'`,
  })
  admin = rows[0]!.id
})

afterAll(() => server[Symbol.asyncDispose]())

describe('the last superuser of production', () => {
  it.each([
    ['PATCH', { is_superuser: false }],
    ['PATCH', { is_active: false }],
    ['PUT', { username: 'admin', is_superuser: false }],
    ['DELETE', undefined],
  ])('stays one: %s %j', async (method, body) => {
    const refused = await server.request(method, `${users}${admin}/`, body === undefined ? {} : { body })
    expect(refused).toMatchObject({ status: 400, json: { detail: expect.stringContaining('superuser') } })
    expect(await server.request('GET', `${users}${admin}/`)).toMatchObject({
      status: 200,
      json: { is_superuser: true, is_active: true },
    })
  })

  it('may give up the right in another scenario, and here once there is somebody else', async () => {
    const elsewhere = await server.request('PATCH', `/scenario1${users}${admin}/`, {
      body: { is_superuser: false },
    })
    expect(elsewhere.status).toBe(200)
    const other = await server.addUser({ username: 'other', rights: { default: 'superuser' } })
    await server.request('PATCH', `${users}${other}/`, { body: { is_active: true } })
    const given = await server.request('PATCH', `${users}${admin}/`, { body: { is_superuser: false } })
    expect(given.status).toBe(200)
    expect(
      await server.request('PATCH', `${users}${other}/`, { as: 'other', body: { is_superuser: false } }),
    ).toMatchObject({ status: 400 })
  })

  it('can be made again from the command line', async () => {
    const { database } = server
    await expect(createSuperuser(database, { username: 'admin', password })).rejects.toHaveProperty(
      'fields.username',
    )
    await expect(promoteToSuperuser(database, 'nobody', password)).rejects.toMatchObject({
      code: 'unknown_user',
    })
    await expect(promoteToSuperuser(database, 'admin', 'short')).rejects.toHaveProperty('fields.password')
    await promoteToSuperuser(database, 'ADMIN', password)
    const { rows } = await database.query({
      text: `SELECT "is_superuser" FROM control."membership" WHERE "user" = $1 AND NOT "is_superuser"`,
      values: [admin],
    })
    expect(rows).toEqual([])
  })
})
