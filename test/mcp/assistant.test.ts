/**
 * Tests an assistant on `/mcp`: its abilities with each kind of key, and that a key for proposals cannot change data.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../../src/http/mcp/tools.ts'
import { startServer } from '../../src/http/server.ts'
import { maxTextLength } from '../../src/model/proposals.ts'
import { type Api, apiOf } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { entities, model } from '../support/entity-suite.ts'
import { buildExample, fillPool, type Pool } from '../support/examples.ts'
import { fingerprintOf } from '../support/fingerprint.ts'
import { type Assistant, connectAssistant } from '../support/mcp.ts'
import { loadModel, type ModelRow, planScenario } from '../support/plans.ts'
import type { TestResponse } from '../support/server.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

const row = (name: string, fields: ModelRow['fields']): ModelRow => ({ model: name, fields })

/** A shop that buys chairs with a lead time of five days, and an order due tomorrow. */
const shop = [
  row('common.parameter', { name: 'currentdate', value: '2026-01-05' }),
  row('input.location', { name: 'shop' }),
  row('input.supplier', { name: 'Parts Inc' }),
  row('input.customer', { name: 'Somebody' }),
  row('input.item', { name: 'chair' }),
  row('input.itemsupplier', {
    item: 'chair',
    supplier: 'Parts Inc',
    location: 'shop',
    leadtime: '5 00:00:00',
  }),
  row('input.demand', {
    name: 'SO 1',
    item: 'chair',
    location: 'shop',
    customer: 'Somebody',
    quantity: 3,
    due: '2026-01-06',
  }),
]

let server: TaskServer
let api: Api
let pool: Pool
const secrets = new Map<string, string>()

async function makeKey(name: string, limits: Readonly<Record<string, unknown>>): Promise<void> {
  const body = { name, expiry_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19), ...limits }
  const answer = await api.post('/api/common/apikey/', body)
  expect(answer.status).toBe(201)
  secrets.set(name, String(Object(answer.json).key))
}

const keys = {
  reader: { scope: 'read' },
  proposer: { scope: 'propose' },
  writer: { scope: 'write' },
  runner: { scope: 'tasks' },
  items: { scope: 'propose', entities: 'input.item' },
  elsewhere: { scope: 'propose', scenarios: 'scenario1' },
}

