/** Tests the release of proposed orders: each is approved with a receipt, and never released twice. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryReceipts } from '../../src/scenarios/aside/carry-receipts.ts'
import { fillOrders, type MergeableOrder } from '../../src/planning/release/merge-orders.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { loadDemo, planScenario } from '../support/plans.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
  const context = createTestContext(server.database)
  await loadDemo(context, 'manufacturing_demo')
  await planScenario(context)
})
afterAll(() => server[Symbol.asyncDispose]())

const release = (references: unknown, as = 'superuser') =>
  server.request('POST', '/api/release/', { as, body: { references } })

/** Returns references of proposals. */
async function proposals(entity: string, count: number): Promise<readonly string[]> {
  const path = `/api/input/${entity}/?status=proposed&limit=${count}&fields=reference&ordering=startdate`
  const { json } = await server.api.get(path, { as: 'superuser' })
  const rows: readonly unknown[] = Array.isArray(json) ? json : []
  return rows.map((row) => String(Object(row).reference))
}

const receipts = async (query: string) =>
  (await server.api.get(`/api/output/orderrelease/?${query}`, { as: 'superuser' })).json

it('approves orders, with a receipt each', async () => {
  const references = [...(await proposals('purchaseorder', 2)), ...(await proposals('manufacturingorder', 1))]
  const { status, json } = await release(references)
  expect([status, json]).toEqual([200, { changeset: expect.any(Number), released: references, refused: [] }])
  const { changeset } = Object(json)
  const kept = await receipts(`changeset=${changeset}`)
  expect(kept).toHaveLength(3)
  expect(kept).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ reference: references[0], type: 'PO', released_by: 'superuser' }),
    ]),
  )
  const first = await server.api.get(`/api/input/purchaseorder/${references[0]}/`, { as: 'superuser' })
  expect(first.json).toMatchObject({ status: 'approved' })
  const set = await server.api.get(`/api/audit/${changeset}/`, { as: 'superuser' })
  expect(JSON.stringify(set.json)).toContain('approved')
})

it('releases no order twice, and says why others are not released', async () => {
  const [reference = ''] = await proposals('purchaseorder', 1)
  await release([reference])
  const { json: delivery } = await server.api.get('/api/input/deliveryorder/?limit=1&fields=reference', {
    as: 'superuser',
  })
  const [delivered]: readonly unknown[] = Array.isArray(delivery) ? delivery : []
  const other = String(Object(delivered).reference)
  const { json } = await release([reference, 'PO-4501', 'nowhere', other])
  expect(json).toEqual({
    changeset: null,
    released: [],
    refused: [
      { reference, reason: 'released' },
      { reference: 'PO-4501', reason: 'not_proposed' },
      { reference: 'nowhere', reason: 'unknown' },
      { reference: other, reason: 'wrong_type' },
    ],
  })
})

it('lists and releases an order without a status as a proposal', async () => {
  const [reference = ''] = await proposals('purchaseorder', 1)
  await server.database.query({
    text: `UPDATE "default"."operationplan" SET "status" = NULL WHERE "reference" = $1`,
    values: [reference],
  })
  const listed = await server.api.get('/api/release/?type=PO', { as: 'superuser' })
  expect(Object(listed.json).orders).toContainEqual(
    expect.objectContaining({ reference, status: 'proposed' }),
  )
  expect((await release([reference])).json).toMatchObject({ released: [reference] })
})

