/** Tests the event stream: order, cursors, filters, rights, formats. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'
import { planScenario } from '../support/plans.ts'
import type { JsonRecord } from '../support/records.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const linesOf = (text: string): readonly JsonRecord[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const events = async (query: string, as = 'superuser') => {
  const answer = await server.request('GET', `/api/events/?${query}`, { as })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  const all = linesOf(answer.text)
  expect(all.at(-1)).toMatchObject({ kind: 'cursor' })
  return { told: all.slice(0, -1), cursor: String(all.at(-1)!['cursor']) }
}

const streamRights = ['input.view_customer', 'execute.view_task']
const basicOf = (username: string): string =>
  `Basic ${Buffer.from(`${username}:${goodPassword}`).toString('base64')}`
const keyOf = async (username: string): Promise<{ readonly id: number; readonly bearer: string }> => {
  const { json } = await server.request('POST', '/api/common/apikey/', {
    headers: { authorization: basicOf(username) },
    as: null,
    body: { name: 'stream', expiry_date: new Date(Date.now() + 86_400_000).toISOString() },
  })
  return { id: Number(Object(json).id), bearer: `Bearer ${Object(json).key}` }
}
/** Opens a stream. `ended` resolves with its text. */
const open = async (path: string, authorization: string) => {
  const { body, status } = await fetch(server.url + path, {
    headers: { authorization, accept: 'text/event-stream' },
  })
  expect(status).toBe(200)
  const opened = { isOpen: true, ended: new Response(body).text() }
  void opened.ended.finally(() => (opened.isOpen = false))
  return opened
}
const change = async (id: number, body: object): Promise<void> => {
  expect((await server.api.patch(`/api/common/user/${id}/`, body)).status).toBe(200)
}

