/** Reads the records in which two scenarios differ, and merges the changes of one scenario into the other. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { getJson, sendJson } from './client.ts'
import { withQuery } from './paths.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Shaped,
  table,
  text,
} from './shape.ts'

const recordShape = object({
  entity: text,
  label: text,
  route: text,
  title: text,
  /** Identifies the record for a merge. */
  key: text,
  key_a: nullable(text),
  key_b: nullable(text),
  changed: optional(oneOf('a', 'b', 'both')),
  conflict: optional(boolean),
  fields: table(object({ base: anything, a: anything, b: anything })),
})

export type DifferentRecord = Shaped<typeof recordShape>

const pageShape = object({
  ancestor: optional(object({ kind: oneOf('copy', 'merge'), scenario: text, at: text })),
  entities: list(
    object({
      entity: text,
      label: text,
      records: number,
      method: oneOf('log', 'data', 'alone'),
      mergeable: boolean,
    }),
  ),
  count: number,
  records: list(recordShape),
})

export interface DifferenceFilter {
  readonly entity?: string
  readonly changed?: 'a' | 'b' | 'conflict'
}

const path = (a: string, b: string, word: 'difference' | 'merge'): string =>
  `/api/scenarios/${encodeURIComponent(a)}/${word}/${encodeURIComponent(b)}/`

const pageSize = 100

/** Returns the address of a file with all records of the filter, one line per value. */
export const differenceFile = (a: string, b: string, filter: DifferenceFilter): string =>
  withQuery(path(a, b, 'difference'), { ...filter, base: 'ancestor', format: 'csv' })

export const differencesKey = ['differences'] as const

/** Query for the records that differ, in pages. */
export const differencesQuery = (a: string, b: string, filter: DifferenceFilter) =>
  infiniteQueryOptions({
    queryKey: [...differencesKey, a, b, filter],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      getJson(
        withQuery(path(a, b, 'difference'), { ...filter, base: 'ancestor', limit: pageSize, offset }),
        pageShape,
        { signal },
      ),
    getNextPageParam: ({ records }, _pages, offset) =>
      records.length < pageSize ? undefined : offset + pageSize,
  })

/** What to merge; without records, everything that the first scenario has changed. */
export interface MergeChoice {
  readonly entities?: readonly string[]
  readonly records?: readonly { readonly entity: string; readonly key: string }[]
  readonly base?: 'none'
}

const mergeShape = object({ proposal: nullable(number), edits: number, conflict_count: number })

/** Proposes the changes of the first scenario in the second one. Throws `ApiError`. */
export const mergeScenario = (
  a: string,
  b: string,
  choice: MergeChoice,
): Promise<Shaped<typeof mergeShape>> => sendJson('POST', path(a, b, 'merge'), choice, mergeShape)