it('releases an order with the reference of a deleted order of another type', async () => {
  const rows = await Promise.all(
    ['purchaseorder', 'distributionorder'].map(async (entity) => {
      const path = `/api/input/${entity}/?status=proposed&limit=1`
      const [row]: readonly unknown[] = Object((await server.api.get(path, { as: 'superuser' })).json)
      return Object(row)
    }),
  )
  const [purchase, distribution] = rows
  const reference = 'reused'
  const create = (entity: string, body: object) =>
    server.request('POST', `/api/input/${entity}/`, { as: 'superuser', body })
  const { item, location, supplier, quantity, startdate, enddate } = purchase
  const order = { reference, item, quantity, startdate, enddate, status: 'proposed' }
  expect((await create('purchaseorder', { ...order, location, supplier })).status).toBe(201)
  await release([reference])
  const [{ key }] = Object(await receipts(`reference=${reference}&fields=key`))
  expect((await server.request('DELETE', `/api/input/purchaseorder/${reference}/`)).status).toBe(204)
  const moved = { ...order, item: distribution.item, origin: distribution.origin }
  const answer = await create('distributionorder', { ...moved, destination: distribution.destination })
  expect([answer.status, answer.text]).toEqual([201, expect.anything()])
  const [other = ''] = await proposals('purchaseorder', 1)
  const { status, json } = await release([reference, other])
  expect([status, Object(json).released]).toEqual([200, [reference, other]])
  // The ERP can have received the former order under its key.
  expect(await receipts(`reference=${reference}`)).toMatchObject([{ type: 'DO', supplier: null }])
  expect(await receipts(`reference=${reference}&fields=key`)).not.toEqual([{ key }])
})

it('gives one receipt when several ask at the same time', async () => {
  const references = await proposals('purchaseorder', 5)
  const answers = await Promise.all([release(references), release(references), release(references)])
  const released = answers.flatMap(({ json }) => {
    const given: readonly unknown[] = Object(json).released
    return given.map(String)
  })
  expect(released.toSorted()).toEqual(references.toSorted())
  expect(await receipts(`reference__in=${references.join(',')}`)).toHaveLength(5)
})

it('keeps released orders in the next plan', detail, async () => {
  const references = await proposals('distributionorder', 1)
  await release(references)
  await planScenario(createTestContext(server.database))
  const kept = await server.api.get(`/api/input/distributionorder/${references[0]}/`, { as: 'superuser' })
  expect(kept.json).toMatchObject({ status: 'approved' })
})

interface Listed {
  readonly reference: string
  readonly item: string
  readonly supplier: string | null
  readonly cost: number
  readonly quantity: number
  readonly alike: string
}

async function releasable(query: string): Promise<readonly Listed[]> {
  const { json } = await server.api.get(`/api/release/?${query}`, { as: 'superuser' })
  return Object(json).orders
}

const read = async (path: string): Promise<readonly unknown[]> =>
  Object((await server.api.get(path, { as: 'superuser' })).json)

it('values purchases by the price of their supplier, and other orders by the cost of the item', async () => {
  const costs = new Map(
    (await read('/api/input/item/?limit=500')).map((row) => [Object(row).name, Object(row).cost]),
  )
  const prices = await read('/api/input/itemsupplier/?limit=500')
  const priceOf = ({ item, supplier }: Listed): unknown =>
    prices.map(Object).find((row) => row.item === item && row.supplier === supplier)?.cost
  const [purchases, productions] = [await releasable('type=PO'), await releasable('type=MO')]
  expect(purchases.filter((order) => priceOf(order) !== costs.get(order.item)).length).toBeGreaterThan(0)
  for (const order of purchases) expect(order.cost, order.reference).toBe(priceOf(order))
  for (const { item, cost } of productions) expect(cost).toBe(costs.get(item))
})

const merge = (references: readonly string[], as = 'superuser') =>
  server.request('POST', '/api/release/merge/', { as, body: { references } })

it('has the same prices in the receipts of the orders', async () => {
  const listed = [...(await releasable('type=PO')).slice(0, 3), ...(await releasable('type=MO')).slice(0, 1)]
  const references = listed.map(({ reference }) => reference)
  await release(references)
  const prices = await read(
    `/api/output/orderrelease/?reference__in=${references.join(',')}&fields=reference,price`,
  )
  expect(new Map(prices.map((row) => [Object(row).reference, Object(row).price]))).toEqual(
    new Map(listed.map(({ reference, cost }) => [reference, cost])),
  )
})

