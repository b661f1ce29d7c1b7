/** Tests that names and labels are one line, wherever they are written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiOf } from '../support/api.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

let server: TaskServer & { readonly api: Api }

beforeAll(async () => {
  const started = await startTaskServer()
  server = { ...started, api: apiOf(started) }
  await buildUser(server.database, { username: 'superuser', rights: { default: 'superuser' } })
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const broken = 'two\nlines'
const request = (method: string, path: string, body: object) =>
  server.api.request(method, path, { as: 'superuser', body })

describe('a name with a line break', () => {
  it.each([
    ['PATCH', '/api/common/scenario/default/', 'description', {}],
    ['POST', '/api/common/apikey/', 'name', { expiry_date: '2999-01-01' }],
    ['POST', '/api/auth/group/', 'name', {}],
    ['POST', '/api/common/user/', 'username', { password: 'long enough 17' }],
    ['POST', '/api/common/attribute/', 'label', { model: 'input.item', name: 'color', type: 'string' }],
    ['POST', '/api/execute/scheduledtask/', 'name', {}],
    ['POST', '/api/views/input/item/', 'name', { value: {} }],
    ['POST', '/api/webhooks/', 'name', { url: 'https://example.com/' }],
    ['POST', '/api/proposals/', 'title', { edits: [] }],
  ])('is rejected: %s %s %s', async (method, path, field, others) => {
    for (const text of [broken, 'a\tb', 'a\u0085b']) {
      const { status, json } = await request(method, path, { ...others, [field]: text })
      const [message] = [Object(json)[field]].flat()
      expect([status, message]).toEqual([400, expect.stringContaining('Control characters')])
    }
  })

  it.each(['scenario_copy/?source=default&destination=scenario1&copy=1', 'scenario_create/?name=what_if'])(
    'is rejected as the label of a scenario: %s',
    async (task) => {
      const { status, text } = await server.api.request('POST', `/execute/api/${task}`, {
        as: 'superuser',
        body: { description: broken },
      })
      expect([status, text]).toEqual([400, expect.stringContaining('must be one line')])
    },
  )

  it('is found and changed if an earlier release has stored it', async () => {
    await server.database.query({
      text: `INSERT INTO control."group" ("name") VALUES ($1)`,
      values: [broken],
    })
    const filter = `name=${encodeURIComponent(broken)}`
    const [group] = await server.api.list(`/api/auth/group/?${filter}`)
    expect(group).toMatchObject({ name: broken })
    const { status } = await request('PATCH', `/api/auth/group/${Number(group?.['id'])}/`, {
      name: 'one line',
    })
    expect(status).toBe(200)
  })
})

it('text of several lines stays possible in descriptions', async () => {
  const answer = await request('POST', '/api/input/item/', { name: 'a', description: broken })
  expect(answer.json).toMatchObject({ description: broken })
})
