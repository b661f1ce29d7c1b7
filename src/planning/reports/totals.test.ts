/** Tests totals and exceptions of reports against the figures of their rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { DataContext } from '../../data/context.ts'
import { type ScenarioTable, tablesOf } from '../../data/relation.ts'
import { summingOf } from '../../model/reports/figure-rules.ts'
import { englishLabels } from '../../model/labels/labels.ts'
import { comparedPrefix } from './compared-field.ts'
import { compared, plain } from './compared.ts'
import { pivotQuery } from './pivot.ts'
import { givenRows, measuresOf } from './report.ts'
import { planReportByName, planReports } from './reports.ts'
import { totalsQuery } from './totals.ts'

const span = { bucket: 'week', start: '2026-01-05', end: '2026-03-16' }

/**
 * Items in pieces and in kilograms, and two without a unit; every third buffer is below its safety stock at times, and
 * the stock of one item is unlimited. The buffers have an attribute with the name of a column of totals. The plan of `scenario1` has few of the items, none with a
 * unit, and no resources.
 */
const statements = [
  `INSERT INTO "default"."location" ("name") VALUES ('here'), ('there')`,
  `INSERT INTO "default"."item" ("name", "uom", "cost")
    SELECT 'item ' || i, CASE WHEN i > 12 THEN NULL WHEN i % 2 = 0 THEN 'kg' ELSE 'pc' END, i FROM generate_series(1, 14) AS i`,
  `INSERT INTO "default"."bucket" ("name", "level") VALUES ('week', 4)`,
  `INSERT INTO "default"."bucketdetail" ("bucket", "name", "startdate", "enddate")
    SELECT 'week', 'W' || i, '2026-01-05'::timestamp + i * interval '7 days', '2026-01-12'::timestamp + i * interval '7 days'
    FROM generate_series(0, 9) AS i`,
  `INSERT INTO "default"."calendar" ("name", "defaultvalue") VALUES ('season', 0), ('dips', -1000)`,
  `INSERT INTO "default"."calendarbucket" ("calendar", "startdate", "enddate", "value", "priority")
    VALUES ('season', '2026-02-02', '2026-02-09', 1000, 1), ('dips', '2026-01-12', '2026-01-19', -10, 1),
      ('dips', '2026-03-02', '2026-03-09', 90, 2)`,
  `INSERT INTO "default"."buffer" ("item", "location", "batch", "onhand", "minimum", "minimum_calendar")
    SELECT "name", 'here', '', hashtext("name") & 15, CASE WHEN "cost"::integer % 3 = 0 THEN 20 ELSE 0 END,
      CASE "name" WHEN 'item 5' THEN 'season' WHEN 'item 7' THEN 'dips' WHEN 'item 8' THEN 'dips' END
    FROM "default"."item"`,
  `INSERT INTO "default"."buffer" ("item", "location", "batch", "onhand", "minimum", "minimum_calendar") VALUES
    ('item 1', 'here', 'red', 3, 2, NULL), ('item 5', 'here', 'red', 3, 2, NULL), ('item 10', 'there', '', 500, 2, 'dips'),
    ('item 14', 'there', '', 1500, 2, 'season')`,
  `UPDATE "default"."buffer" SET "type" = 'infinite' WHERE "item" = 'item 4' AND "location" = 'here'`,
  `ALTER TABLE "default"."buffer" ADD "unit" text`,
  `INSERT INTO "default"."demand" ("name", "item", "location", "due", "quantity", "status")
    SELECT 'D' || i, 'item ' || i % 14 + 1, 'here', '2026-01-01'::timestamp + i * interval '1 day', i % 7 + 1, 'open'
    FROM generate_series(1, 60) AS i`,
  `INSERT INTO "default"."operationplan"
      ("reference", "type", "status", "quantity", "startdate", "enddate", "item", "location", "demand")
    SELECT i::text, (ARRAY['PO', 'MO', 'DLVR'])[i % 3 + 1], (ARRAY['proposed', 'confirmed'])[i % 2 + 1], i % 9 + 1,
      '2026-01-01'::timestamp + i % 80 * interval '1 day', '2026-01-04'::timestamp + i % 80 * interval '1 day',
      'item ' || i % 14 + 1, (ARRAY['here', 'here', 'there'])[i % 3 + 1], CASE i % 3 WHEN 2 THEN 'D' || i % 60 + 1 END
    FROM generate_series(1, 200) AS i`,
  // An order that is delivered in full.
  `INSERT INTO "default"."demand" ("name", "item", "location", "due", "quantity", "status")
    VALUES ('D61', 'item 14', 'there', '2026-01-10', 3, 'open')`,
  `INSERT INTO "default"."operationplan"
      ("reference", "type", "status", "quantity", "startdate", "enddate", "item", "location", "demand")
    VALUES ('D61', 'DLVR', 'proposed', 3, '2026-01-10', '2026-01-10', 'item 14', 'there', 'D61')`,
  `INSERT INTO "default"."operationplanmaterial" ("operationplan", "item", "location", "quantity", "flowdate")
    SELECT "reference", "item", "location", CASE "type" WHEN 'DLVR' THEN -"quantity" ELSE "quantity" END, "enddate"
    FROM "default"."operationplan"`,
  `INSERT INTO "default"."resource" ("name", "type", "owner") VALUES
    ('all', 'default', NULL), ('cell', 'default', 'all'), ('press', 'default', 'cell'), ('saw', 'default', 'all'),
    ('oven', 'buckets', NULL)`,
  `INSERT INTO "output"."resourcesummary" ("resource", "startdate", "available", "unavailable", "setup", "load", "load_confirmed", "free")
    SELECT r."name", d, r."size", 0, 0, r."size" * 0.9 * (CASE WHEN r."name" = 'saw' AND d = '2026-02-02' THEN 2 ELSE 1 END), 0, 0
    FROM (VALUES ('press', 40), ('cell', 40), ('saw', 20), ('all', 60), ('oven', 7)) AS r ("name", "size"),
      generate_series('2026-01-05'::timestamp, '2026-03-09', interval '7 days') AS d`,
  `INSERT INTO "output"."resourcesummary" ("resource", "startdate", "available", "unavailable", "setup", "load", "load_confirmed", "free")
    VALUES ('oven', '2026-01-06', 2, 0, 0, 0.1, 0, 0)`,
  `INSERT INTO "scenario1"."location" ("name") VALUES ('here')`,
  `INSERT INTO "scenario1"."item" ("name", "cost") VALUES ('item 2', 5), ('item 3', 6)`,
  `INSERT INTO "scenario1"."buffer" ("item", "location", "batch", "onhand") VALUES
    ('item 2', 'here', '', 7), ('item 3', 'here', '', 8)`,
].map((text) => text.replace('"output"."resourcesummary"', '"default"."resourcesummary"'))

