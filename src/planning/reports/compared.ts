/**
 * Sources of the rows of a report per time bucket: the plan of one scenario, or the plans of two scenarios for
 * comparison.
 */
import type { DataContext } from '../../data/context.ts'
import type { Field } from '../../model/field.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { identifier } from '../../database/identifiers.ts'
import { comparedField } from './compared-field.ts'
import { measuresOf, type ReportSpan, type SummaryReport } from './report.ts'

type ScenarioTable = (entity: string, scenario?: string) => string

export interface Source {
  readonly report: SummaryReport
  readonly fields: readonly Field[]
  /** Returns SQL of all keys. */
  allKeys(table: ScenarioTable): string
  /** Returns SQL of the rows, of all keys or of the keys of a query. */
  rows(table: ScenarioTable, keys?: string): string
}

export async function plain(context: DataContext, report: SummaryReport, span: ReportSpan): Promise<Source> {
  const prepared = await report.prepare?.(context, span)
  return {
    report,
    fields: report.declaration.fields,
    allKeys: (table) => report.allKeys(table),
    rows: (table, keys) => report.figures({ span, plan: table, time: table, keys, prepared }),
  }
}

interface Compared {
  readonly span: ReportSpan
  /** Name of the other scenario. */
  readonly other: string
  readonly labels: Labels
}

/**
 * Returns both plans in the buckets and the horizon of the scenario that is read. Each key of either plan has a row
 * per bucket in both, so that every row has a counterpart.
 */
export async function compared(
  context: DataContext,
  report: SummaryReport,
  { span, other, labels }: Compared,
): Promise<Source> {
  const prepared = await report.prepare?.(context, span)
  const preparedOther = await report.prepare?.(context, span, other)
  const { declaration, keys } = report
  const measures = measuresOf(report)
  const fields = declaration.fields.flatMap((field) =>
    measures.includes(field) ? [field, comparedField(declaration, field, other, labels)] : [field],
  )
  const allKeys: Source['allKeys'] = (table) =>
    `(${report.allKeys(table)}) UNION (${report.allKeys((name) => table(name, other))})`
  return {
    report,
    fields,
    allKeys,
    rows: (table, selected) => {
      const restricted = selected ?? allKeys(table)
      const own = report.figures({ span, plan: table, time: table, keys: restricted, prepared })
      const others = report.figures({
        span,
        plan: (name) => table(name, other),
        time: table,
        keys: restricted,
        prepared: preparedOther,
      })
      const columns = measures.map(({ name }) => `o.${identifier(name)} AS ${identifier(`compared_${name}`)}`)
      return `SELECT a.*, ${columns.join(', ')}
FROM (${own}) AS a JOIN (${others}) AS o ON ${sameKey(keys, 'a', 'o')} AND o."startdate" = a."startdate"`
    },
  }
}

/** Returns the SQL condition for rows with the same key. Parts of a key can be null, but are never empty. */
export const sameKey = (keys: readonly string[], one: string, other: string): string =>
  keys.map((key) => `coalesce(${other}."${key}", '') = coalesce(${one}."${key}", '')`).join(' AND ')
