/** Tests the scenario screen: state, origin of the data, and access. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer({ settings: { SUPPORT_ACCOUNTS: 'superuser,outsider' } })
  await server.database.query({
    text: `INSERT INTO control."task" ("id", "name", "submitted", "finished", "status", "scenario", "parameters", "message", "user")
      SELECT v."id", v."name", LOCALTIMESTAMP, LOCALTIMESTAMP, 'Done', v."scenario", v."parameters"::jsonb, 'fine', u."id"
      FROM (VALUES (1, 'scenario_copy', 'default', '{"source": "default", "destination": "scenario1"}'),
        (2, 'runplan', 'scenario1', '{}'), (3, 'runplan', 'scenario1', '{}')) v("id", "name", "scenario", "parameters"),
        control."user" u WHERE u."username" = 'planner'`,
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const scenarios = async (as: Kind) => {
  const rows = await server.api.list('/api/scenarios/', { as })
  return new Map(rows.map((row) => [String(row['name']), row]))
}

const backups = async (as: string, scenario = '') => {
  const { json } = await server.request('GET', `${scenario}/api/menu/`, { as })
  const groups: readonly { items: readonly { id: string; enabled: boolean }[] }[] = Object(json)
  return groups.flatMap(({ items }) => items).find(({ id }) => id === 'backups')?.enabled
}

describe('the list of scenarios', () => {
  it('has those that the user may open, and free ones for those who may copy', async () => {
    expect((await server.api.get('/api/scenarios/', { as: 'anonymous' })).status).toBe(401)
    expect([...(await scenarios('norights')).keys()]).toEqual(['default'])
    expect([...(await scenarios('outsider')).keys()]).toContain('scenario1')
    expect([...(await scenarios('outsider')).keys()]).not.toContain('default')
    const all = await scenarios('superuser')
    expect([...all.keys()]).toEqual(expect.arrayContaining(['default', 'scenario1', 'scenario2']))
    expect(all.get('scenario2')).toMatchObject({ status: 'Free', open: false, size: null, users: null })
  })

  it('tells origin, size, users, last plan and what may be done', async () => {
    const all = await scenarios('superuser')
    expect(all.get('default')).toMatchObject({
      production: true,
      origin: null,
      rights: { superuser: true, copy: true, release: false, promote: false },
    })
    expect(all.get('scenario1')).toMatchObject({
      status: 'In use',
      origin: { task: 1, source: 'default', by: 'planner' },
      last_plan: { task: 3, status: 'Done', message: 'fine' },
      rights: { release: true, promote: true, label: true },
    })
    expect(all.get('scenario1')?.['users']).toContainEqual({ username: 'outsider', superuser: true })
    expect(Number(all.get('default')?.['size'])).toBeGreaterThan(100_000)
    const mine = (await scenarios('norights')).get('default')
    expect(mine).toMatchObject({ users: null, rights: { copy: false, label: false } })
  })
})

/** Returns the label of production that a screen shows in a language. */
async function productionLabel(language: string, path: string): Promise<unknown> {
  const { json } = await server.request('GET', path, { headers: { 'accept-language': language } })
  const rows: readonly Readonly<Record<string, unknown>>[] = Object(json).scenarios ?? json
  return rows.find(({ name }) => name === 'default')?.['label']
}

const relabelProduction = (description: string) =>
  server.request('PATCH', '/api/common/scenario/default/', { body: { description } })

describe('the label of production', () => {
  it('is translated unless it was changed', async () => {
    await server.database.query({ text: `UPDATE control."user" SET "language" = 'auto'` })
    for (const path of ['/api/me/', '/api/scenarios/']) {
      expect(await productionLabel('de', path)).toBe('Produktion')
      expect(await productionLabel('en', path)).toBe('Production')
    }
    expect((await relabelProduction('Werk Nord')).status).toBe(200)
    for (const path of ['/api/me/', '/api/scenarios/'])
      expect(await productionLabel('de', path)).toBe('Werk Nord')
    expect((await relabelProduction('Production')).status).toBe(200)
  })
})

/** Returns the number of the run that made the plan of a scenario. */
const planOf = async (name: string): Promise<unknown> =>
  Object((await scenarios('superuser')).get(name)?.['last_plan'])['task']

