/** Tests addresses of records that have a number as key and a unique name besides: both lead to the record. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { goodPassword } from '../support/users.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser({ username: 'ann', rights: { default: [] } })
})
afterAll(() => server[Symbol.asyncDispose]())

describe.each([
  ['/api/execute/scheduledtask/', { name: 'night run' }, { enabled: false }],
  ['/api/auth/group/', { name: 'buyers / sellers' }, { name: 'buyers' }],
  ['/api/common/user/', { username: 'bob', password: goodPassword }, { first_name: 'Bob' }],
] as const)('a record of %s', (list, record, change) => {
  const name = 'name' in record ? record.name : record.username
  const path = `${list}${encodeURIComponent(name)}/`

  it('is read, changed and deleted by its name as by its number', async () => {
    const { id } = Object((await server.request('POST', list, { body: record })).json)
    const named = await server.request('GET', path)
    expect(named).toMatchObject({ status: 200, json: { id } })
    expect((await server.request('GET', `${list}${id}/`)).json).toEqual(named.json)
    expect(await server.request('PATCH', path, { body: change })).toMatchObject({ status: 200, json: change })
    expect((await server.request('GET', `${list}not ${name}/`)).status).toBe(404)
    const last = 'name' in change ? `${list}${change.name}/` : path
    expect((await server.request('DELETE', last)).status).toBe(204)
    expect((await server.request('GET', `${list}${id}/`)).status).toBe(404)
  })

  it('is hidden from users who may not see it', async () => {
    await server.request('POST', list, { body: record })
    const asAnn = await server.request('GET', path, { as: 'ann' })
    expect([403, 404]).toContain(asAnn.status)
    expect(await server.request('GET', `${list}nobody/`, { as: 'ann' })).toMatchObject({
      status: asAnn.status,
    })
  })
})
