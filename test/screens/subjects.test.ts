/** Tests comments and follows: reading them requires the right to view the record that they refer to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

const comments = '/api/common/comment/'
const followers = '/api/common/follower/'
const ofComments = ['view', 'add', 'change', 'delete'].map((action) => `common.${action}_comment`)
const aboutDemand = { content_type: 'input.demand', object_pk: 'secret order' }
const aboutItem = { content_type: 'input.item', object_pk: 'nib' }

let server: TestServer
let id = 0
beforeAll(async () => {
  server = await startTestServer()
  await server.addUser({
    username: 'narrow',
    rights: { default: [...ofComments, 'common.view_follower', 'input.view_item'] },
  })
  await server.addUser({
    username: 'wide',
    rights: { default: [...ofComments, 'input.view_item', 'input.view_demand'] },
  })
  await server.addUser({ username: 'blind', rights: { default: ofComments } })
  await server.request('POST', '/api/input/item/', { body: [{ name: 'nib' }] })
  await server.request('POST', '/api/input/demand/', { body: [{ name: 'secret order', item: 'nib' }] })
  const said = await server.request('POST', comments, {
    body: { ...aboutDemand, comment: 'The margin is 40 %.' },
  })
  id = Number(Object(said.json).id)
  await server.request('POST', comments, { body: { ...aboutItem, comment: 'About the nib.' } })
  await server.request('POST', followers, { body: aboutDemand })
})
afterAll(() => server[Symbol.asyncDispose]())

const ask = (as: string, method: string, path: string, body?: unknown) =>
  server.request(method, path, { as, ...(body === undefined ? {} : { body }) })
const listed = async (as: string, path: string): Promise<string> => (await ask(as, 'GET', path)).text

describe('comments on records that may not be viewed', () => {
  it('are in no list, whatever the format or the filter', async () => {
    for (const query of [
      '',
      '?format=csv',
      '?format=ndjson',
      '?search=margin',
      '?comment__icontains=margin',
      `?id=${id}`,
    ]) {
      expect([query, await listed('narrow', comments + query)]).toEqual([
        query,
        expect.not.stringMatching(/margin is|secret order/),
      ])
      expect([query, await listed('blind', comments + query)]).toEqual([
        query,
        expect.not.stringMatching(/margin is|secret order/),
      ])
    }
    expect(await listed('narrow', comments)).toContain('About the nib.')
    expect(await listed('wide', comments)).toContain('The margin is 40 %.')
  })

  it('are not read, changed or deleted', async () => {
    const path = `${comments}${id}/`
    for (const as of ['narrow', 'blind']) {
      expect((await ask(as, 'GET', path)).status).toBe(404)
      expect((await ask(as, 'PATCH', path, { comment: 'x' })).status).toBeGreaterThanOrEqual(400)
      expect(
        (await ask(as, 'POST', comments, { id, ...aboutItem, comment: 'x' })).status,
      ).toBeGreaterThanOrEqual(400)
      expect((await ask(as, 'DELETE', path)).status).toBe(404)
      expect((await ask(as, 'DELETE', `${comments}?id=${id}`)).json).not.toMatchObject({ deleted: 1 })
    }
    expect((await ask('wide', 'GET', path)).json).toMatchObject({ comment: 'The margin is 40 %.' })
  })

  it('are not written', async () => {
    for (const content_type of ['input.demand', 'common.user', 'nothing']) {
      const refused = await ask('narrow', 'POST', comments, { ...aboutDemand, content_type, comment: 'x' })
      expect([refused.status, Object.keys(Object(refused.json))]).toEqual([400, ['content_type']])
    }
    expect((await ask('narrow', 'POST', comments, { ...aboutItem, comment: 'x' })).status).toBe(201)
    expect((await ask('wide', 'POST', comments, { ...aboutDemand, comment: 'x' })).status).toBe(201)
  })

  it('are told by neither the history nor the audit trail', async () => {
    const history = await ask('narrow', 'GET', `/api/history/common/comment/?key=${id}`)
    expect(history.status).toBe(403)
    const sets = await ask('wide', 'GET', '/api/audit/?limit=500')
    const numbers: readonly { readonly changeset: number }[] = Object(sets.json).sets
    expect(numbers.length).toBeGreaterThan(0)
    for (const { changeset } of numbers) {
      expect(await listed('narrow', `/api/audit/${changeset}/`)).not.toMatch(/margin is|secret order/)
    }
  })
})

describe('follows of records that may not be viewed', () => {
  it('are not made, and those of others are not seen', async () => {
    const refused = await ask('narrow', 'POST', followers, aboutDemand)
    expect([refused.status, Object.keys(Object(refused.json))]).toEqual([400, ['content_type']])
    expect(await listed('narrow', followers)).not.toContain('secret order')
    expect((await ask('blind', 'POST', followers, aboutItem)).status).toBe(400)
  })

  it.each([
    ['the own ones only', []],
    ['those of others too', ['common.view_follower', 'common.delete_follower']],
  ])('can be ended by who followed while that was allowed, and may see %s', async (_, kept) => {
    const former = `former ${kept.length}`
    await server.addUser({ username: former, rights: { default: ['input.view_demand', ...kept] } })
    const made = await ask(former, 'POST', followers, aboutDemand)
    expect(made.status).toBe(201)
    const path = `${followers}${Object(made.json).id}/`
    await server.database.query({
      text: `DELETE FROM control."membershippermission" WHERE "permission" = 'input.view_demand' AND "user" = (
        SELECT "id" FROM control."user" WHERE "username" = $1)`,
      values: [former],
    })
    await expect.poll(async () => (await ask(former, 'GET', '/api/input/demand/')).status).toBe(403)
    expect(await listed(former, followers)).toContain('secret order')
    expect((await ask(former, 'DELETE', path)).status).toBe(204)
  })
})