const lastPlan = async (): Promise<unknown> => (await scenarios('superuser')).get('default')?.['last_plan']

const messageFor = async (as: Kind): Promise<unknown> =>
  Object((await scenarios(as)).get('default')?.['last_plan'])['message']

describe('the last plan of a scenario', () => {
  let id = 10
  const ran = async (name: string, scenario: string, parameters = {}, status = 'Done'): Promise<number> => {
    id += 1
    await server.database.query({
      text: `INSERT INTO control."task" ("id", "name", "submitted", "finished", "status", "scenario", "parameters")
        VALUES ($1, $2, LOCALTIMESTAMP, LOCALTIMESTAMP, $3, $4, $5)`,
      values: [id, name, status, scenario, parameters],
    })
    return id
  }
  it('has its figures for users who may view sales orders', async () => {
    await server.database.query({
      text: `INSERT INTO control."task" ("id", "name", "submitted", "finished", "status", "scenario", "message")
        VALUES (9, 'runplan', LOCALTIMESTAMP, LOCALTIMESTAMP, 'Done', 'default', '12 sales orders planned')`,
    })
    expect(await messageFor('superuser')).toContain('12 sales orders')
    expect(await messageFor('norights')).toBeNull()
  })

  it('is not one that was ended, comes along with copies and promotions, and goes with what takes them back', async () => {
    const own = await ran('runplan', 'default')
    await ran('runplan', 'default', {}, 'Canceled')
    expect(await planOf('default')).toBe(own)
    await ran('scenario_copy', 'default', { source: 'default', destination: 'scenario1' })
    expect(await planOf('scenario1')).toBe(own)
    const later = await ran('runplan', 'scenario1')
    expect([await planOf('scenario1'), await planOf('default')]).toEqual([later, own])
    await ran('scenario_copy', 'scenario1', { source: 'scenario1', destination: 'default', promote: true })
    await ran('runplan', 'scenario1')
    expect(await planOf('default')).toBe(later)
    await ran('scenario_copy', 'default', { 'revert-promote': true })
    expect(await planOf('default')).toBe(own)
    await ran('scenario_copy', 'default', { 'redo-promote': true })
    expect(await planOf('default')).toBe(later)
  })

  it('is named with the moment at which it was stored, by its run or by an accepted trial', async () => {
    const own = await ran('runplan', 'default')
    const stored = async (after: string, origin: string | null): Promise<unknown> => {
      const { rows } = await server.database.query<{ at: string }>({
        text: `INSERT INTO control."planhistory" ("scenario", "created", "changeset", "origin", "start", "figures")
          SELECT 'default', t."finished" + $1::interval, 1, $2, t."finished", '{}' FROM control."task" AS t WHERE t."id" = $3
          RETURNING to_char("created", 'YYYY-MM-DD"T"HH24:MI:SS') AS "at"`,
        values: [after, origin, own],
      })
      return rows[0]!.at
    }
    expect(await lastPlan()).toMatchObject({ task: own, message: null })
    const byRun = await stored('0 seconds', 'runplan')
    expect(await lastPlan()).toMatchObject({ task: own, at: byRun })
    const byTrial = await stored('1 hour', null)
    expect(await lastPlan()).toEqual({ task: null, status: 'Done', at: byTrial, message: null })
    const byKey = await stored('90 minutes', 'key ERP')
    expect(await lastPlan()).toEqual({ task: null, status: 'Done', at: byKey, message: null })
    const later = await ran('runplan', 'default')
    await server.database.query({
      text: `UPDATE control."task" SET "started" = LOCALTIMESTAMP + interval '2 hours', "finished" = LOCALTIMESTAMP + interval '3 hours'
        WHERE "id" = $1`,
      values: [later],
    })
    expect(await lastPlan()).toMatchObject({ task: later })
  })
})

describe('the menu', () => {
  it('offers the list of backups in another scenario to whoever may make one there', async () => {
    const rights = { scenario1: 'superuser' } as const
    await server.addUser({ username: 'neighbour', rights })
    expect([await backups('outsider', '/scenario1'), await backups('neighbour', '/scenario1')]).toEqual([
      true,
      false,
    ])
  })

  it('offers the list of backups to superusers, also to those who may not make one', async () => {
    expect([await backups('superuser'), await backups('admin'), await backups('viewer')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
