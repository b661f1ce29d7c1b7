/** The exceptions of a filter that are shown: the most urgent ones, and more of single bottlenecks. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  bottleneckTotalsQuery,
  type ExceptionFilter,
  exceptionsQuery,
  type PlanException,
} from '../../platform/api/exceptions.ts'
import type { ListStart } from '../../platform/api/client.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type BottleneckGroup, groupByBottleneck, type GroupPage, nextPage } from './by-bottleneck.ts'
import { type ExceptionSearch, limitOf, pageSize } from './exception-search.ts'

export interface Found {
  /** Exceptions that are shown, by rank. */
  readonly rows: readonly PlanException[]
  /** Number of exceptions of the filter. */
  readonly total: number
  /** The bottlenecks of all exceptions; undefined unless they are grouped. */
  readonly groups: readonly BottleneckGroup[] | undefined
}

export interface FoundAnswer {
  /** Undefined while they are read. */
  readonly data: Found | undefined
  readonly error: Error | null
  /** Repeats the requests that failed. */
  readonly refetch: () => void
  /** Whether more are being read. */
  readonly busy: boolean
  readonly showMore: () => void
  /** More exceptions of a bottleneck of which some are shown. */
  readonly moreOf: (group: BottleneckGroup) => MoreOfGroup
}

export interface MoreOfGroup {
  /** Whether more are being read. */
  readonly busy: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly show: () => void
}

export function useFound(asked: ExceptionSearch, filter: ExceptionFilter): FoundAnswer {
  const { name: scenario } = useScenario()
  const isGrouped = asked.by === 'bottleneck'
  const [limit, setLimit] = useState(limitOf(asked))
  const [pages, setPages] = useState<readonly GroupPage[]>([])
  const first = useQuery(exceptionsQuery(scenario, filter, limit))
  const totals = useQuery({ ...bottleneckTotalsQuery(scenario, filter), enabled: isGrouped })
  const more = useQueries({
    queries: pages.map(({ bottleneck, limit: most, offset }) =>
      exceptionsQuery(scenario, { ...filter, bottleneck }, most, offset),
    ),
  })
  const all = [first, totals]
  const rows =
    first.data === undefined || more.length === 0 ? (first.data?.rows ?? []) : together([first, ...more])
  const groups = totals.data === undefined ? undefined : groupByBottleneck(totals.data, rows)
  return {
    data:
      first.data === undefined || (isGrouped && groups === undefined)
        ? undefined
        : { rows, total: first.data.total, groups: isGrouped ? groups : undefined },
    error: all.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => retryAll(all),
    busy: first.isFetching,
    showMore: () => setLimit(limit + pageSize),
    moreOf: (group) => {
      const answers = more.filter((_answer, at) => pages[at]?.bottleneck === group.bottleneck)
      return {
        busy: answers.some(({ isFetching }) => isFetching),
        error: answers.find(({ error }) => error !== null)?.error ?? null,
        retry: () => retryAll(answers),
        show: () => setPages([...pages, nextPage(pages, group)]),
      }
    },
  }
}

interface Answered {
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

/** Repeats the requests that failed. */
function retryAll(answers: readonly Answered[]): void {
  for (const { error, refetch } of answers) if (error !== null) void refetch()
}

/** Returns the exceptions of several answers, each once, by rank. */
function together(
  answers: readonly { readonly data: ListStart<PlanException> | undefined }[],
): readonly PlanException[] {
  const rows = answers.flatMap(({ data }) => data?.rows ?? [])
  return [...new Map(rows.map((exception) => [exception.id, exception])).values()].toSorted(
    (a, b) => a.rank - b.rank,
  )
}
