/** Reads and merges the orders that can be released, and reads the receipts of released orders. */
import { queryOptions } from '@tanstack/react-query'
import { getStart } from './client.ts'
import { type Answer, call } from './endpoints.ts'
import { scenarioPath, withQuery } from './paths.ts'
import type { ReleaseType } from './release-types.ts'
import { boolean, list, nullable, number, object, oneOf, type Shaped, text } from './shape.ts'

/** Entity of the orders of each type. */
export const releaseEntities = {
  PO: 'input.purchaseorder',
  DO: 'input.distributionorder',
  MO: 'input.manufacturingorder',
} as const satisfies Record<ReleaseType, string>

export type Releasable = Answer<'GET /api/release/'>

export type ProposedOrder = Releasable['orders'][number]

/** Maximum number of orders on the screen. */
export const mostProposals = 1_000

export interface ReleasableFilter {
  readonly type: ReleaseType
  /** Days within which the orders must be ordered or started; undefined without a limit. */
  readonly days: number | undefined
  /** Whether approved orders that were not handed out are included. */
  readonly approved: boolean
}

/** Query for the orders that can be released, the earliest first. */
export const releasableQuery = (scenario: string, { type, days, approved }: ReleasableFilter) =>
  queryOptions({
    queryKey: ['release', scenario, 'proposals', type, days, approved],
    queryFn: ({ signal }): Promise<Releasable> =>
      call(
        'GET /api/release/',
        { query: { type, days, approved, limit: mostProposals } },
        { scenario, signal },
      ),
  })

type Merge = Answer<'POST /api/release/merge/'>

/** An order that takes the place of several, with the edits that make it. */
export type MergedOrder = Merge['orders'][number]

/** Returns the orders that take the place of several; stores nothing. */
export const mergeOrders = (scenario: string, references: readonly string[]): Promise<Merge> =>
  call('POST /api/release/merge/', { body: { references } }, { scenario })

export type Release = Answer<'POST /api/release/'>

export const releaseOrders = (scenario: string, references: readonly string[]): Promise<Release> =>
  call('POST /api/release/', { body: { references } }, { scenario })

const receiptShape = object({
  reference: text,
  type: text,
  item: nullable(text),
  location: nullable(text),
  supplier: nullable(text),
  quantity: number,
  startdate: nullable(text),
  released: text,
  released_by: nullable(text),
  changeset: number,
  /** Answer of the ERP. */
  receipt: nullable(oneOf('accepted', 'rejected')),
  erpnumber: nullable(text),
  reason: nullable(text),
  /** Whether the order is a proposal again or deleted. */
  withdrawn: boolean,
})

export type Receipt = Shaped<typeof receiptShape>

const receiptsPath = (scenario: string): string => scenarioPath(scenario, '/api/output/orderrelease/')

/** Query for the receipts of the last releases. */
export const receiptsQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['release', scenario, 'receipts'],
    queryFn: ({ signal }) =>
      getStart(
        withQuery(receiptsPath(scenario), { ordering: '-changeset', limit: 200 }),
        list(receiptShape),
        {
          signal,
        },
      ),
  })

/** Returns the address of the receipts of a release as a file. */
export const receiptsFile = (scenario: string, format: 'csv' | 'xlsx', changeset?: number): string =>
  withQuery(receiptsPath(scenario), { changeset, format })
