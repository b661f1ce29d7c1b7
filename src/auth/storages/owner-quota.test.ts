import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/support/server.ts'
import { mostApiKeys, mostFollows, mostNotifications } from './owner-quota.ts'

const follows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ content_type: 'input.demand', object_pk: `order ${index}` }))

test('one user may follow so many records, and may go on changing and ending follows', async () => {
  await using server = await startTestServer()
  for (const username of ['hoarder', 'other'])
    await server.addUser({ username, rights: { default: ['input.view_demand'] } })
  const records = '/api/common/follower/'
  const post = (body: unknown, as = 'hoarder') => server.request('POST', records, { as, body })

  const tooMany = await post(follows(mostFollows + 1))
  expect([tooMany.status, tooMany.text]).toEqual([400, expect.stringContaining(String(mostFollows))])
  expect((await post(follows(mostFollows))).status).toBe(201)
  const list = await server.request('GET', `${records}?limit=1&fields=id`, { as: 'hoarder' })
  const own = `${records}${/\d+/.exec(list.text)?.[0]}/`
  expect(await post(follows(1))).toMatchObject({ status: 400, json: [{ user: [expect.any(String)] }] })
  expect((await post(follows(1), 'other')).status).toBe(201)
  expect((await server.request('PATCH', own, { as: 'hoarder', body: { type: 'M' } })).status).toBe(200)
  expect((await server.request('DELETE', own, { as: 'hoarder' })).status).toBe(204)
  expect((await post(follows(1))).status).toBe(201)
})

test.each([
  ['apikey', mostApiKeys, (index: number) => ({ name: `key ${index}`, expiry_date: '2999-12-31' })],
  ['notification', mostNotifications, () => ({ type: 'O' })],
] as const)('one user may own so many records of %s', async (model, most, record) => {
  await using server = await startTestServer()
  await server.addUser({ username: 'hoarder', rights: { default: [] } })
  const post = (count: number) =>
    server.request('POST', `/api/common/${model}/`, {
      as: 'hoarder',
      body: Array.from({ length: count }, (_, index) => record(index)),
    })
  expect((await post(most)).status).toBe(201)
  expect(await post(1)).toMatchObject({
    status: 400,
    json: [{ user: [expect.stringContaining(String(most))] }],
  })
})
