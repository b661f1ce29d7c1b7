/**
 * A small plan with known figures. Bikes are made of two wheels and a frame at the factory, moved to the shop and
 * delivered there; wheels are bought. Order SO 1 is on time, SO 2 is five days late, SO 3 is not planned in full.
 */
import type { TestServer } from '../support/server.ts'
import type { Api } from '../support/api.ts'

const list = (neighbours: readonly (readonly [string, number])[]): readonly object[] =>
  neighbours.map(([reference, quantity]) => ({ reference, quantity, offset: 0 }))

const plan = (
  upstream: readonly (readonly [string, number])[],
  downstream: readonly (readonly [string, number])[],
  pegging: Readonly<Record<string, number>> = {},
  more: object = {},
): object => {
  return { pegging, upstream_opplans: list(upstream), downstream_opplans: list(downstream), ...more }
}

const move = (operationplan: string, item: string, location: string, quantity: number, flowdate: string) => ({
  operationplan,
  item,
  location,
  quantity,
  flowdate,
})

/** Writes the network with the API, and the data that only the planner writes with SQL. */
export async function storeSmallPlan({ database }: TestServer, api: Api, prefix = ''): Promise<void> {
  const create = (entity: string, records: readonly Record<string, unknown>[]) =>
    api.create(`${prefix}/api/${entity}/`, records)
  await create('common/parameter', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
  await create('input/location', [{ name: 'factory' }, { name: 'shop' }])
  await create('input/customer', [{ name: 'Ann' }])
  await create('input/supplier', [{ name: 'mill' }])
  await create('input/item', [
    { name: 'parts' },
    { name: 'bike', cost: 100, category: 'A' },
    { name: 'wheel', cost: 10, category: 'B', owner: 'parts' },
    { name: 'frame', cost: 30, category: 'B' },
  ])
  await create('input/resource', [{ name: 'bench', location: 'factory' }, { name: 'idle' }])
  await create('input/operation', [
    { name: 'assemble', item: 'bike', location: 'factory', duration: '1 00:00:00', duration_per: '00:10:00' },
    { name: 'weld', item: 'frame', location: 'factory', type: 'routing' },
    { name: 'weld 1', location: 'factory', owner: 'weld', priority: 1, duration: '02:00:00' },
    { name: 'weld 2', location: 'factory', owner: 'weld', priority: 2, duration: '03:00:00' },
  ])
  await create('input/operationmaterial', [
    { operation: 'assemble', item: 'bike', quantity: 1, type: 'end' },
    { operation: 'assemble', item: 'wheel', quantity: -2 },
    { operation: 'assemble', item: 'frame', quantity: -1 },
  ])
  await create('input/operationresource', [
    { operation: 'assemble', resource: 'bench', quantity: 1 },
    { operation: 'weld 2', resource: 'bench', quantity: 1 },
  ])
  await create('input/itemsupplier', [{ item: 'parts', supplier: 'mill', leadtime: '7 00:00:00' }])
  await create('input/itemdistribution', [
    { item: 'bike', origin: 'factory', location: 'shop', leadtime: '1 00:00:00' },
  ])
  await create('input/buffer', [{ item: 'wheel', location: 'factory', onhand: 4 }])
  const demand = { item: 'bike', location: 'shop', customer: 'Ann', status: 'open' }
  await create('input/demand', [
    { name: 'SO 1', quantity: 4, due: '2026-01-20', ...demand },
    { name: 'SO 2', quantity: 6, due: '2026-01-15', ...demand },
    { name: 'SO 3', quantity: 5, due: '2026-02-02', ...demand },
  ])
  await create('common/bucket', [
    { name: 'week', level: 4 },
    { name: 'month', level: 3 },
  ])
  const weeks = ['01-05', '01-12', '01-19', '01-26', '02-02'].map((start) => `2026-${start}`)
  await create('common/bucketdetail', [
    ...weeks.slice(0, -1).map((startdate, index) => ({
      bucket: 'week',
      name: `W${index + 2}`,
      startdate,
      enddate: weeks[index + 1],
    })),
    { bucket: 'month', name: 'Jan', startdate: '2026-01-01', enddate: '2026-02-01' },
    { bucket: 'month', name: 'Feb', startdate: '2026-02-01', enddate: '2026-03-01' },
  ])
  const schema = prefix === '' ? 'default' : prefix.slice(1)
  const insert = (table: string, rows: readonly Record<string, unknown>[]) => {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => `"${name}"`).join(', ')
    return database.query({
      text: `INSERT INTO "${schema}"."${table}" (${names})
        SELECT ${names} FROM jsonb_populate_recordset(NULL::"${schema}"."${table}", $1)`,
      values: [JSON.stringify(rows)],
    })
  }
  const bikes = { item: 'bike', status: 'proposed', quantity: 10 }
  await insert('operationplan', [
    {
      reference: 'S',
      type: 'STCK',
      status: 'confirmed',
      item: 'wheel',
      location: 'factory',
      quantity: 4,
      startdate: '2026-01-05',
      enddate: '2026-01-05',
      plan: plan([], [['MO', 4]]),
    },
    {
      reference: 'PO',
      type: 'PO',
      status: 'confirmed',
      item: 'wheel',
      location: 'factory',
      supplier: 'mill',
      quantity: 20,
      startdate: '2026-01-06',
      enddate: '2026-01-13',
      plan: plan([], [['MO', 16]], { 'SO 1': 6.4, 'SO 2': 9.6 }),
    },
    {
      reference: 'WO 1',
      type: 'WO',
      owner: 'FR',
      operation: 'weld 1',
      status: 'proposed',
      quantity: 10,
      startdate: '2026-01-07T08:00:00',
      enddate: '2026-01-07T10:00:00',
      plan: plan([], [['WO 2', 10]], { 'SO 1': 4, 'SO 2': 6 }),
    },
    {
      reference: 'WO 2',
      type: 'WO',
      owner: 'FR',
      operation: 'weld 2',
      status: 'proposed',
      quantity: 10,
      startdate: '2026-01-08T08:00:00',
      enddate: '2026-01-08T12:00:00',
      criticality: 3,
      delay: '-3 00:00:00',
      plan: plan(
        [['WO 1', 10]],
        [['MO', 10]],
        { 'SO 1': 4, 'SO 2': 6 },
        { setup: 'steel', setupend: Date.UTC(2026, 0, 8, 9) / 1000 },
      ),
    },
    {
      reference: 'FR',
      type: 'MO',
      item: 'frame',
      location: 'factory',
      operation: 'weld',
      status: 'proposed',
      quantity: 10,
      startdate: '2026-01-07T08:00:00',
      enddate: '2026-01-08T12:00:00',
      plan: plan([], []),
    },
    {
      reference: 'MO',
      type: 'MO',
      operation: 'assemble',
      location: 'factory',
      ...bikes,
      startdate: '2026-01-13',
      enddate: '2026-01-16',
      criticality: 0,
      delay: '1 00:00:00',
      plan: plan(
        [
          ['S', 4],
          ['PO', 10],
          ['PO', 6],
          ['WO 2', 10],
        ],
        [['DO', 10]],
        { 'SO 1': 4, 'SO 2': 6 },
        { feasible: false },
      ),
    },
    {
      reference: 'DO',
      type: 'DO',
      origin: 'factory',
      destination: 'shop',
      ...bikes,
      startdate: '2026-01-16',
      enddate: '2026-01-19',
      plan: plan(
        [['MO', 10]],
        [
          ['D2', 6],
          ['D1', 4],
        ],
      ),
    },
    {
      reference: 'D2',
      type: 'DLVR',
      ...bikes,
      quantity: 6,
      location: 'shop',
      demand: 'SO 2',
      due: '2026-01-15',
      startdate: '2026-01-20',
      enddate: '2026-01-20',
      delay: '5 00:00:00',
      plan: plan([['DO', 6]], [], { 'SO 2': 6 }),
    },
    {
      reference: 'D1',
      type: 'DLVR',
      ...bikes,
      quantity: 4,
      location: 'shop',
      demand: 'SO 1',
      due: '2026-01-20',
      startdate: '2026-01-20',
      enddate: '2026-01-20',
      plan: plan([['DO', 4]], [], { 'SO 1': 4 }),
    },
  ])
  await insert('operationplanmaterial', [
    move('S', 'wheel', 'factory', 4, '2026-01-05'),
    move('PO', 'wheel', 'factory', 20, '2026-01-13'),
    move('WO 2', 'frame', 'factory', 10, '2026-01-08T12:00:00'),
    move('MO', 'wheel', 'factory', -20, '2026-01-13'),
    move('MO', 'frame', 'factory', -10, '2026-01-13'),
    move('MO', 'bike', 'factory', 10, '2026-01-16'),
    move('DO', 'bike', 'factory', -10, '2026-01-16'),
    move('DO', 'bike', 'shop', 10, '2026-01-19'),
    move('D2', 'bike', 'shop', -6, '2026-01-20'),
    move('D1', 'bike', 'shop', -4, '2026-01-20'),
  ])
  await insert('operationplanresource', [
    { operationplan: 'WO 2', resource: 'bench', quantity: 1, setup: 'steel' },
    { operationplan: 'MO', resource: 'bench', quantity: 1 },
  ])
  await insert(
    'resourcesummary',
    weeks.slice(0, -1).map((startdate, index) => ({
      resource: 'bench',
      startdate,
      available: 40,
      unavailable: 128,
      setup: index === 0 ? 1 : 0,
      load: index * 10,
      load_confirmed: 0,
      free: 40 - index * 10,
    })),
  )
  const about = { entity: 'material', startdate: '2026-01-13', enddate: '2026-01-20', description: '' }
  await insert('constraint', [
    { demand: 'SO 2', item: 'bike', owner: 'wheel @ factory', name: 'await supply', ...about },
    { demand: 'SO 3', item: 'bike', owner: 'assemble', name: 'overload', ...about },
  ])
  await insert('problem', [
    { ...about, entity: 'demand', owner: 'SO 2', name: 'late' },
    { ...about, entity: 'demand', owner: 'SO 3', name: 'short' },
    { ...about, entity: 'demand', owner: 'SO 3', name: 'late' },
  ])
  await database.query({
    text: `UPDATE "${schema}"."demand" AS d SET "plannedquantity" = v."q", "deliverydate" = v."at", "delay" = v."late"
      FROM (VALUES ('SO 1', 4, '2026-01-20'::timestamp, '0'::interval), ('SO 2', 6, '2026-01-20', '5 days'),
        ('SO 3', 0, NULL, NULL)) AS v ("name", "q", "at", "late") WHERE d."name" = v."name"`,
  })
}
