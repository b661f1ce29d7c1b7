/**
 * Tests the permissions of keys of each scope: every route is requested with keys without write permission, and no
 * data changes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyScopes, type KeyScope } from '../../src/auth/principal.ts'
import { taskRoutes } from '../../src/http/execute/execute-routes.ts'
import { wordRoutes } from '../../src/http/ui/word-routes.ts'
import { taskListings } from '../../src/tasks/registry.ts'
import { type Api, apiOf } from '../support/api.ts'
import { mainCases } from '../support/detail.ts'
import { detailPath, entities, listPath } from '../support/entity-suite.ts'
import { buildExample, fillPool, type Pool } from '../support/examples.ts'
import { model } from '../support/entity-suite.ts'
import { fingerprintOf } from '../support/fingerprint.ts'
import type { TestResponse } from '../support/server.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

let server: TaskServer & { readonly api: Api }
let pool: Pool
const secrets = new Map<string, string>()

async function makeKey(name: string, limits: Readonly<Record<string, unknown>>): Promise<void> {
  const body = { name, expiry_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19), ...limits }
  const answer = await server.api.post('/api/common/apikey/', body)
  expect(answer.status).toBe(201)
  secrets.set(name, String(Object(answer.json).key))
}

const send = (key: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
  server.request(method, path, {
    as: null,
    headers: { authorization: `Bearer ${secrets.get(key)}` },
    ...(body === undefined ? {} : { body }),
  })

beforeAll(async () => {
  const started = await startTaskServer()
  server = { ...started, api: apiOf(started) }
  await buildUser(server.database, {
    username: 'superuser',
    rights: { default: 'superuser', scenario1: 'superuser' },
  })
  pool = await fillPool(server.api, model)
  for (const scope of keyScopes) await makeKey(scope, { scope })
  await makeKey('old', { read_only: true })
  await makeKey('items', { entities: 'input.item' })
  await makeKey('other', { scenarios: 'scenario1' })
  await makeKey('users', { entities: 'common.user,execute.scheduledtask' })
  await makeKey('here', { scenarios: 'default' })
}, 90_000)
afterAll(() => server[Symbol.asyncDispose]())

const fingerprint = (): Promise<string> => fingerprintOf(server.database)

const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Returns every path of the server with values for its parameters. */
function paths(): readonly string[] {
  const filled = (path: string): string =>
    path.replaceAll(/[:{](\w+)\}?/g, (_all, name: string) => values[name] ?? '1')
  const values: Readonly<Record<string, string>> = {
    app: 'input',
    entity: 'item',
    task: 'empty',
    scenario: 'scenario1',
    name: 'something',
  }
  const own = server.server.routes.map(({ path }) => path).filter((path) => path !== '*')
  const tasks = taskListings.map(({ name }) => `/execute/api/${name}/`)
  return [
    ...new Set([...own, ...[...taskRoutes, ...wordRoutes].map(({ path }) => path), ...tasks].map(filled)),
  ]
}

/** Requests for which nobody signs in; a secret of their own permits them. */
const withoutAccount = ['POST /api/reset/1/ 400', 'POST /api/setup/ 400', 'POST /unsubscribe/1 410']

describe.each(mainCases(['read', 'propose', 'old'], (key) => key !== 'old'))(
  'a key of the scope %s',
  (key) => {
    it('changes nothing by any route', { timeout: 120_000 }, async () => {
      const before = await fingerprint()
      const asking =
        /^POST \/(?:mcp|api\/(?:plan\/(?:trial|promise|remedies)|orderdates|proposals|audit|scenarios)\/)/
      // Requests that get past the check of the scope, also if they are rejected for another reason.
      const passed = new Set<string>()
      for (const path of paths().filter(
        (one) => !/^\/(?:login|logout|setup|reset|api\/signon\/)/.test(one),
      )) {
        for (const method of unsafe) {
          for (const query of ['', '?apply=1']) {
            const { status } = await send(key, method, `${path}${query}`, { edits: [], title: 'x' })
            if (![401, 403, 404, 405].includes(status)) passed.add(`${method} ${path} ${status}`)
          }
        }
      }
      expect(await fingerprint()).toBe(before)
      expect([...passed].filter((one) => !asking.test(one)).toSorted()).toEqual(withoutAccount)
    })

    it('changes no record of any entity', { timeout: 120_000 }, async () => {
      const before = await fingerprint()
      for (const entity of entities) {
        const record = buildExample(entity, 3, pool, { prefix: 'Scope' })
        const list = listPath(entity)
        const answers = [
          await send(key, 'POST', list, record),
          await send(key, 'PUT', list, [record]),
          await send(key, 'PATCH', list, [record]),
          await send(key, 'DELETE', `${list}?${entity.key}__in=1,2`),
          await send(key, 'POST', `${list}?format=api`, record),
          await send(key, 'DELETE', detailPath(entity, { [entity.key]: 1 })),
          await send(key, 'POST', `/api/batch/${entity.app}/${entity.model}/`, { created: [record] }),
        ]
        expect([entity.name, answers.filter(({ status }) => status < 400)]).toEqual([entity.name, []])
      }
      expect(await fingerprint()).toBe(before)
      expect((await send(key, 'GET', '/api/input/item/')).status).toBe(200)
    })
  },
)

