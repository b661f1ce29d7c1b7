/** Tests proposals over HTTP: created, decided, updated to the current data, applied and undone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchConflicts } from '../../src/proposals/watch-conflicts.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { until } from '../support/wait.ts'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
const items = '/api/input/item/'
const proposals = '/api/proposals/'

const itemRights = ['input.view_item', 'input.add_item', 'input.change_item', 'input.delete_item']
beforeAll(async () => {
  server = await startApiServer({
    settings: {
      DATABASES: JSON.stringify({ default: { PROPOSALS_REQUIRED_FOR: { 'input.supplier': 'buyers' } } }),
    },
  })
  await server.addUser({
    username: 'proposer',
    rights: {
      default: ['common.add_proposal', 'input.view_item', 'input.view_supplier', 'input.view_demand'],
    },
  })
  await server.addUser({
    username: 'reviewer',
    rights: {
      default: [
        'common.view_proposal',
        'common.add_proposal',
        'common.approve_proposal',
        ...itemRights,
        'input.view_supplier',
        'input.add_supplier',
        'input.change_supplier',
      ],
    },
  })
  await server.database.query({
    text: `WITH g AS (INSERT INTO control."group" ("name") VALUES ('buyers') RETURNING "id")
      INSERT INTO control."membershipgroup" ("user", "scenario", "group")
      SELECT u."id", 'default', g."id" FROM g, control."user" u WHERE u."username" = 'reviewer'`,
  })
})
afterAll(() => server[Symbol.asyncDispose]())

type As = Kind | 'proposer' | 'reviewer'
const call = async (method: string, path: string, as: As = 'superuser', body?: unknown) => {
  const answer = await server.request(method, path, { as, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, json: Object(answer.json), headers: answer.headers }
}
const propose = async (edits: readonly unknown[], as: As = 'superuser', rest: object = {}) => {
  const made = await call('POST', proposals, as, { title: 'Better data', edits, ...rest })
  expect([made.status, JSON.stringify(made.json)]).toEqual([201, expect.any(String)])
  return { id: Number(made.json.id), path: `${proposals}${made.json.id}/` }
}
const update = (key: string, fields: object, base?: object) => ({
  entity: 'input.item',
  action: 'update',
  key,
  fields,
  ...(base === undefined ? {} : { base }),
})

const names = (users: readonly unknown[]) => users.map((user) => Object(user).username)
/** Watches for conflicts, as the service does every few seconds. */
const watch = () =>
  watchConflicts(
    server.service.dataContext({ scenario: 'default', actor: { userId: null, channel: 'command' } }),
  )

