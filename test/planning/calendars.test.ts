/** Tests how the planner and the reports read the hours of calendars in the forms in which users write them. */
import { describe, expect, it } from 'vitest'
import { relationOf } from '../../src/data/relation.ts'
import { messageText } from '../../src/errors/messages.ts'
import { requireEntity } from '../../src/model/model.ts'
import { compileCalendar, valueAt } from '../../src/planner/calendar/step-function.ts'
import { readCalendars } from '../../src/data/calendars/read-calendars.ts'
import { calendarValue } from '../../src/planning/reports/calendar-value.ts'
import { planMessage, planSummary } from '../../src/planning/run/plan-summary.ts'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { detail, mainCases } from '../support/detail.ts'
import { loadModel, type ModelRow, planScenario, storedPlan } from '../support/plans.ts'

const row = (model: string, fields: ModelRow['fields']): ModelRow => ({ model: `input.${model}`, fields })

const workdays = { saturday: false, sunday: false }

/** Returns a shift and an order that takes `hours` of it. */
const shop = (shift: ModelRow['fields'], hours: string): readonly ModelRow[] => [
  row('calendar', { name: 'shift', defaultvalue: 0 }),
  row('calendarbucket', { calendar: 'shift', value: 1, priority: 1, ...workdays, ...shift }),
  row('location', { name: 'plant', available: 'shift' }),
  row('item', { name: 'bike' }),
  row('operation', {
    name: 'make',
    type: 'fixed_time',
    item: 'bike',
    location: 'plant',
    duration: hours,
    sizemaximum: 1,
  }),
  row('resource', { name: 'bench' }),
  row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
  row('demand', { name: 'order', item: 'bike', location: 'plant', quantity: 3, due: '2026-01-01T00:00:00' }),
]

async function made(rows: readonly ModelRow[]): Promise<readonly unknown[]> {
  await using test = await createTestDatabase()
  const context = createTestContext(test.database)
  await loadModel(context, rows)
  await planScenario(context, { current: '2026-01-05' })
  const { orders } = await storedPlan(context)
  return orders
    .filter(({ type }) => type === 'MO')
    .map(({ startdate, enddate }) => [startdate, enddate])
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
}

describe('the end of hours', () => {
  it.each(mainCases(['17:00:00', '16:59:59', '16:59:00'], (endtime) => endtime === '16:59:59'))(
    '%s is five in the afternoon',
    async (endtime) => {
      expect(await made(shop({ starttime: '08:00:00', endtime }, '8:00:00'))).toEqual([
        ['2026-01-05 08:00:00', '2026-01-05 16:00:00'],
        ['2026-01-05 16:00:00', '2026-01-06 15:00:00'],
        ['2026-01-06 15:00:00', '2026-01-07 14:00:00'],
      ])
    },
  )

  it.each(mainCases(['23:59:59', '23:59:00', '00:00:00', null], (endtime) => endtime === '00:00:00'))(
    '%s is the end of the day',
    async (endtime) => {
      expect(await made(shop({ starttime: '16:00:00', endtime }, '8:00:00'))).toEqual([
        ['2026-01-05 16:00:00', '2026-01-06 00:00:00'],
        ['2026-01-06 16:00:00', '2026-01-07 00:00:00'],
        ['2026-01-07 16:00:00', '2026-01-08 00:00:00'],
      ])
    },
  )

  it('before their begin lies on the next day', detail, async () => {
    expect(await made(shop({ starttime: '22:00:00', endtime: '05:59:59' }, '8:00:00'))).toEqual([
      ['2026-01-05 22:00:00', '2026-01-06 06:00:00'],
      ['2026-01-06 22:00:00', '2026-01-07 06:00:00'],
      ['2026-01-07 22:00:00', '2026-01-08 06:00:00'],
    ])
  })

  it('of an entry is the end of its last second too', detail, async () => {
    const shift = { startdate: '2026-01-05T00:00:00', enddate: '2026-01-05T23:59:59' }
    expect(await made(shop(shift, '8:00:00'))).toEqual([
      ['2026-01-05 00:00:00', '2026-01-05 08:00:00'],
      ['2026-01-05 08:00:00', '2026-01-05 16:00:00'],
      ['2026-01-05 16:00:00', '2026-01-06 00:00:00'],
    ])
  })
})