describe('events', () => {
  it('tell changes from a cursor on, once', async () => {
    const begin = await events('since=now')
    expect(begin.told).toEqual([])
    await server.api.create('/api/input/customer/', [{ name: 'ACME' }])
    const next = await events(`since=${begin.cursor}`)
    expect(next.told).toEqual([
      {
        cursor: expect.stringMatching(/^[0-9a-f]{8}\.\d+\.c\d+\.default$/),
        kind: 'changeset',
        time: expect.any(String),
        scenario: 'default',
        changeset: expect.any(Number),
        user: 'superuser',
        channel: 'api',
        origin: null,
        entities: [{ entity: 'input.customer', created: 1, updated: 0, deleted: 0 }],
        replaced: false,
      },
    ])
    expect((await events(`since=${next.cursor}`)).told).toEqual([])
    expect((await events(`since=${String(next.told[0]!['cursor'])}`)).told).toEqual([])
  })

  it('have their records before them where that is asked for', async () => {
    const { cursor } = await events('since=now')
    await server.api.create('/api/input/item/', [{ name: 'one', cost: 5 }])
    await server.api.patch('/api/input/item/one/', { cost: 6 })
    const { told } = await events(`since=${cursor}&records=1`)
    expect(told.map(({ kind, key, action, changes }) => [kind, key, action, changes])).toEqual([
      ['record', 'one', 'add', null],
      ['changeset', undefined, undefined, undefined],
      ['record', 'one', 'change', { cost: [5, 6] }],
      ['changeset', undefined, undefined, undefined],
    ])
  })

  it('are filtered by kind, entity and scenario', async () => {
    const { cursor } = await events('since=now&scenario=*')
    await server.api.create('/api/input/customer/', [{ name: 'one' }])
    await server.api.create('/api/input/supplier/', [{ name: 'two' }])
    await server.api.create('/scenario1/api/input/supplier/', [{ name: 'three' }])
    const count = async (query: string): Promise<number> =>
      (await events(`since=${cursor}&${query}`)).told.length
    expect(await count('scenario=*')).toBe(3)
    expect(await count('')).toBe(2)
    expect(await count('scenario=scenario1')).toBe(1)
    expect(await count('entity=supplier')).toBe(1)
    expect(await count('entity=input.supplier,input.customer&scenario=*')).toBe(3)
    await server.database.query({
      text: `INSERT INTO control."task" ("name", "submitted", "finished", "status", "scenario")
        VALUES ('empty', LOCALTIMESTAMP, LOCALTIMESTAMP, 'Done', 'default')`,
    })
    expect(await count('scenario=*')).toBe(4)
    expect(await count('kinds=task,plan')).toBe(1)
    expect(await count('kinds=plan')).toBe(0)
    expect(await count('kinds=changeset')).toBe(2)
  })

  it('tell nobody of what may not be viewed', async () => {
    const { cursor } = await events('since=now')
    await server.api.create('/api/input/customer/', [{ name: 'hidden' }])
    expect((await events(`since=${cursor}`, 'viewer')).told).toHaveLength(1)
    expect((await events(`since=${cursor}`, 'norights')).told).toEqual([])
    expect((await server.api.get('/api/events/', { as: 'outsider' })).status).toBe(404)
    expect((await server.api.get('/api/events/?scenario=scenario1', { as: 'viewer' })).status).toBe(404)
  })

  it('tell of tasks only to who may view them', async () => {
    const { cursor } = await events('since=now')
    await server.addUser({ username: 'watcher', rights: { default: ['execute.view_task'] } })
    await server.addUser({ username: 'no watcher', rights: { default: ['input.view_customer'] } })
    const launch = (id: number, username: string) =>
      server.database.query({
        text: `INSERT INTO control."task" ("id", "name", "submitted", "status", "scenario", "scenarios", "user")
          SELECT $1, 'empty', LOCALTIMESTAMP, 'Waiting', 'default', '{default}', "id" FROM control."user"
          WHERE "username" = $2`,
        values: [id, username],
      })
    await launch(9_001, 'superuser')
    await launch(9_002, 'norights')
    const told = async (as: string) =>
      (await events(`since=${cursor}&kinds=task`, as)).told.map(({ task }) => task)
    expect(await told('watcher')).toEqual([9_001, 9_002])
    expect(await told('norights')).toEqual([9_002])
    expect(await told('no watcher')).toEqual([])
  })

  it('tell of plans only to who may view all that their figures summarize', async () => {
    const summarized = ['input.demand', 'input.item', 'input.operationplan', 'output.resourcesummary']
    const rights = summarized.map((name) => name.replace('.', '.view_'))
    await server.addUser({ username: 'watches_plans', rights: { default: rights } })
    for (const [index, entity] of summarized.entries()) {
      const others = rights.toSpliced(index, 1)
      await server.addUser({ username: `no ${entity}`, rights: { default: others } })
    }
    const { cursor } = await events('since=now')
    await planScenario(createTestContext(server.database))
    const told = async (as: string) =>
      (await events(`since=${cursor}&kinds=plan`, as)).told.map(({ kind }) => kind)
    expect(await told('watches_plans')).toEqual(['plan'])
    for (const entity of summarized) expect([entity, await told(`no ${entity}`)]).toEqual([entity, []])
  })

  it('name users only to who may view comments', async () => {
    const rights = ['input.view_customer', 'common.view_proposal']
    await server.addUser({ username: 'nameless', rights: { default: rights } })
    await server.addUser({ username: 'named', rights: { default: [...rights, 'common.view_comment'] } })
    const { cursor } = await events('since=now')
    await server.api.create('/api/input/customer/', [{ name: 'by superuser' }])
    const edit = { entity: 'input.customer', action: 'create', fields: { name: 'proposed by superuser' } }
    await server.api.post('/api/proposals/', { title: 'One more customer', edits: [edit] })
    const users = async (as: string) =>
      (await events(`since=${cursor}`, as)).told.map(({ kind, user }) => [kind, user])
    expect(await users('named')).toEqual([
      ['changeset', 'superuser'],
      ['proposal', 'superuser'],
    ])
    expect(await users('nameless')).toEqual([
      ['changeset', undefined],
      ['proposal', undefined],
    ])
  })

  it('tell what becomes of proposals', async () => {
    const { cursor } = await events('since=now')
    const edit = { entity: 'input.customer', action: 'create', fields: { name: 'proposed' } }
    const answer = await server.api.post('/api/proposals/', { title: 'One customer', edits: [edit] })
    const { id } = Object(answer.json)
    await server.api.post(`/api/proposals/${id}/withdraw/`, {})
    const { told } = await events(`since=${cursor}&kinds=proposal`)
    expect(told.map(({ kind, proposal, event, title }) => [kind, proposal, event, title])).toEqual([
      ['proposal', id, 'created', 'One customer'],
      ['proposal', id, 'withdrawn', 'One customer'],
    ])
    expect((await events(`since=${cursor}&kinds=proposal`, 'viewer')).told).toEqual([])
  })

  it('come as server-sent events that go on, with the header Last-Event-ID', async () => {
    const { cursor } = await events('since=now')
    await server.api.create('/api/input/customer/', [{ name: 'first' }])
    const gone = new AbortController()
    const { headers } = await server.api.get('/api/events/?since=now')
    expect(headers.get('content-type')).toContain('application/x-ndjson')
    const answer = await fetch(`${server.url}/api/events/?since=now`, {
      headers: {
        authorization: `Basic ${Buffer.from(`superuser:${goodPassword}`).toString('base64')}`,
        accept: 'text/event-stream',
        'last-event-id': cursor,
      },
      signal: gone.signal,
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    let text = ''
    let wrote = false
    for await (const chunk of answer.body!) {
      text += Buffer.from(chunk).toString()
      if (text.includes('"customer","created":1') || text.includes('input.customer')) {
        if (!wrote) {
          wrote = true
          await server.api.create('/api/input/location/', [{ name: 'second' }])
        }
      }
      if (text.includes('input.location')) break
    }
    gone.abort()
    expect(text).toContain('event: changeset')
    expect(text).toMatch(/^id: [0-9a-f]{8}\.\d+\.c\d+\.default$/m)
  })

  it('come with a cursor after them, not after every transaction of others', async () => {
    const gone = new AbortController()
    const read = async function* (kind: string): AsyncGenerator<string> {
      const { body } = await fetch(`${server.url}/api/events/?since=now&follow=1&kinds=${kind}`, {
        headers: { authorization: basicOf('superuser') },
        signal: gone.signal,
      })
      for await (const chunk of body!.pipeThrough(new TextDecoderStream()))
        yield* chunk.split('\n').filter((line) => line !== '')
    }
    const [changes, decisions] = [read('changeset'), read('proposal')]
    for (const stream of [changes, decisions])
      expect(JSON.parse(String((await stream.next()).value))).toMatchObject({ kind: 'cursor' })
    for (const name of ['p1', 'p2', 'p3']) {
      await server.api.create('/api/input/customer/', [{ name }])
      expect(JSON.parse(String((await changes.next()).value))).toMatchObject({ kind: 'changeset' })
      expect(JSON.parse(String((await changes.next()).value))).toMatchObject({ kind: 'cursor' })
    }
    const edit = { entity: 'input.customer', action: 'create', fields: { name: 'p4' } }
    await server.api.post('/api/proposals/', { title: 'One customer', edits: [edit] })
    // The stream may send heartbeats in between.
    let decision: JsonRecord
    do decision = JSON.parse(String((await decisions.next()).value))
    while (decision['kind'] === 'cursor')
    expect(decision).toMatchObject({ kind: 'proposal' })
    gone.abort()
  })

  it('refuse what is no cursor, and one from before what is kept', async () => {
    expect((await server.api.get('/api/events/?since=abc')).status).toBe(400)
    const { cursor } = await events('since=now')
    const other = `00000000${cursor.slice(8)}`
    const answer = await server.api.get(`/api/events/?since=${other}`)
    expect(answer.status).toBe(410)
    const earliest = answer.headers.get('x-earliest-cursor')!
    await server.database.query({
      text: `UPDATE "default"."changelog" SET "expired" = ${cursor.split('.')[1]}`,
    })
    expect((await server.api.get(`/api/events/?since=${earliest}`)).status).toBe(410)
    const again = await server.api.get(`/api/events/?since=${cursor}`)
    expect(again.status).toBe(410)
    expect(String(Object(again.json).detail)).toContain(again.headers.get('x-earliest-cursor')!)
    expect((await events(`since=${again.headers.get('x-earliest-cursor')}`)).told).toEqual([])
    expect((await server.api.get('/api/events/?kinds=nothing')).status).toBe(400)
  })
})

describe('an open stream', () => {
  it('ends when its user loses a permission or the password is changed, and its key is changed or deleted', async () => {
    const ofLimits = ['limits', 'scope']
    const lost: Readonly<Record<string, (user: number, key: number) => Promise<unknown>>> = {
      permission: (user) => change(user, { permissions: ['execute.view_task'] }),
      membership: (user) => change(user, { is_active: false }),
      password: (user) => change(user, { password: 'another horse 43' }),
      key: (_user, key) => server.api.delete(`/api/common/apikey/${key}/`),
      limits: (_user, key) => server.api.patch(`/api/common/apikey/${key}/`, { entities: 'input.customer' }),
      scope: (_user, key) => server.api.patch(`/api/common/apikey/${key}/`, { scope: 'read' }),
    }
    for (const [name, lose] of Object.entries(lost)) {
      // The permissions of a superuser stay: only the limits of the key change.
      const rights = ofLimits.includes(name) ? 'superuser' : streamRights
      const id = await server.addUser({ username: `loses_${name}`, rights: { default: rights } })
      const key = await keyOf(`loses_${name}`)
      const authorization = ['key', ...ofLimits].includes(name) ? key.bearer : basicOf(`loses_${name}`)
      const stream = await open('/api/events/?since=now&records=1', authorization)
      // More permissions end nothing.
      await change(id, { permissions: [...streamRights, 'input.view_item'] })
      await lose(id, key.id)
      expect([name, await stream.ended]).toEqual([name, expect.stringContaining('retry')])
    }
  }, 60_000)

  it('stops within a change set whose records it is sending', detail, async () => {
    await server.addUser({ username: 'reads_slowly', rights: { default: streamRights } })
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      name: `slow ${index}`,
      description: 'x'.repeat(490),
    }))
    await server.api.post('/api/input/customer/', rows)
    const begin = await events('since=now')
    // More bytes than the buffers of both ends of a connection.
    await server.api.patch('/api/input/customer/?name__startswith=slow', { description: 'y'.repeat(490) })
    const { body } = await fetch(`${server.url}/api/events/?since=${begin.cursor}&records=1`, {
      headers: { authorization: basicOf('reads_slowly'), 'accept-encoding': 'identity' },
    })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value ?? ''
    const [{ id } = { id: 0 }] = await server.database
      .query<{ id: number }>({ text: `SELECT "id" FROM control."user" WHERE "username" = 'reads_slowly'` })
      .then(({ rows: found }) => found)
    const beside = await open('/api/events/?since=now', basicOf('reads_slowly'))
    await change(id, { is_active: false })
    // Its other stream has ended, while nothing more of this one was read.
    await beside.ended
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
    expect(text).toContain('slow 1')
    expect(text.match(/"slow \d+"/g)!.length).toBeLessThan(rows.length)
  })

  it('stays open when its user gains permissions, and others lose some', async () => {
    const id = await server.addUser({ username: 'stays', rights: { default: streamRights } })
    const other = await server.addUser({ username: 'other', rights: { default: streamRights } })
    const stream = await open('/api/events/?since=now', basicOf('stays'))
    const leaving = await open('/api/events/?since=now', basicOf('other'))
    await change(id, { permissions: [...streamRights, 'input.view_item'] })
    await change(other, { is_active: false })
    await leaving.ended
    expect(stream.isOpen).toBe(true)
    await change(id, { is_active: false })
    await stream.ended
  })
})
