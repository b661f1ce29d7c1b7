/**
 * Generates random networks of a few levels that contain everything a model can express. A list of small numbers is
 * read as choices. fast-check shrinks a failing network by making the numbers smaller; 0 is the simplest choice.
 */
import * as fc from 'fast-check'
import { day, hour } from '../../src/planner/time.ts'
import { isFull } from '../support/scale.ts'
import { type FixtureRow, secondsOf } from './fixture-input.ts'

/** A Monday. */
export const current = '2026-01-05 00:00:00'
const now = secondsOf(current)

export const date = (days: number): string =>
  new Date((now + days * day) * 1000).toISOString().slice(0, 19).replace('T', ' ')

export const row = (model: string, fields: FixtureRow['fields']): FixtureRow => ({
  model: `input.${model}`,
  fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
})

/** Reads a choice among the given number of options. */
type Choose = (options: number) => number

export const networks: fc.Arbitrary<readonly FixtureRow[]> = fc
  .array(fc.nat(59), { minLength: 150, maxLength: 150 })
  .map((numbers) => {
    let at = 0
    const choose: Choose = (options) => (numbers[at++ % numbers.length] ?? 0) % options
    return networkOf(choose)
  })

/** Places of the networks of a sample that take as long to plan as all others of the first sixty together. */
const slow: ReadonlySet<number> = new Set([1, 9, 23])

/** Returns the networks at the first places of a sample; the short form leaves out those that are slow to plan. */
export const sampledNetworks = (places: number): readonly (readonly FixtureRow[])[] =>
  fc.sample(networks, { numRuns: places, seed: 2 }).filter((_, place) => isFull || !slow.has(place))

function networkOf(choose: Choose): readonly FixtureRow[] {
  const made = 1 + choose(4)
  const bought = 1 + choose(2)
  const items = Array.from({ length: made + bought }, (_, index) => `item ${index}`)
  return [
    ...places(choose),
    ...items.map((name) => row('item', { name, cost: 1 + choose(5) })),
    ...resources(),
    ...items.slice(0, made).flatMap((item, index) => maker(choose, items, item, index, made)),
    ...items.slice(made).flatMap((item) => purchases(choose, item)),
    ...items.flatMap((item) => stock(choose, item)),
    ...transports(choose, items[0]!),
    ...demands(choose, items, made),
    ...orders(choose, items, made),
  ]
}

function places(choose: Choose): readonly FixtureRow[] {
  return [
    row('calendar', { name: 'week', defaultvalue: 0 }),
    row('calendarbucket', {
      calendar: 'week',
      value: 1,
      saturday: false,
      sunday: false,
      starttime: '06:00:00',
      endtime: '21:59:59',
    }),
    row('location', { name: 'plant', available: choose(4) === 1 ? 'week' : undefined }),
    row('location', { name: 'depot' }),
    row('supplier', { name: 'shop', available: choose(4) === 1 ? 'week' : undefined }),
  ]
}

function resources(): readonly FixtureRow[] {
  return [
    row('resource', { name: 'cell', maximum: 1 }),
    row('resource', { name: 'hall', maximum: 3, maxearly: 20 * day }),
    row('resource', { name: 'team' }),
    row('resource', { name: 'ann', owner: 'team' }),
    row('resource', { name: 'bob', owner: 'team', efficiency: 200, available: 'week' }),
    row('resourceskill', { resource: 'ann', skill: 'weld', effective_end: date(20) }),
    row('resourceskill', { resource: 'bob', skill: 'weld', priority: 2 }),
    row('setupmatrix', { name: 'colours' }),
    row('setuprule', {
      setupmatrix: 'colours',
      fromsetup: 'red',
      tosetup: 'blue',
      duration: 6 * hour,
      priority: 1,
    }),
    row('setuprule', { setupmatrix: 'colours', duration: 2 * hour, priority: 2 }),
    row('resource', { name: 'paint', setupmatrix: 'colours', setup: 'red' }),
    row('calendar', { name: 'weeks', defaultvalue: 0 }),
    ...Array.from({ length: 40 }, (_, week) =>
      row('calendarbucket', {
        calendar: 'weeks',
        startdate: date(7 * week),
        enddate: date(7 * week + 7),
        value: week % 3 === 2 ? 4 : 12,
      }),
    ),
    row('resource', { name: 'press', type: 'buckets', maximum_calendar: 'weeks' }),
    row('resource', { name: 'oven', type: 'buckets_week', maximum: 1 }),
  ]
}

