/** Tests the plan reports over HTTP on a plan with known figures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type ApiServer, startApiServer } from '../support/api.ts'
import { mostBars } from '../../src/planning/reports/timeline.ts'
import { storeSmallPlan } from './small-plan.ts'
import { detail } from '../support/detail.ts'

let server: ApiServer
let api: Api

beforeAll(async () => {
  server = await startApiServer()
  api = server.api
  await storeSmallPlan(server, api)
  await storeSmallPlan(server, api, '/scenario1')
  await server.database.query({
    text: `UPDATE scenario1."demand" SET "deliverydate" = "deliverydate" - interval '3 days',
      "delay" = "delay" - interval '3 days' WHERE "name" = 'SO 2'`,
  })
  await server.database.query({
    text: `UPDATE scenario1."demand" SET "plannedquantity" = 2 WHERE "name" = 'SO 3'`,
  })
  await api.create('/scenario1/api/input/demand/', [{ name: 'SO 4', item: 'bike', quantity: 1 }])
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const column = async (path: string, ...names: readonly string[]): Promise<readonly unknown[]> =>
  (await api.list(path)).map((row) => (names.length === 1 ? row[names[0]!] : names.map((name) => row[name])))

/** Sets the predecessors of the purchase order, in the format of the plan. */
const setUpstream = (upstream: string) =>
  server.database.query({
    text: `UPDATE "default"."operationplan" SET "plan" = jsonb_set("plan", '{upstream_opplans}', $1)
      WHERE "reference" = 'PO'`,
    values: [upstream],
  })

const span = 'start=2026-01-05&end=2026-02-01'