describe('a key', () => {
  it('that may propose proposes, and does not apply', async () => {
    const edit = { entity: 'input.customer', action: 'create', fields: { name: 'proposed by a key' } }
    const made = await send('propose', 'POST', '/api/proposals/', { title: 'x', edits: [edit] })
    expect(made.status).toBe(201)
    const { id } = Object(made.json)
    for (const verb of ['approve', 'apply', 'reject'])
      expect((await send('propose', 'POST', `/api/proposals/${id}/${verb}/`, {})).status).toBe(403)
    expect((await send('propose', 'POST', `/api/proposals/${id}/submit/`, {})).status).toBe(200)
    expect((await send('read', 'POST', '/api/proposals/', { title: 'x', edits: [edit] })).status).toBe(403)
    expect((await server.api.get('/api/input/customer/proposed%20by%20a%20key/')).status).toBe(404)
    await server.api.post('/api/input/customer/', { name: 'stays', source: 'key' })
    const several = '/api/audit/undo/?channel=api&entity=input.customer'
    const undo = await send('propose', 'POST', several)
    expect(undo.status).toBe(201)
    expect((await send('propose', 'POST', `${several}&apply=1`)).status).toBe(403)
    expect((await send('read', 'POST', several)).status).toBe(403)
    expect((await server.api.get('/api/input/customer/stays/')).status).toBe(200)
  })

  it.each([
    ['all', 201, 200],
    ['read', 403, 403],
    ['propose', 403, 403],
    ['write', 201, 403],
    ['tasks', 403, 200],
  ] as const satisfies readonly (readonly [KeyScope, number, number])[])(
    'of the scope %s writes records (%i) and launches tasks (%i)',
    async (key, writes, launches) => {
      expect((await send(key, 'POST', '/api/input/customer/', { name: `by ${key}` })).status).toBe(writes)
      const launched = await send(key, 'POST', '/execute/api/createbuckets/?start=2026-01-01&end=2026-02-01')
      expect(launched.status < 300 ? 200 : launched.status).toBe(launches)
      for (const prefix of ['', '/scenario1']) {
        // Without a form the import is refused for another reason.
        const imported = await send(key, 'POST', `${prefix}/execute/importworkbook/`)
        expect(imported.status === 403 ? 403 : 200).toBe(launches)
      }
    },
  )

  it('names its entities and scenarios in a text, and says so where a list is sent', async () => {
    const body = { name: 'listed', expiry_date: '2999-01-01', scenarios: ['default'] }
    const { status, json } = await server.api.post('/api/common/apikey/', body)
    expect([status, json]).toEqual([400, { scenarios: [expect.stringMatching(/not a list.*commas/)] }])
  })

  it('opens the entities and scenarios that it names', async () => {
    expect((await send('items', 'GET', '/api/input/item/')).status).toBe(200)
    expect((await send('items', 'POST', '/api/input/item/', { name: 'by a key' })).status).toBe(201)
    expect((await send('items', 'GET', '/api/input/demand/')).status).toBe(403)
    expect((await send('items', 'GET', '/api/common/user/?id__gt=0')).json).toHaveLength(1)
    expect((await send('items', 'POST', '/execute/api/empty/')).status).toBe(403)
    expect((await send('other', 'GET', '/api/input/item/')).status).toBe(404)
    expect((await send('other', 'GET', '/scenario1/api/input/item/')).status).toBe(200)
  })

  it.each([
    ['all', true],
    ['write', false],
    ['users', false],
    ['here', false],
  ])('%s of a superuser appoints superusers: %s', async (key, appoints) => {
    const user = await server.api.post('/api/common/user/', { username: `of ${key}`, is_active: true })
    const path = `/api/common/user/${Object(user.json).id}/`
    const answer = await send(key, 'PATCH', path, { is_superuser: true })
    const made = await send(key, 'POST', '/api/common/user/', { username: `by ${key}`, is_superuser: true })
    expect([answer.status, made.status]).toEqual(appoints ? [200, 201] : [400, 400])
    const me = Object((await send(key, 'GET', '/api/me/')).json)
    expect(Object(me.scenarios[0]).superuser).toBe(appoints)
  })

  it.each([
    ['all', 201],
    ['here', 201],
    ['write', 400],
    ['users', 400],
  ])('of the kind %s schedules tasks only if it may launch them', async (key, status) => {
    const schedule = { name: `of ${key}`, starttimes: ['06:00'], steps: [{ task: 'empty' }] }
    expect((await send(key, 'POST', '/api/execute/scheduledtask/', schedule)).status).toBe(status)
  })

  it('grants no right that it may not use', async () => {
    const user = await server.api.post('/api/common/user/', { username: 'granted', is_active: true })
    const path = `/api/common/user/${Object(user.json).id}/`
    expect((await send('write', 'PATCH', path, { permissions: ['execute.run_empty'] })).status).toBe(400)
    expect((await send('users', 'PATCH', path, { permissions: ['input.view_item'] })).status).toBe(400)
    expect((await send('write', 'PATCH', path, { permissions: ['input.view_item'] })).status).toBe(200)
  })

  it('that opens only some entities or scenarios shows and cancels no other task of its user, and no own records', async () => {
    const launched = await server.api.post('/execute/api/createbuckets/', {
      start: '2026-01-01',
      end: '2026-02-01',
    })
    const { taskid } = Object(launched.json)
    for (const key of ['items', 'other']) {
      const prefix = key === 'other' ? '/scenario1' : ''
      const status = `${prefix}/execute/api/status/`
      expect((await send(key, 'GET', `${status}?id=${taskid}`)).status).toBe(404)
      expect((await send(key, 'GET', `${status}?limit=100`)).json).not.toHaveProperty(String(taskid))
      expect((await send(key, 'POST', `${prefix}/execute/api/cancel/?id=${taskid}`)).status).toBe(404)
    }
    expect((await send('here', 'POST', `/execute/api/cancel/?id=${taskid}`)).status).toBe(200)
    const inboxOf = async (key: string) =>
      Object((await send(key, 'GET', '/api/inbox/')).json).items.map(({ id }: { id: string }) => id)
    expect(await inboxOf('all')).toContain(`task:${taskid}`)
    for (const key of ['items', 'other']) expect(await inboxOf(key)).not.toContain(`task:${taskid}`)
    for (const path of ['common/apikey', 'common/follower', 'execute/task'])
      expect((await send('items', 'GET', `/api/${path}/?id__gt=0`)).status, path).toBe(403)
  })

  it('names entities that there are, and says when it was used', async () => {
    const body = { name: 'x', expiry_date: '2099-01-01', entities: 'input.nothing' }
    const refused = await server.api.post('/api/common/apikey/', body)
    expect([refused.status, refused.json]).toEqual([
      400,
      { entities: [expect.stringContaining('input.nothing')] },
    ])
    await send('read', 'GET', '/api/input/item/')
    await expect
      .poll(async () => Object(await server.api.list('/api/common/apikey/?name=read'))[0].last_used)
      .toEqual(expect.any(String))
  })
})

const excluded = (scope: string): string =>
  `The scope of the API key, ${scope}, does not include this action. If you have the permission yourself, use a key with another scope.`

describe('a request that the scope of its key excludes', () => {
  it.each([
    ['read', 'POST', '/api/input/item/'],
    ['old', 'DELETE', '/api/input/item/?name=none'],
    ['write', 'POST', '/execute/api/createbuckets/'],
    ['propose', 'PATCH', '/api/input/item/none/'],
    ['tasks', 'PUT', '/api/input/item/'],
    ['write', 'GET', '/execute/uploadtofolder/0/'],
    ['tasks', 'GET', '/execute/downloadfromfolder/1/'],
    ['read', 'POST', '/execute/api/cancel/?id=1'],
  ])('names the scope %s: %s %s', async (key, method, path) => {
    const { status, json } = await send(key, method, path, method === 'GET' ? undefined : {})
    expect([status, Object(json).detail]).toEqual([403, excluded(key === 'old' ? 'read' : key)])
  })

  it('names no scope where the user or the entities of the key lack the permission', async () => {
    const { status, json } = await send('items', 'POST', '/api/input/demand/', [{ name: 'none' }])
    expect([status, json]).toEqual([403, { detail: 'You do not have permission to perform this action.' }])
  })
})