let opened: TestDatabase
let context: DataContext
beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
  for (const text of statements) await opened.database.query({ text })
})
afterAll(() => opened[Symbol.asyncDispose]())

const table: ScenarioTable = (...name) => tablesOf(context)(...name)

type Figures = Readonly<Record<string, number | null>>
interface Total {
  readonly unit: string | null
  readonly rows: number
  readonly buckets: readonly (Figures & { readonly startdate: unknown })[]
  readonly total: Figures
}

/** Returns the rows of a query as the API renders them. */
async function recordsOf<Record>(query: string): Promise<readonly Record[]> {
  const text = `SELECT row_to_json(r)::text AS "json" FROM (${query}) AS r`
  const { rows } = await opened.database.query<{ json: string }>({ text })
  return rows.map(({ json }): Record => JSON.parse(json))
}

/** @param other the scenario that is compared */
async function totalsOf(name: string, chosen?: string, other?: string): Promise<readonly Total[]> {
  const report = planReportByName.get(name)!
  const source = await (other === undefined
    ? plain(context, report, span)
    : compared(context, report, { span, other, labels: englishLabels }))
  const measures = measuresOf(source.report).flatMap(({ name: figure }) =>
    source.fields.filter((field) => field.name === figure || field.name === comparedPrefix + figure),
  )
  const text = totalsQuery(source, table, chosen, measures)
  return await recordsOf<Total>(text)
}

interface Row extends Total {
  readonly item: string
  readonly location: string
  readonly resource: string
}

const isUnlimited = ({ item, location }: Row): boolean => item === 'item 4' && location === 'here'

async function rowsOf(name: string): Promise<readonly Row[]> {
  const report = planReportByName.get(name)!
  const source = await plain(context, report, span)
  const text = pivotQuery(source, table, report.allKeys(table), measuresOf(report))
  return await recordsOf<Row>(text)
}

const sum = (numbers: readonly (number | null | undefined)[]): number =>
  numbers.reduce<number>((all, number) => all + (number ?? 0), 0)

const rounded = (figure: number | null): number | null =>
  figure === null ? null : Math.round(figure * 1e6) / 1e6

const unitOf = (item: string): string | null => {
  const number = Number(item.slice(5))
  return number > 12 ? null : number % 2 === 0 ? 'kg' : 'pc'
}