describe('a summary per bucket', () => {
  it('gives the filter of a group by bucket', async () => {
    const { json } = await api.get(`/api/aggregate/output/demandreport/?${span}&group=bucket`)
    const [first] = Object(json).rows
    const rows = await api.list(
      `/api/output/demandreport/?${span}&${new URLSearchParams(first.filter).toString()}`,
    )
    expect([rows.length, new Set(rows.map(({ bucket }) => bucket))]).toEqual([
      first.count,
      new Set(first.values),
    ])
  })

  it('is a list of rows per key and bucket, of weeks unless something else is asked for', async () => {
    expect(
      await column(`/api/output/demandreport/?${span}`, 'bucket', 'orders', 'supply', 'backlog', 'reasons'),
    ).toEqual([
      ['W2', 0, 0, 0, null],
      ['W3', 6, 0, 6, 'await supply'],
      ['W4', 4, 10, 0, null],
      ['W5', 0, 0, 0, null],
    ])
    expect(await column(`/api/output/demandreport/?bucket=month&${span}`, 'bucket', 'orders')).toEqual([
      ['Jan', 10],
    ])
  })

  it('begins at the current date of the plan', async () => {
    expect(await column('/api/output/capacityreport/', 'bucket', 'load')).toEqual([
      ['W2', 0],
      ['W3', 10],
      ['W4', 20],
      ['W5', 30],
    ])
  })

  it('is filtered, sorted, paged and cut to fields as every list', async () => {
    const path = '/api/output/inventoryreport/'
    expect(await column(`${path}?item__category=A&location=shop&fields=endonhand`, 'endonhand')).toEqual([
      0, 0, 0, 0,
    ])
    expect(
      await column(
        `${path}?item__name__contains=hee&endonhand__gt=0&ordering=-startdate`,
        'bucket',
        'endonhand',
      ),
    ).toEqual([
      ['W5', 4],
      ['W4', 4],
      ['W3', 4],
      ['W2', 4],
    ])
    const page = await api.get(`${path}?item=bike&limit=3&offset=1`)
    expect([page.headers.get('x-total-count'), page.headers.get('link')]).toEqual([
      '8',
      expect.stringContaining('offset=4'),
    ])
    const seen: unknown[] = []
    for (let next: string | undefined = `${path}?cursor=&limit=3&ordering=endonhand`; next !== undefined;) {
      const { headers, json } = await api.get(next)
      seen.push(...(Array.isArray(json) ? json : []))
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.replace(server.url, '')
    }
    expect(new Set(seen.map((row) => JSON.stringify(row))).size).toBe(16)
  })

  it('names the buckets that there are when another one is asked for', async () => {
    const { status, json } = await api.get('/api/output/demandreport/?bucket=decade&start=x')
    expect([status, json]).toEqual([
      400,
      {
        bucket: ['"decade" is not one of these: week, month.'],
        start: [expect.stringContaining('Datetime has wrong format')],
      },
    ])
    const turned = await api.get('/api/output/demandreport/?start=2026-02-01&end=2026-01-01')
    expect([turned.status, turned.json]).toEqual([400, { end: ['This must be later than start.'] }])
  })

  it('tells of unknown parameters, and refuses them when it is to be strict', async () => {
    const { headers } = await api.get('/api/output/demandreport/?colour=red')
    expect(headers.get('x-ignored-parameters')).toBe('colour')
    const strict = { headers: { prefer: 'handling=strict' } }
    expect((await api.get('/api/output/demandreport/?colour=red', strict)).status).toBe(400)
    expect((await api.get(`/api/output/demandreport/?${span}&shape=pivot`, strict)).status).toBe(200)
  })

  it('has stock with all that moves it', async () => {
    const [row] = await api.list(
      '/api/output/inventoryreport/?item=wheel&bucket=month&start=2026-01-05&end=2026-01-31',
    )
    expect(row).toMatchObject({
      startonhand: 0,
      produced: 24,
      produced_po_confirmed: 20,
      consumed_mo_proposed: 20,
      endonhand: 4,
      totaldemand: 0,
      onorder: 0,
    })
    const [wheel] = await api.list('/api/input/item/?name=wheel')
    expect(row).toMatchObject({ startvalue: 0, endvalue: 4 * Number(wheel!['cost'] ?? 0) })
    const [shop] = await api.list('/api/output/inventoryreport/?item=bike&location=shop&bucket__exact=W3')
    expect(shop).toMatchObject({ totaldemand: 6, backlog: 6, intransit: 10, intransit_proposed: 10 })
  })

  it('has orders that begin, end and last', async () => {
    expect(
      await column(
        `/api/output/purchasereport/?${span}`,
        'supplier',
        'starts',
        'ends',
        'onorder',
        'onorder_proposed',
      ),
    ).toEqual([
      ['mill', 20, 0, 20, 0],
      ['mill', 0, 20, 0, 0],
      ['mill', 0, 0, 0, 0],
      ['mill', 0, 0, 0, 0],
    ])
    expect(
      await column(`/api/output/operationreport/?operation=assemble&${span}`, 'starts_proposed', 'ends'),
    ).toEqual([
      [0, 0],
      [10, 10],
      [0, 0],
      [0, 0],
    ])
    expect(
      await column(`/api/output/distributionreport/?${span}`, 'origin', 'destination', 'intransit'),
    ).toEqual([
      ['factory', 'shop', 0],
      ['factory', 'shop', 10],
      ['factory', 'shop', 0],
      ['factory', 'shop', 0],
    ])
  })
})

