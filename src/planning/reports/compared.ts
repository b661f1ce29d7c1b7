/**
 * Sources of the rows of a report per time bucket: the plan of one scenario, or the plans of two scenarios for
 * comparison.
 */
import type { DataContext } from '../../data/context.ts'
import type { ScenarioTable } from '../../data/relation.ts'
import type { Field } from '../../model/field.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { identifier } from '../../database/identifiers.ts'
import { comparedField, comparedPrefix } from './compared-field.ts'
import { type Figures, givenRows, measuresOf, type ReportSpan, type SummaryReport } from './report.ts'

export interface TotalOf {
  /** SQL of the keys. */
  readonly keys: string
  /** Whether these are all keys of the report. */
  readonly all: boolean
  /** Names of the figures that are needed. */
  readonly measures: readonly string[]
}

export interface Source {
  readonly report: SummaryReport
  readonly fields: readonly Field[]
  /** Returns SQL of all keys. */
  allKeys(table: ScenarioTable): string
  /** Returns SQL of the rows, of all keys or of the keys of a query. */
  rows(table: ScenarioTable, keys?: string): string
  /** Returns SQL of the keys that are exceptions in the plan of the own scenario; undefined for a report without them. */
  exceptions(table: ScenarioTable): string | undefined
  /** Returns SQL of the figures together, per unit and bucket. */
  totals(table: ScenarioTable, of: TotalOf): string
}

export async function plain(context: DataContext, report: SummaryReport, span: ReportSpan): Promise<Source> {
  const prepared = await report.prepare?.(context, span)
  return {
    report,
    fields: report.declaration.fields,
    allKeys: (table) => report.allKeys(table),
    rows: (table, keys) =>
      givenRows(
        report.declaration.fields,
        report.figures({ span, plan: table, time: table, keys, prepared }),
      ),
    exceptions: (table) => report.exceptions?.({ span, plan: table, time: table, prepared }),
    totals: (table, { keys, all, measures }) =>
      report.totals({
        span,
        plan: table,
        time: table,
        ...(all ? { allKeys: keys } : { keys }),
        measures,
        prepared,
      }),
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
  const { declaration } = report
  const measures = measuresOf(report)
  const fields = declaration.fields.flatMap((field) =>
    measures.includes(field) ? [field, comparedField(declaration, field, other, labels)] : [field],
  )
  const allKeys: Source['allKeys'] = (table) =>
    `(${report.allKeys(table)}) UNION (${report.allKeys((name) => table(name, other))})`
  /** Returns SQL of the figures of both plans side by side. */
  const both = (
    table: ScenarioTable,
    what: (asked: Figures) => string,
    asked: Pick<Figures, 'keys' | 'measures'>,
    { columns, same }: { readonly columns: readonly Field[]; readonly same: readonly string[] },
  ): string => {
    const own = what({ ...asked, span, time: table, plan: table, prepared })
    const others = what({
      ...asked,
      span,
      time: table,
      plan: (name) => table(name, other),
      prepared: preparedOther,
    })
    const compared = columns.map(
      ({ name }) => `o.${identifier(name)} AS ${identifier(`${comparedPrefix}${name}`)}`,
    )
    return `SELECT a.*, ${compared.join(', ')}
FROM (${own}) AS a JOIN (${others}) AS o ON ${sameKey(same, 'a', 'o')} AND o."startdate" = a."startdate"`
  }
  const numbers = measures.filter(({ type }) => type === 'number')
  return {
    report,
    fields,
    allKeys,
    rows: (table, keys) =>
      givenRows(
        fields,
        both(
          table,
          (asked) => report.figures(asked),
          { keys: keys ?? allKeys(table) },
          { columns: measures, same: report.keys },
        ),
      ),
    exceptions: (table) => report.exceptions?.({ span, plan: table, time: table, prepared }),
    totals: (table, { keys, measures: needed }) =>
      both(
        table,
        (asked) => report.totals(asked),
        { keys, measures: needed },
        { columns: numbers, same: ['unit'] },
      ),
  }
}

/** Returns the SQL condition for rows with the same key. Parts of a key can be null, but are never empty. */
export const sameKey = (keys: readonly string[], one: string, other: string): string =>
  keys.map((key) => `coalesce(${other}."${key}", '') = coalesce(${one}."${key}", '')`).join(' AND ')
