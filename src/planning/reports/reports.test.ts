/**
 * Tests the plan reports against a second implementation, which computes the same figures by processing all events
 * one by one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { write } from '../../../test/support/records.ts'
import type { DataContext } from '../../data/context.ts'
import { relationOf } from '../../data/relation.ts'
import { makeBuckets } from '../time-buckets/make-buckets.ts'
import { writeBuckets } from '../time-buckets/write-buckets.ts'
import type { ReportSpan } from './report.ts'
import { planReportByName } from './reports.ts'

let test: TestDatabase
let context: DataContext

const day = 86_400_000
const zero = Date.UTC(2026, 0, 1)
const moment = (days: number): string => new Date(zero + days * day).toISOString().slice(0, 19)
const time = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Returns a pseudo-random generator of integers from 0 to below a limit, the same sequence in every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

const random = dice(7)
const items = ['bolt', 'bike', "o'ring; --"]
const locations = ['here', 'there']
const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)]!

interface Order {
  readonly reference: string
  readonly type: string
  readonly status: string | null
  readonly quantity: number
  readonly quantity_completed?: number
  readonly startdate: string
  readonly enddate: string
  readonly item: string
  readonly location: string
  readonly demand: string | null
  readonly operation: string | null
  readonly supplier: string | null
  readonly origin: string | null
  readonly destination: string | null
}

const isProposed = ({ status }: Pick<Order, 'status'>): boolean => (status ?? 'proposed') === 'proposed'

/** Fields that only some types of orders have. */
const partners = (
  type: string,
  index: number,
): Pick<Order, 'operation' | 'supplier' | 'origin' | 'destination'> => ({
  operation: type === 'MO' || type === 'WO' ? ['make', 'paint', null][index % 3]! : null,
  supplier: type === 'PO' ? ['mill', null][index % 2]! : null,
  origin: type === 'DO' ? 'there' : null,
  destination: type === 'DO' ? ['here', null][index % 2]! : null,
})

const demands = Array.from({ length: 60 }, (_, index) => ({
  name: `D${index}`,
  item: pick(items),
  location: pick(locations),
  due: index % 13 === 0 ? null : moment(random(120) - 20),
  quantity: 1 + random(20),
  status: pick(['open', 'open', 'quote', 'closed', 'canceled']),
}))

/** Returns no status for some proposals: an order without a status is one. */
const withoutSome = (status: string, index: number): string | null =>
  status === 'proposed' && index % 2 === 0 ? null : status

const orders: readonly Order[] = [
  ...items.map((item, index) => ({
    reference: `S${index}`,
    type: 'STCK',
    status: 'confirmed',
    quantity: 40,
    startdate: moment(-30),
    enddate: moment(-30),
    item,
    location: 'here',
    demand: null,
    ...partners('STCK', index),
  })),
  ...Array.from({ length: 150 }, (_, index) => {
    const type = pick(['MO', 'WO', 'PO', 'DO', 'DLVR', 'DLVR'])
    const start = random(110) - 20 + random(24) / 24
    const served = type === 'DLVR' ? pick(demands) : undefined
    return {
      reference: `O${index}`,
      type,
      status: withoutSome(pick(['proposed', 'approved', 'confirmed', 'completed', 'closed']), index),
      quantity: 1 + random(30),
      // Some receipts are larger than the order.
      ...(index % 3 === 0 ? { quantity_completed: index % 11 } : {}),
      startdate: moment(start),
      enddate: moment(start + random(12)),
      item: served?.item ?? pick(items),
      location: served?.location ?? pick(locations),
      demand: served?.name ?? null,
      ...partners(type, index),
    }
  }),
]

const movements = orders.flatMap((order) => {
  const made = ['PO', 'DO', 'MO', 'STCK'].includes(order.type)
  const consumed = ['MO', 'WO', 'DO', 'DLVR'].includes(order.type)
  const used = order.type === 'DLVR' ? order : { item: pick(items), location: pick(locations) }
  return [
    ...(made ? [{ ...order, flowdate: order.enddate, quantity: order.quantity }] : []),
    ...(consumed
      ? [
          {
            ...order,
            item: used.item,
            location: used.location,
            flowdate: order.startdate,
            quantity: -order.quantity,
          },
        ]
      : []),
  ]
})

