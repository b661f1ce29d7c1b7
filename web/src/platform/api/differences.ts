/** Reads the records in which two scenarios differ, and merges the changes of one scenario into the other. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { requestLine } from '../../../../src/contract/request.ts'
import { type Answer, type Body, call, type Query } from './endpoints.ts'

type Difference = 'GET /api/scenarios/{a}/difference/{b}/'
/** A page of records; the service returns all of them as a list if a file is requested. */
type Page = Exclude<Answer<Difference>, readonly unknown[]>

export type DifferentRecord = Page['records'][number]
/** A change set of the first scenario with the records that it changed last. */
export type Decision = NonNullable<Page['decisions']>[number]
export type DifferenceFilter = Pick<Query<Difference>, 'entity' | 'changed' | 'changeset'>

const difference: Difference = 'GET /api/scenarios/{a}/difference/{b}/'
const pageSize = 100

/** Returns the address of a file with all records of the filter, one line per value. */
export const differenceFile = (a: string, b: string, filter: DifferenceFilter): string =>
  requestLine(difference, { path: { a, b }, query: { ...filter, base: 'ancestor', format: 'csv' } }).path

export const differencesKey = ['differences'] as const

/** Query for the records that differ, in pages. */
export const differencesQuery = (a: string, b: string, filter: DifferenceFilter) =>
  infiniteQueryOptions({
    queryKey: [...differencesKey, a, b, filter],
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }): Promise<Page> => {
      const query = { ...filter, base: 'ancestor', limit: pageSize, offset } as const
      const page = await call(difference, { path: { a, b }, query }, { signal })
      if ('records' in page) return page
      throw new TypeError(`${difference}: a list instead of a page.`)
    },
    getNextPageParam: ({ records }, _pages, offset) =>
      records.length < pageSize ? undefined : offset + pageSize,
    // The records of the filter before stay until those of the next one are read.
    placeholderData: keepPreviousData,
  })

type Merge = 'POST /api/scenarios/{a}/merge/{b}/'
/** What to merge; without records, everything that the first scenario has changed. */
export type MergeChoice = Pick<
  Body<Merge>,
  'entities' | 'records' | 'changesets' | 'base' | 'title' | 'description' | 'submit'
>

type Needed = 'POST /api/scenarios/{a}/merge/{b}/needed/'

/** Query for the changes that are merged because the chosen ones need them. */
export const neededQuery = (a: string, b: string, body: Body<Needed>) =>
  queryOptions({
    queryKey: [...differencesKey, 'needed', a, b, body],
    queryFn: ({ signal }) =>
      call('POST /api/scenarios/{a}/merge/{b}/needed/', { path: { a, b }, body }, { signal }),
    // The list stays while that of another choice is read.
    placeholderData: keepPreviousData,
  })

/** Proposes the changes of the first scenario in the second one. Throws `ApiError`. */
export const mergeScenario = (a: string, b: string, body: MergeChoice): Promise<Answer<Merge>> =>
  call('POST /api/scenarios/{a}/merge/{b}/', { path: { a, b }, body })
