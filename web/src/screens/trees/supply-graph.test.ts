import { expect, it } from 'vitest'
import type { SupplyNode } from '../../platform/api/plan-trees.ts'
import {
  closedFrom,
  markOf,
  networkOf,
  nodeId,
  orderPath,
  shownNetwork,
  throughPath,
  wayTo,
} from './supply-graph.ts'

const node = (id: number, parent: number | null, level: number, more: Partial<SupplyNode>): SupplyNode => ({
  id,
  parent,
  level,
  kind: 'buffer',
  item: null,
  location: 'shop',
  operation: null,
  resource: null,
  supplier: null,
  origin: null,
  quantity: 1,
  total: 1,
  leadtime: null,
  duration_per: null,
  priority: null,
  circular: false,
  more: false,
  ...more,
})

/** A bike of two wheels and a frame, both made of tubes. */
const rows = [
  node(1, null, 0, { item: 'bike' }),
  node(2, 1, 1, { kind: 'operation', operation: 'build', item: 'bike' }),
  node(3, 2, 2, { item: 'wheel' }),
  node(4, 3, 3, { item: 'tube' }),
  node(5, 2, 2, { item: 'frame' }),
  node(6, 5, 3, { item: 'tube' }),
  node(7, 2, 2, { kind: 'resource', resource: 'bench', location: null }),
]
const nameOf = (id: string): string => id.split('\u0001')[1] ?? ''

it('has each stock once, and edges in the direction of the material', () => {
  const { nodes, edges } = networkOf(rows, false)
  expect(nodes.map(({ id }) => nameOf(id))).toEqual(['bike', 'build', 'wheel', 'tube', 'frame', 'bench'])
  expect(edges.map(({ from, to }) => `${nameOf(from)} → ${nameOf(to)}`)).toEqual([
    'build → bike',
    'wheel → build',
    'tube → wheel',
    'frame → build',
    'tube → frame',
    'bench → build',
  ])
})

it('closes branches, but not what is reached otherwise, and says how many nodes it leaves out', () => {
  const network = networkOf(rows, false)
  const wheel = nodeId(rows[2]!)
  expect(shownNetwork(network, new Set([wheel]), 100)).toMatchObject({ count: 6 })
  const frame = nodeId(rows[4]!)
  expect(shownNetwork(network, new Set([wheel, frame]), 100).nodes.map(({ id }) => nameOf(id))).not.toContain(
    'tube',
  )
  const bounded = shownNetwork(network, new Set(), 3)
  expect([bounded.count, bounded.nodes.map(({ id }) => nameOf(id))]).toEqual([6, ['bike', 'build', 'wheel']])
})

it('shows a node that is sought with the way to it, in place of nearer ones', () => {
  const network = networkOf(rows, false)
  const tube = nodeId(rows[3]!)
  const way = wayTo(network, tube)
  expect(way.map(nameOf)).toEqual(['bike', 'build', 'wheel', 'tube'])
  const { nodes, count } = shownNetwork(network, new Set(), 4, way)
  expect([count, nodes.map(({ id }) => nameOf(id))]).toEqual([6, ['bike', 'build', 'wheel', 'tube']])
  expect(wayTo(network, 'nowhere')).toEqual([])
})

it('marks what a sales order is made of, what is short, and the bottleneck', () => {
  const path = orderPath(
    [
      {
        operation: 'build',
        item: 'bike',
        location: 'shop',
        supplier: null,
        resource_names: ['bench', 'saw, large'],
      },
    ],
    [
      { entity: 'capacity', owner: 'bench' },
      { entity: 'material', owner: 'tube @ shop' },
    ],
  )
  const saw = node(9, 2, 2, { kind: 'resource', resource: 'saw, large' })
  const marks = networkOf([...rows, saw], false).nodes.map((one) => markOf(path, one))
  expect(marks).toEqual(['path', 'path', undefined, 'shortage', undefined, 'bottleneck', 'path'])
})

it('leads the path of a sales order through routings, whose steps have the orders', () => {
  const routing = networkOf(
    [
      node(1, null, 0, { item: 'bike' }),
      node(2, 1, 1, { kind: 'operation', operation: 'assemble', item: 'bike' }),
      node(3, 2, 2, { kind: 'operation', operation: 'test', item: 'bike' }),
      node(4, 1, 1, { kind: 'operation', operation: 'import', item: 'bike' }),
    ],
    false,
  )
  const path = orderPath(
    [{ operation: 'test', item: 'bike', location: 'shop', supplier: null, resource_names: [] }],
    [],
  )
  const marks = new Map(routing.nodes.map((one) => [one.id, markOf(path, one)]))
  const found = throughPath(marks, routing)
  expect(routing.nodes.map(({ id }) => [nameOf(id), marks.get(id), found.get(id)])).toEqual([
    ['bike', 'path', 'path'],
    ['assemble', undefined, 'path'],
    ['test', 'path', 'path'],
    ['import', undefined, undefined],
  ])
  expect([...closedFrom(routing, 1)].map(nameOf)).toEqual(['assemble'])
})