describe('a pivot', () => {
  const pivot = '/api/output/inventoryreport/?shape=pivot&measures=endonhand'

  it('has a row per key with its buckets, and pages of keys', async () => {
    const { json, headers } = await api.get(`${pivot}&${span}&limit=2&ordering=-item`)
    expect(headers.get('x-total-count')).toBe('4')
    expect(json).toEqual([
      {
        item: 'wheel',
        location: 'factory',
        buckets: [4, 4, 4, 4].map((endonhand, index) => ({
          bucket: `W${index + 2}`,
          startdate: `2026-01-${['05', '12', '19', '26'][index]}T00:00:00`,
          enddate: expect.any(String),
          endonhand,
        })),
        total: { endonhand: 4 },
      },
      expect.objectContaining({ item: 'frame' }),
    ])
    expect(await column(`${pivot}&item__category=A&limit=1&offset=1`, 'item', 'location')).toEqual([
      ['bike', 'shop'],
    ])
  })

  it('knows its figures', async () => {
    const { status, json } = await api.get('/api/output/capacityreport/?shape=pivot&measures=load,beauty')
    expect([status, Object(json).measures[0]]).toEqual([
      400,
      '"beauty" is not one of these: available, unavailable, setup, load, load_confirmed, free, utilization.',
    ])
  })

  it('is a table with a column per bucket in spreadsheets', async () => {
    const { text } = await api.get(
      `/api/output/capacityreport/?shape=pivot&measures=load,utilization&${span}&format=csv`,
    )
    expect(text.split('\n')).toEqual([
      'resource,measure,W2,W3,W4,W5',
      'bench,load,0,10,20,30',
      'bench,utilization,0,25,50,75',
      '',
    ])
    const sheet = await api.get(`/api/output/capacityreport/?shape=pivot&${span}&format=xlsx`)
    expect([sheet.status, sheet.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="capacityreport.xlsx"',
    ])
  })
})

describe('another scenario', () => {
  it('is told beside, figure by figure', async () => {
    await server.database.query({
      text: `UPDATE scenario1."resourcesummary" SET "load" = 7 WHERE "startdate" = '2026-01-05'`,
    })
    const path = `/api/output/capacityreport/?${span}&compare=scenario1`
    expect(await column(path, 'load', 'compared_load')).toEqual([
      [0, 7],
      [10, 10],
      [20, 20],
      [30, 30],
    ])
    const { json } = await api.get(`${path}&shape=pivot&measures=load`)
    expect(Object(json)[0].buckets[0]).toMatchObject({ load: 0, compared_load: 7 })
    for (const report of ['demand', 'inventory', 'operation', 'purchase', 'distribution']) {
      const rows = await api.list(`/api/output/${report}report/?${span}&compare=scenario1`)
      for (const row of rows) {
        for (const [name, value] of Object.entries(row).filter(([each]) => each.startsWith('compared_'))) {
          expect([report, name, value]).toEqual([report, name, row[name.replace('compared_', '')]])
        }
      }
      expect(rows.length).toBeGreaterThan(3)
    }
  })

  it('is compared without the edits since', async () => {
    const path = '/api/output/plancomparison/?with=scenario1&demand=SO 1'
    await api.patch('/scenario1/api/input/demand/SO 1/', { quantity: 400 })
    expect(await column(path, 'change', 'quantity_difference')).toEqual([['same', 0]])
    await api.patch('/scenario1/api/input/demand/SO 1/', { quantity: 4 })
  })

  it('is compared order by order', async () => {
    const path = '/api/output/plancomparison/?with=scenario1'
    expect(await column(path, 'demand', 'change', 'difference', 'quantity_difference')).toEqual([
      ['SO 1', 'same', '00:00:00', 0],
      ['SO 2', 'earlier', '-3 00:00:00', 0],
      ['SO 3', 'earlier', null, 2],
      ['SO 4', 'new', null, 0],
    ])
    expect(await column(`${path}&change__ne=same&ordering=-demand&limit=1`, 'demand')).toEqual(['SO 4'])
    expect(await column('/scenario1/api/output/plancomparison/?with=default&demand=SO 4', 'change')).toEqual([
      'gone',
    ])
    const { json } = await api.get(
      '/api/aggregate/output/plancomparison/?with=scenario1&group=change&ordering=change',
    )
    expect(Object(json).rows).toEqual(
      ['earlier', 'new', 'same'].map((change) =>
        expect.objectContaining({ values: [change], count: change === 'earlier' ? 2 : 1 }),
      ),
    )
    const refused = await api.get('/api/aggregate/output/plancomparison/?group=change')
    expect([refused.status, refused.json]).toEqual([400, { with: ['Give one of these parameters: with.'] }])
  })

  it('that may not be opened, or not be looked at, is refused', async () => {
    const unknown = await api.get('/api/output/plancomparison/?with=scenario2')
    expect([unknown.status, unknown.json]).toEqual([400, { with: ['There is no scenario "scenario2".'] }])
    const missing = await api.get('/api/output/plancomparison/')
    expect([missing.status, missing.json]).toEqual([400, { with: ['Give one of these parameters: with.'] }])
    const closed = await api.get('/api/output/plancomparison/?with=scenario1', { as: 'viewer' })
    expect([closed.status, closed.json]).toEqual([400, { with: ['There is no scenario "scenario1".'] }])
    await server.addUser({
      username: 'halfway',
      rights: { default: ['input.view_demand'], scenario1: ['input.view_item'] },
    })
    const half = await server.request('GET', '/api/output/plancomparison/?with=scenario1', { as: 'halfway' })
    expect([half.status, Object.keys(Object(half.json))]).toEqual([403, ['with']])
  })
})

