/** Tests the administration screens: users with their roles in all scenarios, and the list of rights. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
  await server.addUser({ username: 'clerk', rights: { default: ['common.manage_users', 'input.view_item'] } })
})
afterAll(() => server[Symbol.asyncDispose]())

const get = async (path: string, as: Kind | 'clerk' = 'superuser') => {
  const { status, json } = await server.request('GET', path, { as: as === 'anonymous' ? null : as })
  return { status, json: Object(json) }
}

describe('users with their standing', () => {
  it('are shown to those who administer users, of the scenarios where they do', async () => {
    for (const [kind, status] of [
      ['anonymous', 401],
      ['norights', 403],
      ['clerk', 200],
      ['superuser', 200],
    ] as const) {
      expect([kind, (await get('/api/access/users/', kind)).status]).toEqual([kind, status])
    }
    const { json } = await get('/api/access/users/')
    expect(new Set(json.scenarios)).toEqual(new Set(['default', 'scenario1']))
    const users = new Map<string, unknown>(
      json.users.map((user: { username: string }) => [user.username, user]),
    )
    expect(users.get('outsider')).toMatchObject({
      scenarios: { scenario1: { active: true, superuser: true } },
    })
    expect(users.get('clerk')).toMatchObject({
      has_password: true,
      scenarios: { default: { groups: [], permissions: ['common.manage_users', 'input.view_item'] } },
    })
    expect(JSON.stringify(json)).not.toContain('argon2')
    const narrow = (await get('/api/access/users/', 'clerk')).json
    expect(narrow.scenarios).toEqual(['default'])
    expect(
      narrow.users.find(({ username }: { username: string }) => username === 'outsider').scenarios,
    ).toEqual({})
  })
})

describe('rights to choose from', () => {
  it('are grouped and named, with those that one may give', async () => {
    expect((await get('/api/access/rights/', 'norights')).status).toBe(403)
    const { json } = await get('/api/access/rights/', 'clerk')
    const item = json.entities.find(({ entity }: { entity: string }) => entity === 'input.item')
    expect(item).toMatchObject({
      label: 'items',
      group: 'sales',
      rights: { view: { right: 'input.view_item', held: true }, delete: { held: false } },
    })
    expect(json.others).toContainEqual({
      right: 'common.manage_users',
      label: 'Manage users and groups',
      held: true,
    })
    expect(json.others.every(({ right, label }: Record<string, unknown>) => label !== right)).toBe(true)
    expect(json.tasks).toContainEqual(
      expect.objectContaining({ right: 'execute.run_empty', task: 'empty', held: false }),
    )
    expect(json.presets.map(({ name }: { name: string }) => name)).toEqual([
      'viewer',
      'planner',
      'administrator',
    ])
  })
})