describe('a proposal', () => {
  it('is made with the values of now as its base, applied as one change set, and undone', async () => {
    await call('POST', items, 'superuser', [{ name: 'P1', description: 'old', cost: 3 }, { name: 'P2' }])
    const { id, path } = await propose([
      update('P1', { description: 'new' }),
      { entity: 'input.item', action: 'create', fields: { name: 'P3', cost: 4 } },
      { entity: 'input.item', action: 'delete', key: 'P2' },
    ])
    const made = await call('GET', path)
    expect(made.json).toMatchObject({
      id,
      title: 'Better data',
      state: 'draft',
      author: { username: 'superuser' },
      source: { kind: 'edits' },
      edits: 3,
      stale: false,
      conflicts: [],
      faults: [],
      allowed: ['submit', 'withdraw', 'resolve', 'apply'],
      events: [{ kind: 'created' }],
    })
    expect((await call('GET', `${path}edits/?limit=2`)).json).toMatchObject({
      edits: [
        { number: 0, key: 'P1', fields: { description: 'new' }, base: { description: 'old' }, title: 'P1' },
        { number: 1, action: 'create', title: 'P3' },
      ],
      more: true,
    })
    expect((await call('GET', `${items}P1/`)).json.description).toBe('old')
    const applied = await call('POST', `${path}apply/`)
    expect(applied).toMatchObject({ status: 200, json: { changeset: expect.any(Number) } })
    expect((await call('GET', `${items}P1/`)).json.description).toBe('new')
    expect((await call('GET', `${items}P2/`)).status).toBe(404)
    expect((await call('GET', path)).json).toMatchObject({
      state: 'applied',
      changeset: applied.json.changeset,
    })
    const [set] = (await call('GET', '/api/audit/?limit=1')).json.sets
    expect(set).toMatchObject({ changeset: applied.json.changeset, origin: `proposal ${id}` })
    expect((await call('POST', `${path}apply/`)).status).toBe(409)
    await call('POST', `/api/audit/${applied.json.changeset}/undo/?apply=1`)
    expect((await call('GET', `${items}P1/`)).json).toMatchObject({ description: 'old', cost: 3 })
    expect((await call('GET', `${items}P3/`)).status).toBe(404)
    expect((await call('GET', `${items}P2/`)).status).toBe(200)
  })

  it('is counted on pages behind the last one too, and found by the name of an entity only', async () => {
    const { path } = await propose([{ entity: 'input.item', action: 'create', fields: { name: 'P0' } }])
    await call('POST', `${path}withdraw/`)
    const { count } = (await call('GET', proposals)).json
    expect(count).toBeGreaterThan(0)
    for (const page of ['?offset=100', '?offset=0&limit=1'])
      expect((await call('GET', `${proposals}${page}`)).json).toMatchObject({ count })
    expect((await call('GET', `${proposals}?offset=100`)).json).toEqual({ count, proposals: [] })
    expect((await call('GET', `${proposals}?entity=input.nothing`)).json).toEqual({ count: 0, proposals: [] })
    expect(await call('GET', `${proposals}?entity=%00`)).toMatchObject({ status: 400 })
  })

  it('names conflicts field by field, and takes what is decided', async () => {
    await call('POST', items, 'superuser', [
      { name: 'C1', description: 'a', category: 'a', cost: 1 },
      { name: 'C2', description: 'a' },
      { name: 'C3', description: 'a' },
    ])
    const { path } = await propose([
      update('C1', { description: 'mine', category: 'mine', cost: 2 }),
      update('C2', { description: 'mine' }),
      { entity: 'input.item', action: 'delete', key: 'C3' },
      { entity: 'input.item', action: 'create', fields: { name: ' C4', description: 'mine' } },
    ])
    await call('PATCH', `${items}C1/`, 'superuser', { description: 'theirs', category: 'theirs' })
    await call('DELETE', `${items}C2/`)
    await call('PATCH', `${items}C3/`, 'superuser', { description: 'theirs' })
    await call('POST', items, 'superuser', [{ name: 'C4', description: 'theirs' }])
    const refused = await call('POST', `${path}apply/`)
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({
      conflict_count: 4,
      conflicts: [
        {
          edit: 0,
          key: 'C1',
          problem: 'changed',
          fields: {
            description: { base: 'a', present: 'theirs', proposed: 'mine' },
            category: { base: 'a', present: 'theirs', proposed: 'mine' },
          },
        },
        { edit: 1, key: 'C2', problem: 'deleted' },
        { edit: 2, key: 'C3', problem: 'changed', fields: { description: { base: 'a', present: 'theirs' } } },
        { edit: 3, problem: 'exists', fields: { description: { present: 'theirs', proposed: 'mine' } } },
      ],
    })
    expect(Object.keys(refused.json.conflicts[0].fields)).toEqual(['description', 'category'])
    expect((await call('GET', `${items}C1/`)).json.cost).toBe(1)
    expect((await call('GET', path)).json).toMatchObject({ stale: true, conflict_count: 4 })
    const impossible = await call('POST', `${path}resolve/`, 'superuser', {
      choices: [{ entity: 'input.item', key: 'C2', take: 'proposed' }],
    })
    expect(impossible).toMatchObject({
      status: 400,
      json: { 'choices.0.take': [expect.stringContaining('C2')] },
    })
    const unknown = await call('POST', `${path}resolve/`, 'superuser', {
      choices: [{ entity: 'input.item', key: 'C9', take: 'present' }],
    })
    expect(unknown).toMatchObject({ status: 400, json: { 'choices.0.key': [expect.stringContaining('C9')] } })
    const resolved = await call('POST', `${path}resolve/`, 'superuser', {
      choices: [
        { entity: 'input.item', key: 'C1', field: 'description', take: 'proposed' },
        { entity: 'input.item', key: 'C1', field: 'category', take: 'present' },
        { entity: 'input.item', key: 'C2', take: 'present' },
        { entity: 'input.item', key: 'C3', take: 'proposed' },
        { entity: 'input.item', key: 'C4', take: 'proposed' },
      ],
    })
    expect(resolved.json).toMatchObject({ edits: 3, revision: 2, conflict_count: 0, faults: [] })
    expect((await call('POST', `${path}apply/`)).status).toBe(200)
    expect((await call('GET', `${items}C1/`)).json).toMatchObject({
      description: 'mine',
      category: 'theirs',
      cost: 2,
    })
    expect((await call('GET', `${items}C3/`)).status).toBe(404)
    expect((await call('GET', `${items}C4/`)).json.description).toBe('mine')
  })

  it('only counts conflicts of records that the user may not view', async () => {
    const customers = '/api/input/customer/'
    await call('POST', customers, 'superuser', [{ name: 'Secret customer', description: 'a' }])
    const edit = { ...update('Secret customer', { description: 'mine' }), entity: 'input.customer' }
    const { path } = await propose([edit])
    await call('PATCH', `${customers}Secret%20customer/`, 'superuser', { description: 'theirs' })
    const { json } = await call('GET', path)
    expect(json.conflicts).toMatchObject([{ entity: 'input.customer', key: 'Secret customer' }])
    const reviewed = await call('GET', path, 'reviewer')
    expect(reviewed.json).toMatchObject({ stale: true, conflict_count: 1, conflicts: [] })
    expect(JSON.stringify(reviewed.json)).not.toContain('Secret')
  })

  it('takes base, present or proposed for all conflicts at once', async () => {
    await call('POST', items, 'superuser', [{ name: 'A1', description: 'a' }])
    for (const [take, outcome] of [
      ['base', 'a'],
      ['proposed', 'mine'],
      ['present', 'theirs'],
    ] as const) {
      await call('PATCH', `${items}A1/`, 'superuser', { description: 'a' })
      const { path } = await propose([update('A1', { description: 'mine' })])
      await call('PATCH', `${items}A1/`, 'superuser', { description: 'theirs' })
      await call('POST', `${path}resolve/`, 'superuser', { take })
      expect((await call('POST', `${path}apply/`)).status).toBe(200)
      expect([take, (await call('GET', `${items}A1/`)).json.description]).toEqual([take, outcome])
    }
  })

  it('tells faults that the write path would find, and changes nothing', async () => {
    await call('POST', items, 'superuser', [{ name: 'F1', cost: 1 }])
    const { path } = await propose([
      update('F1', { cost: 5 }),
      { entity: 'input.item', action: 'create', fields: { name: 'F2', cost: 'cheap', owner: 'nobody' } },
    ])
    expect((await call('GET', path)).json.faults).toMatchObject([
      { edit: 1, entity: 'input.item', label: 'item', field: 'cost', message: 'A valid number is required.' },
    ])
    const refused = await call('POST', `${path}apply/`)
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ edit: 1, field: 'cost' }] } })
    expect((await call('GET', `${items}F1/`)).json.cost).toBe(1)
    expect((await call('GET', path)).json.state).toBe('draft')
  })

  it.each([
    [{ edits: [update('B', {}, {})] }, 'title'],
    [{ title: 'x', edits: [] }, 'edits'],
    [{ title: 'x', edits: {} }, 'edits'],
    [{ title: 'x'.repeat(201), edits: [update('x', {})] }, 'title'],
    [{ title: 5, edits: [update('B', {}, {})] }, 'title'],
    [{ title: 'x', edits: [update('B', {}, {})], more: 1 }, 'more'],
    [{ title: 'x', edits: [{ entity: 'common.user', action: 'delete', key: '1' }] }, 'edits.0.entity'],
    [{ title: 'x', edits: [{ entity: 'input.item', action: 'drop', key: '1' }] }, 'edits.0.action'],
    [{ title: 'x', edits: [{ entity: 'input.item', action: 'update', fields: {} }] }, 'edits.0.key'],
    [{ title: 'x', edits: [update('nobody', { cost: 1 })] }, 'edits.0.key'],
    [{ title: 'x', edits: [{ ...update('a', {}), base: 4 }] }, 'edits.0.base'],
    [{ title: 'x', edits: [update('B', {}, {}), update('B', {}, {})] }, 'edits.1.key'],
    [{ title: 'x', submit: 'yes', edits: [update('B', {}, {})] }, 'submit'],
    [{ title: 'x', edits: Array.from({ length: 10_001 }, (_, n) => update(`N${n}`, {}, {})) }, 'edits'],
  ])('refuses %.80j and names what is at fault', async (body, place) => {
    const answer = await call('POST', proposals, 'superuser', body)
    expect([answer.status, Object.keys(answer.json)]).toEqual([400, [place]])
  })

  it('refuses numbers of JSON that became infinite, which would be stored as null', async () => {
    const body = `{"title": "x", "edits": [{"entity": "input.item", "action": "update", "key": "B",
      "fields": {"cost": 1e400}}]}`
    const answer = await call('POST', proposals, 'superuser', body)
    expect([answer.status, Object.keys(answer.json)]).toEqual([400, ['edits.0.fields.cost']])
  })

  it('takes the rights of its edits from whoever applies it', async () => {
    await call('POST', items, 'superuser', [{ name: 'R1' }])
    const denied = { title: 'x', edits: [update('R1', { description: 'x' })] }
    expect((await call('POST', proposals, 'viewer', denied)).status).toBe(403)
    expect((await call('GET', proposals, 'norights')).json).toMatchObject({ count: 0 })
    const hidden = {
      title: 'x',
      edits: [{ entity: 'input.location', action: 'create', fields: { name: 'L' } }],
    }
    expect((await call('POST', proposals, 'proposer', hidden)).status).toBe(403)
    const { id, path } = await propose([update('R1', { description: 'proposed' })], 'proposer', {
      submit: true,
    })
    expect((await call('GET', path, 'proposer')).json.allowed).toEqual(['withdraw', 'resolve'])
    expect((await call('POST', `${path}apply/`, 'proposer')).status).toBe(403)
    expect((await call('POST', `${path}approve/`, 'proposer', {})).status).toBe(403)
    expect((await call('GET', path, 'norights')).status).toBe(404)
    const listed = await call('GET', `${proposals}?state=open&search=better&entity=input.item`, 'reviewer')
    expect(listed.json).toMatchObject({ count: 1, proposals: [{ id, author: { username: 'proposer' } }] })
    expect((await call('GET', `${proposals}?state=done`)).status).toBe(400)
    const approved = await call('POST', `${path}approve/`, 'reviewer', { comment: 'Good.' })
    expect(approved.json).toMatchObject({ state: 'approved', allowed: ['reject', 'resolve', 'apply'] })
    expect((await call('POST', `${path}apply/`, 'reviewer')).status).toBe(200)
    expect((await call('GET', path, 'proposer')).json.events).toMatchObject([
      { kind: 'created', user: { username: 'proposer' } },
      { kind: 'submitted' },
      { kind: 'approved', text: 'Good.', user: { username: 'reviewer' } },
      { kind: 'applied' },
    ])
  })

  it('refers only to records of entities that its author may view, because it tells which ones exist', async () => {
    await call('POST', '/api/input/location/', 'superuser', [{ name: 'Secret site' }])
    for (const location of ['Secret site', 'No site']) {
      const fields = { name: `of ${location}`, location }
      const edits = [
        { entity: 'input.supplier', action: 'create', fields: { name: 'S' } },
        { entity: 'input.demand', action: 'create', fields },
      ]
      const refused = await call('POST', proposals, 'proposer', { title: 'Where', edits })
      expect([refused.status, Object.keys(refused.json)]).toEqual([400, ['edits.1.fields.location']])
      const unseen = [
        { entity: 'input.location', action: 'update', key: location, fields: { description: 'x' } },
      ]
      expect((await call('POST', proposals, 'proposer', { title: 'Where', edits: unseen })).status).toBe(403)
    }
  })

  it('needs the approval of a group where a setting says so, of the edits as they are, and not of its author', async () => {
    await call('POST', '/api/input/supplier/', 'superuser', [{ name: 'S1' }])
    const edit = { entity: 'input.supplier', action: 'update', key: 'S1', fields: { description: 'x' } }
    const { path } = await propose([edit], 'superuser', { submit: true })
    expect((await call('GET', path)).json).toMatchObject({
      approvals: { needed: ['buyers'], missing: ['buyers'] },
      allowed: ['withdraw', 'resolve'],
    })
    const refused = await call('POST', `${path}apply/`)
    expect(refused).toMatchObject({ status: 403, json: { detail: expect.stringContaining('buyers') } })
    expect((await call('POST', `${path}approve/`, 'superuser', {})).status).toBe(403)
    expect((await call('POST', `${path}approve/`, 'reviewer', {})).json.state).toBe('approved')
    await call('PATCH', '/api/input/supplier/S1/', 'superuser', { description: 'y' })
    const resolved = await call('POST', `${path}resolve/`, 'superuser', { take: 'proposed' })
    expect(resolved.json).toMatchObject({ state: 'open', approvals: { missing: ['buyers'] } })
    expect((await call('POST', `${path}apply/`)).status).toBe(403)
    await call('POST', `${path}approve/`, 'reviewer', {})
    expect((await call('POST', `${path}apply/`)).status).toBe(200)
    const own = await propose([{ ...edit, fields: { description: 'z' } }], 'reviewer', { submit: true })
    const refusedOwn = await call('POST', `${own.path}approve/`, 'reviewer', {})
    expect(refusedOwn).toMatchObject({ status: 403, json: { detail: expect.stringContaining('your own') } })
  })

  it('is withdrawn, rejected and commented; what has ended stays as it is', async () => {
    await call('POST', items, 'superuser', [{ name: 'W1' }])
    const one = await propose([update('W1', { description: 'x' })])
    expect((await call('POST', `${one.path}approve/`, 'superuser', {})).status).toBe(409)
    expect((await call('POST', `${one.path}submit/`, 'superuser', {})).json.state).toBe('open')
    const said = await call('POST', `${one.path}comment/`, 'reviewer', { comment: ' Why? ' })
    expect(said.json.events.at(-1)).toMatchObject({ kind: 'commented', text: 'Why?' })
    expect((await call('POST', `${one.path}comment/`, 'reviewer', {})).json).toMatchObject({
      comment: [expect.any(String)],
    })
    expect((await call('POST', `${one.path}comment/`, 'reviewer', { text: 'x' })).status).toBe(400)
    expect((await call('POST', `${one.path}reject/`, 'reviewer', {})).json).toMatchObject({
      state: 'rejected',
      allowed: [],
    })
    for (const action of ['submit', 'approve', 'withdraw'])
      expect((await call('POST', `${one.path}${action}/`, 'superuser', {})).status).toBe(409)
    expect((await call('POST', `${one.path}apply/`)).status).toBe(409)
    const two = await propose([update('W1', { description: 'x' })])
    expect((await call('POST', `${two.path}withdraw/`, 'reviewer', {})).status).toBe(403)
    expect((await call('POST', `${two.path}withdraw/`, 'superuser', {})).json.state).toBe('withdrawn')
    expect((await call('GET', `${proposals}999999/`)).status).toBe(404)
    expect((await call('GET', `${proposals}x/`)).status).toBe(404)
  })

  it('is in the inbox of its author and of those who have to approve it, unless they did it themselves', async () => {
    const inboxOf = async (as: As) => (await call('GET', '/api/inbox/?limit=1', as)).json
    await call('POST', '/api/inbox/read/', 'reviewer', { all: true })
    const edit = { entity: 'input.supplier', action: 'create', fields: { name: 'S-inbox' } }
    const { id, path } = await propose([edit], 'superuser', { title: 'For the inbox', submit: true })
    const asked = await inboxOf('reviewer')
    expect(asked).toMatchObject({
      unread: 1,
      items: [
        {
          kind: 'proposal',
          proposal: id,
          title: 'For the inbox',
          event: 'submitted',
          user: 'superuser',
          route: `/proposals/${id}`,
          read: false,
        },
      ],
    })
    expect(
      (await call('POST', '/api/inbox/read/', 'reviewer', { ids: [asked.items[0].id] })).json.unread,
    ).toBe(0)
    await call('POST', `${path}approve/`, 'reviewer', { comment: 'Fine.' })
    expect((await inboxOf('superuser')).items[0]).toMatchObject({
      event: 'approved',
      text: 'Fine.',
      user: 'reviewer',
    })
    expect((await inboxOf('reviewer')).items[0]).toMatchObject({ event: 'submitted' })
    // Edits that were changed need another approval.
    await call('POST', `${path}resolve/`, 'superuser', { take: 'proposed' })
    expect((await inboxOf('reviewer')).items[0]).toMatchObject({ event: 'resolved', proposal: id })
    expect((await inboxOf('proposer')).items).not.toMatchObject([{ proposal: id }])
  })

  it('is followed and no longer followed; a comment follows it again, and who may not see it is told nothing', async () => {
    const eventsOf = async (id: number, as: As): Promise<readonly string[]> => {
      const { items: told } = (await call('GET', '/api/inbox/?limit=200', as)).json
      const about = Array.isArray(told) ? told.filter((item) => Object(item).proposal === id) : []
      return about.map((item) => String(Object(item).event)).toReversed()
    }
    await call('POST', items, 'superuser', [{ name: 'FO1', description: 'a' }])
    const { id, path } = await propose([update('FO1', { description: 'b' })], 'proposer', { submit: true })
    const before = await call('GET', path, 'reviewer')
    expect([before.json.following, names(before.json.followers)]).toEqual([false, ['proposer']])
    expect((await call('GET', path, 'proposer')).json.following).toBe(true)
    expect((await call('POST', `${path}follow/`, 'norights')).status).toBe(404)
    const followed = await call('POST', `${path}follow/`, 'reviewer')
    expect([followed.status, followed.json.following, names(followed.json.followers)]).toEqual([
      200,
      true,
      ['proposer', 'reviewer'],
    ])
    await call('POST', `${path}comment/`, 'superuser', { comment: 'one' })
    expect([await eventsOf(id, 'reviewer'), await eventsOf(id, 'proposer')]).toEqual([
      ['submitted', 'commented'],
      ['commented'],
    ])
    expect((await call('POST', `${path}unfollow/`, 'reviewer')).json.following).toBe(false)
    expect((await call('POST', `${path}unfollow/`, 'proposer')).json.following).toBe(false)
    expect([await eventsOf(id, 'reviewer'), await eventsOf(id, 'proposer')]).toEqual([[], []])
    await call('POST', `${path}comment/`, 'proposer', { comment: 'two' })
    expect(await eventsOf(id, 'proposer')).toEqual(['commented'])
    expect(await eventsOf(id, 'superuser')).toEqual(['submitted', 'commented'])
  })

  it('that comes to conflict with what others have written is told to its followers once', async () => {
    const kindsOf = async (path: string): Promise<readonly string[]> =>
      (await call('GET', path)).json.events.map((event: unknown) => String(Object(event).kind))
    await call('POST', items, 'superuser', [{ name: 'CO1', description: 'a' }, { name: 'CO2' }])
    const { id, path } = await propose([update('CO1', { description: 'b' })], 'proposer')
    const undone = await call('POST', '/api/batch/input/item/', 'superuser', {
      update: [{ name: 'CO2', description: 'x' }],
    })
    const undo = await call('POST', `/api/audit/${undone.json.changeset}/undo/`)
    while ((await watch()) > 0);
    // No data of these entities was written since, so nothing is compared.
    await call('POST', '/api/input/location/', 'superuser', [{ name: 'CO' }])
    expect(await watch()).toBe(0)
    expect(await kindsOf(path)).toEqual(['created'])
    await call('PATCH', `${items}CO1/`, 'superuser', { description: 'c' })
    await call('PATCH', `${items}CO2/`, 'superuser', { description: 'y' })
    for (let round = 0; round < 3; round += 1) await watch()
    await call('PATCH', `${items}CO1/`, 'superuser', { description: 'd' })
    await watch()
    expect(await kindsOf(path)).toEqual(['created', 'conflicting'])
    expect(await kindsOf(`${proposals}${undo.json.proposal}/`)).toEqual(['created', 'conflicting'])
    expect((await call('GET', '/api/inbox/?limit=1', 'proposer')).json.items).toMatchObject([
      { proposal: id, event: 'conflicting', user: null, read: false },
    ])
    await call('POST', `${path}resolve/`, 'proposer', { take: 'proposed' })
    await watch()
    await call('PATCH', `${items}CO1/`, 'superuser', { description: 'e' })
    await watch()
    expect(await kindsOf(path)).toEqual(['created', 'conflicting', 'resolved', 'conflicting'])
  })

  it('of many edits is applied by a task', async () => {
    const names = Array.from({ length: 2_100 }, (_, n) => `M${n}`)
    const { path } = await propose(
      names.map((name) => ({ entity: 'input.item', action: 'create', fields: { name } })),
    )
    const launched = await call('POST', `${path}apply/`)
    expect(launched).toMatchObject({ status: 202, json: { taskid: expect.any(Number) } })
  })
})

