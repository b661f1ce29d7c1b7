/** Tests the inbox: finished tasks of the user, news of followed records, and read marks. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveNotice } from '../../src/data/notices.ts'
import { createTestContext } from '../support/database.ts'
import { loadModel, planScenario } from '../support/plans.ts'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
  await end(1, 'planner', 10)
  await end(2, 'planner', 9)
  await end(3, 'viewer', 8)
  await end(4, 'planner', 7)
})
afterAll(() => server[Symbol.asyncDispose]())

/** Records a task of a user that ended the given number of minutes ago. */
async function end(id: number, username: string, minutes: number): Promise<void> {
  await server.database.query({
    text: `INSERT INTO control."task" ("id", "name", "submitted", "finished", "status", "scenario", "message", "user")
      SELECT $1, 'empty', LOCALTIMESTAMP, LOCALTIMESTAMP - make_interval(mins => $3), 'Failed', 'default', 'oh', "id"
      FROM control."user" WHERE "username" = $2`,
    values: [id, username, minutes],
  })
}

const inbox = async (as: Kind, query = '') =>
  Object((await server.api.get(`/api/inbox/${query}`, { as })).json)
const numbers = async (as: Kind, query = '') =>
  (await inbox(as, query)).items.map(({ task }: { task: number }) => task)
const read = (as: Kind, body: unknown) => server.api.post('/api/inbox/read/', body, { as })

describe('the inbox', () => {
  it('has the results of the own tasks, the latest first', async () => {
    expect((await server.api.get('/api/inbox/', { as: 'anonymous' })).status).toBe(401)
    expect(await inbox('planner')).toMatchObject({
      unread: 3,
      items: [
        { id: 'task:4', kind: 'task', status: 'Failed', text: 'oh', read: false, route: '/execute/runs/4' },
        { task: 2 },
        { task: 1 },
      ],
      next: null,
    })
    const page = await inbox('planner', '?limit=2')
    expect(page.next).toMatch(/~task:2$/)
    expect(await numbers('planner', `?limit=2&cursor=${page.next}`)).toEqual([1])
    expect(await inbox('norights')).toEqual({ unread: 0, items: [], next: null, unavailable: [] })
  })

  it('is silent about comparisons whose answer is for programs', async () => {
    await end(9, 'norights', 5)
    const set = (parameters: string) =>
      server.database.query({
        text: `UPDATE control."task" SET "name" = 'scenario_compare', "parameters" = $1::jsonb WHERE "id" = 9`,
        values: [parameters],
      })
    await set('{"format":"json"}')
    expect(await inbox('norights')).toEqual({ unread: 0, items: [], next: null, unavailable: [] })
    await set('{"a":"default"}')
    expect(await numbers('norights')).toEqual([9])
    await server.database.query({ text: 'DELETE FROM control."task" WHERE "id" = 9' })
  })

  it('is read one by one, or all at once', async () => {
    expect((await read('planner', { ids: ['task:2'] })).json).toEqual({ unread: 2 })
    expect(await numbers('planner', '?unread=1')).toEqual([4, 1])
    expect((await read('planner', { all: true })).json).toEqual({ unread: 0 })
    expect((await inbox('viewer')).unread).toBe(1)
    // An earlier task that ends later is unread.
    await end(0, 'planner', 1)
    expect(await numbers('planner', '?unread=1')).toEqual([0])
    expect((await inbox('planner')).items).toHaveLength(4)
  })

  it('has no notices of scenarios that the user may not open any more', async () => {
    const { rows } = await server.database.query<{ id: number }>({
      text: `SELECT "id" FROM control."user" WHERE "username" = 'norights'`,
    })
    const message = { code: 'webhook_gap' } as const
    await server.database.withTransaction(async (client) => {
      for (const scenario of ['default', 'scenario1', null])
        await giveNotice(client, {
          user: rows[0]!.id,
          kind: 'release',
          subject: 1,
          scenario,
          name: `of ${scenario}`,
          message,
        })
    })
    const { items, unread } = await inbox('norights')
    expect([unread, items.map(({ title }: { title: string }) => title).toSorted()]).toEqual([
      2,
      ['of default', 'of null'],
    ])
    await server.database.query({ text: 'DELETE FROM control."notice"' })
  })

  it('refuses what is none of it', async () => {
    for (const body of [{}, { ids: 'task:1' }, { ids: ['other:1'] }, { ids: [null] }]) {
      expect((await read('planner', body)).status).toBe(400)
    }
    for (const cursor of [
      '7',
      'x~task:1',
      '2026-13-45T00:00:00.000000~task:1',
      '2026-02-30T00:00:00.000000~task:1',
    ]) {
      const { status } = await server.api.get(`/api/inbox/?cursor=${cursor}`, { as: 'planner' })
      expect([cursor, status]).toEqual([cursor, 400])
    }
  })
})