describe('pegging', () => {
  const shown = ['level', 'reference', 'pegged', 'parent'] as const

  it('of a demand goes from its deliveries to what they are made of, in proportion', async () => {
    const rows = await api.list('/api/output/pegging/?demand=SO 2')
    expect(rows.map((row) => shown.map((name) => row[name]))).toEqual([
      [0, 'D2', 6, null],
      [1, 'DO', 6, 1],
      [2, 'MO', 6, 2],
      [3, 'S', 2.4, 3],
      [3, 'PO', expect.closeTo(9.6, 9), 3],
      [3, 'WO 2', 6, 3],
      [4, 'WO 1', 6, 6],
    ])
    expect(rows[2]).toMatchObject({
      type: 'MO',
      status: 'proposed',
      operation: 'assemble',
      quantity: 10,
      startdate: '2026-01-13T00:00:00',
      delay: '1 00:00:00',
      criticality: 0,
      resources: 'bench',
      more: false,
    })
    expect(rows[0]).toMatchObject({ due: '2026-01-15T00:00:00', delay: '5 00:00:00', demand: 'SO 2' })
  })

  it('of an order goes both ways, and stops at the depth that is asked for', async () => {
    expect(await column('/api/output/pegging/?operationplan=PO&direction=downstream', ...shown)).toEqual([
      [0, 'PO', 20, null],
      [1, 'MO', 16, 1],
      [2, 'DO', 16, 2],
      [3, 'D2', expect.closeTo(9.6, 9), 3],
      [3, 'D1', expect.closeTo(6.4, 9), 3],
    ])
    expect(await column('/api/output/pegging/?operationplan=DO&depth=1', 'reference', 'more')).toEqual([
      ['DO', false],
      ['MO', true],
    ])
  })

  it('of an order with steps goes through these', async () => {
    expect(await column('/api/output/pegging/?operationplan=FR', 'reference')).toEqual(['FR', 'WO 2', 'WO 1'])
    expect(
      await column('/api/output/pegging/?operationplan=FR&direction=downstream&depth=2', 'reference'),
    ).toEqual(['FR', 'WO 1', 'WO 2'])
  })

  it('ends where it would go round in a circle, and passes over what is not there', async () => {
    await setUpstream('[{"reference": "DO", "quantity": 1}, {"reference": "gone", "quantity": 1}]')
    const rows = await api.list('/api/output/pegging/?operationplan=PO')
    expect(rows.map(({ reference, more }) => [reference, more])).toEqual([
      ['PO', false],
      ['DO', false],
      ['MO', false],
      ['S', false],
      ['WO 2', false],
      ['WO 1', false],
    ])
    await setUpstream('null')
    expect(await column('/api/output/pegging/?operationplan=PO', 'reference')).toEqual(['PO'])
  })

  it('is empty for what is not known, and wants to know what to start from', async () => {
    expect(await api.list('/api/output/pegging/?demand=unknown')).toEqual([])
    const { status, json } = await api.get('/api/output/pegging/?depth=0')
    expect([status, json]).toEqual([400, { depth: ['"0" is out of range.'] }])
    const none = await api.get('/api/output/pegging/')
    expect([none.status, none.json]).toEqual([
      400,
      { demand: ['Give one of these parameters: demand, operationplan.'] },
    ])
  })
})

