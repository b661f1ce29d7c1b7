/** Tests what several plans together changed for sales orders. */
import { expect, it } from 'vitest'
import { netDeliveries } from './net-deliveries.ts'

const of = (...names: readonly string[]) => ({ count: names.length, names })
const none = of()

it('leaves out orders that a later plan delivers as before', () => {
  const first = { late: of('a', 'b'), recovered: of('c'), later: none, earlier: none }
  const second = { late: of('c', 'd'), recovered: of('a'), later: of('e'), earlier: none }
  expect(netDeliveries([first, null, second])).toEqual({
    late: of('b', 'd'),
    recovered: none,
    later: none,
    earlier: none,
  })
})

it('counts orders that are not named, and returns all of a single plan', () => {
  const late = { count: 30, names: ['a'] }
  const plan = { late, recovered: none, later: of('b'), earlier: none }
  expect(netDeliveries([plan])).toEqual(plan)
})
