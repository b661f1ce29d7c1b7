/** Loads the figures of a report for its search parameters. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Query } from '../../platform/api/paths.ts'
import {
  type ReportDescription,
  type ReportField,
  type ReportRow,
  reportRowsQuery,
  type ReportTotal,
  reportTotalsQuery,
} from '../../platform/api/reports.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import type { QueryViewProps } from '../../ui/query-view.tsx'
import { type ReportSearch, windowOf } from './report-search.ts'
import { type ReportLook, trendOf } from './reports.ts'

export interface ReportFigures {
  readonly rows: readonly ReportRow[]
  /** Query of the rows. */
  readonly read: QueryViewProps<unknown>['query']
  /** Totals of all rows; empty until loaded, and without any that can be added up. */
  readonly totals: readonly ReportTotal[]
  /** Number of all keys; undefined until loaded. */
  readonly total: number | undefined
  readonly measures: readonly ReportField[]
  /** The query without paging. */
  readonly query: Query
  /** Set if the totals could not be read. */
  readonly totalsError: Error | null
  readonly retryTotals: () => void
  /** Loads the next keys, if there are any. */
  readonly more: () => void
}

export function useReport(
  look: ReportLook,
  description: ReportDescription | undefined,
  search: ReportSearch,
  wantsTotals: boolean,
): ReportFigures {
  const scenario = useScenario()
  const { keys, measures, query } = askedOf(look, description, search)
  const read = useInfiniteQuery(reportRowsQuery(scenario.name, look.name, keys, query))
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = read
  // After the rows, which do not wait for it, and only for who sees them: they are computed from all rows.
  const hasBuckets = (data?.pages[0]?.rows[0]?.buckets.length ?? 0) > 0
  const totals = useQuery(reportTotalsQuery(scenario.name, look.name, query, wantsTotals && hasBuckets))
  return {
    totals: totals.data ?? [],
    rows: data?.pages.flatMap(({ rows }) => rows) ?? [],
    read: { data, error, refetch: () => (isFetchNextPageError ? fetchNextPage() : refetch()) },
    total: data?.pages[0]?.total,
    measures,
    query,
    totalsError: wantsTotals ? totals.error : null,
    retryTotals: () => void totals.refetch(),
    more: () => {
      // After an error, only the user repeats the request.
      if (hasNextPage && !isFetchingNextPage && error === null) void fetchNextPage()
    },
  }
}

/** Returns what a report shows for its search parameters, and the query for it without paging. */
export function askedOf(look: ReportLook, description: ReportDescription | undefined, search: ReportSearch) {
  const names = search.measures?.split(',') ?? look.measures
  const measures = (description?.measures ?? []).filter(({ name }) => names.includes(name))
  const keys = (description?.keys ?? []).map(({ name }) => name)
  // Heat map, marks and small charts need their measures, displayed or not.
  const trend = trendOf(look)
  const limit = typeof trend?.limit === 'string' ? trend.limit : undefined
  const needed = [...measures.map(({ name }) => name), look.heat, look.stock?.least, trend?.figure, limit]
  const query: Query = {
    measures: [...new Set(needed.filter((name) => name !== undefined))].join(','),
    bucket: search.bucket,
    ...windowOf(search),
    compare: search.compare,
    ...(trend?.side === undefined || search.only === undefined ? {} : { only: search.only }),
    ...foundBy(keys, search),
  }
  return { keys, measures, query }
}

/** Returns the filter of a search text for the keys of a report. */
export const foundBy = (keys: readonly string[], { search }: ReportSearch): Query =>
  search === undefined ? {} : { [`${keys[0]}__icontains`]: search }
