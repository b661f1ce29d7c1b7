/** Tests start pages: the own one, those that administrators set for groups, and the built-in ones of roles. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { rolePages, startWidgets } from '../../src/model/start-pages.ts'

let server: ApiServer
/** Group of a user by its name; without one the user has only rights. */
const groups = { bea: 'buyer', sam: 'Sales', paul: 'planner', toni: 'team', nina: undefined } as const

beforeAll(async () => {
  server = await startApiServer()
  await server.database.query({
    text: `INSERT INTO control."group" ("name") SELECT unnest($1::text[]) ON CONFLICT ("name") DO NOTHING`,
    values: [['buyer', 'Sales', 'planner', 'team']],
  })
  for (const [username, group] of Object.entries(groups)) {
    await server.addUser({ username, rights: { default: ['input.view_demand'] } })
    await server.database.query({
      text: `INSERT INTO control."membershipgroup" ("user", "scenario", "group")
        SELECT u."id", 'default', g."id" FROM control."user" u, control."group" g WHERE u."username" = $1 AND g."name" = $2`,
      values: [username, group ?? ''],
    })
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const request = (as: string, method: string, path: string, widgets?: readonly string[]) =>
  server.request(method, path, { as, ...(widgets === undefined ? {} : { body: { widgets } }) })

const pagesOf = async (as: string) => Object((await request(as, 'GET', '/api/me/startpage/')).json)

it('gives each role its page, and all widgets to users without a role', async () => {
  expect(await pagesOf('bea')).toEqual({
    own: null,
    role: { group: 'buyer', widgets: rolePages.buyer },
    groups: [],
  })
  expect((await pagesOf('sam')).role).toEqual({ group: 'Sales', widgets: rolePages.sales })
  expect((await pagesOf('paul')).role).toEqual({ group: 'planner', widgets: rolePages.planner })
  for (const name of ['toni', 'nina'])
    expect((await pagesOf(name)).role).toEqual({ group: null, widgets: startWidgets })
})

it('keeps the page of a user until the user returns to that of the role', async () => {
  const { status, json } = await request('bea', 'PUT', '/api/me/startpage/', ['trend', 'late', 'trend'])
  expect([status, Object(json).own]).toEqual([200, ['trend', 'late']])
  expect(await pagesOf('bea')).toMatchObject({ own: ['trend', 'late'], role: { group: 'buyer' } })
  expect((await request('bea', 'PUT', '/api/me/startpage/', [])).status).toBe(200)
  expect((await pagesOf('bea')).own).toEqual([])
  expect((await request('bea', 'DELETE', '/api/me/startpage/')).status).toBe(204)
  expect((await pagesOf('bea')).own).toBeNull()
})

it('applies the page that an administrator sets for a group to its members, and takes it back', async () => {
  const path = '/api/access/startpages/team/'
  expect((await request('toni', 'PUT', path, ['data'])).status).toBe(403)
  expect((await request('superuser', 'PUT', path, ['data', 'runs'])).status).toBe(200)
  expect((await pagesOf('toni')).role).toEqual({ group: 'team', widgets: ['data', 'runs'] })
  expect((await pagesOf('nina')).role.group).toBeNull()
  const { groups: pages } = await pagesOf('superuser')
  expect(pages).toContainEqual({ group: 'team', widgets: ['data', 'runs'], set: true })
  expect(pages).toContainEqual({ group: 'buyer', widgets: rolePages.buyer, set: false })
  // A renamed group keeps its page.
  await server.database.query({ text: `UPDATE control."group" SET "name" = 'crew' WHERE "name" = 'team'` })
  expect((await pagesOf('toni')).role.group).toBe('crew')
  expect((await request('superuser', 'DELETE', '/api/access/startpages/crew/')).status).toBe(204)
  expect((await pagesOf('toni')).role.group).toBeNull()
})

it('refuses unknown widgets and groups', async () => {
  const { status, json } = await request('bea', 'PUT', '/api/me/startpage/', ['late', 'weather'])
  expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('weather')])
  expect((await request('superuser', 'PUT', '/api/access/startpages/nobody/', ['late'])).status).toBe(404)
  expect((await server.request('GET', '/api/me/startpage/', { as: 'anonymous' })).status).toBe(401)
})
