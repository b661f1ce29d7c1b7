/** Reads proposed orders that can be released, and the receipts of released orders. */
import { queryOptions } from '@tanstack/react-query'
import { getJson, send } from './client.ts'
import { type Answer, call } from './endpoints.ts'
import { entityPath, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, oneOf, type Shaped, text } from './shape.ts'

export const releaseTypes = ['PO', 'DO', 'MO'] as const
export type ReleaseType = (typeof releaseTypes)[number]

/** Entity of the orders of each type. */
export const releaseEntities = {
  PO: 'input.purchaseorder',
  DO: 'input.distributionorder',
  MO: 'input.manufacturingorder',
} as const satisfies Record<ReleaseType, string>

const proposalShape = object({
  reference: text,
  item: nullable(text),
  item__cost: nullable(number),
  location: nullable(text),
  supplier: nullable(text),
  origin: nullable(text),
  destination: nullable(text),
  quantity: number,
  startdate: nullable(text),
  enddate: nullable(text),
  demands: nullable(text),
})

export type ProposedOrder = Shaped<typeof proposalShape>

/** Maximum number of proposed orders on the screen. */
export const mostProposals = 1_000

export interface Proposals {
  readonly orders: readonly ProposedOrder[]
  /** Number of proposed orders of the filter. */
  readonly total: number
}

/**
 * Query for proposed orders that must be ordered or started before a day, the earliest first; all of them without a
 * day.
 */
export const proposalsQuery = (scenario: string, type: ReleaseType, before: string | undefined) =>
  queryOptions({
    queryKey: ['release', scenario, 'proposals', type, before],
    queryFn: async ({ signal }): Promise<Proposals> => {
      const path = entityPath(scenario, releaseEntities[type])
      const fields =
        'reference,item,item__cost,location,supplier,origin,destination,quantity,startdate,enddate,demands'
      const query = {
        status: 'proposed',
        ...(before === undefined ? {} : { startdate__lt: before }),
        ordering: 'startdate',
        limit: mostProposals,
        fields,
      }
      const answer = await send(withQuery(path, query), { signal })
      const orders = list(proposalShape)(await answer.json(), path)
      return { orders, total: Number(answer.headers.get('x-total-count') ?? orders.length) }
    },
  })

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
})

export type Receipt = Shaped<typeof receiptShape>

const receiptsPath = (scenario: string): string => scenarioPath(scenario, '/api/output/orderrelease/')

/** Query for the receipts of the last releases. */
export const receiptsQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['release', scenario, 'receipts'],
    queryFn: ({ signal }) =>
      getJson(withQuery(receiptsPath(scenario), { ordering: '-changeset', limit: 200 }), list(receiptShape), {
        signal,
      }),
  })

/** Returns the address of the receipts of a release as a file. */
export const receiptsFile = (scenario: string, format: 'csv' | 'xlsx', changeset?: number): string =>
  withQuery(receiptsPath(scenario), { changeset, format })