it('merges purchases into the one that ends first', async () => {
  const groups = [...Map.groupBy(await releasable('type=PO'), ({ alike }) => alike).values()]
  const [one, other] = groups.find(({ length }) => length > 1) ?? []
  const references = [one!.reference, other!.reference]
  const { status, json } = await merge([...references, 'nowhere'])
  expect(status).toBe(200)
  const { orders } = Object(json)
  expect(orders).toHaveLength(1)
  const { reference, replaced } = orders[0]
  expect(new Set([reference, ...replaced])).toEqual(new Set(references))
  const quantity = one!.quantity + other!.quantity
  const entity = 'input.purchaseorder'
  expect(orders[0].edits).toEqual([
    { entity, action: 'update', key: reference, fields: { status: 'approved', quantity } },
    { entity, action: 'delete', key: replaced[0], fields: {} },
  ])
})

it('merges production with its steps, whose ends follow from working time', async () => {
  const all = await releasable('type=MO&limit=1000')
  const { orders } = Object((await merge(all.map(({ reference }) => reference))).json)
  const { reference, quantity, edits } = orders.find(({ item }: { readonly item: string }) =>
    item.startsWith('City 7'),
  )
  const { json } = await server.api.get(`/api/input/workorder/?owner=${reference}`, { as: 'superuser' })
  const steps: readonly unknown[] = Array.isArray(json) ? json : []
  const expected = [reference, ...steps.map((step) => String(Object(step).reference))]
  const updates: readonly unknown[] = edits.slice(0, expected.length)
  expect(steps).not.toEqual([])
  expect(new Set(updates.map((edit) => Object(edit).key))).toEqual(new Set(expected))
  const startdate = expect.stringMatching(/^\d{4}-/)
  const fields = { status: 'approved', quantity, startdate, enddate: null }
  for (const edit of updates) expect(edit).toMatchObject({ action: 'update', fields })
})

it('releases approved orders without a receipt, and lists them if asked for', async () => {
  const [order] = await releasable('type=DO&limit=1')
  const { reference } = order!
  const path = `/api/input/distributionorder/${reference}/`
  await server.request('PATCH', path, { as: 'superuser', body: { status: 'approved' } })
  const has = async (approved: boolean): Promise<boolean> =>
    (await releasable(`type=DO&approved=${approved}`)).some((one) => one.reference === reference)
  expect([await has(false), await has(true)]).toEqual([false, true])
  expect((await release([reference])).json).toMatchObject({ released: [reference], refused: [] })
  expect(await has(true)).toBe(false)
})

const purchase = (reference: string, quantity: number): MergeableOrder => ({
  reference,
  type: 'PO',
  item: 'tube',
  quantity,
  startdate: null,
  alike: '',
  maximum: 100,
})

it('joins no orders above the maximum size, and none of different items', async () => {
  const orders = [60, 40, 30, 80, 200].map((quantity, place) => purchase(String(place + 1), quantity))
  const filled = fillOrders(orders).map((members) => members.map(({ reference }) => reference))
  expect(filled).toEqual([['1', '2'], ['3'], ['4'], ['5']])
  const [one, ...others] = await releasable('type=PO')
  const different = others.find(({ alike }) => alike !== one!.alike)!
  expect((await merge([one!.reference, different.reference])).json).toEqual({ orders: [] })
  expect((await merge([one!.reference], 'viewer')).status).toBe(403)
})

it.each([[undefined], ['1'], [[]], [[1]], [['a\0']]])('refuses %j', async (references) => {
  const { status, json } = await release(references)
  expect([status, Object.keys(Object(json))]).toEqual([400, ['references']])
})

it('needs the right to change the orders', async () => {
  const references = await proposals('purchaseorder', 1)
  expect((await release(references, 'viewer')).status).toBe(403)
  expect((await release(references, 'norights')).status).toBe(403)
})

