/**
 * Adds features to random networks that few models use, several of them to each network: batches, by-products,
 * substitutes, effective dates, calendars of stock and capacity, transports over several places, nested routings.
 */
import * as fc from 'fast-check'
import { day, hour } from '../../src/planner/time.ts'
import { changed } from './easier-networks.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, networks, row } from './random-network.ts'

type Rows = readonly FixtureRow[]
type Fields = FixtureRow['fields']
/** Returns one of so many options, from 0. */
type Choose = (options: number) => number
type Feature = (rows: Rows, choose: Choose) => Rows

const fieldsOf = (rows: Rows, model: string): readonly Fields[] =>
  rows.filter((each) => each.model === `input.${model}`).map(({ fields }) => fields)

/** Returns the operations without steps. */
const simple = (rows: Rows): readonly Fields[] =>
  fieldsOf(rows, 'operation').filter(({ type }) => type === 'fixed_time' || type === 'time_per')

const itemsOf = (rows: Rows): readonly unknown[] => fieldsOf(rows, 'item').map(({ name }) => name)

/** Returns effective dates for one record in three: from a day on, or until a day. */
function dates(choose: Choose, days: number): Fields | undefined {
  if (choose(3) !== 0) return undefined
  return choose(2) === 0
    ? { effective_start: date(choose(days)) }
    : { effective_end: date(10 + choose(days)) }
}

/** Records that a calendar has a value from one day to another. */
const valueFrom = (calendar: string, value: number, from: number, to: number): FixtureRow =>
  row('calendarbucket', { calendar, value, startdate: date(from), enddate: date(to) })

/** Name of the group of a material and its substitutes. */
const groupOf = ({ operation, item }: Fields): string => `${String(operation)} with ${String(item)}`

const features: Readonly<Record<string, Feature>> = {
  'items made to order': (rows, choose) => {
    const batch = () => ({ batch: ['red', 'blue', undefined][choose(3)] })
    const made = changed(rows, 'item', ({ name }) =>
      name === 'item 0' || choose(3) === 0 ? { type: 'make to order' } : undefined,
    )
    return changed(changed(made, 'demand', batch), 'operationplan', batch)
  },
  'by-products': (rows, choose) => {
    const materials = fieldsOf(rows, 'operationmaterial')
    const makers = simple(rows).filter(({ item }) => item !== undefined && choose(2) === 0)
    const products = makers.flatMap(({ name, item }) => {
      const moved = new Set(materials.flatMap((row) => (row['operation'] === name ? [row['item']] : [])))
      const other = itemsOf(rows).find((one) => one !== item && !moved.has(one))
      return [
        { operation: name, item, quantity: [1, 2, 0.5][choose(3)] },
        { operation: name, item: other, quantity: 1 },
      ]
    })
    return [
      ...rows,
      ...products
        .filter(({ item }) => item !== undefined)
        .map((fields) => row('operationmaterial', { ...fields, type: 'end' })),
    ]
  },
  substitutes: (rows, choose) => {
    const consumed = fieldsOf(rows, 'operationmaterial').filter(({ quantity }) => Number(quantity) < 0)
    const other = itemsOf(rows).at(-1)
    const used = new Set(consumed.map(({ operation, item }) => `${String(operation)} ${String(item)}`))
    return [
      ...changed(rows, 'operationmaterial', (fields) =>
        Number(fields['quantity']) < 0 ? { name: groupOf(fields), priority: 1 } : undefined,
      ),
      ...consumed
        .filter(({ operation }) => choose(2) === 0 && !used.has(`${String(operation)} ${String(other)}`))
        .slice(0, 1)
        .map((fields) =>
          row('operationmaterial', { ...fields, item: other, name: groupOf(fields), priority: 2 }),
        ),
    ]
  },
  'dates of materials': (rows, choose) => changed(rows, 'operationmaterial', () => dates(choose, 30)),
  'dates of resources': (rows, choose) => changed(rows, 'operationresource', () => dates(choose, 30)),
  'stock by calendars': (rows, choose) => [
    ...changed(rows, 'buffer', () => ({
      minimum_calendar: choose(3) === 0 ? 'safety' : undefined,
      maximum_calendar: choose(4) === 0 ? 'most' : undefined,
      min_interval: choose(4) === 0 ? (1 + choose(5)) * day : undefined,
    })),
    row('calendar', { name: 'safety', defaultvalue: 0 }),
    valueFrom('safety', 3, 5, 15),
    valueFrom('safety', 6, 20, 40),
    row('calendar', { name: 'most', defaultvalue: 10 }),
    valueFrom('most', 20, 10, 30),
  ],
  'batching windows': (rows, choose) =>
    ['operation', 'itemsupplier', 'itemdistribution'].reduce(
      (before: Rows, model) =>
        changed(before, model, () => (choose(2) === 0 ? { batchwindow: choose(10) * day } : undefined)),
      rows,
    ),
  efficiencies: (rows, choose) =>
    changed(rows, 'resource', () =>
      choose(2) === 0 ? { efficiency: [50, 75, 200, 130][choose(4)] } : undefined,
    ),
  'transports over a hub': (rows, choose) => {
    const [item] = itemsOf(rows)
    return [
      ...rows,
      row('location', { name: 'hub', available: choose(3) === 0 ? 'week' : undefined }),
      row('itemdistribution', {
        item,
        location: 'hub',
        origin: 'plant',
        leadtime: choose(4) * day,
        sizemultiple: choose(2) === 0 ? 2 : undefined,
        fence: choose(3) === 0 ? day : undefined,
        priority: 1 + choose(2),
      }),
      row('itemdistribution', {
        item,
        location: 'depot',
        origin: 'hub',
        leadtime: choose(3) * day,
        priority: 1 + choose(2),
      }),
      row('itemdistribution', { item, location: 'plant', origin: 'depot', leadtime: day, priority: 2 }),
      row('buffer', { item, location: 'hub', onhand: choose(10) }),
      row('demand', {
        name: 'demand of the hub',
        item,
        location: 'hub',
        status: 'open',
        quantity: 1 + choose(9),
        due: date(choose(30)),
        priority: 1 + choose(3),
      }),
    ]
  },
  'nested routings': (rows, choose) => rows.flatMap((each) => nested(each, choose)),
  'minimum shipments': (rows, choose) =>
    changed(rows, 'demand', () => ({
      minshipment: [undefined, 0, 1, 5, 1000][choose(5)],
      maxlateness: [undefined, 0, 3 * day, 20 * day][choose(4)],
    })),
  fractions: (rows, choose) =>
    changed(
      changed(rows, 'demand', ({ quantity }) => ({
        quantity: Number(quantity) + [0, 0.3, 1 / 3][choose(3)]!,
      })),
      'operationmaterial',
      ({ quantity }) =>
        Number(quantity) < 0 && choose(2) === 0 ? { quantity: Number(quantity) * 0.37 } : undefined,
    ),
}

