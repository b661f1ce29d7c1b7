/** Tests undoing change sets over HTTP: the preview, the permissions, and the reported conflicts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
const items = '/api/input/item/'
beforeAll(async () => {
  server = await startApiServer()
  await server.addUser({
    username: 'itemkeeper',
    rights: { default: ['input.view_item', 'input.add_item', 'input.change_item'] },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

type As = Kind | 'itemkeeper' | 'suggester'
const call = async (method: string, path: string, as: As = 'superuser', body?: unknown) => {
  const answer = await server.request(method, path, { as, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, json: Object(answer.json) }
}

const newest = async (): Promise<{ changeset: number; undo: unknown }> =>
  (await call('GET', '/api/audit/?limit=1')).json.sets[0]

const orders = (quantity: number) =>
  Array.from({ length: 12 }, (_, index) => ({
    reference: `U-M${String(index).padStart(2, '0')}`,
    operation: 'U-O',
    quantity,
    status: 'proposed',
    startdate: '2026-03-01T00:00:00',
    enddate: '2026-03-02T00:00:00',
  }))

describe('undo', () => {
  it('is told before and done with apply=1, and the audit says so', async () => {
    await call('POST', items, 'superuser', [{ name: 'U1', description: 'old' }])
    const saved = await call('POST', '/api/batch/input/item/', 'superuser', {
      update: [{ name: 'U1', description: 'new' }],
    })
    const { changeset } = saved.json
    expect((await newest()).changeset).toBe(changeset)
    const path = `/api/audit/${changeset}/undo/`
    const check = await call('GET', path)
    expect(check).toMatchObject({
      status: 200,
      json: {
        changeset: null,
        edits: 1,
        actions: [{ entity: 'input.item', kind: 'revert' }],
        records: [{ key: 'U1', title: 'U1', action: 'change', changes: { description: ['new', 'old'] } }],
        conflicts: [],
      },
    })
    expect((await call('POST', path)).status).toBe(201)
    expect((await call('GET', `${items}U1/`)).json.description).toBe('new')
    const undone = await call('POST', `${path}?apply=1`)
    expect(undone.status).toBe(200)
    expect((await call('GET', `${items}U1/`)).json.description).toBe('old')
    const { sets } = (await call('GET', '/api/audit/?limit=2')).json
    expect(sets).toMatchObject([
      { changeset: undone.json.changeset, undo: { obstacle: null, by: null, of: changeset } },
      { changeset, undo: { obstacle: null, by: undone.json.changeset, of: null } },
    ])
    await call('POST', `/api/audit/${undone.json.changeset}/undo/?apply=1`)
    expect((await call('GET', `${items}U1/`)).json.description).toBe('new')
  })

  it('names conflicts with what stands against each other, and takes what it is told', async () => {
    await call('POST', items, 'superuser', [{ name: 'U2', description: 'one' }])
    await call('PATCH', `${items}U2/`, 'superuser', { description: 'two' })
    const { changeset } = await newest()
    await call('PATCH', `${items}U2/`, 'superuser', { description: 'three' })
    const refused = await call('POST', `/api/audit/${changeset}/undo/?apply=1`)
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({
      detail: expect.stringContaining(`Change set ${changeset}`),
      conflict_count: 1,
      conflicts: [
        {
          entity: 'input.item',
          title: 'U2',
          problem: 'changed',
          fields: { description: { base: 'two', present: 'three', proposed: 'one' } },
          latest: { changeset: changeset + 1, channel: 'api', user: { username: 'superuser' } },
        },
      ],
    })
    expect((await call('POST', `/api/audit/${changeset}/undo/?apply=1&take=theirs`)).status).toBe(400)
    const taken = await call('POST', `/api/audit/${changeset}/undo/?apply=1&take=proposed`)
    expect(taken.status).toBe(200)
    expect((await call('GET', `${items}U2/`)).json.description).toBe('one')
  })

  it('says which orders it leaves out, and why, before and after', async () => {
    await call('POST', '/api/input/location/', 'superuser', [{ name: 'U-L' }])
    await call('POST', '/api/input/operation/', 'superuser', [
      { name: 'U-O', type: 'fixed_time', location: 'U-L' },
    ])
    await call('POST', '/api/input/manufacturingorder/', 'superuser', orders(1))
    await call('POST', '/api/input/manufacturingorder/', 'superuser', orders(2))
    const { changeset } = await newest()
    // As a plan does, which logs no deletion.
    await server.database.query({
      text: `DELETE FROM "default"."operationplan" WHERE "reference" LIKE 'U-M%' AND "reference" <> 'U-M11'`,
    })
    const path = `/api/audit/${changeset}/undo/`
    const keys = orders(1).map(({ reference }) => reference)
    const left = {
      left_out_record_count: 11,
      left_out_records: [
        {
          entity: 'input.operationplan',
          reason: 'plan',
          records: 11,
          changeset: null,
          keys: keys.slice(0, 10),
          detail: expect.stringMatching(
            /^\w[\w ]+: 11 left out, because a plan has removed these proposed orders since\.$/,
          ),
        },
      ],
    }
    expect((await call('GET', path)).json).toMatchObject({ edits: 1, ...left })
    const proposed = await call('POST', path)
    expect(proposed).toMatchObject({ status: 201, json: { edits: 1, ...left } })
    const { rows } = await server.database.query<{ key: string }>({
      text: 'SELECT "key" FROM control."proposaledit" WHERE "proposal" = $1',
      values: [proposed.json.proposal],
    })
    expect(rows).toEqual([{ key: 'U-M11' }])
    const proposal = `/api/proposals/${proposed.json.proposal}/`
    expect((await call('GET', proposal)).json).toMatchObject({ conflict_count: 0, ...left })
    const applied = await call('POST', `${proposal}apply/`)
    expect(applied).toMatchObject({ status: 200, json: { changeset: expect.any(Number), ...left } })
    await call('POST', `/api/audit/${applied.json.changeset}/undo/?apply=1`)
    expect(await call('POST', `${path}?apply=1`)).toMatchObject({ status: 200, json: { edits: 1, ...left } })
  })

  it('does not count rows of the plan, which the next plan makes again', async () => {
    const path = '/api/input/manufacturingorder/'
    await call('POST', '/api/input/location/', 'superuser', [{ name: 'U-L' }])
    await call('POST', '/api/input/operation/', 'superuser', [
      { name: 'U-O', type: 'fixed_time', location: 'U-L' },
    ])
    const order = { ...orders(1)[0], reference: 'U-R1' }
    await call('POST', path, 'superuser', [order])
    expect((await call('DELETE', `${path}U-R1/`)).status).toBe(204)
    const { changeset } = await newest()
    await call('POST', path, 'superuser', [order])
    expect(await call('GET', `/api/audit/${changeset}/undo/`)).toMatchObject({
      status: 200,
      json: { edits: 0, conflicts: [], left_out_records: [], left_out_record_count: 0 },
    })
  })

  it('is proposed only by those who may view what it changes', async () => {
    await server.addUser({
      username: 'suggester',
      rights: { default: ['common.add_proposal', 'common.view_comment', 'input.view_item'] },
    })
    const changed = async (...entities: readonly string[]): Promise<string> => {
      const edits = entities.map((entity) => ({
        entity,
        action: 'create',
        fields: { name: `U of ${entities.join(' and ')}` },
      }))
      const { json } = await call('POST', '/api/proposals/', 'superuser', { title: 'New', edits })
      const applied = await call('POST', `/api/proposals/${json.proposal ?? json.id}/apply/`)
      expect(applied.status).toBe(200)
      return `/api/audit/${applied.json.changeset}/undo/`
    }
    expect((await call('POST', await changed('input.supplier'), 'suggester')).status).toBe(403)
    expect((await call('POST', await changed('input.item', 'input.supplier'), 'suggester')).status).toBe(403)
    const seen = await changed('input.item')
    expect((await call('POST', seen, 'suggester')).status).toBe(201)
  })

  it('undoes all of a user together, up to what the preview has shown, or proposes to', async () => {
    await call('POST', items, 'superuser', [{ name: 'U9', description: 'before' }])
    await call('PATCH', `${items}U9/`, 'itemkeeper', { description: 'one' })
    const { changeset: first } = await newest()
    await call('POST', items, 'itemkeeper', [{ name: 'U10' }])
    await call('PATCH', `${items}U9/`, 'itemkeeper', { description: 'two' })
    const { changeset: last } = await newest()
    const path = '/api/audit/undo/'
    const check = await call('GET', `${path}?user=itemkeeper`)
    expect(check).toMatchObject({
      status: 200,
      json: { changeset: null, sets: 3, newest: last, left_out_count: 0, conflicts: [] },
    })
    expect(check.json.actions.map(({ kind }: { kind: string }) => kind)).toEqual(['remove', 'revert'])
    await call('POST', items, 'itemkeeper', [{ name: 'U11' }])
    const several = `${path}?user=itemkeeper&through=${check.json.newest}`
    expect((await call('POST', several, 'planner')).status).toBe(403)
    const proposed = await call('POST', `${several}&submit=1`)
    expect(proposed).toMatchObject({ status: 201, json: { sets: 3, edits: 2, conflicts: [] } })
    const proposal = `/api/proposals/${proposed.json.proposal}/`
    expect((await call('GET', proposal)).json).toMatchObject({
      title: 'Undo 3 change sets',
      source: { kind: 'undo', changeset: first, count: 3 },
    })
    const applied = await call('POST', `${proposal}apply/`)
    expect(applied.status).toBe(200)
    expect((await call('GET', `${items}U9/`)).json.description).toBe('before')
    expect((await call('GET', `${items}U10/`)).status).toBe(404)
    expect((await call('GET', `${items}U11/`)).status).toBe(200)
    const { sets } = (await call('GET', '/api/audit/?limit=3')).json
    expect(sets).toMatchObject([
      { changeset: applied.json.changeset, undo: { of: null, count: 3 } },
      { undo: { by: null } },
      { undo: { by: applied.json.changeset } },
    ])
    expect((await call('POST', `${several}&apply=1`)).status).toBe(404)
    await call('POST', `/api/audit/${applied.json.changeset}/undo/?apply=1`)
    expect((await call('GET', `${items}U9/`)).json.description).toBe('two')
    await call('PATCH', `${items}U9/`, 'superuser', { description: 'three' })
    const refused = await call('POST', `${several}&apply=1`)
    expect(refused).toMatchObject({ status: 409, json: { sets: 3, conflict_count: 1 } })
    expect(refused.json.detail).toContain('3 change sets')
    const taken = await call('POST', `${several}&apply=1&take=present`)
    expect(taken).toMatchObject({ status: 200, json: { sets: 3 } })
    expect((await call('GET', `${items}U9/`)).json.description).toBe('three')
    for (const query of ['', '?before=2030-01-01T00:00:00', '?after=soon', '?task=x'])
      expect((await call('GET', `${path}${query}`)).status, query).toBe(400)
    for (const query of ['?user=nobody', '?task=999999999', '?entity=input.nothing'])
      expect((await call('GET', `${path}${query}`)).status, query).toBe(404)
    // Users without the right do not learn which users exist.
    for (const query of ['?user=nobody', '?user=itemkeeper'])
      expect((await call('GET', `${path}${query}`, 'norights')).status, query).toBe(403)
  })

  it('takes the rights of what it does, of the author or of who sees the audit', async () => {
    const saved = await call('POST', '/api/batch/input/item/', 'itemkeeper', { create: [{ name: 'U3' }] })
    const added = `/api/audit/${saved.json.changeset}/undo/`
    // Removing requires the right to delete.
    expect((await call('GET', added, 'itemkeeper')).status).toBe(403)
    const changed = await call('POST', '/api/batch/input/item/', 'itemkeeper', {
      update: [{ name: 'U3', description: 'x' }],
    })
    const path = `/api/audit/${changed.json.changeset}/undo/`
    expect((await call('GET', path, 'viewer')).status).toBe(403)
    // Who may not view the audit does not learn which change sets of others exist.
    expect((await call('GET', path, 'norights')).status).toBe(404)
    expect((await call('GET', '/api/audit/999999/undo/', 'norights')).status).toBe(404)
    expect((await call('POST', `${path}?apply=1`, 'itemkeeper')).status).toBe(200)
    await call('PATCH', `${items}U3/`, 'superuser', { description: 'y' })
    const { changeset } = await newest()
    expect((await call('GET', `/api/audit/${changeset}/undo/`, 'itemkeeper')).status).toBe(404)
  })

  it('says why a change set cannot be undone', async () => {
    await server.database.query({
      text: `INSERT INTO "default".changeset ("channel", "origin") VALUES ('task', 'scenario_copy scenario1')`,
    })
    const { changeset, undo } = await newest()
    expect(undo).toMatchObject({ obstacle: 'replaced' })
    expect((await call('GET', `/api/audit/${changeset}/undo/`)).status).toBe(409)
    expect((await call('GET', '/api/audit/99999999/undo/')).status).toBe(404)
    expect((await call('GET', '/api/audit/x/undo/')).status).toBe(404)
  })

  it('names no records of entities that somebody may not view', async () => {
    await call('POST', items, 'superuser', [{ name: 'U4' }])
    const { changeset } = await newest()
    await call('POST', '/api/input/location/', 'superuser', [{ name: 'L4' }])
    await call('POST', '/api/input/demand/', 'superuser', [{ name: 'D4', item: 'U4', location: 'L4' }])
    await server.addUser({
      username: 'deleter',
      rights: { default: ['common.view_comment', 'input.view_item', 'input.delete_item'] },
    })
    const seen = await call('GET', `/api/audit/${changeset}/undo/`)
    expect(seen.json.conflicts).toMatchObject([
      { key: 'U4', problem: 'referenced', records: [{ entity: 'input.demand', key: 'D4' }] },
    ])
    const hidden = await server.request('GET', `/api/audit/${changeset}/undo/`, { as: 'deleter' })
    expect(Object(hidden.json).conflicts).toMatchObject([{ key: 'U4', records: [] }])
    await call('PATCH', '/api/input/location/L4/', 'superuser', { description: 'one' })
    const { changeset: changed } = await newest()
    await call('PATCH', '/api/input/location/L4/', 'superuser', { description: 'two' })
    await server.addUser({
      username: 'mover',
      rights: { default: ['common.view_comment', 'input.view_item', 'input.change_location'] },
    })
    const counted = await server.request('GET', `/api/audit/${changed}/undo/`, { as: 'mover' })
    expect(counted).toMatchObject({ status: 200, json: { conflict_count: 1, conflicts: [] } })
    expect(counted.text).not.toContain('L4')
  })
})