const insert = (table: string, columns: readonly string[], rows: readonly object[]) =>
  test.database.query({
    text: `INSERT INTO "default"."${table}" (${columns.map((name) => `"${name}"`).join(', ')})
      SELECT ${columns.map((name) => `"${name}"`).join(', ')} FROM jsonb_populate_recordset(NULL::"default"."${table}", $1)`,
    values: [JSON.stringify(rows)],
  })

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database)
  await write(
    context,
    'input.item',
    items.map((name) => ({ name })),
  )
  await write(
    context,
    'input.location',
    [...locations, 'unplanned'].map((name) => ({ name })),
  )
  await write(context, 'input.demand', demands)
  await write(context, 'input.supplier', [{ name: 'mill' }])
  await write(
    context,
    'input.operation',
    ['make', 'paint'].map((name) => ({ name, location: 'here' })),
  )
  await write(context, 'input.calendar', [
    { name: 'safety', defaultvalue: 3 },
    { name: 'shift', defaultvalue: 0 },
    { name: 'machines', defaultvalue: 2 },
  ])
  await write(context, 'input.calendarbucket', [
    {
      calendar: 'shift',
      startdate: moment(0),
      value: 1,
      starttime: '08:00:00',
      endtime: '16:00:00',
      saturday: false,
      sunday: false,
    },
    { calendar: 'machines', startdate: moment(80), value: 3 },
  ])
  await write(context, 'input.location', [{ name: 'here', available: 'shift' }])
  await write(context, 'input.resource', [
    { name: 'press', location: 'here', maximum_calendar: 'machines' },
    { name: 'idle' },
  ])
  await write(context, 'input.calendarbucket', [
    { calendar: 'safety', startdate: moment(20), enddate: moment(40), value: 7, priority: 1 },
    { calendar: 'safety', startdate: moment(0), enddate: moment(60), value: 5, priority: 2 },
  ])
  await write(context, 'input.buffer', [
    { item: 'bolt', location: 'here', onhand: 1000, minimum: 9 },
    { item: 'bike', location: 'here', onhand: 0, minimum: 9, minimum_calendar: 'safety' },
    { item: 'bolt', location: 'unplanned', onhand: 17, minimum: 4 },
  ])
  await insert(
    'operationplan',
    'reference type status quantity quantity_completed startdate enddate item location demand operation supplier origin destination'.split(
      ' ',
    ),
    orders,
  )
  await insert(
    'operationplanmaterial',
    ['item', 'location', 'operationplan', 'quantity', 'flowdate'],
    movements.map((movement) => ({ ...movement, operationplan: movement.reference })),
  )
  await insert(
    'constraint',
    ['demand', 'entity', 'owner', 'name', 'description', 'startdate', 'enddate'],
    ['late supply', 'overload', 'overload'].map((name) => ({
      demand: 'D1',
      entity: 'capacity',
      owner: 'press',
      name,
      description: '',
      startdate: moment(0),
      enddate: moment(1),
    })),
  )
  await insert(
    'resourcesummary',
    ['resource', 'startdate', 'available', 'unavailable', 'setup', 'load', 'free', 'load_confirmed'],
    Array.from({ length: 70 }, (_, index) => ({
      resource: 'press',
      startdate: moment(index - 5),
      available: index % 7 < 5 ? 8 : 0,
      unavailable: index % 7 < 5 ? 16 : 24,
      setup: 1,
      load: index % 5,
      free: 1,
      load_confirmed: index % 2,
    })),
  )
  await writeBuckets(
    context,
    makeBuckets({
      start: '2025-12-01',
      end: '2026-12-31',
      weekStart: 1,
      language: 'en',
      templates: { day: '%Y-%m-%d', week: '%y W%W', month: '%b %y', quarter: '%y Q%q', year: '%Y' },
    }),
    { dryRun: false },
  )
  await test.database.query({ text: 'ANALYZE' })
})
afterAll(() => test[Symbol.asyncDispose]())

