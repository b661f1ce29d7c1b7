/** Stock and what moves it, per item, location and time bucket. */
import { number, reference } from '../../model/define.ts'
import { defineEntity, type ReportQuery } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { bucketFields, bucketOf, bucketTables, type PlanReport, type ReportSpan } from './report.ts'

interface Flow {
  readonly name: string
  readonly help: string
  /** SQL that holds for its movements: `m` is the movement, `type` that of the order. */
  readonly condition: string
}

const made = `"type" IN ('MO', 'WO')`

/** Production and consumption as a whole and by the kind of order behind; each also split by status. */
const directions: readonly (readonly [
  name: string,
  sign: string,
  kinds: readonly (readonly [string, string, string])[],
])[] = [
  [
    'produced',
    '>',
    [
      ['mo', 'by manufacturing orders', made],
      ['po', 'by purchase orders', `"type" = 'PO'`],
      ['do', 'by distribution orders', `"type" = 'DO'`],
    ],
  ],
  [
    'consumed',
    '<',
    [
      ['mo', 'by manufacturing orders', made],
      ['do', 'by distribution orders', `"type" = 'DO'`],
      ['so', 'by deliveries of sales orders', `"type" = 'DLVR'`],
    ],
  ],
]

const statuses = [
  ['confirmed', 'of orders that are not proposals', `"status" IS DISTINCT FROM 'proposed'`],
  ['proposed', 'of proposals', `"status" = 'proposed'`],
] as const

const flows: readonly Flow[] = directions.flatMap(([direction, sign, kinds]) => {
  const all: Flow = {
    name: direction,
    help: `Quantity ${direction} in the bucket.`,
    condition: `"quantity" ${sign} 0`,
  }
  const split = ({ name, help, condition }: Flow): readonly Flow[] => [
    { name, help, condition },
    ...statuses.map(([status, words, test]) => ({
      name: `${name}_${status}`,
      help: `${help.slice(0, -1)}, ${words}.`,
      condition: `${condition} AND ${test}`,
    })),
  ]
  const parts = kinds.map(([kind, words, test]) => ({
    name: `${direction}_${kind}`,
    help: `Quantity ${direction} ${words}.`,
    condition: `${all.condition} AND ${test}`,
  }))
  return [all, ...parts].flatMap(split)
})

/** Orders that have begun and not ended at the end of a bucket. */
const underWay = [
  [
    'onorder',
    'on order',
    'Quantity of purchase orders under way at the end of the bucket.',
    `o."type" = 'PO'`,
  ],
  [
    'intransit',
    'in transit',
    'Quantity of distribution orders under way at the end of the bucket.',
    `o."type" = 'DO'`,
  ],
  [
    'wip',
    'work in progress',
    'Quantity of manufacturing orders under way at the end of the bucket.',
    `o."type" = 'MO'`,
  ],
] as const

const fields: readonly Field[] = [
  reference('item', 'input.item', 'cascade', { help: 'Item stocked.' }),
  reference('location', 'input.location', 'cascade', { help: 'Where it is stocked.' }),
  ...bucketFields,
  number('startonhand', { label: 'start on hand', help: 'Stock at the start of the bucket.' }),
  number('safetystock', { label: 'safety stock', help: 'Safety stock at the start of the bucket.' }),
  ...flows.map(({ name, help }) => number(name, { label: name.replaceAll('_', ' '), help })),
  number('endonhand', { label: 'end on hand', help: 'Stock at the end of the bucket.' }),
  number('daysofcover', {
    label: 'days of cover',
    help: 'Days after the end of the bucket for which its stock covers the planned consumption, within the horizon.',
  }),
  ...underWay.map(([name, label, help]) => number(name, { label, help })),
]

const columns = (names: readonly string[], render: (name: string) => string): string =>
  names.map(render).join(', ')
const flowNames = flows.map(({ name }) => name)
const wayNames = underWay.map(([name]) => name)

/** Value of a calendar at a moment: of its entries that hold then, the one of the lowest priority. */
const calendarValue = (table: (entity: string) => string, calendar: string, moment: string): string => `(
  SELECT coalesce((
    SELECT e."value" FROM ${table('input.calendarbucket')} AS e
    WHERE e."calendar" = c."name" AND e."startdate" <= ${moment} AND e."enddate" > ${moment}
      AND (ARRAY[e."monday", e."tuesday", e."wednesday", e."thursday", e."friday", e."saturday", e."sunday"])
        [extract(isodow FROM ${moment})::integer]
      AND ${moment}::time >= coalesce(e."starttime", '00:00') AND ${moment}::time <= coalesce(e."endtime", '24:00')
    ORDER BY e."priority", e."startdate" DESC LIMIT 1), c."defaultvalue")
  FROM ${table('input.calendar')} AS c WHERE c."name" = ${calendar})`

/**
 * Stock is what all movements before have added up to, the one of the stock at the start of the plan among them;
 * where a plan was never made, it is the stock of the buffer.
 *
 * Days of cover: the consumption after each bucket, added up over the horizon, is searched for the moment at which
 * it has used up the stock. Consumption within a bucket is taken to be even.
 */