describe('the supply path', () => {
  it('goes from an item to all that it is made of', async () => {
    const rows = await api.list('/api/output/supplypath/?demand=SO 1')
    expect(
      rows.map(({ level, kind, item, operation, resource, supplier, quantity, total }) => [
        level,
        kind,
        operation ?? supplier ?? item ?? resource,
        quantity,
        total,
      ]),
    ).toEqual([
      [0, 'buffer', 'bike', 1, 1],
      [1, 'distribution', 'bike', 1, 1],
      [2, 'buffer', 'bike', 1, 1],
      [3, 'operation', 'assemble', 1, 1],
      [4, 'buffer', 'frame', 1, 1],
      [5, 'operation', 'weld', 1, 1],
      [6, 'operation', 'weld 1', 1, 1],
      [6, 'operation', 'weld 2', 1, 1],
      [7, 'resource', 'bench', 1, 1],
      [4, 'buffer', 'wheel', 2, 2],
      [5, 'purchase', 'mill', 1, 2],
      [4, 'resource', 'bench', 1, 1],
    ])
    expect(rows[3]).toMatchObject({ leadtime: '1 00:00:00', duration_per: '00:10:00', location: 'factory' })
    expect(rows[10]).toMatchObject({ leadtime: '7 00:00:00', effective_start: null, effective_end: null })
  })

  it('goes downstream to all that uses it', async () => {
    const path = '/api/output/supplypath/?item=wheel&location=factory&direction=downstream'
    expect(await column(path, 'level', 'kind', 'operation', 'location', 'quantity', 'total')).toEqual([
      [0, 'buffer', null, 'factory', 1, 1],
      [1, 'operation', 'assemble', 'factory', 2, 2],
      [2, 'buffer', null, 'factory', 1, 2],
      [3, 'distribution', null, 'shop', 1, 2],
      [4, 'buffer', null, 'shop', 1, 2],
    ])
    expect(
      await column(
        '/api/output/supplypath/?resource=bench&direction=downstream&depth=1',
        'kind',
        'operation',
        'more',
      ),
    ).toEqual([
      ['resource', null, false],
      ['operation', 'assemble', true],
      ['operation', 'weld 2', true],
    ])
    expect(
      await column(
        '/api/output/supplypath/?operation=weld 1&direction=downstream&depth=2',
        'operation',
        'item',
      ),
    ).toEqual([
      ['weld 1', null],
      ['weld', 'frame'],
      [null, 'frame'],
    ])
  })

  it('starts everywhere an item is known, and filters its rows by fields', async () => {
    expect(await column('/api/output/supplypath/?item=bike&level=0', 'location')).toEqual(['factory', 'shop'])
    expect(await column('/api/output/supplypath/?item=bike&item__exact=wheel', 'item', 'kind')).toEqual([
      ['wheel', 'buffer'],
      ['wheel', 'purchase'],
      ['wheel', 'buffer'],
      ['wheel', 'purchase'],
    ])
    expect(await api.list('/api/output/supplypath/?item=unknown')).toEqual([])
  })

  it('ends where it meets itself', async () => {
    await api.create('/api/input/itemdistribution/', [{ item: 'bike', origin: 'shop', location: 'factory' }])
    const rows = await api.list(
      '/api/output/supplypath/?item=bike&location=shop&kind__in=buffer,distribution&item__exact=bike',
    )
    expect(rows.map(({ level, kind, location, circular }) => [level, kind, location, circular])).toEqual([
      [0, 'buffer', 'shop', false],
      [1, 'distribution', 'shop', false],
      [2, 'buffer', 'factory', false],
      [3, 'distribution', 'factory', false],
      [4, 'buffer', 'shop', true],
    ])
    await api.delete('/api/input/itemdistribution/?origin=shop')
  })
})

