/** A small factory with orders of all kinds, for tests that plan a scenario many times. */
import type { ModelRow } from './plans.ts'
import { parameter, row } from './workshop.ts'

/**
 * Two products that share a bench and components. One product is made in three steps; one component comes from
 * another location. The tables of its plan have rows of every kind, and the plan takes a fraction of a second.
 */
export const emptyFactory: readonly ModelRow[] = [
  parameter('currentdate', '2026-01-05'),
  row('location', { name: 'Shop' }),
  row('location', { name: 'Store' }),
  row('supplier', { name: 'Parts Inc' }),
  ...['Chair', 'Table', 'Leg', 'Board', 'Screw'].map((name) => row('item', { name, cost: 10 })),
  row('resource', { name: 'Bench', maximum: 2 }),
  row('operation', {
    name: 'Make chair',
    type: 'time_per',
    item: 'Chair',
    location: 'Shop',
    duration_per: '04:00:00',
  }),
  row('operation', { name: 'Make table', type: 'routing', item: 'Table', location: 'Shop' }),
  ...['Saw', 'Glue', 'Paint'].map((step, index) =>
    row('operation', {
      name: step,
      type: 'fixed_time',
      owner: 'Make table',
      location: 'Shop',
      priority: index + 1,
      duration: '12:00:00',
    }),
  ),
  row('operationmaterial', { operation: 'Make chair', item: 'Chair', quantity: 1, type: 'end' }),
  row('operationmaterial', { operation: 'Make chair', item: 'Leg', quantity: -4 }),
  row('operationmaterial', { operation: 'Make chair', item: 'Screw', quantity: -8 }),
  row('operationmaterial', { operation: 'Paint', item: 'Table', quantity: 1, type: 'end' }),
  row('operationmaterial', { operation: 'Saw', item: 'Board', quantity: -2 }),
  row('operationmaterial', { operation: 'Glue', item: 'Leg', quantity: -4 }),
  row('operationresource', { operation: 'Make chair', resource: 'Bench', quantity: 1 }),
  row('operationresource', { operation: 'Glue', resource: 'Bench', quantity: 1 }),
  row('itemsupplier', {
    item: 'Leg',
    supplier: 'Parts Inc',
    location: 'Shop',
    leadtime: '5 00:00:00',
    sizemultiple: 4,
  }),
  row('itemsupplier', { item: 'Board', supplier: 'Parts Inc', location: 'Shop', leadtime: '9 00:00:00' }),
  row('itemsupplier', {
    item: 'Screw',
    supplier: 'Parts Inc',
    location: 'Store',
    leadtime: '3 00:00:00',
    sizeminimum: 50,
  }),
  row('itemdistribution', { item: 'Screw', origin: 'Store', location: 'Shop', leadtime: '1 00:00:00' }),
  row('buffer', { item: 'Leg', location: 'Shop', onhand: 10, minimum: 20 }),
  row('buffer', { item: 'Screw', location: 'Shop', onhand: 5 }),
]

/** Returns sales orders for one to five pieces; every third one is for tables, the others for chairs. */
export const salesOrders = (
  count: number,
  name: (index: number) => string,
  due: (index: number) => string,
): readonly ModelRow[] =>
  Array.from({ length: count }, (_, index) =>
    row('demand', {
      name: name(index),
      item: index % 3 === 0 ? 'Table' : 'Chair',
      location: 'Shop',
      quantity: 1 + (index % 5),
      due: due(index),
      priority: 1 + (index % 2),
    }),
  )
