/** Compares the planned deliveries of each sales order in two scenarios. */
import type { ReportQuery } from '../../model/entity.ts'
import { planComparison as declaration } from '../../model/reports/plan-comparison.ts'
import { isDemandToPlan } from '../load/demands.ts'
import { demandChange, planOf, withShortness } from '../store/demand-change.ts'
import type { OutputReport } from './output-report.ts'
import { type Table, withQuery } from './report.ts'

const planned = (table: Table): string =>
  `(${withShortness(table('input.demand'), table('output.problem'))} WHERE ${isDemandToPlan('d')})`

/** A sales order that exists only in the other scenario is shown with its item and dates from there. */
const query =
  (other: string): ReportQuery =>
  (table) => {
    const either = ['item', 'location', 'customer', 'priority', 'due', 'quantity']
      .map((name) => `CASE WHEN a."name" IS NULL THEN b."${name}" ELSE a."${name}" END AS "${name}"`)
      .join(', ')
    return `SELECT coalesce(a."name", b."name") AS "demand", ${either},
  CASE WHEN a."name" IS NULL THEN 'new' WHEN b."name" IS NULL THEN 'gone'
    ELSE coalesce(${demandChange(planOf('a'), planOf('b'))}, 'same') END AS "change",
  a."deliverydate", b."deliverydate" AS "compared_deliverydate",
  b."deliverydate" - a."deliverydate" AS "difference", a."delay", b."delay" AS "compared_delay",
  a."plannedquantity", b."plannedquantity" AS "compared_plannedquantity",
  coalesce(b."plannedquantity", 0) - coalesce(a."plannedquantity", 0) AS "quantity_difference"
FROM ${planned(table)} AS a FULL JOIN ${planned((name) => table(name, other))} AS b ON b."name" = a."name"`
  }

export const planComparison: OutputReport = {
  declaration,
  parameters: [{ name: 'with', type: 'scenario', oneOf: 'other', help: 'The other scenario.' }],
  open: ({ args }) => ({
    entity: withQuery(declaration, query(args.get('with') ?? '')),
    order: ['demand'],
  }),
}
