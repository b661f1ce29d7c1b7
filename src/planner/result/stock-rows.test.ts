/** Tests for how many days the stock of items lasts, over all locations. */
import { expect, it } from 'vitest'
import { date, demand, plan, plant, row, stock } from '../../../test/planner/small-plans.ts'
import { day } from '../time.ts'
import { planResult } from './plan-result.ts'

it('transports between locations do not use up the stock of an item', () => {
  const solution = plan(
    plant,
    row('location', { name: 'hub' }),
    row('item', { name: 'bike' }),
    stock('bike', 20, { location: 'hub' }),
    row('itemdistribution', {
      item: 'bike',
      location: 'plant',
      origin: 'hub',
      leadtime: day,
      sizeminimum: 20,
    }),
    demand({ name: 'first', due: date(5), quantity: 10 }),
    demand({ name: 'second', due: date(20), quantity: 10 }),
  )
  expect([...planResult(solution).items]).toEqual([{ name: 'bike', periodofcover: 999 }])
})

it('unlimited stock does not use up the other stock of an item', () => {
  const solution = plan(
    plant,
    row('location', { name: 'hub' }),
    row('item', { name: 'bike' }),
    stock('bike', 0, { type: 'infinite' }),
    stock('bike', 1, { location: 'hub' }),
    demand({ due: date(5), quantity: 10 }),
  )
  expect([...planResult(solution).items]).toEqual([{ name: 'bike', periodofcover: 999 }])
})