const tell = (receipts: unknown, as = 'superuser') =>
  server.request('POST', '/api/release/receipts/', { as, body: { receipts } })

it('keeps the first receipt of the ERP, and tells who released it what was rejected', async () => {
  const references = await proposals('purchaseorder', 3)
  const { changeset } = Object((await release(references)).json)
  const [one, two] = references
  const open = await receipts(`changeset=${changeset}&receipt__isnull=true`)
  expect(open).toHaveLength(3)
  expect(Object(open)[0].key).toMatch(/^[0-9a-f-]{36}$/)
  const first = [
    { reference: one, receipt: 'accepted', number: 'ERP-1' },
    { reference: two, receipt: 'rejected', reason: 'The supplier is blocked' },
  ]
  expect((await tell(first)).json).toEqual({ stored: expect.arrayContaining([one, two]), refused: [] })
  const again = [
    { reference: one, receipt: 'rejected' },
    { reference: 'nowhere', receipt: 'accepted' },
  ]
  expect((await tell(again)).json).toEqual({ stored: [], refused: [one, 'nowhere'] })
  expect(await receipts(`changeset=${changeset}&receipt=accepted`)).toMatchObject([
    { reference: one, erpnumber: 'ERP-1', reason: null },
  ])
  const { items } = Object((await server.api.get('/api/inbox/', { as: 'superuser' })).json)
  expect(items.filter(({ kind }: { readonly kind: string }) => kind === 'release')).toMatchObject([
    {
      title: String(changeset),
      text: `Rejected orders: 1. ${two}: The supplier is blocked`,
      route: '/release?type=receipts',
      read: false,
    },
  ])
})

it('releases an order again that is a proposal again, by the same key', async () => {
  const [reference = ''] = await proposals('manufacturingorder', 1)
  const { changeset } = Object((await release([reference])).json)
  const isListed = async () => (await releasable('type=MO')).some((one) => one.reference === reference)
  const [first]: readonly unknown[] = Object(await receipts(`reference=${reference}`))
  expect([await isListed(), first]).toMatchObject([false, { withdrawn: false }])
  expect(
    (await server.request('POST', `/api/audit/${changeset}/undo/?apply=1`, { as: 'superuser' })).status,
  ).toBe(200)
  expect([await isListed(), await receipts(`reference=${reference}`)]).toMatchObject([
    true,
    [{ changeset, withdrawn: true }],
  ])
  const answers = await Promise.all([release([reference]), release([reference])])
  const released = answers.flatMap(({ json }) => Object(json).released)
  expect(released).toEqual([reference])
  const [again]: readonly unknown[] = Object(await receipts(`reference=${reference}`))
  // An ERP that has received it before takes it once.
  expect(again).toMatchObject({ withdrawn: false, key: Object(first).key, receipt: null })
  expect(Object(again).changeset).toBeGreaterThan(changeset)
})

/** Releases a proposal; returns its reference and its key. */
async function releaseOne(entity: string): Promise<{ readonly reference: string; readonly key: string }> {
  const [reference = ''] = await proposals(entity, 1)
  expect((await release([reference])).json).toMatchObject({ released: [reference] })
  const [{ key }] = Object(await receipts(`reference=${reference}&fields=key`))
  return { reference, key }
}

const patch = (reference: string, body: object) =>
  server.request('PATCH', `/api/input/purchaseorder/${reference}/`, { as: 'superuser', body })