const query =
  (span: ReportSpan): ReportQuery =>
  (table) =>
    `WITH ${bucketTables(table, span)},
"movements" AS (
  SELECT m."item", m."location", m."flowdate", m."quantity", o."type", o."status"
  FROM ${table('input.operationplanmaterial')} AS m
  JOIN ${table('input.operationplan')} AS o ON o."reference" = m."operationplan"
  WHERE o."status" IS DISTINCT FROM 'closed' AND m."status" IS DISTINCT FROM 'closed'),
"stocks" AS (
  SELECT b."item", b."location", sum(b."onhand") AS "onhand"
  FROM ${table('input.buffer')} AS b
  WHERE NOT EXISTS (
    SELECT FROM ${table('input.operationplanmaterial')} AS m
    JOIN ${table('input.operationplan')} AS o ON o."reference" = m."operationplan"
    WHERE m."item" = b."item" AND m."location" = b."location" AND o."type" = 'STCK')
  GROUP BY 1, 2),
"placed" AS (
  SELECT m."item", m."location", ${bucketOf('m."flowdate"')} AS "n", sum(m."quantity") AS "change",
    ${flows.map(({ name, condition }) => `sum(abs(m."quantity")) FILTER (WHERE ${condition}) AS "${name}"`).join(',\n    ')},
    ${columns(wayNames, (name) => `0::float8 AS "${name}"`)}
  FROM "movements" AS m, "bounds" WHERE m."flowdate" < "bounds"."last" GROUP BY 1, 2, 3
  UNION ALL
  SELECT s."item", s."location", 0, s."onhand", ${columns([...flowNames, ...wayNames], () => '0')}
  FROM "stocks" AS s, "bounds" WHERE "bounds"."last" IS NOT NULL
  UNION ALL
  SELECT w."item", w."location", ${bucketOf('w."moment"')}, 0, ${columns(flowNames, () => '0')},
    ${underWay.map(([name, , , test]) => `sum(w."quantity") FILTER (WHERE ${test.replaceAll('o.', 'w.')}) AS "${name}"`).join(', ')}
  FROM (
    SELECT o."item", coalesce(o."location", o."destination") AS "location", o."type", e."moment", e."quantity"
    FROM ${table('input.operationplan')} AS o
    CROSS JOIN LATERAL (VALUES (o."startdate", o."quantity"), (o."enddate", -o."quantity")) AS e ("moment", "quantity")
    WHERE o."type" IN ('PO', 'DO', 'MO') AND o."status" IS DISTINCT FROM 'closed'
      AND o."startdate" IS NOT NULL AND o."enddate" IS NOT NULL AND o."item" IS NOT NULL
      AND coalesce(o."location", o."destination") IS NOT NULL) AS w, "bounds"
  WHERE w."moment" < "bounds"."last" GROUP BY 1, 2, 3),
"summed" AS (
  SELECT "item", "location", "n", sum("change") AS "change",
    ${columns([...flowNames, ...wayNames], (name) => `coalesce(sum("${name}"), 0) AS "${name}"`)}
  FROM (
    SELECT * FROM "placed"
    UNION ALL
    SELECT k."item", k."location", b."n", 0, ${columns([...flowNames, ...wayNames], () => '0')}
    FROM (SELECT DISTINCT "item", "location" FROM "placed") AS k CROSS JOIN "buckets" AS b) AS p
  GROUP BY "item", "location", "n"),
"running" AS (
  SELECT *, sum("change") OVER w AS "endonhand",
    ${columns(wayNames, (name) => `sum("${name}") OVER w AS "${name}_end"`)},
    sum(CASE WHEN "n" > 0 THEN "consumed" ELSE 0 END) OVER w AS "used"
  FROM "summed" WINDOW w AS (PARTITION BY "item", "location" ORDER BY "n")),
"covered" AS (
  SELECT *, array_agg("used") OVER (PARTITION BY "item", "location" ORDER BY "n"
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "uses"
  FROM "running" WHERE "n" > 0)
SELECT r."item", r."location", b."name" AS "bucket", b."startdate", b."enddate",
  r."endonhand" - r."change" AS "startonhand",
  coalesce(s."safetystock", 0) AS "safetystock",
  ${columns(flowNames, (name) => `r."${name}"`)},
  r."endonhand",
  CASE WHEN r."endonhand" <= 0 THEN 0
    WHEN c."n" IS NULL THEN extract(epoch FROM "bounds"."last" - b."enddate") / 86400
    ELSE extract(epoch FROM c."startdate" - b."enddate" + (c."enddate" - c."startdate")
      * ((r."endonhand" + r."used" - r."uses"[c."n" - 1]) / (r."uses"[c."n"] - r."uses"[c."n" - 1]))) / 86400
  END::float8 AS "daysofcover",
  ${columns(wayNames, (name) => `r."${name}_end" AS "${name}"`)}
FROM "covered" AS r
CROSS JOIN "bounds"
JOIN "buckets" AS b ON b."n" = r."n"
LEFT JOIN "buckets" AS c ON c."n" = width_bucket(r."endonhand" + r."used", r."uses") + 1
LEFT JOIN LATERAL (
  SELECT sum(coalesce(${calendarValue(table, 'f."minimum_calendar"', 'b."startdate"')}, f."minimum")) AS "safetystock"
  FROM ${table('input.buffer')} AS f WHERE f."item" = r."item" AND f."location" = r."location") AS s ON true`

export const inventoryReport: PlanReport = {
  name: 'inventoryreport',
  label: 'inventory report',
  about: 'Stock and what moves it per item, location and time bucket.',
  entities: ['input.operationplanmaterial', 'input.operationplan', 'input.buffer'],
  order: ['item', 'location', 'startdate'],
  over: (span) =>
    defineEntity({
      name: 'output.inventoryreport',
      label: 'inventory report',
      labelPlural: 'inventory report',
      about: 'Stock and what moves it per item, location and time bucket.',
      key: 'startdate',
      permissions: ['view'],
      imports: false,
      readOnly: true,
      rowsMidSize: 5_000_000,
      fields,
      query: query(span),
    }),
}