it('gives figures without digits that only come from adding fractions up or dividing', async () => {
  const rows = await rowsOf('capacityreport')
  expect(JSON.stringify(rows.map(({ buckets }) => buckets))).not.toMatch(/\.\d{7}/)
  const [first] = rows.find(({ resource }) => resource === 'oven')!.buckets
  expect(first).toMatchObject({ available: 9, load: 6.4, utilization: 71.111111 })
})

it('gives totals without such digits, over buckets and over rows', async () => {
  for (const name of planReportByName.keys()) {
    const rows = (await rowsOf(name)).map(({ total }) => total)
    expect([name, JSON.stringify(rows).match(/[^,{]*\.\d{7}/)]).toEqual([name, null])
    expect([name, JSON.stringify(await totalsOf(name)).match(/[^,{]*\.\d{7}/)]).toEqual([name, null])
  }
})

it('gives figures that are too large for such digits unchanged', async () => {
  const load = measuresOf(planReportByName.get('capacityreport')!).filter(({ name }) => name === 'load')
  const figures = '{0.30000000000000004,999999999.1234567,600000000001,-600000000001.5,1e60,NULL}'
  const rows = `SELECT v AS "load" FROM unnest('${figures}'::float8[]) AS v`
  const given = (await recordsOf<Figures>(givenRows(load, rows))).map((one) => one['load'])
  expect(given).toEqual([0.3, 999999999.123457, 600000000001, -600000000001.5, 1e60, null])
})

describe('the total of a row', () => {
  it('adds up what flows, and takes levels at their start, end or lowest', async () => {
    for (const { buckets, total } of await rowsOf('inventoryreport')) {
      expect(total['produced']).toBe(sum(buckets.map((one) => one['produced'])))
      expect(total['startonhand']).toBe(buckets[0]!['startonhand'])
      expect(total['endonhand']).toBe(buckets.at(-1)!['endonhand'])
      expect(total['daysofcover']).toBe(Math.min(...buckets.map((one) => one['daysofcover']!)))
    }
  })

  it('is a share of sums, not a sum of shares', async () => {
    const saw = (await rowsOf('capacityreport')).find(({ resource }) => resource === 'saw')!
    expect(saw.total['utilization']).toBeCloseTo((100 * saw.total['load']!) / saw.total['available']!)
    expect(saw.total['utilization']).toBeCloseTo(99)
  })
})

it('unlimited stock has movements, but no value', async () => {
  const own = (await rowsOf('inventoryreport')).find(isUnlimited)!
  expect(own.buckets.some(({ endonhand }) => endonhand !== 0)).toBe(true)
  expect(own.buckets.map(({ startvalue, endvalue }) => [startvalue, endvalue])).toEqual(
    own.buckets.map(() => [0, 0]),
  )
})

describe('totals of all rows', () => {
  it.each(['inventoryreport', 'demandreport'])('of the %s are per unit of measure', async (name) => {
    const report = planReportByName.get(name)!
    const [rows, [all, ...units]] = [await rowsOf(name), await totalsOf(name)]
    expect(all).toMatchObject({ unit: null, rows: rows.length })
    expect(new Set(units.map(({ unit }) => unit))).toEqual(new Set(['kg', 'pc']))
    const numbers = measuresOf(report).filter(({ type }) => type === 'number')
    const rules = numbers.map(({ name: figure }) => [figure, summingOf(figure).rows] as const)
    const shown = (only: (item: string) => boolean, over: string, at: number): Figures => {
      const own = rows.filter(({ item }) => only(item))
      return Object.fromEntries(
        rules.map(([figure, rule]) => [
          figure,
          rule === over ? rounded(sum(own.map(({ buckets }) => buckets[at]![figure]))) : null,
        ]),
      )
    }
    const figuresOf = (bucket: Figures): Figures =>
      Object.fromEntries(rules.map(([figure]) => [figure, rounded(bucket[figure] ?? null)]))
    expect(all!.buckets.map(figuresOf)).toEqual(all!.buckets.map((_, at) => shown(() => true, 'all', at)))
    for (const { unit, buckets } of units)
      expect(buckets.map(figuresOf)).toEqual(
        buckets.map((_, at) => shown((item) => unitOf(item) === unit, 'unit', at)),
      )
  })

  it('are of the item, without a unit of measure, if it is the only one', async () => {
    const chosen = `SELECT 'item 13' AS "item", unnest(ARRAY['here', 'there']) AS "location"`
    const [all, ...more] = await totalsOf('inventoryreport', chosen)
    expect(more).toEqual([])
    const rows = (await rowsOf('inventoryreport')).filter(({ item }) => item === 'item 13')
    expect(all!.total['endonhand']).toBeCloseTo(sum(rows.map(({ total }) => total['endonhand'])))
  })

  it('count the members of a pool once, and hours apart from quantities', async () => {
    const [all, hours, ...more] = await totalsOf('capacityreport')
    expect(more).toEqual([])
    expect(all!.total['available']).toBeNull()
    expect(hours).toMatchObject({ unit: 'h', rows: 4 })
    expect(hours!.total['available']).toBe(600)
    expect(hours!.total['utilization']).toBeCloseTo(90)
    const members = `SELECT unnest(ARRAY['press', 'saw']) AS "resource"`
    expect((await totalsOf('capacityreport', members))[0]!.total['available']).toBe(600)
  })

  it('are the same for a single figure as among all figures', async () => {
    const report = planReportByName.get('inventoryreport')!
    const source = await plain(context, report, span)
    const whole = await totalsOf('inventoryreport')
    for (const field of measuresOf(report)) {
      const alone = await recordsOf<Total>(totalsQuery(source, table, undefined, [field]))
      const expected = whole.map(({ total }) => ({ [field.name]: total[field.name] }))
      expect(alone.map(({ total }) => total)).toEqual(expected)
    }
  })

  it('are none without rows', async () => {
    for (const { name, keys } of planReports) {
      const none = `SELECT ${keys.map((key) => `NULL::text AS "${key}"`).join(', ')} WHERE false`
      expect(await totalsOf(name, none)).toEqual([])
    }
  })
})

/** Returns the figures of the own scenario, or those of the other one, of a comparison. */
const split = (figures: Figures, ofOther: boolean): Figures =>
  Object.fromEntries(
    Object.entries(figures)
      .filter(([name]) => name.startsWith(comparedPrefix) === ofOther)
      .map(([name, figure]) => [ofOther ? name.slice(comparedPrefix.length) : name, rounded(figure)]),
  )

describe('totals of a comparison', () => {
  it.each(planReports.map(({ name }) => name))(
    'keep the figures of the %s whose units the other scenario does not know',
    async (name) => {
      const own = await totalsOf(name)
      const both = await totalsOf(name, undefined, 'scenario1')
      expect(both.map(({ unit, rows }) => ({ unit, rows }))).toEqual(
        own.map(({ unit, rows }) => ({ unit, rows })),
      )
      expect(both.map(({ total }) => split(total, false))).toEqual(
        own.map(({ total }) => split(total, false)),
      )
    },
  )

  it('keep a resource that the other scenario does not have', async () => {
    const oven = `SELECT 'oven' AS "resource"`
    const [own, ...more] = await totalsOf('capacityreport', oven, 'scenario1')
    expect(more).toEqual([])
    expect(own!.total).toMatchObject({ available: 72, compared_available: 0 })
  })

  it('add up the stock of the other scenario by the units of the own one, at its own cost', async () => {
    const [all, ...units] = await totalsOf('inventoryreport', undefined, 'scenario1')
    const stock = units.map(({ unit, total }) => [unit, total[`${comparedPrefix}endonhand`]])
    expect(Object.fromEntries(stock)).toEqual({ kg: 7, pc: 8 })
    expect(all!.total[`${comparedPrefix}endvalue`]).toBe(7 * 5 + 8 * 6)
  })
})

const isBelow = (level: number | null | undefined, least: number | null | undefined): boolean =>
  Math.round((level ?? 0) * 100) < Math.round((least ?? 0) * 100)

describe('exceptions', () => {
  const tests: Readonly<Record<string, (figures: Figures) => boolean>> = {
    inventoryreport: (one) =>
      isBelow(one['startonhand'], one['safetystock']) || isBelow(one['endonhand'], one['safetystock']),
    demandreport: (one) => isBelow(0, one['backlog']),
    capacityreport: (one) => isBelow(100, one['utilization']),
  }

  it.each(Object.entries(tests))('of the %s are the rows with a marked figure', async (name, isException) => {
    const report = planReportByName.get(name)!
    const rows = await rowsOf(name)
    const isNever = name === 'inventoryreport' ? isUnlimited : () => false
    const expected = rows.filter((row) => !isNever(row) && row.buckets.some(isException))
    const asked = { span, plan: table, time: table }
    const { rows: found } = await opened.database.query<Record<string, string>>({
      text: report.exceptions!(asked),
    })
    const keysOf = (all: readonly object[]): readonly string[] =>
      all
        .map((one) => report.keys.map((key) => String(new Map(Object.entries(one)).get(key))).join(' @ '))
        .toSorted()
    expect(keysOf(found)).toEqual(keysOf(expected))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(rows.length)
  })
})
