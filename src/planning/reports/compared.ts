/** Where the rows of a report per time bucket come from: the plan of one scenario, or those of two side by side. */
import type { Field } from '../../model/field.ts'
import { fieldLabel, type Labels } from '../../model/labels/labels.ts'
import { identifier } from '../../database/identifiers.ts'
import { measuresOf, type ReportSpan, type SummaryReport } from './report.ts'

type ScenarioTable = (entity: string, scenario?: string) => string

export interface Source {
  readonly report: SummaryReport
  readonly fields: readonly Field[]
  /** SQL of all keys. */
  allKeys(table: ScenarioTable): string
  /** SQL of the rows, of all keys or of those that a query gives. */
  rows(table: ScenarioTable, keys?: string): string
}

export const plain = (report: SummaryReport, span: ReportSpan): Source => ({
  report,
  fields: report.declaration.fields,
  allKeys: (table) => report.allKeys(table),
  rows: (table, keys) => report.figures({ span, plan: table, time: table, keys }),
})

/**
 * Both plans in the buckets and the horizon of the scenario that is read. Each key of either has a row per bucket in
 * both, so that rows always find their counterpart.
 */
export function compared(report: SummaryReport, span: ReportSpan, other: string, labels: Labels): Source {
  const { declaration, keys } = report
  const measures = measuresOf(report)
  const fields = declaration.fields.flatMap((field) =>
    measures.includes(field) ? [field, counterpart(field)] : [field],
  )
  function counterpart(field: Field): Field {
    return {
      ...field,
      name: `compared_${field.name}`,
      column: `compared_${field.name}`,
      label: `${fieldLabel(declaration, field, labels)} (${other})`,
      help: `${field.help.slice(0, -1)}, in scenario ${other}.`,
    }
  }
  const allKeys: Source['allKeys'] = (table) =>
    `(${report.allKeys(table)}) UNION (${report.allKeys((name) => table(name, other))})`
  return {
    report,
    fields,
    allKeys,
    rows: (table, selected) => {
      const restricted = selected ?? allKeys(table)
      const own = report.figures({ span, plan: table, time: table, keys: restricted })
      const others = report.figures({
        span,
        plan: (name) => table(name, other),
        time: table,
        keys: restricted,
      })
      const columns = measures.map(({ name }) => `o.${identifier(name)} AS ${identifier(`compared_${name}`)}`)
      return `SELECT a.*, ${columns.join(', ')}
FROM (${own}) AS a JOIN (${others}) AS o ON ${sameKey(keys, 'a', 'o')} AND o."startdate" = a."startdate"`
    },
  }
}

/** SQL that holds for rows of the same key. Parts of it can be missing, but are never empty. */
export const sameKey = (keys: readonly string[], one: string, other: string): string =>
  keys.map((key) => `coalesce(${other}."${key}", '') = coalesce(${one}."${key}", '')`).join(' AND ')