type Row = Readonly<Record<string, string | number | null>>

async function read(name: string, span: ReportSpan): Promise<readonly Row[]> {
  const report = planReportByName.get(name)!
  const order = report.order.map((field) => `r."${field}"`).join(', ')
  const prepared = await report.prepare?.(context, span)
  const text = `SELECT * FROM ${relationOf(context, report.over(span, prepared))} AS r ORDER BY ${order}`
  const { rows } = await test.database.query<Record<string, string | number | null>>({ text })
  return rows
}

async function buckets(bucket: string, from: string, to: string) {
  const { rows } = await test.database.query<{ name: string; startdate: string; enddate: string }>({
    text: `SELECT "name", "startdate", "enddate" FROM "default"."bucketdetail"
      WHERE "bucket" = $1 AND "enddate" > $2::timestamp AND "startdate" < $3::timestamp ORDER BY "startdate"`,
    values: [bucket, from, to],
  })
  return rows
}

const figure = (row: Row, name: string): number => Number(row[name])
const figures = (row: Row, names: readonly string[]): number => sum(names.map((each) => figure(row, each)))
const keyOf = (name: string, row: Row): string =>
  JSON.stringify(planReportByName.get(name)!.keys.map((key) => row[key]))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

describe.each(['week', 'month', 'day'])('reports per %s', (bucket) => {
  const span = { bucket, start: '2026-01-07', end: '2026-04-20' }

  it('tell of demand what every single order and delivery adds up to', async () => {
    const periods = await buckets(bucket, span.start, span.end)
    const planned = demands.filter(({ status }) => status === 'open' || status === 'quote')
    const delivered = orders.filter(
      ({ type, status, demand }) =>
        type === 'DLVR' && status !== 'closed' && planned.some(({ name }) => name === demand),
    )
    const rows = await read('demandreport', span)
    expect(rows.length).toBe(items.length * locations.length * periods.length)
    for (const row of rows) {
      const here = (event: { readonly item: string; readonly location: string }): boolean =>
        event.item === row['item'] && event.location === row['location']
      const [start, end] = [time(String(row['startdate'])), time(String(row['enddate']))]
      const ordered = (from: number): number =>
        sum(
          planned
            .filter((one) => here(one) && one.due !== null && time(one.due) >= from && time(one.due) < end)
            .map(({ quantity }) => quantity),
        )
      const supplied = (from: number): number =>
        sum(
          delivered
            .filter((one) => here(one) && time(one.enddate) >= from && time(one.enddate) < end)
            .map(({ quantity }) => quantity),
        )
      // A delivery takes nothing off the backlog before its order is due, and no more than is left of it.
      const owed = (before: number): number =>
        sum(
          planned.filter(here).map(({ name, due, quantity }) => {
            const late = due === null ? -Infinity : time(due)
            const arrived = delivered.filter(
              (one) => one.demand === name && Math.max(time(one.enddate), late) < before,
            )
            return Math.min(quantity, sum(arrived.map((one) => one.quantity)))
          }),
        )
      expect(row).toMatchObject({
        orders: ordered(start),
        supply: supplied(start),
        backlog: ordered(-Infinity) - owed(end),
      })
    }
    const due = demands[1]!
    const reasons = rows.filter((row) => row['reasons'] !== null)
    const isPlanned = due.due !== null && planned.includes(due)
    expect(reasons.map((row) => [row['item'], row['reasons']])).toEqual(
      isPlanned ? [[due.item, 'late supply, overload']] : [],
    )
  })

  it('tell of stock what every single movement adds up to', async () => {
    const periods = await buckets(bucket, span.start, span.end)
    const counted = movements.filter(({ status }) => status !== 'closed')
    const rows = await read('inventoryreport', span)
    expect(rows.length).toBe((items.length * locations.length + 1) * periods.length)
    for (const row of rows) {
      const here = counted.filter(
        ({ item, location }) => item === row['item'] && location === row['location'],
      )
      const [start, end] = [time(String(row['startdate'])), time(String(row['enddate']))]
      const stock = (until: number): number =>
        row['location'] === 'unplanned'
          ? 17
          : sum(here.filter(({ flowdate }) => time(flowdate) < until).map(({ quantity }) => quantity))
      const within = here.filter(({ flowdate }) => time(flowdate) >= start && time(flowdate) < end)
      const flow = (test: (one: (typeof within)[number]) => boolean): number =>
        sum(within.filter(test).map(({ quantity }) => Math.abs(quantity)))
      const way = (type: string): number =>
        sum(
          orders
            .filter(
              (one) =>
                one.type === type &&
                one.status !== 'closed' &&
                one.item === row['item'] &&
                one.location === row['location'],
            )
            .filter(({ startdate, enddate }) => time(startdate) < end && time(enddate) >= end)
            .map(({ quantity, quantity_completed: done = 0 }) => Math.max(0, quantity - done)),
        )
      expect(row).toMatchObject({
        startonhand: stock(start),
        endonhand: stock(end),
        produced: flow(({ quantity }) => quantity > 0),
        produced_mo: flow(({ quantity, type }) => quantity > 0 && (type === 'MO' || type === 'WO')),
        produced_po_proposed: flow(
          ({ quantity, type, status }) => quantity > 0 && type === 'PO' && isProposed({ status }),
        ),
        consumed: flow(({ quantity }) => quantity < 0),
        consumed_confirmed: flow(({ quantity, status }) => quantity < 0 && !isProposed({ status })),
        consumed_so_proposed: flow(
          ({ quantity, type, status }) => quantity < 0 && type === 'DLVR' && isProposed({ status }),
        ),
        consumed_do: flow(({ quantity, type }) => quantity < 0 && type === 'DO'),
        onorder: way('PO'),
        intransit: way('DO'),
        wip: way('MO'),
      })
      // Consumption of the following buckets, deducted bucket by bucket.
      let left = stock(end)
      let cover = 0
      const later = periods.filter(({ startdate }) => time(startdate) >= end)
      for (const period of later) {
        const length = (time(period.enddate) - time(period.startdate)) / day
        const use = sum(
          here
            .filter(
              (one) =>
                one.quantity < 0 &&
                time(one.flowdate) >= time(period.startdate) &&
                time(one.flowdate) < time(period.enddate),
            )
            .map(({ quantity }) => -quantity),
        )
        if (left <= 0) break
        cover += use > left ? length * (left / use) : length
        left -= use
        if (use > 0 && left < 0) break
      }
      expect(row['daysofcover']).toBeCloseTo(cover, 6)
    }
  })

  it('tell the safety stock of buffers, by calendar where there is one', async () => {
    const rows = await read('inventoryreport', span)
    expect(rows).not.toEqual([])
    for (const row of rows) {
      const start = (time(String(row['startdate'])) - zero) / day
      const byCalendar = start >= 20 && start < 40 ? 7 : start >= 0 && start < 60 ? 5 : 3
      const expected =
        row['item'] === 'bike' && row['location'] === 'here'
          ? byCalendar
          : row['item'] === 'bolt'
            ? ({ here: 9, unplanned: 4 }[String(row['location'])] ?? 0)
            : 0
      expect([row['item'], row['location'], row['startdate'], row['safetystock']]).toEqual([
        row['item'],
        row['location'],
        row['startdate'],
        expected,
      ])
    }
  })

  it('tell of capacity what the finest buckets add up to', async () => {
    const periods = await buckets(bucket, span.start, span.end)
    const rows = await read('capacityreport', span)
    expect(rows.map((row) => row['bucket'])).toEqual(periods.map(({ name }) => name))
    for (const [index, row] of rows.entries()) {
      const days = Array.from({ length: 70 }, (_, number) => number).filter((number) => {
        const at = zero + (number - 5) * day
        return at >= time(periods[index]!.startdate) && at < time(periods[index]!.enddate)
      })
      // The stored capacity of the plan, and after its last day the capacity of the calendars.
      const [start, end] = [periods[index]!.startdate, periods[index]!.enddate].map(time)
      const later = Array.from({ length: 120 }, (_, number) => number + 65)
        .map((number) => zero + number * day)
        .filter((at) => at >= start! && at < end!)
      const open = later.filter((at) => ![0, 6].includes(new Date(at).getUTCDay()))
      const available =
        sum(days.map((number) => (number % 7 < 5 ? 8 : 0))) +
        sum(open.map((at) => (at < zero + 80 * day ? 16 : 24)))
      const free = days.length + sum(open.map((at) => (at < zero + 80 * day ? 16 : 24)))
      const unavailable =
        sum(days.map((number) => (number % 7 < 5 ? 16 : 24))) +
        sum(later.map((at) => 24 * (at < zero + 80 * day ? 2 : 3))) -
        sum(open.map((at) => (at < zero + 80 * day ? 16 : 24)))
      const load = sum(days.map((number) => number % 5))
      expect(row).toMatchObject({ resource: 'press', available, unavailable, free, load, setup: days.length })
      const utilization = available === 0 ? null : ((100 * load) / available).toFixed(6)
      const found = row['utilization']
      expect(found === null ? null : Number(found).toFixed(6)).toBe(utilization)
    }
  })
})