/** Returns the operations that make an item: a simple operation, or one that consists of others. */
function maker(
  choose: Choose,
  items: readonly string[],
  item: string,
  index: number,
  made: number,
): readonly FixtureRow[] {
  const name = `make ${item}`
  const kind = choose(8)
  const after = items.slice(index + 1)
  if (kind <= 3)
    return runs(choose, name, after, {
      item,
      ...(kind % 2 === 1 ? { type: 'time_per', duration_per: hour * (1 + choose(8)) } : {}),
    })
  const type = kind === 4 ? 'alternate' : kind === 5 ? 'split' : 'routing'
  const parts = Array.from({ length: 1 + choose(3) }, (_, part) => `${name} ${part}`)
  return [
    row('operation', {
      name,
      type,
      item,
      location: 'plant',
      sizeminimum: 1,
      posttime: choose(4) === 1 ? day : undefined,
    }),
    ...parts.flatMap((part, place) => [
      ...runs(choose, part, type === 'routing' && place > 0 ? after.slice(0, choose(2)) : after, {}, made),
      row('suboperation', {
        operation: name,
        suboperation: part,
        priority: type === 'split' ? 50 : place + 1,
        effective_end: type === 'alternate' && choose(5) === 1 ? date(30) : undefined,
      }),
      ...(type === 'routing'
        ? []
        : [
            row('operationmaterial', {
              operation: part,
              item,
              quantity: 1,
              type: choose(8) === 1 ? 'start' : 'end',
            }),
          ]),
    ]),
    ...(kind === 7 && parts.length > 1
      ? [
          row('operationdependency', {
            operation: parts[1],
            blockedby: parts[0],
            hard_safety_leadtime: choose(3) * hour,
          }),
        ]
      : []),
  ]
}

function runs(
  choose: Choose,
  name: string,
  after: readonly string[],
  fields: FixtureRow['fields'],
  _made = 0,
): readonly FixtureRow[] {
  const multiple = choose(4)
  const component = after[choose(Math.max(1, after.length))]
  const other = after[choose(Math.max(1, after.length))]
  return [
    row('operation', {
      name,
      location: 'plant',
      type: 'fixed_time',
      duration: choose(5) * 12 * hour,
      sizeminimum: choose(4),
      sizemultiple: multiple === 0 ? undefined : multiple,
      sizemaximum: choose(4) === 1 ? 12 : undefined,
      fence: choose(5) === 1 ? 2 * day : undefined,
      posttime: choose(5) === 1 ? day : undefined,
      ...fields,
    }),
    ...(component === undefined ? [] : [consumption(choose, name, component)]),
    ...(component === undefined || other === undefined || choose(3) !== 1
      ? []
      : [consumption(choose, name, other === component ? undefined : other)]
    ).flat(),
    ...load(choose, name),
  ].filter((found) => found.fields['item'] !== 'none')
}

function consumption(choose: Choose, operation: string, item: string | undefined): FixtureRow {
  const type = choose(6)
  return row('operationmaterial', {
    operation,
    item: item ?? 'none',
    quantity: -1 - choose(3),
    quantity_fixed: [undefined, -1, 1][choose(8)],
    type: type === 1 ? 'end' : type === 2 ? 'transfer_batch' : 'start',
    transferbatch: type === 2 ? 3 : undefined,
    offset: choose(8) === 1 ? hour : undefined,
  })
}

function load(choose: Choose, operation: string): readonly FixtureRow[] {
  const quantity = 1
  switch (choose(9)) {
    case 1:
      return [row('operationresource', { operation, resource: 'cell', quantity })]
    case 2:
      return [row('operationresource', { operation, resource: 'team', quantity, skill: 'weld' })]
    case 3:
      return [row('operationresource', { operation, resource: 'team', quantity })]
    case 4:
      return [
        row('operationresource', {
          operation,
          resource: 'paint',
          quantity,
          setup: choose(2) === 0 ? 'red' : 'blue',
        }),
      ]
    case 5:
      return [row('operationresource', { operation, resource: choose(2) === 0 ? 'press' : 'oven', quantity })]
    case 6:
      return [
        row('operationresource', {
          operation,
          resource: 'cell',
          quantity,
          name: 'either',
          priority: 1,
          effective_end: date(10),
        }),
        row('operationresource', { operation, resource: 'hall', quantity, name: 'either', priority: 2 }),
      ]
    case 7:
      return [
        row('operationresource', { operation, resource: 'cell', quantity }),
        row('operationresource', { operation, resource: 'hall', quantity }),
      ]
    default:
      return []
  }
}