describe('the summary of a plan', () => {
  it('tells what a planner looks at first', async () => {
    await server.database.query({
      text: `INSERT INTO control."task" ("name", "submitted", "started", "finished", "status", "scenario")
        SELECT 'runplan', d, d, d, s, 'default' FROM (VALUES ('2026-01-04'::timestamp, 'Failed'),
          ('2026-01-05', 'Done'), ('2026-01-06', 'Canceled')) AS v (d, s)`,
    })
    const rows = await api.list(
      '/api/output/plansummary/?fields=section,name,count,quantity,value,days,percent,moment,status',
    )
    const told = (name: string) => rows.find((row) => row['name'] === name)
    expect(rows.map(({ section, name }) => `${String(section)} ${String(name)}`)).toEqual([
      ...['ontime', 'late', 'short'].map((name) => `demand ${name}`),
      ...['start', 'end'].map((name) => `inventory ${name}`),
      ...['DLVR', 'DO', 'MO', 'WO'].map((name) => `proposals ${name}`),
      'capacity bench',
      'problems late',
      'problems short',
      'constraints await supply',
      'constraints overload',
      'run runplan',
    ])
    expect(told('ontime')).toMatchObject({ count: 1, quantity: 4, value: 400, days: 0 })
    expect(told('late')).toMatchObject({ count: 1, quantity: 6, value: 600, days: 5 })
    expect(told('short')).toMatchObject({ count: 1, quantity: 5, value: 500 })
    expect(told('start')).toMatchObject({ quantity: 4, value: 40 })
    expect(told('end')).toMatchObject({ quantity: 4, value: 40 })
    expect(told('MO')).toMatchObject({ count: 2, quantity: 20, value: 1300 })
    // 60 hours of the 160 hours of four weeks.
    const moment = '2026-01-05T00:00:00'
    expect(told('bench')).toMatchObject({ percent: 37.5, moment, days: 28 })
    // Beyond the buckets of the plan, 24 hours of each day.
    const wholeYear = await api.list('/api/output/plansummary/?section=capacity&end=2027-01-05')
    const percent = (100 * 60) / (160 + 24 * (365 - 28))
    expect(wholeYear[0]).toMatchObject({ percent, moment, days: 365 })
    expect(told('runplan')).toMatchObject({ status: 'Done', moment: '2026-01-05T00:00:00' })
  })

  it('does not move with edits of sales orders since', async () => {
    const path = '/api/output/plansummary/?section=demand'
    const before = await column(path, 'name', 'count')
    expect(before).toEqual([
      ['ontime', 1],
      ['late', 1],
      ['short', 1],
    ])
    await api.patch('/api/input/demand/SO 1/', { quantity: 400 })
    await api.create('/api/input/demand/', [{ name: 'SO without due date', item: 'bike', quantity: 1 }])
    expect(await column(path, 'name', 'count')).toEqual(before)
    await api.patch('/api/input/demand/SO 1/', { quantity: 4 })
    await api.delete('/api/input/demand/?name=SO without due date')
  })

  it('does not move with a correction of a planned stock since', async () => {
    const path = '/api/output/plansummary/?section=inventory'
    const before = await column(path, 'name', 'quantity')
    const stock = '/api/input/buffer/?item=wheel&location=factory'
    const [buffer] = await api.list(stock)
    const one = `/api/input/buffer/${String(buffer!['id'])}/`
    await api.patch(one, { onhand: Number(buffer!['onhand']) + 100 })
    expect(await column(path, 'name', 'quantity')).toEqual(before)
    await api.patch(one, { onhand: buffer!['onhand'] })
    // Its stock was 0 when the plan was made.
    await api.create('/api/input/buffer/', [{ item: 'frame', location: 'factory', onhand: 50 }])
    expect(await column(path, 'name', 'quantity')).toEqual(before)
    await api.delete('/api/input/buffer/?item=frame&location=factory')
  })

  it('tells that of another scenario beside', async () => {
    const [, late] = await api.list('/api/output/plansummary/?compare=scenario1')
    expect(late).toMatchObject({ name: 'late', days: 5, compared_days: 2 })
  })
})

