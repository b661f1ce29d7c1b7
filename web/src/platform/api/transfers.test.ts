/** Tests the times and the orders of transfers between locations. */
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { splitList } from '../../../../src/model/values/value-list.ts'
import type { PlanException } from './exceptions.ts'
import { transferEdit, transfersQuery, transportSeconds } from './transfers.ts'

const lane = (item: string, origin: string, location: string | null, leadtime: string | null) => ({
  item,
  origin,
  location,
  leadtime,
})
const way = { item: 'frame', origin: 'depot', destination: 'plant' }
const day = 86_400

it('takes the time of the item, or else the slowest one between the two locations', () => {
  const others = [lane('saddle', 'depot', 'plant', '2 00:00:00'), lane('bell', 'depot', null, '3 00:00:00')]
  expect(transportSeconds(others, way)).toBe(3 * day)
  expect(transportSeconds([...others, lane('frame', 'depot', 'plant', '1 00:00:00')], way)).toBe(day)
})

it('knows no time if nothing is transported between the two locations', () => {
  expect(transportSeconds([], way)).toBeUndefined()
  expect(
    transportSeconds(
      [lane('frame', 'plant', 'depot', '1 00:00:00'), lane('frame', 'depot', 'shop', null)],
      way,
    ),
  ).toBeUndefined()
})

it('is an approved distribution order', () => {
  const dates = { startdate: '2026-11-26T00:00:00', enddate: '2026-11-28T00:00:00' }
  expect(transferEdit({ reference: 'T1', ...way, ...dates, quantity: 4 })).toEqual({
    entity: 'input.distributionorder',
    action: 'create',
    fields: { reference: 'T1', ...way, ...dates, quantity: 4, status: 'approved' },
  })
})

const shortage: PlanException = {
  id: 'E1',
  rank: 1,
  kind: 'shortage',
  subject: 'frame',
  type: null,
  item: 'frame',
  location: 'plant',
  customer: null,
  supplier: null,
  cause: null,
  bottleneck: null,
  entity: null,
  together: null,
  startdate: '2026-11-26T00:00:00',
  enddate: null,
  quantity: 5,
  days: null,
  effect: 0,
  value: 0,
  count: 1,
  description: null,
  status: 'open',
  until: null,
  assignee: null,
  note: null,
}

it('finds the transports from a location whose name contains a comma', async () => {
  const origins: (readonly string[] | undefined)[] = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', (address: string) => {
    const asked = new URL(address, 'http://localhost').searchParams.get('origin__in')
    if (asked === null)
      return Response.json([{ location: 'Utrecht, depot', quantity: 9, startdate: '2026-11-26T00:00:00' }])
    origins.push(splitList(asked))
    return Response.json([lane('frame', 'Utrecht, depot', 'plant', '1 00:00:00')])
  })
  try {
    const transfers = await new QueryClient().fetchQuery(transfersQuery('default', shortage))
    expect(origins).toEqual([['Utrecht, depot']])
    expect(transfers).toMatchObject([
      { origin: 'Utrecht, depot', destination: 'plant', quantity: 5, enddate: '2026-11-27T00:00:00' },
    ])
  } finally {
    vi.unstubAllGlobals()
  }
})