function purchases(choose: Choose, item: string): readonly FixtureRow[] {
  const multiple = choose(6)
  return [
    row('itemsupplier', {
      item,
      location: 'plant',
      supplier: 'shop',
      leadtime: choose(12) * day,
      sizeminimum: choose(10),
      sizemultiple: multiple === 0 ? undefined : multiple,
      hard_safety_leadtime: choose(5) === 1 ? day : undefined,
      extra_safety_leadtime: choose(5) === 1 ? 2 * day : undefined,
      effective_end: choose(6) === 1 ? date(25) : undefined,
    }),
    ...(choose(4) === 1
      ? [
          row('itemsupplier', {
            item,
            location: 'plant',
            supplier: 'trader',
            leadtime: day,
            sizemaximum: 5,
            priority: 2,
            effective_start: date(8),
          }),
        ]
      : []),
  ]
}

function stock(choose: Choose, item: string): readonly FixtureRow[] {
  return [
    row('buffer', {
      item,
      location: 'plant',
      onhand: choose(25) - (choose(8) === 1 ? 5 : 0),
      minimum: choose(5) === 1 ? 4 : undefined,
      maximum: choose(8) === 1 ? 9 : undefined,
    }),
  ]
}

const transports = (choose: Choose, item: string): readonly FixtureRow[] => [
  row('itemdistribution', {
    item,
    location: 'depot',
    origin: 'plant',
    leadtime: choose(4) * day,
    sizeminimum: choose(5),
  }),
]

function demands(choose: Choose, items: readonly string[], made: number): readonly FixtureRow[] {
  return Array.from({ length: 1 + choose(8) }, (_, index) => {
    const item = choose(Math.min(made, 2))
    return row('demand', {
      name: `demand ${index}`,
      item: items[item],
      location: item === 0 && choose(3) === 1 ? 'depot' : 'plant',
      status: 'open',
      quantity: 1 + choose(30),
      due: date(choose(40) - 2),
      priority: 1 + choose(3),
      minshipment: choose(3) === 1 ? 1 + choose(6) : undefined,
      maxlateness: choose(5) === 1 ? 10 * day : undefined,
      owner: choose(5) === 1 ? 'customer order' : undefined,
      policy: choose(5) === 1 ? 'alltogether' : undefined,
    })
  })
}

function orders(choose: Choose, items: readonly string[], made: number): readonly FixtureRow[] {
  const statuses = ['confirmed', 'approved', 'completed']
  return Array.from({ length: choose(4) }, (_, index) => {
    const status = statuses[choose(3)]
    const at = choose(20) - 5
    const common = {
      reference: `order ${index}`,
      status,
      quantity: 1 + choose(9),
      startdate: date(at),
      enddate: date(at + choose(5)),
    }
    return choose(2) === 0
      ? row('operationplan', {
          ...common,
          type: 'PO',
          item: items[made],
          location: 'plant',
          supplier: 'shop',
        })
      : row('operationplan', {
          ...common,
          type: 'MO',
          operation: `make ${items[choose(made)]}`,
          quantity_completed: choose(4) === 1 ? 1 : undefined,
        })
  })
}

const numbers: readonly unknown[] = [null, undefined, -3, 0, 1e9, 0.3]
const words: readonly unknown[] = [null, undefined, 'nothing', '', 'item 0', 'make item 0', 'make item 1']
const dates: readonly unknown[] = [null, undefined, date(-400), date(3000)]

/** Returns another value of the same kind. */
function otherThan(value: unknown, how: number): unknown {
  const kind = typeof value !== 'string' ? numbers : /^\d{4}-\d{2}-\d{2} /.test(value) ? dates : words
  return kind[how % kind.length]
}

/** Networks with wrong or missing values, and with missing or duplicate rows. */
export const garbage: fc.Arbitrary<readonly FixtureRow[]> = fc
  .tuple(networks, fc.array(fc.tuple(fc.nat(999), fc.nat(99), fc.nat(11)), { maxLength: 12 }))
  .map(([rows, changes]) => spoil(rows, changes))

function spoil(
  rows: readonly FixtureRow[],
  changes: readonly (readonly [place: number, field: number, how: number])[],
): readonly FixtureRow[] {
  const spoilt = [...rows]
  for (const [place, field, how] of changes) {
    const at = place % spoilt.length
    const { model, fields } = spoilt[at]!
    const names = Object.keys(fields)
    const name = names[field % Math.max(1, names.length)]
    if (how === 11) spoilt.splice(at, 1)
    else if (how === 10 || name === undefined) spoilt.push({ model, fields })
    else spoilt[at] = { model, fields: { ...fields, [name]: otherThan(fields[name], how) } }
  }
  return spoilt
}