describe('undo as a proposal', () => {
  it('is stored, reviewed and applied; choices keep single values', async () => {
    await call('POST', items, 'superuser', [{ name: 'U1', description: 'one', category: 'one', cost: 1 }])
    const saved = await call('POST', '/api/batch/input/item/', 'superuser', {
      update: [{ name: 'U1', description: 'two', category: 'two', cost: 2 }],
    })
    await call('PATCH', `${items}U1/`, 'superuser', { category: 'three' })
    const made = await call('POST', `/api/audit/${saved.json.changeset}/undo/`)
    expect(made).toMatchObject({
      status: 201,
      json: {
        proposal: expect.any(Number),
        edits: 1,
        conflicts: [
          { problem: 'changed', fields: { category: { base: 'two', present: 'three', proposed: 'one' } } },
        ],
      },
    })
    const path = `${proposals}${made.json.proposal}/`
    expect((await call('GET', path)).json).toMatchObject({
      title: `Undo change set ${saved.json.changeset}`,
      source: { kind: 'undo', changeset: saved.json.changeset },
      summary: [{ entity: 'input.item', action: 'update', records: 1 }],
      conflict_count: 1,
      stale: true,
    })
    expect((await call('GET', `${path}edits/`)).json.edits).toMatchObject([
      { key: 'U1', fields: { description: 'one', category: 'one' }, base: { description: 'two' } },
    ])
    expect((await call('POST', `${path}apply/`)).status).toBe(409)
    await call('POST', `${path}resolve/`, 'superuser', {
      choices: [{ entity: 'input.item', key: 'U1', field: 'category', take: 'present' }],
    })
    const applied = await call('POST', `${path}apply/`)
    expect(applied.status).toBe(200)
    expect((await call('GET', `${items}U1/`)).json).toMatchObject({
      description: 'one',
      category: 'three',
      cost: 1,
    })
    const [set] = (await call('GET', '/api/audit/?limit=1')).json.sets
    expect(set).toMatchObject({ changeset: applied.json.changeset, undo: { of: saved.json.changeset } })
  })

  it('is not applied without choices that are stored meanwhile', async () => {
    await call('POST', items, 'superuser', [{ name: 'U9', description: 'one' }])
    const saved = await call('POST', '/api/batch/input/item/', 'superuser', {
      update: [{ name: 'U9', description: 'two' }],
    })
    const made = await call('POST', `/api/audit/${saved.json.changeset}/undo/`)
    const id = Number(made.json.proposal)
    const applying = await server.database.withTransaction(async (client) => {
      await client.query('UPDATE control."proposal" SET "revision" = "revision" + 1 WHERE "id" = $1', [id])
      const answer = call('POST', `${proposals}${id}/apply/`)
      await until('the undo waits for the proposal', async () => (await lockWaits(server.database)) > 0)
      return { answer }
    })
    expect(await applying.answer).toMatchObject({ status: 409 })
    expect((await call('GET', `${items}U9/`)).json).toMatchObject({ description: 'two' })
    expect((await call('POST', `${proposals}${id}/apply/`)).status).toBe(200)
    expect((await call('GET', `${items}U9/`)).json).toMatchObject({ description: 'one' })
  })

  it('of added and deleted records tells which come and go', async () => {
    await call('POST', items, 'superuser', [{ name: 'U2', description: 'kept' }])
    const saved = await call('POST', '/api/batch/input/item/', 'superuser', {
      create: [{ name: 'U3' }],
      delete: [{ name: 'U2' }],
    })
    const made = await call('POST', `/api/audit/${saved.json.changeset}/undo/`)
    const path = `${proposals}${made.json.proposal}/`
    expect((await call('GET', `${path}edits/`)).json.edits).toMatchObject([
      { action: 'create', key: 'U2', fields: { name: 'U2', description: 'kept' } },
      { action: 'delete', key: 'U3' },
    ])
    expect((await call('POST', `${path}apply/`)).status).toBe(200)
    expect((await call('GET', `${items}U2/`)).json.description).toBe('kept')
    expect((await call('GET', `${items}U3/`)).status).toBe(404)
  })
})
