/** Tests the times and the orders of transfers between locations. */
import { expect, it } from 'vitest'
import { transferEdit, transportSeconds } from './transfers.ts'

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