describe.each(['week', 'month', 'quarter'])('orders per %s', (bucket) => {
  const span = { bucket, start: '2026-01-07', end: '2026-04-20' }

  it.each([
    ['operationreport', ['operation'], (one: Order) => one.operation !== null, 'inprogress'],
    ['purchasereport', ['item', 'supplier', 'location'], (one: Order) => one.type === 'PO', 'onorder'],
    ['distributionreport', ['item', 'origin', 'destination'], (one: Order) => one.type === 'DO', 'intransit'],
  ] as const)('are counted in the %s as they begin, end and last', async (name, keys, belongs, under) => {
    const rows = await read(name, span)
    const counted = orders.filter((one) => belongs(one) && one.status !== 'closed')
    const periods = await buckets(bucket, span.start, span.end)
    const groups = new Set(counted.map((one) => JSON.stringify(keys.map((key) => one[key]))))
    expect(rows.length).toBe(groups.size * periods.length)
    for (const row of rows) {
      const here = counted.filter((one) => keys.every((key) => one[key] === row[key]))
      const [start, end] = [time(String(row['startdate'])), time(String(row['enddate']))]
      const total = (test: (one: Order) => boolean): number =>
        sum(here.filter(test).map(({ quantity }) => quantity))
      const begins = (one: Order): boolean => time(one.startdate) >= start && time(one.startdate) < end
      const ends = (one: Order): boolean => time(one.enddate) >= start && time(one.enddate) < end
      const lasts = (one: Order): boolean => time(one.startdate) < end && time(one.enddate) >= end
      expect(row).toMatchObject({
        starts: total(begins),
        starts_proposed: total((one) => begins(one) && isProposed(one)),
        ends: total(ends),
        ends_proposed: total((one) => ends(one) && isProposed(one)),
        [under]: total(lasts),
        [`${under}_proposed`]: total((one) => lasts(one) && isProposed(one)),
      })
    }
  })
})