/** Ways in which a released order becomes a proposal, and is approved without being released. */
const ways: Readonly<Record<string, (reference: string) => Promise<unknown>>> = {
  'by the data API': async (reference) => {
    await patch(reference, { status: 'proposed' })
    await patch(reference, { status: 'approved' })
  },
  'by an undo': async (reference) => {
    const [{ changeset }] = Object(await receipts(`reference=${reference}`))
    await server.request('POST', `/api/audit/${changeset}/undo/?apply=1`, { as: 'superuser' })
    await patch(reference, { status: 'approved' })
  },
  'by the undo of an undo': async (reference) => {
    const [{ changeset }] = Object(await receipts(`reference=${reference}`))
    const undone = await server.request('POST', `/api/audit/${changeset}/undo/?apply=1`, { as: 'superuser' })
    await server.request('POST', `/api/audit/${Object(undone.json).changeset}/undo/?apply=1`, {
      as: 'superuser',
    })
  },
  'before and after a plan': async (reference) => {
    await patch(reference, { status: 'proposed' })
    await planScenario(createTestContext(server.database))
    const order = { item: 'Chain', location: 'Factory', quantity: 1, status: 'approved' }
    const { status } = await patch(reference, { status: 'approved' })
    if (status === 404)
      await server.request('POST', '/api/input/purchaseorder/', {
        as: 'superuser',
        body: { reference, ...order },
      })
  },
  'when it is deleted and created again': async (reference) => {
    const path = `/api/input/purchaseorder/${reference}/`
    const { json } = await server.api.get(path, { as: 'superuser' })
    const { item, location, supplier, quantity, startdate } = Object(json)
    await server.api.delete(path)
    const body = { reference, item, location, supplier, quantity, startdate, status: 'approved' }
    await server.request('POST', '/api/input/purchaseorder/', { as: 'superuser', body })
  },
  'by deletes of several orders': async (reference) => {
    const path = '/api/input/purchaseorder/'
    const { json } = await server.api.get(`${path}${reference}/`, { as: 'superuser' })
    const { item, location, supplier, quantity, startdate } = Object(json)
    await server.api.delete(`${path}?reference=${reference}`)
    const body = { reference, item, location, supplier, quantity, startdate, status: 'approved' }
    await server.request('POST', path, { as: 'superuser', body })
  },
}

it.each(Object.entries(ways))(
  'lists an order that became approved without a release: %s',
  async (_, change) => {
    const { reference, key } = await releaseOne('purchaseorder')
    await change(reference)
    const order = await server.api.get(`/api/input/purchaseorder/${reference}/`, { as: 'superuser' })
    expect(order.json).toMatchObject({ status: 'approved' })
    // No connector sends it to the ERP until it is released again.
    expect(await receipts(`reference=${reference}`)).toMatchObject([{ receipt: null, withdrawn: true }])
    const listed = await releasable('type=PO&approved=true&limit=1000')
    expect(listed.map((one) => one.reference)).toContain(reference)
    expect((await release([reference])).json).toMatchObject({ released: [reference] })
    expect(await receipts(`reference=${reference}`)).toMatchObject([{ receipt: null, withdrawn: false, key }])
    expect((await release([reference])).json).toMatchObject({ refused: [{ reference, reason: 'released' }] })
  },
)

it('marks releases of earlier versions as withdrawn by the change log', detail, async () => {
  const [firm, undone, gone] = [
    await releaseOne('purchaseorder'),
    await releaseOne('purchaseorder'),
    await releaseOne('purchaseorder'),
  ]
  await patch(undone.reference, { status: 'proposed' })
  await patch(undone.reference, { status: 'approved' })
  await server.api.delete(`/api/input/purchaseorder/${gone.reference}/`)
  const folder = new URL('../../migrations/scenario/', import.meta.url)
  const migration = await readFile(new URL('0038_withdrawn_releases.sql', folder), 'utf8')
  await server.database.withTransaction(async (client) => {
    await client.query('SET LOCAL search_path TO "default"')
    await client.query('ALTER TABLE "orderrelease" DROP "withdrawn"')
    await client.query(migration)
  })
  const marked = await read(
    `/api/output/orderrelease/?reference__in=${[firm, undone, gone].map(({ reference }) => reference).join(',')}`,
  )
  expect(new Map(marked.map((row) => [Object(row).reference, Object(row).withdrawn]))).toEqual(
    new Map([
      [firm.reference, false],
      [undone.reference, true],
      [gone.reference, true],
    ]),
  )
})