beforeAll(async () => {
  server = await startTaskServer()
  api = apiOf(server)
  const context = createTestContext(server.database)
  await loadModel(context, shop)
  await planScenario(context)
  // For records that only superusers of all scenarios may store.
  await buildUser(server.database, {
    username: 'superuser',
    rights: { default: 'superuser', scenario1: 'superuser' },
  })
  pool = await fillPool(api, model)
  // Exceptions are computed on the first request.
  await api.list('/api/exceptions/')
  for (const [name, limits] of Object.entries(keys)) await makeKey(name, limits)
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

const connect = (key: keyof typeof keys, options = {}): Promise<Assistant> =>
  connectAssistant(server.address, secrets.get(key) ?? '', options)

/** Sends a message unchanged. */
const post = (message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
  server.request('POST', '/mcp', {
    as: null,
    body: message,
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${secrets.get('proposer')}`,
      ...headers,
    },
  })

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const urgent = [{ entity: 'input.demand', action: 'update', key: 'SO 1', fields: { priority: 1 } }]
const namesOf = (...needs: readonly string[]): readonly string[] =>
  tools.filter((tool) => needs.includes(tool.needs)).map(({ name }) => name)

const hostileTexts = [
  "'; DROP TABLE item; --",
  '../../execute/api/empty',
  'SO 1/../../apply',
  '%2e%2e%2fapply%2f',
  '\u0000',
  '\ud800',
  '1/apply/?x=',
  '{"$ne": null}',
  '<script>',
  'POST /api/proposals/1/apply/ HTTP/1.1\r\n\r\n',
  'x'.repeat(100_000),
]

/** Returns an argument of the given type with the text in every place that accepts text. */
function hostile({ type }: Readonly<Record<string, unknown>>, text: string): unknown {
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'object') return { [text.slice(0, 100)]: text, name: text }
  if (type !== 'array') return text
  return [
    {
      entity: 'input.item',
      action: 'update',
      key: text,
      fields: { [text.slice(0, 100)]: text, description: text },
    },
  ]
}

/** Returns the number of calls of the tool for events that were refused or have failed. */
const unfinished = async (): Promise<number> => {
  const { text } = await server.request('GET', '/metrics')
  const counts = text.matchAll(
    /mcp_tool_uses_total\{tool="read_events",outcome="(?:failed|refused)"\} (\d+)/g,
  )
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

describe('with a key that may propose', { timeout: 120_000 }, () => {
  it('finds what is late, asks what would help, and proposes it', detail, async () => {
    const before = await fingerprintOf(server.database)
    await using assistant = await connect('proposer')
    expect(await assistant.tools()).toEqual(namesOf('read', 'propose'))
    expect(assistant.client.getInstructions()).toContain('proposals')
    const used = new Set<string>()
    const use = (tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
      used.add(tool)
      return assistant.use(tool, args)
    }
    expect(await use('list_entities')).toContainEqual(expect.objectContaining({ entity: 'input.demand' }))
    const demand = Object(await use('describe_entity', { entity: 'input.demand' }))
    expect(demand.fields).toContainEqual(
      expect.objectContaining({
        name: 'customer',
        reference: 'input.customer',
        lookups: expect.arrayContaining(['in']),
      }),
    )
    const page = {
      entity: 'input.demand',
      filters: { name__startswith: 'SO ' },
      fields: 'name,quantity',
      limit: 1,
    }
    expect(await use('list_records', page)).toEqual({
      total: 1,
      total_is_exact: true,
      next_offset: null,
      records: [{ name: 'SO 1', quantity: 3 }],
    })
    expect(await use('read_record', { entity: 'input.item', key: 'chair' })).toMatchObject({ name: 'chair' })
    expect(await use('list_exceptions')).toMatchObject({ records: [expect.anything()] })
    expect(await use('explain_sales_order', { demand: 'SO 1' })).toMatchObject({
      order: { name: 'SO 1' },
      constraints: [expect.objectContaining({ demand: 'SO 1' })],
    })
    expect(await use('read_key_figures', { limit: 1 })).toMatchObject({ plans: [{ figures: { late: 1 } }] })
    expect(await use('read_plan_age')).toMatchObject({ stored: expect.any(String) })
    expect(await use('find_remedies', { demand: 'SO 1' })).toMatchObject({ demand: 'SO 1' })
    const wish = { item: 'chair', location: 'shop', customer: 'Somebody', quantity: 2, due: '2026-02-01' }
    expect(await use('promise_date', wish)).toMatchObject({ confidence: 'conditional' })
    const later = [{ ...urgent[0], fields: { due: '2026-02-01T00:00:00' } }]
    expect(await use('try_changes', { edits: later })).toMatchObject({ demands: [{ change: 'recovered' }] })
    const { id: proposal } = Object(await use('propose_changes', { title: 'Later', edits: later }))
    expect(await use('list_proposals', { mine: true })).toMatchObject({
      proposals: [{ id: proposal, state: 'open', source: { kind: 'edits', key: 'proposer' } }],
    })
    expect(await use('read_proposal', { proposal })).toMatchObject({ conflicts: [], faults: [] })
    expect(await use('read_proposal_edits', { proposal })).toMatchObject({ edits: [{ key: 'SO 1' }] })
    expect(await use('read_proposal_consequences', { proposal })).toMatchObject({
      demands: [{ name: 'SO 1', change: 'recovered' }],
    })
    const events = Object(await use('read_events', { kinds: 'proposal' }))
    expect(events.events).toContainEqual(expect.objectContaining({ kind: 'proposal' }))
    const following = use('read_events', { kinds: 'proposal', since: events.cursor, wait: 30 })
    expect(await use('withdraw_proposal', { proposal })).toMatchObject({ state: 'withdrawn' })
    expect(await following).toMatchObject({ events: [{ kind: 'proposal' }] })
    expect([...used].toSorted()).toEqual([...(await assistant.tools())].toSorted())
    expect(await fingerprintOf(server.database)).toBe(before)
    const { text } = await server.request('GET', '/metrics')
    expect(text).toContain('mcp_tool_uses_total{tool="propose_changes",outcome="done"} 1')
  })

  it('changes nothing, whatever it gives which tool', async () => {
    const before = await fingerprintOf(server.database)
    await using assistant = await connect('proposer')
    const offered = tools.filter(({ needs }) => needs === 'read' || needs === 'propose')
    const call = (name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
      assistant.client.callTool({ name, arguments: { ...args } }).catch(() => undefined)
    for (const { name } of tools.filter((tool) => !offered.includes(tool)))
      expect(await assistant.refused(name, { entity: 'input.item', task: 'flush' })).toContain('not found')
    for (const tool of offered) {
      const inputs = Object.entries<Readonly<Record<string, unknown>>>(Object(tool.input['properties']))
      for (const value of hostileTexts) {
        const texts = inputs.filter(([name]) => name !== 'scenario')
        await call(tool.name, Object.fromEntries(texts.map(([name, input]) => [name, hostile(input, value)])))
      }
      for (const value of [...hostileTexts.slice(0, 2), -1, 1e308, true, null, [], {}, { length: 1e9 }])
        await call(tool.name, Object.fromEntries(inputs.map(([name]) => [name, value])))
    }
    for (const entity of entities) {
      const record = buildExample(entity, 3, pool, { prefix: 'Assistant' })
      const edit = { entity: entity.name, action: 'create', fields: record }
      await call('propose_changes', { title: 'x', edits: [edit], scenario: 'default' })
      await call('propose_changes', {
        title: 'x',
        edits: [{ ...edit, action: 'delete', key: record[entity.key] ?? 1 }],
      })
      await call('list_records', { entity: entity.name, limit: 1 })
      await call('read_record', { entity: entity.name, key: record[entity.key] ?? 1 })
    }
    await call('try_changes', { edits: [{ ...urgent[0], action: 'delete' }] })
    expect(await fingerprintOf(server.database)).toBe(before)
    expect(await assistant.use('list_proposals')).toMatchObject({ count: expect.any(Number) })
  })

  it('is told that a proposal is withdrawn, however much was said about it', async () => {
    await using assistant = await connect('proposer')
    const { id: proposal } = Object(
      await assistant.use('propose_changes', { title: 'Discussed', edits: urgent }),
    )
    const comment = '很'.repeat(maxTextLength)
    const count = Math.ceil(400_000 / Buffer.byteLength(comment))
    for (let index = 0; index < count; index += 1)
      expect((await api.post(`/api/proposals/${proposal}/comment/`, { comment })).status).toBe(201)
    expect(await assistant.refused('read_proposal', { proposal })).toContain('413')
    expect(await assistant.use('withdraw_proposal', { proposal })).toMatchObject({ state: 'withdrawn' })
  })

  it('is told what is wrong with what it asks', async () => {
    await using assistant = await connect('proposer')
    expect(await assistant.refused('write_records_directly', { entity: 'input.item' })).toContain('not found')
    expect(await assistant.refused('list_records', { entity: 'nothing' })).toContain('entity')
    expect(await assistant.refused('list_records', { entity: 'input.item', limit: 501 })).toContain('limit')
    expect(await assistant.refused('list_records', { entity: 'input.item', filters: { nmae: 1 } })).toContain(
      'nmae',
    )
    expect(await assistant.refused('read_record', { entity: 'input.item', key: 'none' })).toContain('404')
    expect(
      await assistant.refused('read_record', { entity: 'input.item', key: 'chair', scenario: 'api' }),
    ).toContain('404')
    const wrong = [{ entity: 'input.demand', action: 'update', key: 'none', fields: { priority: 1 } }]
    expect(await assistant.refused('propose_changes', { title: 'x', edits: wrong })).toContain('edits.0.key')
    expect(await assistant.refused('propose_changes', { title: 'x', edits: [], apply: true })).toContain(
      'apply',
    )
  })

  it('reads the documents of entities as resources', async () => {
    await using assistant = await connect('proposer')
    const { resources } = await assistant.client.listResources()
    expect(resources).toContainEqual(expect.objectContaining({ uri: 'planning://entities/input.item' }))
    const { contents } = await assistant.client.readResource({ uri: 'planning://entities/input.item' })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('"name":"cost"') })
    const unknown = 'planning://entities/input.unknown'
    await expect(assistant.client.readResource({ uri: unknown })).rejects.toThrow(unknown)
  })

  it.each(['legacy', 'auto'] as const)(
    'is told that a long call is under way, where it asks for that (%s)',
    async (era) => {
      await using assistant = await connect('proposer', { era })
      const { cursor } = Object(await assistant.use('read_events', { since: 'now' }))
      const gone = new AbortController()
      const { promise: told, resolve } = Promise.withResolvers<unknown>()
      const call = { name: 'read_events', arguments: { since: cursor, wait: 30 } }
      const waiting = assistant.client.callTool(call, { signal: gone.signal, onprogress: resolve })
      const ended = Promise.allSettled([waiting])
      expect(await told).toMatchObject({
        progress: expect.any(Number),
        message: expect.stringContaining('read_events'),
      })
      gone.abort()
      expect(await ended).toMatchObject([{ status: 'rejected' }])
      // Further calls get a response, although the maximum number of calls of a user was made before.
      for (let count = 0; count < 6; count += 1) expect(await assistant.tools()).toContain('read_events')
    },
  )

  it('ends a call that it does not wait for any more', async () => {
    await using assistant = await connect('proposer')
    const { cursor } = Object(await assistant.use('read_events', { since: 'now' }))
    const before = await unfinished()
    const gone = new AbortController()
    const call = { name: 'read_events', arguments: { since: cursor, wait: 30 } }
    const waiting = assistant.client.callTool(call, { signal: gone.signal })
    setTimeout(() => gone.abort(), 200)
    await expect(waiting).rejects.toThrow(/abort/i)
    await expect.poll(unfinished, { timeout: 15_000, interval: 200 }).toBe(before + 1)
  })
})

describe('with another key', { timeout: 120_000 }, () => {
  it('that may only read, it cannot even propose', async () => {
    await using assistant = await connect('reader')
    expect(await assistant.tools()).toEqual(namesOf('read'))
    expect(await assistant.refused('propose_changes', { title: 'x', edits: urgent })).toContain('not found')
    expect(await assistant.use('try_changes', { edits: urgent })).toHaveProperty('keyfigures')
  })

  it('that may write, it writes by the tool that says so, and the change log names the key', async () => {
    await using assistant = await connect('writer')
    expect(await assistant.tools()).toEqual(namesOf('read', 'propose', 'write'))
    const create = [{ name: 'bought directly' }]
    expect(await assistant.use('write_records_directly', { entity: 'input.customer', create })).toMatchObject(
      {
        created: 1,
      },
    )
    const { sets } = Object((await api.get('/api/audit/?limit=1')).json)
    expect(sets).toMatchObject([{ channel: 'api', origin: 'key writer', user: { username: 'superuser' } }])
    expect(await assistant.refused('run_task', { task: 'empty' })).toContain('not found')
  })

  it('is told that many records are written, however long they are', async () => {
    await using assistant = await connect('writer')
    const count = 1_500
    const description = 'x'.repeat(400)
    const create = Array.from({ length: count }, (_, index) => ({ name: `written ${index}`, description }))
    const told = await assistant.use('write_records_directly', { entity: 'input.customer', create })
    expect(told).toMatchObject({ changeset: expect.any(Number), created: count, updated: 0 })
    expect(told).not.toHaveProperty('records')
    const filters = { name__startswith: 'written' }
    expect(
      await assistant.use('list_records', { entity: 'input.customer', filters, limit: 1 }),
    ).toMatchObject({ total: count })
  })

  it('that may run tasks, it runs them and writes nothing', async () => {
    await using assistant = await connect('runner')
    expect(await assistant.tools()).toEqual(namesOf('read', 'tasks'))
    expect(await assistant.use('list_tasks')).toContainEqual(expect.objectContaining({ name: 'runplan' }))
    const parameters = { start: '2026-01-01', end: '2026-02-01' }
    const [launched] = Object.values(
      Object(await assistant.use('run_task', { task: 'createbuckets', parameters, wait: 0 })),
    )
    expect(launched).toMatchObject({ name: 'createbuckets' })
    expect(await assistant.use('read_task_status', { limit: 1 })).toBeTruthy()
    // No worker runs here: the task waits for a worker, and the response says so.
    const told: unknown[] = []
    const call = { name: 'run_task', arguments: { task: 'createbuckets', parameters, wait: 2 } }
    const result = await assistant.client.callTool(call, { onprogress: (one) => told.push(one) })
    expect(JSON.stringify(result.content)).toContain('Waiting')
    expect(told).toContainEqual({ progress: 0, total: 100, message: expect.stringContaining('Waiting') })
    const steps = told.map((one) => Number(Object(one).progress))
    expect(steps).toEqual(steps.toSorted((one, other) => one - other))
    expect(new Set(steps).size).toBe(steps.length)
    expect(await assistant.refused('run_task', { task: 'cancel', parameters: { id: 1 } })).toContain('404')
  })

  it('that is limited to an entity or a scenario, it sees nothing else', async () => {
    await using items = await connect('items')
    const seen = Object(await items.use('list_entities')).map(
      ({ entity }: { readonly entity: string }) => entity,
    )
    // Entities that concern only the user are available to everybody.
    expect(seen.filter((name: string) => /^(?:input|output)\./.test(name))).toEqual(['input.item'])
    expect(await items.refused('list_records', { entity: 'input.demand' })).toContain('403')
    expect(await items.refused('explain_sales_order', { demand: 'SO 1' })).toContain('403')
    expect(await items.refused('try_changes', { edits: urgent })).toContain('403')
    expect(await items.refused('propose_changes', { title: 'x', edits: urgent })).toContain('403')
    await using elsewhere = await connect('elsewhere')
    expect(await elsewhere.refused('list_records', { entity: 'input.item' })).toContain('404')
    const there = { entity: 'input.item', scenario: 'scenario1', filters: { name: 'chair' } }
    expect(await elsewhere.use('list_records', there)).toMatchObject({ total: 0 })
  })
})

describe('the endpoint', { timeout: 60_000 }, () => {
  it('speaks the revisions of the protocol with and without a handshake, on any server', async () => {
    const other = await startServer(server.service, { port: 0, grace: 1_000 })
    try {
      let count = 0
      const fetcher: typeof fetch = (_url, init) =>
        fetch(`${(count += 1) % 2 === 0 ? server.address : other.url}/mcp`, init)
      for (const era of ['legacy', 'auto'] as const) {
        await using assistant = await connect('proposer', { era, fetcher })
        expect(await assistant.tools()).toContain('propose_changes')
        expect(await assistant.use('read_plan_age')).toHaveProperty('changes')
        expect(await assistant.use('list_entities')).toHaveProperty('length')
      }
    } finally {
      await other.close()
    }
  })

  it('lets nobody cancel the call of another user, who has the same session id and request id', async () => {
    const body = { name: 'another', expiry_date: '2099-01-01' }
    const { json } = await server.request('POST', '/api/common/apikey/', { body, as: 'admin' })
    const another = { authorization: `Bearer ${String(Object(json).key)}` }
    const session = { 'mcp-session-id': 'the same' }
    await using assistant = await connect('proposer')
    const { cursor } = Object(await assistant.use('read_events', { since: 'now' }))
    const wait = async (): Promise<string> => {
      const args = { since: cursor, entity: 'input.customer', wait: 25 }
      const params = { name: 'read_events', arguments: args }
      return (await post({ jsonrpc: '2.0', id: 77, method: 'tools/call', params }, session)).text
    }
    const cancelUntil = async (
      isDone: () => boolean,
      who: Readonly<Record<string, string>>,
    ): Promise<void> => {
      for (let count = 0; count < 100 && !isDone(); count += 1) {
        const params = { requestId: 77 }
        const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
        expect((await post(message, { ...session, ...who })).status).toBe(202)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    let ended: string | undefined
    const running = wait().then((text) => (ended = text))
    const until = Date.now() + 1_500
    await cancelUntil(() => Date.now() > until, another)
    expect(ended).toBeUndefined()
    await cancelUntil(() => ended !== undefined, {})
    // Nothing answers a call that its own user has canceled.
    expect(await running).toBe('')
    const told = wait()
    await cancelUntil(() => Date.now() > until + 3_000, another)
    await api.create('/api/input/customer/', [{ name: 'Somebody else' }])
    expect(await told).toContain('changeset')
  })

  it('takes keys only, one message at a time, and no pages of other sites', async () => {
    expect((await post(ping)).status).toBe(200)
    const nobody = await server.request('POST', '/mcp', { as: null, body: ping })
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="mcp"'])
    const password = await server.request('POST', '/mcp', { body: ping })
    expect([password.status, password.text]).toEqual([403, expect.stringContaining('planctl apikey')])
    expect((await post(ping, { authorization: 'Bearer plk_invented' })).status).toBe(401)
    expect((await server.request('GET', '/mcp')).status).toBe(405)
    expect((await server.request('DELETE', '/mcp')).status).toBe(405)
    const many = Array.from({ length: 100 }, (_, id) => ({ ...ping, id }))
    expect((await post(many)).status).toBe(400)
    expect((await post({ ...ping, method: 'subscriptions/listen' })).json).toMatchObject({
      id: 1,
      error: { code: -32_601 },
    })
    expect((await post('null')).status).toBe(400)
    expect((await post('{"jsonrpc"')).status).toBe(400)
    expect((await post({ ...ping, padding: 'x'.repeat(1_100_000) })).status).toBe(413)
    expect((await post(ping, { origin: server.address })).status).toBe(200)
    // A request as from a page whose host name was rebound to this server: the page's origin is its supposed host.
    const rebound = {
      origin: 'http://evil.example:8000',
      host: 'evil.example:8000',
      'sec-fetch-site': 'same-origin',
    }
    expect((await post(ping, rebound)).status).toBe(403)
  })

  it('answers only so many calls of one user at a time', async () => {
    await using assistant = await connect('proposer')
    const { cursor } = Object(await assistant.use('read_events', { since: 'now', kinds: 'plan' }))
    const gone = new AbortController()
    const call = { name: 'read_events', arguments: { since: cursor, kinds: 'plan', wait: 30 } }
    const waiting = Array.from({ length: 5 }, () =>
      assistant.client.callTool(call, { signal: gone.signal }).catch(() => undefined),
    )
    await expect.poll(async () => (await post(ping)).status, { timeout: 15_000 }).toBe(429)
    gone.abort()
    await Promise.all(waiting)
    await expect.poll(async () => (await post(ping)).status, { timeout: 15_000 }).toBe(200)
  })
})