describe('planner and reports', () => {
  it('read the same value at every moment', async () => {
    await using test = await createTestDatabase()
    const context = createTestContext(test.database)
    const bucket = (value: number, fields: ModelRow['fields']): ModelRow =>
      row('calendarbucket', { calendar: 'hours', value, priority: value, ...fields })
    await loadModel(context, [
      row('calendar', { name: 'hours', defaultvalue: 9 }),
      bucket(1, { starttime: '22:00:00', endtime: '05:59:59', friday: false }),
      bucket(2, { starttime: '08:00:00', endtime: '11:59:00', ...workdays }),
      bucket(3, { starttime: '12:30:30', endtime: '16:20:00', startdate: '2026-01-07T10:00:00' }),
      bucket(4, { startdate: '2026-01-08T00:00:00', enddate: '2026-01-09T11:59:59' }),
    ])
    const table = (entity: string): string => relationOf(context, requireEntity(context.model, entity))
    const [calendar] = await context.home.withTransaction((client) => readCalendars(client, table))
    const begin = Date.UTC(2026, 0, 4) / 1000
    const end = begin + 14 * 86_400
    const steps = compileCalendar(calendar!, begin, end)
    const { rows } = await context.home.query<{ moment: number; value: number }>({
      text: `SELECT extract(epoch FROM m)::float8 AS "moment", ${calendarValue(table, `'hours'`, 'm')} AS "value"
        FROM generate_series(to_timestamp(${begin}) AT TIME ZONE 'UTC', to_timestamp(${end - 1}) AT TIME ZONE 'UTC',
          interval '5 minutes') AS m`,
    })
    expect(rows).toHaveLength(14 * 288)
    expect(rows.map(({ value }) => value)).toEqual(rows.map(({ moment }) => valueAt(steps, moment)))
    expect(new Set(rows.map(({ value }) => value)).size).toBe(5)
  })
})

describe('a plan without sales orders', () => {
  it.each([
    ['none', [], 'Nothing to plan: no sales order is open or a quote; proposals for stock: 0'],
    [
      'closed ones',
      [row('demand', { name: 'done', item: 'bike', location: 'plant', status: 'closed', quantity: 1 })],
      'Nothing to plan: no sales order is open or a quote (1 with another status); proposals for stock: 0',
    ],
    [
      'closed and incomplete ones, with stock to refill',
      [
        row('demand', { name: 'done', item: 'bike', location: 'plant', status: 'canceled', quantity: 1 }),
        row('demand', { name: 'gone', item: 'bike', location: 'plant', status: 'closed', quantity: 1 }),
        row('demand', { name: 'what', location: 'plant', status: 'open', quantity: 1 }),
        row('buffer', { item: 'bike', location: 'plant', minimum: 2 }),
      ],
      'Nothing to plan: no sales order is open or a quote (1 with incomplete data, 2 with another status); proposals for stock: 1',
    ],
  ])('says that there was nothing to plan: %s', async (_what, rows, message) => {
    await using test = await createTestDatabase()
    const context = createTestContext(test.database)
    await loadModel(context, [
      row('item', { name: 'bike' }),
      row('location', { name: 'plant' }),
      row('supplier', { name: 'shop' }),
      row('itemsupplier', { item: 'bike', supplier: 'shop', leadtime: '1 00:00:00' }),
      ...rows,
    ])
    const outcome = await planScenario(context, { current: '2026-01-05' })
    expect(messageText(planMessage(outcome))).toBe(message)
    expect(planSummary(outcome)[0]).toBe(`${message}.`)
  })
})
