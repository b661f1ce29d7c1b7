/** Tests proposals over HTTP that are applied in parts, and proposals whose change set is undone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'

let server: ApiServer
const items = '/api/input/item/'

beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.request(method, path, body === undefined ? {} : { body })
  return { status: answer.status, json: Object(answer.json) }
}
const propose = async (edits: readonly unknown[]) => {
  const { status, json } = await call('POST', '/api/proposals/', { title: 'Parts', submit: true, edits })
  expect(status).toBe(201)
  return { id: Number(json.id), path: `/api/proposals/${json.id}/` }
}
const edit = (action: string, key: string, fields: object = {}, entity = 'input.item') =>
  action === 'create'
    ? { entity, action, fields: { name: key, ...fields } }
    : { entity, action, key, ...(action === 'delete' ? {} : { fields }) }
const description = async (key: string) => (await call('GET', `${items}${key}/`)).json.description

const applied = async (key: string) => {
  await call('POST', items, [{ name: key, description: 'old' }])
  const { path } = await propose([edit('update', key, { description: 'new' })])
  const { changeset } = (await call('POST', `${path}apply/`)).json
  const undo = (await call('POST', `/api/audit/${changeset}/undo/?apply=1`)).json
  return { path, changeset, undo: undo.changeset }
}

describe('some edits of a proposal', () => {
  it('are applied in one change set, and the others stay open in the proposal', async () => {
    await call('POST', items, [
      { name: 'A1', description: 'old' },
      { name: 'A2', description: 'old' },
      { name: 'A3', description: 'old' },
    ])
    const { id, path } = await propose(
      ['A1', 'A2', 'A3'].map((key) => edit('update', key, { description: 'new' })),
    )
    const applied = await call('POST', `${path}apply/`, { edits: [0, 2] })
    expect(applied).toMatchObject({
      status: 200,
      json: { changeset: expect.any(Number), proposal: expect.any(Number) },
    })
    expect([await description('A1'), await description('A2'), await description('A3')]).toEqual([
      'new',
      'old',
      'new',
    ])
    const { origin } = (await call('GET', '/api/audit/?limit=1')).json.sets[0]
    expect(origin).toBe(`proposal ${applied.json.proposal}`)
    const rest = (await call('GET', path)).json
    expect(rest).toMatchObject({
      state: 'open',
      edits: 1,
      summary: [{ records: 1 }],
      parts: [
        {
          proposal: applied.json.proposal,
          changeset: applied.json.changeset,
          edits: 2,
          state: 'applied',
        },
      ],
      allowed: expect.arrayContaining(['apply', 'reject', 'withdraw']),
    })
    expect(rest.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'created',
      'submitted',
      'applied_partly',
    ])
    expect((await call('GET', `${path}edits/`)).json.edits).toMatchObject([{ number: 1, key: 'A2' }])
    expect((await call('GET', `/api/proposals/${applied.json.proposal}/`)).json).toMatchObject({
      state: 'applied',
      source: { part_of: id },
      changeset: applied.json.changeset,
    })
    expect(await call('POST', `${path}apply/`)).toMatchObject({ status: 200, json: { proposal: id } })
    expect(await description('A2')).toBe('new')
    expect((await call('GET', path)).json.state).toBe('applied')
  })

  it('are all of them if none is excepted', async () => {
    await call('POST', items, [{ name: 'G1' }])
    const { id, path } = await propose([edit('update', 'G1', { description: 'new' })])
    expect(await call('POST', `${path}apply/`, { except: [] })).toMatchObject({ json: { proposal: id } })
  })

  it('are refused if they are too many for a request, and all are applied by a task', async () => {
    const { path } = await propose(Array.from({ length: 2_002 }, (_, place) => edit('create', `H${place}`)))
    const refused = await call('POST', `${path}apply/`, { except: [0] })
    expect(refused).toMatchObject({ status: 400, json: { except: [expect.stringContaining('task')] } })
    expect((await call('POST', `${path}apply/`, { except: [] })).status).toBe(202)
  })

  it('do not repeat the approvals of the proposal as news', async () => {
    await call('POST', items, [{ name: 'J1' }, { name: 'J2' }])
    const { path } = await propose(['J1', 'J2'].map((key) => edit('update', key, { description: 'new' })))
    expect((await call('POST', `${path}approve/`, {})).json.state).toBe('approved')
    const { proposal } = (await call('POST', `${path}apply/`, { edits: [0] })).json
    const { events } = (await call('GET', `/api/proposals/${proposal}/`)).json
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['created', 'applied'])
    expect((await call('GET', path)).json).toMatchObject({ state: 'approved', edits: 1 })
  })

  it('leave the proposal readable after the retention of the part', async () => {
    await call('POST', items, [{ name: 'I1' }, { name: 'I2' }])
    const { path } = await propose(['I1', 'I2'].map((key) => edit('update', key, { description: 'new' })))
    const { proposal } = (await call('POST', `${path}apply/`, { edits: [0] })).json
    await server.database.query({
      text: 'DELETE FROM control."proposal" WHERE "id" = $1',
      values: [proposal],
    })
    expect(await call('GET', path)).toMatchObject({ status: 200, json: { state: 'open', parts: [] } })
  })

  it('are applied but for those that are excepted', async () => {
    await call('POST', items, [{ name: 'B1' }, { name: 'B2' }])
    const { path } = await propose(['B1', 'B2'].map((key) => edit('update', key, { description: 'new' })))
    expect((await call('POST', `${path}apply/`, { except: [0] })).status).toBe(200)
    expect([await description('B1'), await description('B2')]).toEqual([null, 'new'])
  })

  it('name the edits that they need, and are not applied without them', async () => {
    await call('POST', items, [{ name: 'C3' }, { name: 'C4', owner: 'C3' }])
    const { path } = await propose([
      edit('create', 'C1'),
      edit('create', 'C2', { owner: 'C1' }),
      edit('delete', 'C3'),
      edit('update', 'C4', { owner: 'C1' }),
    ])
    expect((await call('GET', `${path}edits/`)).json.edits).toMatchObject([
      { number: 0, needs: [] },
      { number: 1, needs: [0] },
      { number: 2, needs: [3] },
      { number: 3, needs: [0] },
    ])
    const refused = await call('POST', `${path}apply/`, { edits: [1] })
    expect(refused).toMatchObject({ status: 400, json: { edits: [expect.stringContaining('C1')] } })
    expect((await call('GET', path)).json).toMatchObject({ edits: 4, parts: [] })
    expect((await call('POST', `${path}apply/`, { edits: [0, 1] })).status).toBe(200)
  })

  it('are applied with the conflicts and faults of these edits only', async () => {
    await call('POST', items, [{ name: 'D1', description: 'old' }, { name: 'D2' }])
    const { id, path } = await propose(
      [
        edit('update', 'D1', { description: 'new' }),
        edit('update', 'D2', { cost: 'cheap' }),
        edit('update', 'D2x', { cost: 1 }),
      ].slice(0, 2),
    )
    await call('PATCH', `${items}D1/`, { description: 'theirs' })
    const conflicting = await call('POST', `${path}apply/`, { edits: [0] })
    expect(conflicting).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining(`roposal ${id} `) },
    })
    expect((await call('POST', `${path}apply/`, { edits: [1] })).status).toBe(400)
    expect((await call('GET', path)).json).toMatchObject({ state: 'open', edits: 2, parts: [] })
  })

  it.each([
    [{ edits: [7] }, 'edits.0'],
    [{ except: [0] }, 'except'],
    [{ edits: [] }, 'edits'],
    [{ edits: ['x'] }, 'edits'],
  ])('are rejected where the proposal does not have them: %j', async (body, place) => {
    await call('POST', items, [{ name: 'E1' }])
    const { path } = await propose([edit('update', 'E1', { description: 'new' })])
    const refused = await call('POST', `${path}apply/`, body)
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.json)).toContain(place)
  })

  it('cannot be chosen of an undo, which is applied as a whole', async () => {
    await call('POST', items, [{ name: 'F1' }, { name: 'F2' }])
    const { changeset } = (await call('GET', '/api/audit/?limit=1')).json.sets[0]
    const { proposal } = (await call('POST', `/api/audit/${changeset}/undo/`)).json
    const refused = await call('POST', `/api/proposals/${proposal}/apply/`, { edits: [0] })
    expect(refused).toMatchObject({ status: 400, json: { edits: [expect.any(String)] } })
  })
})

describe('a proposal whose change set is undone', () => {
  it('is shown as undone and found by this state, and nothing can be decided about it', async () => {
    const { path, changeset } = await applied('U1')
    const undone = (await call('GET', path)).json
    expect(undone).toMatchObject({ state: 'undone', changeset, stale: false, allowed: [] })
    const states = async (state: string) =>
      (await call('GET', `/api/proposals/?state=${state}&limit=500`)).json.proposals.map(
        ({ id }: { id: number }) => id,
      )
    expect(await states('undone')).toContain(undone.id)
    expect(await states('applied')).not.toContain(undone.id)
    expect(await states('applied,undone')).toContain(undone.id)
    expect(await states('open')).not.toContain(undone.id)
    for (const decision of ['apply', 'approve', 'reject', 'withdraw'])
      expect((await call('POST', `${path}${decision}/`, {})).status, decision).toBe(409)
    expect((await call('GET', path)).json).toMatchObject({ state: 'undone', changeset })
    expect(await description('U1')).toBe('old')
  })

  it('is applied when its undo is undone', async () => {
    const { path, undo } = await applied('U2')
    await call('POST', `/api/audit/${undo}/undo/?apply=1`)
    expect((await call('GET', path)).json.state).toBe('applied')
    expect((await call('POST', `${path}apply/`)).status).toBe(409)
  })
})
