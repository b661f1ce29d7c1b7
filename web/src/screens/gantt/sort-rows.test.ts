/** Tests the sequence of the resources on the plan board. */
import { expect, it } from 'vitest'
import { type RowOrder, rowOrders, sortRows } from './sort-rows.ts'

const row = (resource: string, location: string | null) => ({ resource, location, owner: null, bars: [] })

it('puts bottlenecks first, in all locations or in each one', () => {
  const rows = [
    row('anna', 'Utrecht'),
    row('bram', 'Lyon'),
    row('paint', 'Utrecht'),
    row('saw', 'Lyon'),
    row('team', null),
  ]
  const sorted = (order: RowOrder) => sortRows(rows, order, ['saw', 'paint']).map(({ resource }) => resource)
  expect(rowOrders.map(sorted)).toEqual([
    ['saw', 'paint', 'anna', 'bram', 'team'],
    ['team', 'saw', 'bram', 'paint', 'anna'],
    ['anna', 'bram', 'paint', 'saw', 'team'],
  ])
})
