/** Reads reports per time bucket: their columns and measures, and their figures as one row per key. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getJson, readBody, send } from './client.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, optional, otherwise, type Shaped, table, text } from './shape.ts'

const fieldShape = object({
  type: text,
  label: text,
  help: otherwise(text, ''),
  /** Address of the records behind a figure, with names of columns in braces. */
  drilldown: optional(text),
  reference: optional(text),
})

const descriptionShape = object({
  name: text,
  description: otherwise(text, ''),
  fields: table(fieldShape),
})

export type ReportField = Shaped<typeof fieldShape> & { readonly name: string }

export interface ReportDescription {
  readonly label: string
  readonly about: string
  /** Columns that form the key of a row. */
  readonly keys: readonly ReportField[]
  readonly measures: readonly ReportField[]
}

/** Columns that describe the bucket. */
const bucketColumns = ['bucket', 'startdate', 'enddate']

const reportPath = (scenario: string, report: string): string =>
  scenarioPath(scenario, `/api/output/${report}/`)

export const reportQuery = (scenario: string, report: string, language: string) =>
  queryOptions({
    queryKey: ['report', scenario, report, language],
    queryFn: async ({ signal }): Promise<ReportDescription> => {
      const described = await getJson(reportPath(scenario, report), descriptionShape, {
        method: 'OPTIONS',
        signal,
      })
      const fields = Object.entries(described.fields).map(([name, field]): ReportField =>
        Object.assign(field, { name }),
      )
      const first = fields.findIndex(({ name }) => name === bucketColumns[0])
      return {
        label: described.name,
        about: described.description,
        keys: fields.slice(0, first),
        measures: fields.slice(first).filter(({ name }) => !bucketColumns.includes(name)),
      }
    },
    staleTime: 300_000,
  })

/** A number, a text such as the reasons of a backlog, or null. */
export type Figure = number | string | null

export type Figures = Readonly<Record<string, Figure>>

export interface ReportBucket {
  readonly bucket: string
  readonly startdate: string
  readonly enddate: string
  readonly figures: Figures
}

export interface ReportRow {
  /** Parts of the key in the order of the report's columns. */
  readonly key: readonly string[]
  readonly buckets: readonly ReportBucket[]
  /** Figures over all buckets. */
  readonly total: Figures
}

/** A total over rows. */
export interface ReportTotal extends ReportRow {
  /** Unit of measure of its quantities; null if they have none, or several that cannot be added up. */
  readonly unit: string | null
  /** Number of rows that it adds up. */
  readonly rows: number
}

export interface ReportPage {
  readonly rows: readonly ReportRow[]
  /** Total number of keys. */
  readonly total: number
}

/** Number of keys per page. */
const pageSize = 40

export const reportRowsQuery = (scenario: string, report: string, keys: readonly string[], query: Query) =>
  infiniteQueryOptions({
    queryKey: ['report rows', scenario, report, keys, query],
    queryFn: ({ pageParam, signal }) =>
      readRows(scenario, report, keys, { ...query, limit: pageSize, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }: ReportPage, pages) => {
      const read = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return read < total ? read : undefined
    },
    enabled: keys.length > 0,
  })

const totalShape = object({ unit: nullable(text), rows: number })

/** Query for the totals of all rows of a report, whatever is loaded. */
export const reportTotalsQuery = (scenario: string, report: string, query: Query, enabled: boolean) =>
  queryOptions({
    queryKey: ['report totals', scenario, report, query],
    queryFn: async ({ signal }): Promise<readonly ReportTotal[]> => {
      const path = withQuery(reportPath(scenario, report), { ...query, shape: 'total' })
      const rows = await getJson(path, list(table((value) => value)), { signal })
      return rows.map((row) => {
        const { unit, rows: count } = totalShape(row)
        return Object.assign({ key: [], unit, rows: count }, bucketsOf(row))
      })
    },
    enabled,
  })

/** Returns a filter that matches one key; an empty part matches records without a value. */
export const keyFilter = (keys: readonly string[], parts: readonly string[]): Query =>
  Object.fromEntries(
    keys.map((name, at) => {
      const part = parts[at] ?? ''
      return part === '' ? [`${name}__isnull`, true] : [name, part]
    }),
  )

/** Query for the figures of one key; null for a key that the report does not contain. */
export const reportRowQuery = (
  scenario: string,
  report: string,
  keys: readonly string[],
  parts: readonly string[],
  query: Query,
) =>
  queryOptions({
    queryKey: ['report row', scenario, report, keys, parts, query],
    queryFn: async ({ signal }): Promise<ReportRow | null> => {
      if (keys.length !== parts.length) return null
      const asked = { ...query, ...keyFilter(keys, parts), limit: 1 }
      return (await readRows(scenario, report, keys, asked, signal)).rows[0] ?? null
    },
    enabled: keys.length > 0,
  })

/** Maximum number of keys for the navigation to the next and previous key; longer reports are cut off after them. */
const mostKeys = 10_000
/** A window without any bucket, so that figures that are not shown are not computed. */
const noWindow = { start: '1970-01-01', end: '1970-01-02' }

/** Query for the keys of a report in its order, without figures. */
export const reportKeysQuery = (scenario: string, report: string, keys: readonly string[], query: Query) =>
  queryOptions({
    queryKey: ['report keys', scenario, report, keys, query],
    queryFn: async ({ signal }): Promise<readonly (readonly string[])[]> => {
      const asked = { ...query, ...noWindow, shape: 'pivot', fields: keys.join(','), limit: mostKeys }
      const path = withQuery(reportPath(scenario, report), asked)
      const rows = await getJson(path, list(table((value) => value)), { signal })
      return rows.map((row) => keys.map((name) => wordOf(row[name])))
    },
    enabled: keys.length > 0,
    staleTime: 60_000,
  })

async function readRows(
  scenario: string,
  report: string,
  keys: readonly string[],
  query: Query,
  signal: AbortSignal,
): Promise<ReportPage> {
  const response = await send(withQuery(reportPath(scenario, report), { ...query, shape: 'pivot' }), {
    signal,
  })
  const rows = list(table((value) => value))(await readBody(() => response.json()))
  const total = Number(response.headers.get('x-total-count') ?? rows.length)
  return { total, rows: rows.map((row) => rowOf(row, keys)) }
}

function rowOf(row: Readonly<Record<string, unknown>>, keys: readonly string[]): ReportRow {
  return { key: keys.map((name) => wordOf(row[name])), ...bucketsOf(row) }
}

function bucketsOf(row: Readonly<Record<string, unknown>>): Omit<ReportRow, 'key'> {
  const buckets = list(table((value) => value))(row['buckets']).map((cell): ReportBucket => {
    const { bucket, startdate, enddate, ...figures } = cell
    return {
      bucket: text(bucket),
      startdate: text(startdate),
      enddate: text(enddate),
      figures: figuresOf(figures),
    }
  })
  return { buckets, total: figuresOf(table((value) => value)(row['total'])) }
}

const figuresOf = (figures: Readonly<Record<string, unknown>>): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, figureOf(value)]))

const figureOf = (value: unknown): Figure =>
  typeof value === 'number' || typeof value === 'string' ? value : null

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the address of a report as a file. */
export const reportFile = (scenario: string, report: string, query: Query, format: string): string =>
  withQuery(reportPath(scenario, report), { ...query, shape: format === 'json' ? 'list' : 'pivot', format })
