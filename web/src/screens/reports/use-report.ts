/** Loads the figures of a report for its search parameters. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Query } from '../../platform/api/paths.ts'
import {
  type ReportDescription,
  type ReportField,
  type ReportRow,
  reportRowsQuery,
} from '../../platform/api/reports.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import type { ReportSearch } from './report-search.ts'
import type { ReportLook } from './reports.ts'

export interface ReportFigures {
  readonly rows: readonly ReportRow[]
  /** Number of all keys; undefined until loaded. */
  readonly total: number | undefined
  readonly measures: readonly ReportField[]
  /** The query without paging. */
  readonly query: Query
  readonly pending: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Loads the next keys, if there are any. */
  readonly more: () => void
}

export function useReport(
  look: ReportLook,
  description: ReportDescription | undefined,
  search: ReportSearch,
): ReportFigures {
  const scenario = useScenario()
  const { keys, measures, query } = askedOf(look, description, search)
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(reportRowsQuery(scenario.name, look.name, keys, query))
  return {
    rows: data?.pages.flatMap(({ rows }) => rows) ?? [],
    total: data?.pages[0]?.total,
    measures,
    query,
    pending: isPending,
    error,
    retry: () => void refetch(),
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
  }
}

/** Returns what a report shows for its search parameters, and the query for it without paging. */
export function askedOf(look: ReportLook, description: ReportDescription | undefined, search: ReportSearch) {
  const names = search.measures?.split(',') ?? look.measures
  const measures = (description?.measures ?? []).filter(({ name }) => names.includes(name))
  const keys = (description?.keys ?? []).map(({ name }) => name)
  // Heat map and marks need their measures, displayed or not.
  const needed = [...measures.map(({ name }) => name), look.heat, look.stock?.least]
  const query: Query = {
    measures: [...new Set(needed.filter((name) => name !== undefined))].join(','),
    bucket: search.bucket,
    start: search.start,
    end: search.end,
    compare: search.compare,
    ...foundBy(keys, search),
  }
  return { keys, measures, query }
}

/** Returns the filter of a search text for the keys of a report. */
export const foundBy = (keys: readonly string[], { search }: ReportSearch): Query =>
  search === undefined ? {} : { [`${keys[0]}__icontains`]: search }