it('releases an order again that the ERP has rejected, by another key, and none that it has accepted', async () => {
  const references = await proposals('manufacturingorder', 2)
  await release(references)
  const [accepted, rejected] = references
  const stored = async () => Object(await receipts(`reference=${rejected}`))[0]
  await tell([
    { reference: accepted, receipt: 'accepted', number: 'ERP-2' },
    { reference: rejected, receipt: 'rejected', reason: 'The supplier is blocked' },
  ])
  const { key } = await stored()
  const listed = new Set((await releasable('type=MO&approved=true')).map(({ reference }) => reference))
  expect([listed.has(accepted!), listed.has(rejected!)]).toEqual([false, true])
  expect((await release(references)).json).toMatchObject({
    released: [rejected],
    refused: [{ reference: accepted, reason: 'released' }],
  })
  const again = await stored()
  expect(again).toMatchObject({ receipt: null, reason: null, answered: null })
  expect(again.key).not.toBe(key)
  // A late answer to the first release is not one to the second.
  expect((await tell([{ reference: rejected, key, receipt: 'rejected' }])).json).toMatchObject({ stored: [] })
  expect(await stored()).toMatchObject({ receipt: null })
  for (const reference of references)
    await server.request('PATCH', `/api/input/manufacturingorder/${reference}/`, {
      as: 'superuser',
      body: { status: 'proposed' },
    })
  expect((await release([accepted!])).json).toMatchObject({ refused: [{ reason: 'released' }] })
})

it('tells of a rejection once, also if the server ended before it had told', async () => {
  const [rejected] = await proposals('purchaseorder', 1)
  const { changeset } = Object((await release([rejected!])).json)
  const given = [{ reference: rejected, receipt: 'rejected', reason: 'Too late' }]
  const notices = async () => {
    const { rows } = await server.database.query<{ id: number }>({
      text: 'SELECT "id" FROM control."notice" WHERE "kind" = $1 AND "subject" = $2',
      values: ['release', changeset],
    })
    return rows.map(({ id }) => id)
  }
  await tell(given)
  const [first] = await notices()
  await tell(given)
  expect(await notices()).toEqual([first])
  await server.database.query({ text: 'DELETE FROM control."notice" WHERE "id" = $1', values: [first] })
  await tell(given)
  expect(await notices()).toHaveLength(1)
})

it.each([
  [undefined, 'receipts'],
  ['1', 'receipts'],
  [[{ reference: '1', receipt: 'maybe' }], 'receipts.0.receipt'],
  [[{ receipt: 'accepted' }], 'receipts.0.reference'],
])('refuses the receipts %j', async (given, place) => {
  const { status, json } = await tell(given)
  expect([status, Object.keys(Object(json))]).toEqual([400, [place]])
})

it('takes receipts from those who may change the orders', async () => {
  const references = await proposals('purchaseorder', 1)
  await release(references)
  expect((await tell([{ reference: references[0], receipt: 'accepted' }], 'viewer')).status).toBe(403)
})

it('takes receipts of deleted orders from those who may change such orders, and from nobody else', async () => {
  const [reference = ''] = await proposals('purchaseorder', 1)
  await release([reference])
  await server.api.delete(`/api/input/purchaseorder/${reference}/`)
  const given = [{ reference, receipt: 'rejected', reason: 'no such article' }]
  expect((await tell(given, 'viewer')).status).toBe(403)
  expect((await tell(given)).json).toEqual({ stored: [reference], refused: [] })
})

