/** A report per time bucket in the layout of a spreadsheet: a row per key and figure, a column per bucket. */
import { identifier, literal } from '../../database/identifiers.ts'
import type { DataContext } from '../../data/context.ts'
import { readEverything, type ReadRequest } from '../../data/read/index.ts'
import { tablesOf } from '../../data/relation.ts'
import { parameterError } from '../../errors/parameter-errors.ts'
import { number } from '../../model/define.ts'
import { defineEntity, type Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { englishLabels, fieldLabel } from '../../model/labels/labels.ts'
import { pivotFields } from '../../model/reports/declare.ts'
import { noteText } from '../../words/field-help.ts'
import { sameKey, type Source } from './compared.ts'
import type { Asked } from './output-report.ts'
import { pageRows, pageTable } from './pivot.ts'
import { bucketQuery, type ReportSpan } from './report.ts'

export interface Matrix {
  /** SQL of the keys, in the order of the rows. */
  readonly page: string
  readonly measures: readonly Field[]
  readonly span: ReportSpan
  readonly asked: Asked
}

/** Maximum number of buckets; PostgreSQL allows at most 1,600 columns in a row. */
const mostBuckets = 1_500

/**
 * Returns the request for the rows. Throws `invalid_parameter` for a horizon with more buckets than a table can have
 * columns.
 */
export async function matrixRows(
  context: DataContext,
  source: Source,
  { page, measures, span, asked }: Matrix,
): Promise<ReadRequest> {
  const { declaration, keys } = source.report
  const { rows: buckets } = await context.home.query<{ name: string; startdate: string }>({
    text: `SELECT b."name", b."startdate"::text AS "startdate" FROM (${bucketQuery(
      tablesOf(context),
      span,
    )}) AS b ORDER BY b."n"`,
  })
  if (buckets.length > mostBuckets) {
    const params = { value: `${buckets.length} columns` }
    throw parameterError('end', { code: 'out_of_range', params })
  }
  const numbers = measures.filter(({ type }) => type === 'number')
  const taken = new Set([...keys, 'measure'])
  const columns = buckets.map(({ name, startdate }) => ({
    field: number(taken.has(name) ? startdate : name, {
      nullable: true,
      help: noteText('bucket', asked.labels ?? englishLabels, { start: startdate }),
    }),
    startdate,
  }))
  const words = asked.format === 'xlsx' ? asked.labels : undefined
  const lines = numbers.map((field, index) => {
    const name = words === undefined ? field.name : fieldLabel(declaration, field, words)
    return `(${index}, ${literal(name)}, f.${identifier(field.name)}::float8)`
  })
  const list = (alias: string): string => keys.map((key) => `${alias}."${key}"`).join(', ')
  const values = columns.map(
    ({ field, startdate }) =>
      `max(m."value") FILTER (WHERE f."startdate" = ${literal(startdate)}) AS ${identifier(field.name)}`,
  )
  const entity: Entity = defineEntity({
    name: declaration.name,
    label: declaration.label,
    labelPlural: declaration.labelPlural,
    about: declaration.about,
    key: 'measure',
    permissions: ['view'],
    imports: false,
    readOnly: true,
    rowsMidSize: declaration.rowsMidSize,
    fields: [
      keys.map((key) => declaration.fieldByName.get(key)!),
      pivotFields.measure,
      columns.map(({ field }) => field),
    ],
    query: (table) => `WITH ${pageTable(page)}, "figures" AS MATERIALIZED (${pageRows(source, table)})
SELECT ${list('f')}, m."measure"${values.map((value) => `, ${value}`).join('')}
FROM "figures" AS f
JOIN "page" AS p ON ${sameKey(keys, 'p', 'f')}
CROSS JOIN LATERAL (VALUES ${lines.join(', ')}) AS m ("position", "measure", "value")
GROUP BY p."place", ${list('f')}, m."position", m."measure" ORDER BY p."place", m."position"`,
  })
  return { ...readEverything(entity), ordering: [] }
}
