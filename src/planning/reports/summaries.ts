/**
 * Plan reports per time bucket as outputs of the API: as a list with a row per key and bucket, or as a pivot with a
 * row per key that contains its buckets, paged by key; optionally with the figures of another scenario.
 */
import type { DataContext } from '../../data/context.ts'
import { planQuery, readEverything, type ReadRequest } from '../../data/read/index.ts'
import { type Entity, defineEntity } from '../../model/entity.ts'
import { bucketFields, pivotFields } from '../../model/reports/declare.ts'
import type { Field } from '../../model/field.ts'
import { compared, plain, type Source } from './compared.ts'
import { matrixRows } from './matrix.ts'
import type { Asked, OpenReport, OutputReport } from './output-report.ts'
import { compareParameter, onlyParameter, type ReportArguments, spanParameters } from './parameters.ts'
import { measuresOf, type PlanReport, type ReportSpan, type SummaryReport } from './report.ts'
import { keysOfPage, pivotQuery } from './pivot.ts'
import { totalFields, totalsQuery } from './totals.ts'

/** Returns a plan report as an output of the API. */
export function summaryOutput(report: PlanReport): OutputReport {
  const measures = measuresOf(report).map(({ name }) => name)
  return {
    declaration: report.declaration,
    shapes: { pivot: pivotRows(report), total: totalRows(report) },
    parameters: [
      ...spanParameters,
      {
        name: 'shape',
        type: 'choice',
        choices: ['list', 'pivot', 'total'],
        default: 'list',
        help:
          'list: a row per key and bucket. pivot: a row per key with its buckets in it, pages count keys; ' +
          'in csv and xlsx a row per key and figure with a column per bucket. total: the figures of all keys of the ' +
          'filter together, and per unit of measure if they have different ones.',
      },
      {
        name: 'measures',
        type: 'names',
        choices: measures,
        help: 'Figures that a pivot or a total gives out; by default all of them.',
      },
      ...(report.exceptions === undefined ? [] : [onlyParameter]),
      compareParameter,
    ],
    ...(report.drilldowns === undefined ? {} : { drilldowns: report.drilldowns }),
    open: async (asked, context) => {
      const { args, labels } = asked
      const bucket = args.get('bucket')
      const other = args.get('compare')
      const span = { bucket: bucket ?? '', start: args.get('start'), end: args.get('end') }
      const source =
        other === undefined || other === context.scenario
          ? await plain(context, report, span)
          : await compared(context, report, { span, other, labels })
      const chosen = args.has('only') ? onlyExceptions(source) : source
      const shape = args.get('shape')
      return shape === 'pivot'
        ? pivot(chosen, asked, span)
        : shape === 'total'
          ? total(chosen, asked)
          : list(chosen)
    },
  }
}

/** Returns the source without the keys that are no exceptions. */
const onlyExceptions = (source: Source): Source => {
  const allKeys: Source['allKeys'] = (table) => source.exceptions(table) ?? source.allKeys(table)
  return {
    ...source,
    allKeys,
    rows: (table, keys) => source.rows(table, keys ?? allKeys(table)),
    totals: (table, of) => source.totals(table, { ...of, all: false }),
  }
}

function list(source: Source): OpenReport {
  const { declaration, keys } = source.report
  const entity: Entity = {
    ...declaration,
    fields: source.fields,
    fieldByName: new Map(source.fields.map((field) => [field.name, field])),
    query: (table) => source.rows(table),
  }
  return {
    entity,
    order: [...keys, 'startdate'],
    narrow: (context, request) => {
      const keys = selectedKeys(context, source, request)
      return keys === undefined
        ? request
        : { ...request, entity: { ...entity, query: (table) => source.rows(table, keys) } }
    },
  }
}

const keyFields = ({ keys, declaration }: SummaryReport): readonly Field[] =>
  keys.map((name) => declaration.fieldByName.get(name)!)

/** Declares the rows of another shape of a report. */
function shapeOf(
  { declaration: { name, label, labelPlural, about, basedOn = [] } }: SummaryReport,
  shape: Pick<Entity, 'key' | 'fields' | 'rowsMidSize'>,
): Entity {
  const common = { permissions: ['view'], imports: false, readOnly: true } as const
  return defineEntity({ name, label, labelPlural, about, basedOn, ...common, ...shape })
}

const pivotRows = (report: SummaryReport): Entity =>
  shapeOf(report, {
    key: report.keys[0]!,
    fields: [...keyFields(report), pivotFields.buckets, pivotFields.total],
    rowsMidSize: report.declaration.rowsMidSize,
  })

const totalRows = (report: SummaryReport): Entity =>
  shapeOf(report, { key: 'rows', fields: totalFields, rowsMidSize: 1 })

/** Returns an entity of the keys of a report with empty fields for the buckets: filters and pages of a pivot refer to it. */
const keyEntity = (source: Source): Entity => ({
  ...pivotRows(source.report),
  query: (table) =>
    `SELECT k.*, NULL::json AS "buckets", NULL::json AS "total" FROM (${source.allKeys(table)}) AS k`,
})

/** Returns SQL of the keys that match the filters of a request; undefined if no filter refers to a key. */
function selectedKeys(context: DataContext, source: Source, { conditions }: ReadRequest): string | undefined {
  const keys = new Set(source.report.keys)
  const ofKeys = conditions.filter(
    (clause) => 'field' in clause && keys.has((clause.via?.field ?? clause.field).name),
  )
  if (ofKeys.length === 0) return undefined
  const entity = keyEntity(source)
  const fields = entity.fields.filter(({ name }) => keys.has(name))
  return planQuery(context, { ...readEverything(entity, ofKeys), ordering: [], fields })
}

function pivot(source: Source, asked: Asked, span: ReportSpan): OpenReport {
  const entity = keyEntity(source)
  const { keys } = source.report
  const chosen = measureFields(source, asked.args)
  return {
    entity,
    order: keys,
    rows: async (context, request, run) => {
      const page = await keysOfPage(context, source, request, run)
      if (asked.format === 'csv' || asked.format === 'xlsx') {
        return matrixRows(context, source, { page, measures: chosen, span, asked })
      }
      const rows: Entity = { ...entity, query: (table) => pivotQuery(source, table, page, chosen) }
      return { ...readEverything(rows), ordering: [], fields: request.fields }
    },
  }
}

/** Returns the totals of all keys that match the filters, whatever page is asked for. */
function total(source: Source, asked: Asked): OpenReport {
  const entity = keyEntity(source)
  const measures = measureFields(source, asked.args)
  return {
    entity,
    order: source.report.keys,
    rows: async (context, request) => {
      const fields = keyFields(source.report)
      const asks = request.conditions.length + request.search.length > 0
      const keys = asks
        ? planQuery(context, {
            ...readEverything(entity, request.conditions),
            search: request.search,
            ordering: [],
            fields,
          })
        : undefined
      const totals: Entity = {
        ...totalRows(source.report),
        query: (table) => totalsQuery(source, table, keys, measures),
      }
      return { ...readEverything(totals), ordering: [] }
    },
  }
}

/** Returns the requested figures; each is followed by that of the other scenario, if there is one. */
function measureFields({ fields, report: { keys } }: Source, args: ReportArguments): readonly Field[] {
  const others = new Set([...keys, ...bucketFields.map(({ name }) => name)])
  const all = fields.filter(({ name }) => !others.has(name))
  const wanted = args.get('measures')?.split(',')
  return wanted === undefined
    ? all
    : wanted.flatMap((name) =>
        all.filter((field) => field.name === name || field.name === `compared_${name}`),
      )
}