describe('the timeline', () => {
  const path = '/api/output/timeline/?start=2026-01-05&end=2026-01-14'

  it('has the sales orders of an order and its resources also as values, as names may contain commas', async () => {
    const [row] = await api.list(`${path}&shape=list&fields=demands,pegged,reference`)
    expect(row).toMatchObject({ pegged: expect.any(Object) })
    expect(Object.keys(Object(row?.['pegged'])).toSorted().join(', ')).toBe(row?.['demands'])
    const orders = await api.list(`/api/output/pegging/?operationplan=${String(row?.['reference'])}`)
    const names = orders.map(({ resource_names: list }) => list)
    expect(names.flat()).not.toEqual([])
    expect(orders.map(({ resources }) => resources ?? '')).toEqual(
      names.map((list) => (Array.isArray(list) ? list.join(', ') : '')),
    )
  })

  it('has resources with the orders that touch the window', async () => {
    const { json, headers } = await api.get(`${path}&limit=1`)
    expect(headers.get('x-total-count')).toBe('2')
    expect(json).toEqual([
      {
        resource: 'bench',
        location: 'factory',
        owner: null,
        category: null,
        bars: [
          expect.objectContaining({
            reference: 'WO 2',
            startdate: '2026-01-08T08:00:00',
            setupend: '2026-01-08T09:00:00',
            setup: 'steel',
            delay: -3 * 86_400,
            criticality: 3,
            feasible: true,
            due: '2026-01-15T00:00:00',
            demands: { 'SO 1': 4, 'SO 2': 6 },
            customers: ['Ann'],
            load: 1,
          }),
          expect.objectContaining({ reference: 'MO', setupend: null, feasible: false }),
        ],
      },
    ])
    expect(await column(`${path}&resource=idle`, 'bars')).toEqual([[]])
    expect(await column('/api/output/timeline/?start=2026-01-16&end=2026-01-17', 'resource', 'bars')).toEqual(
      [
        ['bench', []],
        ['idle', []],
      ],
    )
    expect(await column(`${path}&resource__location=factory`, 'resource')).toEqual(['bench'])
  })

  it('with more orders than a screen can show is refused, and its list is not', detail, async () => {
    const year = '/api/output/timeline/?start=2031-01-01&end=2032-01-01'
    await server.database.query({
      text: `INSERT INTO "default"."operationplan" ("reference", "type", "status", "operation", "quantity", "startdate", "enddate")
        SELECT 'many ' || n, 'MO', 'proposed', 'assemble', 1, '2031-06-01', '2031-06-02' FROM generate_series(1, ${mostBars + 1}) AS n`,
    })
    await server.database.query({
      text: `INSERT INTO "default"."operationplanresource" ("operationplan", "resource", "quantity")
        SELECT 'many ' || n, 'bench', 1 FROM generate_series(1, ${mostBars + 1}) AS n`,
    })
    const refused = await api.get(year)
    expect([refused.status, refused.json]).toEqual([
      400,
      { end: [expect.stringMatching(/^More than 50,000 orders are on these resources until then/)] },
    ])
    expect(await column(`${year}&resource=idle`, 'bars')).toEqual([[]])
    expect(await column(`${year}&shape=list&limit=1`, 'resource')).toEqual(['bench'])
    const made = [
      ['operationplanresource', 'operationplan'],
      ['operationplan', 'reference'],
    ]
    for (const [table, key] of made)
      await server.database.query({ text: `DELETE FROM "default"."${table}" WHERE "${key}" LIKE 'many %'` })
  })

  it('is a list of orders for those who want one', async () => {
    expect(await column(`${path}&shape=list&status=proposed`, 'reference', 'demands', 'delay')).toEqual([
      ['WO 2', 'SO 1, SO 2', '-3 00:00:00'],
      ['MO', 'SO 1, SO 2', '1 00:00:00'],
    ])
    const { text } = await api.get(`${path}&format=csv&fields=resource,reference`)
    expect(text).toBe('resource,reference\nbench,WO 2\nbench,MO\n')
  })
})
