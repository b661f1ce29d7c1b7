/** The chain that decides about a delivery, among orders that had time to spare. */
import { expect, it } from 'vitest'
import type { PeggedOrder } from '../../platform/api/pegging.ts'
import { criticalFirst, slackOf } from './slack.ts'

const order = (
  id: number,
  parent: number | null,
  startdate: string,
  enddate: string,
  more: Partial<PeggedOrder> = {},
): PeggedOrder => ({
  id,
  parent,
  level: parent === null ? 0 : 1,
  reference: String(id),
  type: 'MO',
  status: 'proposed',
  owner: null,
  operation: null,
  item: null,
  location: null,
  origin: null,
  destination: null,
  supplier: null,
  demand: null,
  pegged: 1,
  quantity: 1,
  startdate: `${startdate}:00`,
  enddate: `${enddate}:00`,
  due: null,
  delay: null,
  criticality: 0,
  resources: null,
  resource_names: [],
  more: false,
  ...more,
})

const delivery = (due: string) =>
  order(1, null, '2027-02-12T08:00', '2027-02-12T08:00', { type: 'DLVR', due: `${due}:00` })
const paint = order(2, 1, '2027-02-08T08:00', '2027-02-12T08:00')
const day = 86_400_000

it('marks of all that feed an order the one that ended last, be a weekend between', () => {
  const slack = slackOf([
    delivery('2026-12-16T12:00'),
    paint,
    // On Friday evening, for Monday morning.
    order(3, 2, '2027-02-04T08:00', '2027-02-05T17:00'),
    order(4, 2, '2026-12-25T08:00', '2027-01-01T08:00'),
    order(5, 4, '2026-12-24T08:00', '2026-12-25T08:00'),
  ])
  expect([1, 2, 3, 4, 5].map((id) => slack.get(id)?.critical)).toEqual([true, true, true, false, false])
  expect(slack.get(4)?.slack).toBe(38 * day)
  expect(slack.get(5)?.slack).toBe(38 * day)
})

it('ends the chain where more than a pause lies between', () => {
  const slack = slackOf([
    delivery('2026-12-16T12:00'),
    paint,
    order(3, 2, '2027-01-20T08:00', '2027-01-29T08:00'),
  ])
  expect(slack.get(3)).toEqual({ slack: 10 * day, critical: false })
})

it('knows no chain for what is delivered before it is due, and nothing of stock', () => {
  const slack = slackOf([
    delivery('2027-02-14T08:00'),
    paint,
    order(3, 2, '1971-01-01T00:00', '1971-01-01T00:00', { type: 'STCK' }),
  ])
  expect(slack.get(2)).toEqual({ slack: 2 * day, critical: false })
  expect(slack.has(3)).toBe(false)
})

it('lists the critical chain before what had time to spare', () => {
  const orders = [
    delivery('2026-12-16T12:00'),
    order(2, 1, '2027-01-08T08:00', '2027-01-12T08:00'),
    order(3, 2, '2027-01-04T08:00', '2027-01-05T17:00'),
    order(4, 1, '2027-02-08T08:00', '2027-02-12T08:00'),
    order(5, 4, '2027-01-08T08:00', '2027-01-12T08:00'),
    order(6, 4, '2027-02-04T08:00', '2027-02-08T08:00'),
  ]
  expect(criticalFirst(orders, slackOf(orders)).map(({ id }) => id)).toEqual([1, 4, 6, 5, 2, 3])
})
