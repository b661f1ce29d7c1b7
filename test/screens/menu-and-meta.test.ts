/** Tests the initial requests of screens: the menu, and the metadata of entities. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { translatedLanguages } from '../../src/model/labels/languages.ts'
import { coreMenu } from '../../src/http/ui/menu/items.ts'
import { areas, entitiesOfArea } from '../../src/http/ui/meta/areas.ts'
import { buildModel } from '../../src/model/model.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server[Symbol.asyncDispose]())

interface Item {
  readonly id: string
  readonly label: string
  readonly enabled: boolean
  readonly reason?: string
  readonly needs?: readonly string[]
  readonly route?: string
  readonly url?: string
}

async function menu(as: Parameters<ApiServer['api']['get']>[1], path = '/api/menu/') {
  const { status, json } = await server.api.get(path, as)
  expect(status).toBe(200)
  const groups: readonly { id: string; group: string; items: readonly Item[] }[] = Object(json)
  return { groups, items: new Map(groups.flatMap(({ items }) => items.map((item) => [item.id, item]))) }
}

/** Returns the fields about the demand of an order that screens show. */
const shownOf = async (entity: string): Promise<readonly string[]> => {
  const { json } = await server.api.get(`/api/meta/input/${entity}/`, { as: 'superuser' })
  const fields: readonly { name: string }[] = Object(json).fields
  return fields.map(({ name }) => name).filter((name) => ['demand', 'demands', 'due'].includes(name))
}

describe('the menu', () => {
  it('is for those who may open the scenario', async () => {
    expect((await server.api.get('/api/menu/', { as: 'anonymous' })).status).toBe(401)
    expect((await server.api.get('/api/menu/', { as: 'outsider' })).status).toBe(404)
    expect((await server.api.post('/api/menu/', {})).status).toBe(405)
  })

  it('shows everything, and says of what cannot be chosen why', async () => {
    const { groups, items } = await menu({ as: 'norights' })
    expect(groups.map(({ id }) => id)).toEqual(areas)
    for (const name of ['input.demand', 'demand_report', 'users', 'backups', 'audit']) {
      expect(items.get(name)).toMatchObject({
        enabled: false,
        reason: 'You do not have permission to perform this action.',
      })
    }
    expect(items.get('home')).toMatchObject({ enabled: true, route: '/' })
  })

  it('leads to lists, and names what is missing first', async () => {
    const { items } = await menu({ as: 'viewer' })
    expect(items.get('input.demand')).toEqual({
      id: 'input.demand',
      label: 'Sales orders',
      kind: 'entity',
      entity: 'input.demand',
      route: '/data/demand',
      url: '/api/input/demand/',
      enabled: true,
    })
    expect(items.get('input.itemsupplier')).toMatchObject({
      enabled: false,
      needs: ['input.item', 'input.supplier'],
      reason: 'Needs first: Items, Suppliers.',
    })
    await server.api.create('/api/input/item/', [{ name: 'wheel' }])
    expect((await menu({ as: 'viewer' })).items.get('input.itemsupplier')?.needs).toEqual(['input.supplier'])
    await server.api.create('/api/input/supplier/', [{ name: 'smith' }])
    expect((await menu({ as: 'viewer' })).items.get('input.itemsupplier')?.enabled).toBe(true)
    const { items: elsewhere } = await menu({ as: 'outsider' }, '/scenario1/api/menu/')
    expect(elsewhere.get('input.demand')?.url).toBe('/scenario1/api/input/demand/')
  })

  it.each(translatedLanguages)('speaks %s', async (language) => {
    const { groups } = await menu({ as: 'superuser' })
    const user = `speaks_${language.replace('-', '_')}`
    await server.addUser({ username: user, language, rights: { default: 'superuser' } })
    const { json } = await server.request('GET', '/api/menu/', { as: user })
    const spoken: typeof groups = Object(json)
    // Some labels are equal in several languages; most are not.
    const same = spoken.filter(({ group }, index) => group === groups[index]?.group)
    expect(same.length).toBeLessThan(4)
    expect(spoken.flatMap(({ items }) => items).every(({ label }) => label !== '')).toBe(true)
  })
})