/** Makes an operation an option of an alternate, beside a routing that makes the same. */
function nested(each: FixtureRow, choose: Choose): Rows {
  const { name, type, item } = each.fields
  const isSimple = each.model === 'input.operation' && (type === 'fixed_time' || type === 'time_per')
  if (!isSimple || item === undefined || choose(2) === 0) return [each]
  const [all, routing, first, last] = ['all', 'routing', 'first', 'last'].map(
    (part) => `${String(name)} ${part}`,
  )
  const makes = (operation: unknown) =>
    row('operationmaterial', { operation, item, quantity: 1, type: 'end' })
  return [
    row('operation', { name: all, type: 'alternate', item, location: 'plant' }),
    row('operation', { ...each.fields, item: undefined }),
    makes(name),
    row('suboperation', { operation: all, suboperation: name, priority: 1 }),
    row('operation', { name: routing, type: 'routing', location: 'plant' }),
    row('operation', { name: first, type: 'fixed_time', duration: day, location: 'plant' }),
    row('operation', { name: last, type: 'time_per', duration_per: 2 * hour, location: 'plant' }),
    row('operationresource', { operation: first, resource: ['cell', 'hall'][choose(2)], quantity: 1 }),
    makes(last),
    row('suboperation', { operation: routing, suboperation: first, priority: 1 }),
    row('suboperation', { operation: routing, suboperation: last, priority: 2 }),
    row('suboperation', { operation: all, suboperation: routing, priority: 2 }),
  ]
}

/** Random networks with up to three of these features. */
export const rareNetworks: fc.Arbitrary<Rows> = fc
  .tuple(
    networks,
    fc.subarray(Object.values(features), { minLength: 1, maxLength: 3 }),
    fc.array(fc.nat(59), { minLength: 60, maxLength: 60 }),
  )
  .map(([rows, some, numbers]) => {
    let at = 0
    const choose: Choose = (options) => numbers[at++ % numbers.length]! % options
    return some.reduce((before, feature) => feature(before, choose), rows)
  })
