/** Tests the plan reports on a computed plan: their figures equal those of the tables, computed in another way. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JsonRecord } from '../support/records.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'

vi.setConfig({ testTimeout: 120_000 })

let server: TaskServer
let summed = ''

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
  await server.ended(await server.launch('loaddata', { fixture: 'manufacturing_demo', shift: false }))
  await server.ended(await server.launch('createbuckets', { start: '2025-12-01', end: '2028-12-31' }))
  const answer = await server.request('POST', '/execute/api/runplan/?current=2026-01-05')
  summed = String((await server.ended(idIn(answer))).message)
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

async function list(path: string): Promise<readonly JsonRecord[]> {
  const { status, json, text } = await server.request('GET', path)
  if (status !== 200 || !Array.isArray(json)) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`)
  return json.map((row: unknown): JsonRecord => Object(row))
}

const sum = (rows: readonly JsonRecord[], name: string): number =>
  rows.reduce((total, row) => total + Number(row[name]), 0)
const mostCommon = (values: readonly number[]): number | undefined =>
  [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
const span = 'start=2026-01-05&end=2028-12-31'

describe('a plan of the planner', () => {
  it('pegs to each order of a tree as much as the plan itself says is for the demand', async () => {
    const orders = new Map(
      (await list('/api/input/operationplan/?fields=reference,plan')).map(({ reference, plan }) => [
        reference,
        plan,
      ]),
    )
    const demands = await list('/api/input/demand/?plannedquantity__gt=0&fields=name,plannedquantity')
    expect(demands.length).toBeGreaterThan(50)
    const depths: number[] = []
    for (const { name, plannedquantity } of demands) {
      const tree = await list(`/api/output/pegging/?demand=${encodeURIComponent(String(name))}`)
      depths.push(Math.max(...tree.map(({ level }) => Number(level))))
      expect(tree.every(({ more }) => more === false)).toBe(true)
      const roots = tree.filter(({ level }) => level === 0)
      expect([name, sum(roots, 'pegged')]).toEqual([name, expect.closeTo(Number(plannedquantity), 6)])
      for (const [reference, rows] of Map.groupBy(tree, (row) => row['reference'])) {
        const expected = Number(Object(Object(orders.get(reference)).pegging)[String(name)] ?? 0)
        expect([name, reference, rows[0]?.['type'], sum(rows, 'pegged')]).toEqual([
          name,
          reference,
          rows[0]?.['type'],
          expect.closeTo(expected, 3),
        ])
      }
    }
    expect(Math.max(...depths)).toBeGreaterThan(3)
  })

  it('names the demands that each order is for', async () => {
    const orders = await list('/api/input/operationplan/?fields=reference,type,demand,demands,plan')
    for (const { reference, demands, plan } of orders) {
      const names = Object.keys(Object(Object(plan).pegging))
        .toSorted()
        .join(', ')
      expect([reference, demands]).toEqual([reference, names === '' ? null : names])
    }
    const filled = (type: string): boolean =>
      orders.some((row) => row['type'] === type && row['demands'] !== null)
    expect(
      ['MO', 'WO', 'PO', 'DO', 'DLVR'].filter(
        (type) => !filled(type) && orders.some((row) => row['type'] === type),
      ),
    ).toEqual([])
    const [delivery] = await list('/api/input/deliveryorder/?limit=1&fields=demand')
    const name = String(delivery?.['demand'])
    const found = await list(`/api/input/purchaseorder/?demands__contains=${encodeURIComponent(name)}`)
    expect(found.every(({ demands }) => String(demands).includes(name))).toBe(true)
  })

  it('names the resources on which each order and its steps are planned', async () => {
    const orders = await list('/api/input/operationplan/?fields=reference,type,owner,resource_names')
    const uses = await list('/api/input/operationplanresource/?fields=operationplan,resource')
    const byOrder = Map.groupBy(uses, (use) => use['operationplan'])
    const steps = Map.groupBy(orders, ({ owner }) => owner)
    for (const { reference, resource_names: names } of orders) {
      const work = [reference, ...(steps.get(reference)?.map((step) => step['reference']) ?? [])]
      const used = work.flatMap((one) => byOrder.get(one) ?? [])
      const found = [...new Set(used.map(({ resource }) => String(resource)))]
      expect([reference, names]).toEqual([reference, found.length === 0 ? null : found.toSorted().join(', ')])
    }
    expect(orders.some(({ resource_names: names }) => names !== null)).toBe(true)
  })

  it('has in stock at the end of a bucket what the last movement before has left', async () => {
    const movements = await list('/api/input/operationplanmaterial/?ordering=item,location,flowdate,id')
    const rows = await list(
      `/api/output/inventoryreport/?bucket=month&${span}&fields=item,location,enddate,endonhand`,
    )
    expect(rows.length).toBeGreaterThan(200)
    const byKey = Map.groupBy(movements, ({ item, location }) => JSON.stringify([item, location]))
    for (const { item, location, enddate, endonhand } of rows) {
      const before = (byKey.get(JSON.stringify([item, location])) ?? []).filter(
        ({ flowdate }) => String(flowdate) < String(enddate),
      )
      if (before.length === 0) continue
      expect([item, location, enddate, endonhand]).toEqual([
        item,
        location,
        enddate,
        expect.closeTo(sum(before, 'quantity'), 3),
      ])
    }
  })

  it('delivers in the report what the deliveries are, and counts as the planner does', async () => {
    const deliveries = await list('/api/input/deliveryorder/?fields=quantity')
    const report = await list(`/api/output/demandreport/?bucket=quarter&start=2025-12-01&end=2028-12-31`)
    expect(sum(report, 'supply')).toBeCloseTo(sum(deliveries, 'quantity'), 3)
    const summary = await list('/api/output/plansummary/')
    const count = (name: string): unknown => summary.find((row) => row['name'] === name)?.['count']
    const [, ontime, late, short] = /planned: (\d+) on time, (\d+) late, (\d+) short/.exec(summed) ?? []
    expect([count('ontime'), count('late'), count('short')].map(String)).toEqual([ontime, late, short])
    expect(summary.find(({ section }) => section === 'run')).toMatchObject({
      name: 'runplan',
      status: 'Done',
    })
  })

  it('is as busy in every granularity', async () => {
    const [days, years] = await Promise.all(
      ['day', 'year'].map((bucket) =>
        list(`/api/output/capacityreport/?bucket=${bucket}&start=2026-01-01&end=2029-01-01`),
      ),
    )
    const stored = await list('/api/output/resourcesummary/?startdate__gte=2026-01-01')
    for (const name of ['load', 'available', 'unavailable', 'free', 'setup']) {
      expect(sum(days!, name)).toBeCloseTo(sum(years!, name), 3)
    }
    for (const name of ['load', 'setup']) expect(sum(years!, name)).toBeCloseTo(sum(stored, name), 3)
  })

  it('is busy in each bucket with the orders of its drill-down, whose loads add up to that of the bucket', async () => {
    const weeks = await list(`/api/output/capacityreport/?bucket=week&${span}&load__gt=0`)
    const byResource = Map.groupBy(weeks, ({ resource }) => resource)
    expect(byResource.size).toBeGreaterThan(5)
    const described = Object((await server.request('OPTIONS', '/api/output/capacityreport/')).json)
    const template = String(described.fields.load.drilldown)
    // A long order is in several buckets.
    for (const week of [...byResource.values()].flatMap((rows) => [rows[0]!, rows[1]!, rows.at(-1)!])) {
      const url = template.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
        encodeURIComponent(String(week[field])),
      )
      const orders = await list(url)
      const { resource, startdate } = week
      expect([resource, startdate, sum(orders, 'load')]).toEqual([
        resource,
        startdate,
        expect.closeTo(Number(week['load']), 3),
      ])
      expect(orders.map(({ item }) => item)).not.toContain(null)
      const loads = orders.map(({ load }) => Number(load))
      expect(loads).toEqual(loads.toSorted((one, other) => other - one))
    }
  })

  it('has capacity in every week of the calendars, long after its last work and before its first', async () => {
    const weeks = await list('/api/output/capacityreport/?bucket=week&start=2026-01-05&end=2028-12-31')
    const last = (await list('/api/output/resourcesummary/?ordering=-startdate&limit=1'))[0]?.['startdate']
    const later = weeks.filter(({ startdate }) => String(startdate) > String(last))
    const names = new Set(weeks.map(({ resource }) => resource))
    const usual = Map.groupBy(
      weeks.filter(({ load, enddate }) => Number(load) > 0 && String(enddate) <= String(last)),
      ({ resource }) => resource,
    )
    expect([later.length / names.size > 50, usual.size > 3]).toEqual([true, true])
    for (const [resource, busy] of usual) {
      const usually = mostCommon(busy.map(({ available }) => Number(available)))
      const then = later.filter((row) => row['resource'] === resource)
      expect([resource, mostCommon(then.map(({ available }) => Number(available)))]).toEqual([
        resource,
        usually,
      ])
      expect([resource, then.filter(({ available }) => Number(available) === 0).length]).toEqual([
        resource,
        0,
      ])
      for (const { available, free, utilization } of then) expect([free, utilization]).toEqual([available, 0])
    }
  })

  it('draws every order that uses a resource', async () => {
    const uses = await list(
      '/api/input/operationplanresource/?operationplan__status__ne=closed&fields=resource',
    )
    const rows = await list('/api/output/timeline/?start=2020-01-01&end=2040-01-01')
    const bars = rows.flatMap(({ bars: drawn }) =>
      (Array.isArray(drawn) ? drawn : []).map((bar) => Object(bar)),
    )
    expect(bars.length).toBe(uses.length)
    expect(bars.some(({ setupend }) => setupend !== null)).toBe(true)
    for (const { startdate, setupend, enddate } of bars) {
      expect(startdate <= (setupend ?? startdate) && (setupend ?? startdate) <= enddate).toBe(true)
    }
  })
})