describe('areas', () => {
  it('hold every entity of ours once', () => {
    const listed = areas.flatMap((area) => entitiesOfArea[area])
    expect([...listed].sort()).toEqual(
      buildModel()
        .entities.filter(({ query }) => query === undefined)
        .map(({ name }) => name)
        .sort(),
    )
    const ids = coreMenu.flatMap(({ items }) => items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the index of entities', () => {
  it('names those that the user may see, with what may be done', async () => {
    const listed = await server.api.list('/api/meta/', { as: 'viewer' })
    const demand = listed.find(({ entity }) => entity === 'input.demand')
    expect(demand).toMatchObject({
      label: 'sales order',
      group: 'sales',
      route: '/data/demand',
      permissions: { view: true, add: false, change: false, delete: false },
    })
    expect(demand).not.toHaveProperty('count')
    const names = (await server.api.list('/api/meta/', { as: 'norights' })).map(({ entity }) => entity)
    expect(names).not.toContain('input.demand')
    expect(names).toContain('common.apikey')
  })

  it('counts records when asked, but not of entities of which only some are seen', async () => {
    await server.api.create('/api/input/purchaseorder/', [
      { reference: 'P1', item: 'wheel', supplier: 'smith', quantity: 1 },
    ])
    const listed = await server.api.list('/api/meta/?counts=1', { as: 'superuser' })
    const counts = new Map(listed.map(({ entity, count }) => [entity, count]))
    expect(counts.get('input.item')).toBe(1)
    expect([counts.get('input.purchaseorder'), counts.get('input.manufacturingorder')]).toEqual([1, 0])
    const own = await server.api.list('/api/meta/?counts=1', { as: 'norights' })
    expect(own.find(({ entity }) => entity === 'common.apikey')).not.toHaveProperty('count')
  })
})

describe('what an entity is', () => {
  it('is told to those who may see it', async () => {
    expect((await server.api.get('/api/meta/input/demand/', { as: 'norights' })).status).toBe(403)
    expect((await server.api.get('/api/meta/input/demand/', { as: 'anonymous' })).status).toBe(401)
    expect((await server.api.get('/api/meta/input/nothing/', { as: 'superuser' })).status).toBe(404)
  })

  it('has all that a grid needs, in the language of the user', async () => {
    await server.addUser({ username: 'greta', language: 'de', rights: { default: 'superuser' } })
    const { json } = await server.request('GET', '/api/meta/input/demand/', { as: 'greta' })
    const meta = Object(json)
    expect(meta).toMatchObject({ label_plural: 'Kundenaufträge', key: 'name', lastmodified: true })
    const fields = new Map<string, unknown>(
      Object(meta.fields).map((field: Item & { name: string }) => [field.name, field]),
    )
    expect(fields.get('name')).toMatchObject({ required: true, section: 'key', width: 180, unique: true })
    expect(fields.get('item')).toMatchObject({
      label: 'Artikel',
      type: 'reference',
      reference: { entity: 'input.item', lookup: '/api/lookup/input/item/', viewable: true },
      lookups: expect.arrayContaining(['exact', 'isdescendantof']),
    })
    expect(fields.get('delay')).toMatchObject({ editable: false, computed: true, section: 'plan' })
    expect(fields.get('quantity')).toMatchObject({ align: 'right', filterable: true })
    // As wide as the longest label of a value.
    expect(fields.get('policy')).toMatchObject({ width: 40 + 7 * 'alles zusammen'.length })
    expect(meta.actions).toContainEqual(
      expect.objectContaining({ name: 'status:closed', value: 'closed', label: 'abgeschlossen' }),
    )
    expect(fields.get('status')).toMatchObject({
      choices: expect.arrayContaining([{ value: 'quote', label: 'Angebot' }]),
    })
    expect(meta.import.headers).toContainEqual({ field: 'due', header: expect.any(String) })
  })

  it('leaves out what is for programs: places in trees, and documents that only the service writes', async () => {
    for (const { url, entity } of await server.api.list('/api/meta/', { as: 'superuser' })) {
      const meta = String(url).replace('/api/', '/api/meta/')
      const { json } = await server.api.get(meta, { as: 'superuser' })
      const fields: readonly { name: string; type: string; editable: boolean }[] = Object(json).fields
      const forPrograms = fields.filter(
        ({ name, type, editable }) =>
          ['lft', 'rght', 'lvl', 'plan'].includes(name) || (type === 'json' && !editable),
      )
      expect([entity, forPrograms.map(({ name }) => name)]).toEqual([entity, []])
    }
  })

  it('says of orders what they are for as the plan has it, and of deliveries what they deliver', async () => {
    for (const entity of ['manufacturingorder', 'workorder', 'purchaseorder', 'distributionorder'])
      expect([entity, await shownOf(entity)]).toEqual([entity, ['demands']])
    expect(await shownOf('deliveryorder')).toEqual(['demand', 'due', 'demands'])
  })

  it('begins work orders with the operation and with the item of their manufacturing order', async () => {
    const { json } = await server.api.get('/api/meta/input/workorder/', { as: 'superuser' })
    const { columns, fields, list_fields: listed } = Object(json)
    expect(columns.slice(0, 3)).toEqual(['reference', 'operation', 'owner__item'])
    expect(listed).toContain('owner__item')
    expect(fields).toContainEqual(expect.objectContaining({ name: 'owner__item', label: 'item (order)' }))
  })

  it('leaves them out of what became of records, too', async () => {
    await server.api.create('/api/input/location/', [{ name: 'gone', description: 'was here' }])
    await server.request('DELETE', '/api/input/location/gone/')
    const { json } = await server.api.get('/api/history/input/location/?key=gone')
    const [deletion] = Object(json).entries
    expect(deletion.changes).toMatchObject({ description: 'was here' })
    const sets = Object((await server.api.get('/api/audit/?entity=input.location&limit=1')).json).sets
    const { json: set } = await server.api.get(`/api/audit/${sets[0].changeset}/`)
    const [record] = Object(set).records
    expect(record).toMatchObject({ action: 'delete', changes: { description: 'was here' } })
    for (const { changes } of [deletion, record])
      expect(Object.keys(changes).filter((name) => ['lft', 'rght', 'lvl'].includes(name))).toEqual([])
  })

  it('has words for what the service writes into texts', async () => {
    const { json } = await server.request('GET', '/api/meta/output/problem/', { as: 'greta' })
    expect(Object(json).fields).toContainEqual(
      expect.objectContaining({
        name: 'name',
        type: 'text',
        choices: expect.arrayContaining([{ value: 'material shortage', label: 'Materialmangel' }]),
      }),
    )
  })

  it('names what refers to it, and what becomes of that when a record goes', async () => {
    const { json } = await server.api.get('/api/meta/input/item/')
    expect(Object(json).related).toContainEqual(
      expect.objectContaining({ entity: 'input.demand', filter: 'item', on_delete: 'delete' }),
    )
    const { json: narrow } = await server.api.get('/api/meta/input/demand/', { as: 'viewer' })
    expect(Object(narrow).actions).toEqual([])
  })
})