describe('figures of buckets', () => {
  const span = { start: '2026-01-01', end: '2026-04-01' }
  const flows = [
    'produced',
    'consumed',
    'totaldemand',
    'orders',
    'supply',
    'starts',
    'ends',
    'load',
    'available',
  ]
  const levels = ['endonhand', 'backlog', 'inprogress', 'onorder', 'intransit', 'wip']

  it.each([...planReportByName.keys()])('of the %s add up to those of longer buckets', async (name) => {
    const days = await read(name, { bucket: 'day', ...span })
    for (const bucket of ['month', 'quarter']) {
      const rows = await read(name, { bucket, ...span })
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) {
        const within = days.filter(
          (one) =>
            keyOf(name, one) === keyOf(name, row) &&
            String(one['startdate']) >= String(row['startdate']) &&
            String(one['startdate']) < String(row['enddate']),
        )
        for (const flow of flows.filter((each) => each in row)) {
          const total = sum(within.map((one) => figure(one, flow)))
          expect([flow, figure(row, flow)]).toEqual([flow, expect.closeTo(total, 6)])
        }
        for (const level of levels.filter((each) => each in row)) {
          expect([level, figure(row, level)]).toEqual([
            level,
            expect.closeTo(figure(within.at(-1)!, level), 6),
          ])
        }
      }
    }
  })

  it('hang together from bucket to bucket', async () => {
    const chains: readonly (readonly [string, string, (row: Row) => number])[] = [
      ['inventoryreport', 'endonhand', (row) => figure(row, 'produced') - figure(row, 'consumed')],
      ['operationreport', 'inprogress', (row) => figure(row, 'starts') - figure(row, 'ends')],
      ['purchasereport', 'onorder', (row) => figure(row, 'starts') - figure(row, 'ends')],
      ['distributionreport', 'intransit', (row) => figure(row, 'starts') - figure(row, 'ends')],
    ]
    for (const [name, level, change] of chains) {
      const rows = await read(name, { bucket: 'week', ...span })
      expect(rows.length).toBeGreaterThan(1)
      for (const [index, row] of rows.entries()) {
        const before = rows[index - 1]
        if (before === undefined || keyOf(name, before) !== keyOf(name, row)) continue
        expect([name, figure(row, level)]).toEqual([
          name,
          expect.closeTo(figure(before, level) + change(row), 6),
        ])
        const start = row['startonhand'] ?? before[level]
        expect([name, start]).toEqual([name, expect.closeTo(figure(before, level), 6)])
      }
    }
  })

  it('split into those of proposals and others, and by the orders behind them', async () => {
    const rows = await read('inventoryreport', { bucket: 'week', ...span })
    expect(rows).not.toEqual([])
    for (const row of rows) {
      for (const name of [
        'produced',
        'consumed',
        'produced_mo',
        'consumed_so',
        'onorder',
        'wip',
        'intransit',
      ]) {
        expect(figure(row, name)).toBeCloseTo(figures(row, [`${name}_confirmed`, `${name}_proposed`]), 6)
      }
      expect(figure(row, 'produced')).toBeGreaterThanOrEqual(
        figures(row, ['produced_mo', 'produced_po', 'produced_do']),
      )
    }
  })

  it('of demand are the same in the reports on demand and on stock', async () => {
    const stock = await read('inventoryreport', { bucket: 'week', ...span })
    const demand = await read('demandreport', { bucket: 'week', ...span })
    expect(demand).not.toEqual([])
    for (const row of demand) {
      const duplicate = stock.find(
        (one) =>
          keyOf('demandreport', one) === keyOf('demandreport', row) && one['startdate'] === row['startdate'],
      )
      expect([duplicate?.['totaldemand'], duplicate?.['backlog']]).toEqual([row['orders'], row['backlog']])
    }
  })
})

describe('the horizon of reports', () => {
  it('begins at the current date of the plan and is a year long', async () => {
    await write(context, 'common.parameter', [{ name: 'currentdate', value: '2026-02-10 12:00:00' }])
    const rows = await read('capacityreport', { bucket: 'month' })
    expect(rows.map((row) => row['bucket'])).toEqual(
      (await buckets('month', '2026-02-10', '2027-02-10')).map(({ name }) => name),
    )
    // A value that was stored before values were validated.
    await test.database.query({
      text: `UPDATE "default"."parameter" SET "value" = 'nonsense' WHERE "name" = 'currentdate'`,
    })
    await expect(read('capacityreport', { bucket: 'month' })).resolves.toBeDefined()
  })

  it('is empty without buckets of the granularity', async () => {
    for (const name of planReportByName.keys()) expect(await read(name, { bucket: `no'such` })).toEqual([])
  })
})