it('refuses several receipts of one order in a request, and stores none of them', async () => {
  const [reference = ''] = await proposals('purchaseorder', 1)
  await release([reference])
  const { status, json } = await tell([
    { reference, receipt: 'accepted' },
    { reference, receipt: 'rejected' },
  ])
  expect([status, json]).toEqual([
    400,
    { 'receipts.1.reference': [expect.stringContaining(`"${reference}" is listed already, at receipts.0`)] },
  ])
  expect(await receipts(`reference=${reference}&receipt__isnull=true`)).toHaveLength(1)
})

it('keeps what was handed out when a scenario without it is put into production', async () => {
  const { database } = server
  const [reference = ''] = await proposals('purchaseorder', 1)
  await release([reference])
  await tell([{ reference, receipt: 'accepted', number: 'ERP-9' }])
  await database.withTransaction(async (client) => {
    await client.query('CREATE SCHEMA "aside"')
    for (const table of ['orderrelease', 'operationplan'])
      await client.query(`CREATE TABLE "aside"."${table}" (LIKE "default"."${table}" INCLUDING ALL)`)
    // The plan of the new data has moved the order.
    await client.query(
      `INSERT INTO "aside"."operationplan" SELECT * FROM "default"."operationplan" WHERE "reference" = $1`,
      [reference],
    )
    await client.query(`UPDATE "aside"."operationplan" SET "quantity" = 77, "startdate" = NULL`)
    await client.query(
      `INSERT INTO "aside"."orderrelease" ("reference", "type", "quantity", "changeset")
      VALUES ($1, 'PO', 1, 1), ('released in a what-if', 'PO', 1, 1)`,
      [reference],
    )
    await carryReceipts(client, { from: 'default', to: 'aside' })
    const { rows } = await client.query(
      `SELECT a."reference", a."erpnumber", a."key" = d."key" AS "same" FROM "aside"."orderrelease" a
       LEFT JOIN "default"."orderrelease" d USING ("reference") WHERE a."reference" IN ($1, 'released in a what-if') ORDER BY 1 DESC`,
      [reference],
    )
    expect(rows).toEqual([
      { reference: 'released in a what-if', erpnumber: null, same: null },
      { reference, erpnumber: 'ERP-9', same: true },
    ])
    await client.query('DROP SCHEMA "aside" CASCADE')
  })
})

it('does not count for another order that has the same reference in data that replaces production', async () => {
  const { database } = server
  const [accepted = '', open = '', missing = '', own = ''] = await proposals('purchaseorder', 4)
  await release([accepted, open, missing, own])
  await tell([{ reference: accepted, receipt: 'accepted', number: 'ERP-10' }])
  await database.withTransaction(async (client) => {
    await client.query('CREATE SCHEMA "aside"')
    for (const table of ['orderrelease', 'operationplan'])
      await client.query(`CREATE TABLE "aside"."${table}" (LIKE "default"."${table}" INCLUDING ALL)`)
    await client.query(
      `INSERT INTO "aside"."operationplan" ("reference", "status", "type", "quantity", "item", "location", "supplier")
       SELECT "reference", 'proposed', "type", "quantity", 'another item', "location", "supplier"
       FROM "default"."operationplan" WHERE "reference" = ANY ($1)`,
      [[accepted, open, own]],
    )
    await client.query(
      `INSERT INTO "aside"."orderrelease" ("reference", "type", "item", "quantity", "changeset", "key")
       VALUES ($1, 'PO', 'another item', 1, 1, 'key of the other order')`,
      [own],
    )
    await carryReceipts(client, { from: 'default', to: 'aside' })
    const { rows } = await client.query(
      `SELECT "reference", "key" = 'key of the other order' AS "isOther", "withdrawn" FROM "aside"."orderrelease"
       WHERE "reference" = ANY ($1) ORDER BY 2`,
      [[accepted, open, missing, own]],
    )
    // The receipt of an order that the new data does not have stays.
    expect(rows).toEqual([
      { reference: missing, isOther: false, withdrawn: true },
      { reference: own, isOther: true, withdrawn: true },
    ])
    await client.query('DROP SCHEMA "aside" CASCADE')
  })
})