const follow = (as: Kind, key: string, type = 'input.item', scenario = '') =>
  server.api.create(`${scenario}/api/common/follower/`, [{ content_type: type, object_pk: key }], { as })
const say = (key: string, comment: string, as: Kind = 'superuser') =>
  server.api.create('/api/common/comment/', [{ content_type: 'input.item', object_pk: key, comment }], { as })
const change = (key: string, body: object, as: Kind = 'superuser') =>
  server.api.patch(`/api/input/item/${key}/`, body, { as })
const items = (...names: readonly string[]) =>
  server.api.create(
    '/api/input/item/',
    names.map((name) => ({ name, cost: 1 })),
  )

interface News {
  readonly id: string
  readonly kind: string
  readonly key: string
  readonly read: boolean
}
/** Returns the inbox items about some records, the latest first. */
const newsOf = async (as: Kind, ...keys: readonly string[]): Promise<readonly News[]> =>
  (await inbox(as, '?limit=200')).items.filter(({ key }: Partial<News>) => keys.includes(key ?? ''))
const kindsOf = async (as: Kind, ...keys: readonly string[]) =>
  (await newsOf(as, ...keys)).map(({ kind, key }) => `${kind} ${key}`)

describe('news of followed records', () => {
  it('are what others have said and done since the record is followed, not what the user did', async () => {
    await items('pen', 'ink')
    await change('pen', { cost: 2 })
    await say('pen', 'before')
    await follow('planner', 'pen')
    await change('pen', { cost: 3, description: 'blue' })
    await say('pen', 'Is it blue?')
    await change('pen', { cost: 4 }, 'planner')
    await say('pen', 'It is.', 'planner')
    await change('ink', { cost: 5 })
    const [said, changed, ...rest] = await newsOf('planner', 'pen', 'ink')
    expect(rest).toEqual([])
    expect(said).toMatchObject({
      kind: 'comment',
      entity: 'input.item',
      key: 'pen',
      user: 'superuser',
      text: 'Is it blue?',
      scenario: 'default',
      route: '/data/item/pen?tab=messages',
      read: false,
    })
    expect(changed).toMatchObject({ kind: 'change', text: null, route: '/data/item/pen?tab=history' })
    expect(Object(changed).fields.toSorted()).toEqual(['cost', 'description'])
    expect(await newsOf('viewer', 'pen')).toEqual([])
  })

  it('get news of records that come and go, one by one or in bulk', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => `bulk ${index}`)
    await follow('planner', 'bulk 700')
    await items(...many)
    await server.api.request('PATCH', '/api/input/item/', {
      body: many.map((name) => ({ name, description: 'changed' })),
    })
    await server.api.create(
      '/api/input/item/',
      many.map((name) => ({ name, category: name === 'bulk 700' ? 'mine' : 'other' })),
    )
    await server.api.delete('/api/input/item/bulk%20700/')
    expect((await kindsOf('planner', 'bulk 700', 'bulk 70', 'bulk 7')).at(0)).toBe('delete bulk 700')
    expect((await kindsOf('planner', 'bulk 700')).at(-1)).toBe('add bulk 700')
    const [gone, changed] = await newsOf('planner', 'bulk 700')
    expect(gone).toMatchObject({ route: '/data/item', fields: [] })
    expect(changed).toMatchObject({ kind: 'change', fields: ['category'] })
  })

  it('are told once, however often and for however many a record is followed', async () => {
    await items('cap')
    await follow('planner', 'cap')
    await follow('planner', 'cap')
    await follow('superuser', 'cap')
    await change('cap', { cost: 2 }, 'changer')
    expect(await kindsOf('planner', 'cap')).toEqual(['change cap'])
    expect(await kindsOf('superuser', 'cap')).toEqual(['change cap'])
  })

  it('come from all scenarios of the user', async () => {
    await server.api.create('/scenario1/api/input/item/', [{ name: 'far' }])
    await follow('superuser', 'far', 'input.item', '/scenario1')
    await server.api.patch('/scenario1/api/input/item/far/', { cost: 7 }, { as: 'outsider' })
    expect(await newsOf('superuser', 'far')).toMatchObject([{ scenario: 'scenario1', user: 'outsider' }])
  })

  it('are not told to those who may not see such records any more', async () => {
    await server.addUser({
      username: 'guest',
      rights: { default: ['input.view_item', 'common.add_follower', 'common.view_follower'] },
    })
    const look = async () => Object((await server.request('GET', '/api/inbox/', { as: 'guest' })).json)
    await items('nib')
    await server.request('POST', '/api/common/follower/', {
      as: 'guest',
      body: { content_type: 'input.item', object_pk: 'nib' },
    })
    await change('nib', { cost: 2 })
    expect(await look()).toMatchObject({ unread: 1, items: [{ key: 'nib' }] })
    await server.database.query({
      text: `DELETE FROM control."membershippermission" WHERE "permission" = 'input.view_item' AND "user" = (
        SELECT "id" FROM control."user" WHERE "username" = 'guest')`,
    })
    await expect.poll(look).toMatchObject({ unread: 0, items: [] })
  })

  it('stand among the tasks by their time, page by page', async () => {
    const whole = (await inbox('planner', '?limit=200')).items.map(({ id }: News) => id)
    expect(whole.some((id: string) => id.startsWith('task:'))).toBe(true)
    const pages: string[] = []
    let cursor = ''
    do {
      const page = await inbox('planner', `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      pages.push(...page.items.map(({ id }: News) => id))
      cursor = page.next ?? ''
    } while (cursor !== '')
    expect(pages).toEqual(whole)
  })

  it('are read like the tasks', async () => {
    await items('tip')
    await follow('planner', 'tip')
    await say('tip', 'one')
    await say('tip', 'two')
    const before = (await inbox('planner')).unread
    const [two] = await newsOf('planner', 'tip')
    expect((await read('planner', { ids: [two?.id] })).json).toEqual({ unread: before - 1 })
    expect((await newsOf('planner', 'tip')).map(({ read: seen }) => seen)).toEqual([true, false])
    expect((await read('planner', { all: true })).json).toEqual({ unread: 0 })
    await say('tip', 'three')
    expect((await inbox('planner', '?unread=1')).items).toMatchObject([{ text: 'three' }])
  })
})

/** Adds a user with tasks that ended so many minutes ago as their number says, each with the id `first` + number. */
async function addUserWithTasks(username: string, first: number, count: number): Promise<void> {
  await server.addUser({ username, rights: { default: [] } })
  await server.database.query({
    text: `INSERT INTO control."task" ("id", "name", "submitted", "finished", "status", "scenario", "user")
      SELECT $1 + n, 'empty', LOCALTIMESTAMP, LOCALTIMESTAMP - make_interval(mins => n), 'Done', 'default', u."id"
      FROM control."user" u CROSS JOIN generate_series(1, $3) AS n WHERE u."username" = $2`,
    values: [first, username, count],
  })
}

/** Marks items of a user as read, and returns the number of unread ones. */
async function readAs(as: string, body: unknown): Promise<number> {
  const { status, json } = await server.request('POST', '/api/inbox/read/', { as, body })
  expect([status, json]).toMatchObject([200, {}])
  return Object(json).unread
}
const unreadOf = async (as: string): Promise<number> =>
  Object((await server.request('GET', '/api/inbox/?limit=1', { as })).json).unread

/** Returns the ids of tasks in parts of one hundred. */
function* hundreds(first: number, from: number, to: number): Generator<readonly string[]> {
  for (let start = from; start <= to; start += 100) {
    const length = Math.min(100, to - start + 1)
    yield Array.from({ length }, (_, index) => `task:${first + start + index}`)
  }
}

describe('items that were read one by one', () => {
  it('stay read, however many they are, and those beside them unread', async () => {
    await addUserWithTasks('keeper', 10_000, 1_200)
    for (const ids of hundreds(10_000, 1, 1_199)) await readAs('keeper', { ids })
    expect(await unreadOf('keeper')).toBe(1)
    const { json } = await server.request('GET', '/api/inbox/?unread=1', { as: 'keeper' })
    expect(Object(json).items).toMatchObject([{ id: 'task:11200' }])
  })

  it('are stored as a moment once all older ones are read', async () => {
    await addUserWithTasks('tidier', 20_000, 1_200)
    for (const ids of [...hundreds(20_000, 2, 1_200)].toReversed()) await readAs('tidier', { ids })
    expect(await unreadOf('tidier')).toBe(1)
    const { rows } = await server.database.query<{ count: number }>({
      text: `SELECT jsonb_array_length("value"->'ids') AS "count" FROM control."userpreference" p
        JOIN control."user" u ON u."id" = p."user" WHERE u."username" = 'tidier' AND "property" = 'inbox:read'`,
    })
    expect(rows[0]?.count).toBeLessThan(500)
  })

  it('stay read when they are read at the same time', async () => {
    await addUserWithTasks('clicker', 30_000, 12)
    const ids = [...hundreds(30_000, 1, 12)].flat()
    await Promise.all(ids.map((id) => readAs('clicker', { ids: [id] })))
    expect(await unreadOf('clicker')).toBe(0)
  })

  it('are limited: of more than 2,500 beside an older unread one, those that were read first are unread again', async () => {
    await addUserWithTasks('hoarder', 40_000, 2_701)
    const body = { ids: [...hundreds(40_000, 1, 2_501)].flat() }
    const refused = await server.request('POST', '/api/inbox/read/', { as: 'hoarder', body })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('2500')])
    expect(await readAs('hoarder', { ids: body.ids.slice(0, 2_500) })).toBe(201)
    expect(await readAs('hoarder', { ids: [...hundreds(40_000, 2_501, 2_600)].flat() })).toBe(201)
    const { json } = await server.request('GET', '/api/inbox/?unread=1&limit=1', { as: 'hoarder' })
    expect(Object(json).items).toMatchObject([{ id: 'task:40001' }])
    expect(await readAs('hoarder', { all: true })).toBe(0)
  })
})

it('reading all leaves unread what a transaction that is still running adds', async () => {
  const user = await server.addUser({ username: 'early', rights: { default: [] } })
  const give = (subject: number) => (client: pg.ClientBase) =>
    giveNotice(client, {
      user,
      kind: 'webhook',
      subject,
      scenario: null,
      name: `hook ${subject}`,
      message: { code: 'webhook_gap' },
    })
  // Signs in: that would wait for a transaction that refers to the user.
  expect(await unreadOf('early')).toBe(0)
  await server.database.withTransaction(async (client) => {
    await give(1)(client)
    await server.database.withTransaction(give(2))
    expect(await unreadOf('early')).toBe(1)
    expect(await readAs('early', { all: true })).toBe(0)
  })
  const { json } = await server.request('GET', '/api/inbox/?unread=1', { as: 'early' })
  expect(Object(json).items).toMatchObject([{ title: 'hook 1' }])
})

const offered = (query: string, as: Kind = 'superuser') =>
  server.api.get(`/api/mentions/input/item/${query}`, { as })

describe('mentions in comments', () => {
  it('are told to those who may see the record, once, and other names stay text', async () => {
    await items('mug')
    await server.addUser({ username: 'Ann Lee', rights: { default: ['input.view_item'] } })
    await follow('planner', 'mug')
    const text = 'ask @PLANNER, @"ann lee" and @norights, not me@viewer or @nobody. @superuser'
    const { headers } = await server.api.request('POST', '/api/common/comment/', {
      body: { content_type: 'input.item', object_pk: 'mug', comment: text },
    })
    // The author learns of whom nobody was notified: unknown users and those who may not see the record, alike.
    expect(headers.get('x-unknown-mentions')).toBe('norights,nobody')
    expect(await newsOf('planner', 'mug')).toMatchObject([
      { kind: 'mention', user: 'superuser', text, route: '/data/item/mug?tab=messages', read: false },
    ])
    const ann = Object((await server.request('GET', '/api/inbox/', { as: 'Ann Lee' })).json)
    expect(ann).toMatchObject({ unread: 1, items: [{ kind: 'mention', key: 'mug' }] })
    for (const other of ['viewer', 'norights', 'superuser'] as const)
      expect([other, await newsOf(other, 'mug')]).toEqual([other, []])
    const { unread } = await inbox('planner')
    const [told] = await newsOf('planner', 'mug')
    expect((await read('planner', { ids: [told?.id] })).json).toEqual({ unread: unread - 1 })
    // Changing a comment sends no new mentions.
    const [comment] = Object((await server.api.get('/api/common/comment/?object_pk=mug')).json)
    await server.api.patch(`/api/common/comment/${comment.id}/`, { comment: 'ask @viewer' })
    expect(await newsOf('viewer', 'mug')).toEqual([])
  })

  it('of nobody are named in a header that no proxy refuses for its length', async () => {
    await items('mug')
    const names = Array.from({ length: 8 }, (_, index) => `@${'ä'.repeat(140)}${index}`)
    const { headers } = await server.api.request('POST', '/api/common/comment/', {
      body: { content_type: 'input.item', object_pk: 'mug', comment: names.join(' ') },
    })
    const listed = headers.get('x-unknown-mentions') ?? ''
    expect(listed.length).toBeLessThan(2_100)
    expect(listed).toMatch(/^(%C3%A4){140}0,.*\+6$/)
  })

  it('are offered while a comment is written: users who may see such records', async () => {
    expect((await offered('?q=plan')).json).toMatchObject([{ username: 'planner' }])
    expect((await offered('?q=ANN%20l')).json).toMatchObject([{ username: 'Ann Lee' }])
    expect((await offered('?q=norights')).json).toEqual([])
    expect((await offered('', 'norights')).status).toBe(403)
  })
})

const plans = async (as: Kind) =>
  (await inbox(as)).items.filter(({ kind }: { kind: string }) => kind === 'plan')
const row = (model: string, fields: Readonly<Record<string, unknown>>) => ({
  model: `input.${model}`,
  fields,
})

describe('plans', () => {
  it('tell followers what they changed of their records, once for each plan, and nobody else', async () => {
    const context = createTestContext(server.database)
    await loadModel(context, [
      row('location', { name: 'Shop' }),
      row('supplier', { name: 'Frames Inc' }),
      row('item', { name: 'Frame' }),
      row('itemsupplier', {
        item: 'Frame',
        supplier: 'Frames Inc',
        location: 'Shop',
        leadtime: '14 00:00:00',
      }),
      row('demand', { name: 'Soon', item: 'Frame', location: 'Shop', quantity: 3, due: '2026-01-12' }),
      row('demand', { name: 'Later', item: 'Frame', location: 'Shop', quantity: 2, due: '2026-02-20' }),
    ])
    await planScenario(context)
    await follow('planner', 'Soon', 'input.demand')
    await follow('planner', 'Later', 'input.demand')
    await follow('viewer', 'Frame')
    await planScenario(context)
    expect(await plans('planner'), 'a plan that changed nothing').toEqual([])
    const change = (path: string, body: unknown) => server.api.request('PATCH', path, { body })
    expect((await change('/api/input/itemsupplier/?item=Frame', { leadtime: '20 00:00:00' })).status).toBe(
      200,
    )
    await change('/api/input/demand/Soon/', { quantity: 5 })
    const { unread } = await inbox('planner')
    await planScenario(context)
    const [told, ...others] = await plans('planner')
    expect(others).toEqual([])
    expect(told).toMatchObject({
      total: 1,
      read: false,
      route: '/data/demand/Soon/plan',
      changes: [
        {
          key: 'Soon',
          before: { quantity: 3, delay: 7 * 86_400 },
          after: { quantity: 5, delay: 13 * 86_400, end: '2026-01-25T00:00:00' },
        },
      ],
    })
    expect((await inbox('planner')).unread).toBe(unread + 1)
    expect((await read('planner', { ids: [told.id] })).json).toEqual({ unread })
    expect(await plans('viewer')).toMatchObject([
      { changes: [{ key: 'Frame', before: { quantity: 5, late: 1 }, after: { quantity: 7, late: 1 } }] },
    ])
    expect(await plans('changer')).toEqual([])
  })

  it('tell followers the new exceptions on their records, and not those that they already had', async () => {
    const exceptions = async (as: Kind) =>
      (await inbox(as)).items.filter(({ kind }: { kind: string }) => kind === 'exception')
    expect(await exceptions('planner'), 'the order was late before it was followed').toEqual([])
    await server.api.patch('/api/input/demand/Later/', { due: '2026-01-13T00:00:00' })
    const { unread } = await inbox('planner')
    await planScenario(createTestContext(server.database))
    const [found, ...others] = await exceptions('planner')
    expect(others).toEqual([])
    expect(found).toMatchObject({
      total: 1,
      route: '/data/demand/Later/plan',
      changes: [{ entity: 'input.demand', key: 'Later', exception: 'late' }],
    })
    // The changed lateness is a message of its own.
    expect((await inbox('planner')).unread).toBe(unread + 2)
    expect((await read('planner', { ids: [found.id] })).json).toEqual({ unread: unread + 1 })
    await planScenario(createTestContext(server.database))
    expect(await exceptions('planner')).toHaveLength(1)
  })
})
