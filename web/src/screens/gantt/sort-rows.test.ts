/** Tests the sequence and the groups of the resources on the plan board. */
import { expect, it } from 'vitest'
import { type RowGrouping, rowGroups, type RowOrder, rowOrders } from './gantt-search.ts'
import { groupRows, sortRows } from './sort-rows.ts'

const row = (resource: string, location: string | null, owner: string | null = null) => ({
  resource,
  location,
  owner,
  category: owner === null ? null : 'people',
  bars: [],
})

const rows = [
  row('anna', 'Utrecht', 'team'),
  row('bram', 'Lyon', 'team'),
  row('paint', 'Utrecht'),
  row('saw', 'Lyon'),
  row('team', null),
]

const sorted = (order: RowOrder) => sortRows(rows, order, ['saw', 'paint']).map(({ resource }) => resource)

it('puts bottlenecks first', () => {
  expect(rowOrders.map(sorted)).toEqual([
    ['saw', 'paint', 'anna', 'bram', 'team'],
    ['anna', 'bram', 'paint', 'saw', 'team'],
  ])
})

it('groups by location, pool, category and skill, with the others last', () => {
  const skills = new Map([['anna', 'welding']])
  const grouped = (by: RowGrouping) =>
    groupRows(rows, by, skills).map(({ name, rows: members }) => [
      name,
      members.map(({ resource }) => resource).join(' '),
    ])
  expect(rowGroups.map(grouped)).toEqual([
    [
      ['Lyon', 'bram saw'],
      ['Utrecht', 'anna paint'],
      ['', 'team'],
    ],
    [
      ['team', 'anna bram team'],
      ['', 'paint saw'],
    ],
    [
      ['people', 'anna bram'],
      ['', 'paint saw team'],
    ],
    [
      ['welding', 'anna'],
      ['', 'bram paint saw team'],
    ],
  ])
})
