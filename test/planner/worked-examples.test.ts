/** The worked examples of docs/how-the-planner-thinks.md: a plant that assembles bicycles on one bench. */
import { expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { solve } from '../../src/planner/solve.ts'
import { day } from '../../src/planner/time.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'

const row = (model: string, fields: FixtureRow['fields']): FixtureRow => ({ model: `input.${model}`, fields })
const january = (number: number): string => `2026-01-${String(number).padStart(2, '0')} 00:00:00`

const supplier = (fields: FixtureRow['fields'] = {}): FixtureRow =>
  row('itemsupplier', { item: 'frame', location: 'plant', supplier: 'maker', leadtime: 10 * day, ...fields })
const stock = (fields: FixtureRow['fields'] = {}): FixtureRow =>
  row('buffer', { item: 'frame', location: 'plant', onhand: 4, ...fields })
const plant = [
  row('location', { name: 'plant' }),
  row('item', { name: 'bike' }),
  row('item', { name: 'frame' }),
  row('resource', { name: 'bench' }),
  row('operation', { name: 'assemble', item: 'bike', location: 'plant', duration: 2 * day }),
  row('operationmaterial', { operation: 'assemble', item: 'frame', quantity: -1, type: 'start' }),
  row('operationresource', { operation: 'assemble', resource: 'bench' }),
]
const bike = [...plant, stock(), supplier()]
const order = (name: string, fields: FixtureRow['fields']): FixtureRow =>
  row('demand', { name, item: 'bike', location: 'plant', priority: 1, status: 'open', ...fields })

const dayOf = (date: number): number => new Date(date * 1000).getUTCDate()

/** Returns the plan as lines such as `MO 3 23-25`, the reasons and the problems. */
function planOf(rows: readonly FixtureRow[], constraints?: number) {
  const settings = {
    current: january(5),
    ...(constraints === undefined ? {} : { constraints }),
  }
  const result = planResult(solve(plannerInput(rows, settings)))
  return {
    orders: [...result.orders]
      .filter(({ type, existing }) => type !== 'STCK' && !existing)
      .toSorted((a, b) => a.enddate - b.enddate || a.startdate - b.startdate || (a.type < b.type ? -1 : 1))
      .map(
        ({ type, quantity, startdate, enddate }) =>
          `${type} ${quantity} ${dayOf(startdate)}-${dayOf(enddate)}`,
      ),
    reasons: [...result.constraints].map(({ demand, name, owner }) => `${demand}: ${name}, ${owner}`),
    problems: [...result.problems].map(({ name, owner }) => `${name}: ${owner}`),
  }
}

it('with everything there, work is done just in time', () => {
  expect(planOf([...bike, order('A', { quantity: 3, due: january(25) })])).toEqual({
    orders: ['MO 3 23-25', 'DLVR 3 25-25'],
    reasons: [],
    problems: [],
  })
})

it('what is not in stock is bought, and its lead time can be too long', () => {
  const rows = [...bike, order('A', { quantity: 5, due: january(8), minshipment: 5 })]
  expect(planOf(rows)).toEqual({
    orders: ['PO 1 5-15', 'MO 5 15-17', 'DLVR 5 17-17'],
    reasons: ['A: purchasing lead time, Purchase frame @ plant from maker'],
    problems: ['late: A'],
  })
})

it('with a smaller minimum shipment a part is in time', () => {
  const rows = [...bike, order('A', { quantity: 5, due: january(8), minshipment: 1 })]
  expect(planOf(rows).orders).toEqual(['MO 4 6-8', 'DLVR 4 8-8', 'PO 1 5-15', 'MO 1 15-17', 'DLVR 1 17-17'])
})

it('work can have too little time', () => {
  const rows = [...bike, order('A', { quantity: 2, due: january(6) })]
  expect(planOf(rows)).toEqual({
    orders: ['MO 2 5-7', 'DLVR 2 7-7'],
    reasons: ['A: manufacturing lead time, assemble'],
    problems: ['late: A'],
  })
})

it('a resource can be busy', () => {
  const rows = ['A', 'B', 'C'].map((name) => order(name, { quantity: 1, due: january(7) }))
  const { orders, reasons } = planOf([...bike, ...rows])
  expect(orders.filter((line) => line.startsWith('MO'))).toEqual(['MO 1 5-7', 'MO 1 7-9', 'MO 1 9-11'])
  expect(reasons).toEqual(['B: overload, bench', 'C: overload, bench'])
})

it('priority goes before due date', () => {
  const rows = [
    order('A', { quantity: 4, due: january(14), priority: 1, minshipment: 4 }),
    order('B', { quantity: 4, due: january(9), priority: 2, minshipment: 4 }),
  ]
  const { orders, reasons } = planOf([...bike, ...rows])
  expect(orders).toEqual(['MO 4 12-14', 'DLVR 4 14-14', 'PO 4 5-15', 'MO 4 15-17', 'DLVR 4 17-17'])
  expect(reasons).toEqual(['B: purchasing lead time, Purchase frame @ plant from maker'])
})

it('supply that is under way is awaited', () => {
  const ordered = row('operationplan', {
    reference: 'P1',
    type: 'PO',
    status: 'confirmed',
    item: 'frame',
    location: 'plant',
    supplier: 'maker',
    quantity: 6,
    startdate: january(1),
    enddate: january(9),
  })
  const rows = [...bike, ordered, order('A', { quantity: 6, due: january(8), minshipment: 6 })]
  expect(planOf(rows)).toEqual({
    orders: ['MO 6 9-11', 'DLVR 6 11-11'],
    reasons: ['A: await supply, frame @ plant'],
    problems: ['late: A'],
  })
})

it('supply that others have taken is not awaited', () => {
  const ordered = row('operationplan', {
    reference: 'P1',
    type: 'PO',
    status: 'confirmed',
    item: 'frame',
    location: 'plant',
    supplier: 'maker',
    quantity: 6,
    startdate: january(1),
    enddate: january(20),
  })
  const first = order('A', { quantity: 6, due: january(22), priority: 1 })
  const later = order('B', { quantity: 5, due: january(31), priority: 1, minshipment: 5 })
  const sooner = order('C', { quantity: 4, due: january(18), priority: 2, minshipment: 4 })
  const rows = [...plant, stock({ onhand: 0 }), supplier({ sizeminimum: 20 }), ordered, first, later, sooner]
  expect(planOf(rows).orders).toContain('DLVR 4 18-18')
})

it('a dip of safety stock that is over before anything could come is left as it is', () => {
  const coming = row('operationplan', {
    reference: 'P1',
    type: 'PO',
    status: 'confirmed',
    item: 'frame',
    location: 'plant',
    supplier: 'maker',
    quantity: 6,
    startdate: january(1),
    enddate: january(9),
  })
  expect(planOf([...plant, stock({ minimum: 6 }), supplier(), coming]).orders).toEqual([])
})

it('a demand that is given up says why', () => {
  const rows = [...bike, order('A', { quantity: 5, due: january(8), minshipment: 5, maxlateness: 3 * day })]
  expect(planOf(rows)).toEqual({
    orders: [],
    reasons: ['A: purchasing lead time, Purchase frame @ plant from maker', 'A: maximum lateness, A'],
    problems: ['unplanned: A'],
  })
})

it('what nothing can bring leaves orders short', () => {
  const rows = [...plant, stock(), order('A', { quantity: 6, due: january(9), minshipment: 1 })]
  expect(planOf(rows)).toEqual({
    orders: ['MO 4 7-9', 'DLVR 4 9-9'],
    reasons: ['A: material shortage, frame @ plant'],
    problems: ['invalid data: frame @ plant', 'short: A'],
  })
})

it('safety stock is refilled once the orders are planned', () => {
  expect(planOf([...plant, stock({ minimum: 6 }), supplier()])).toEqual({
    orders: ['PO 2 5-15'],
    reasons: [],
    problems: ['material shortage: frame @ plant'],
  })
})

it('lots have the sizes that are set', () => {
  const rows = [...plant, stock(), supplier({ sizeminimum: 10, sizemultiple: 4 })]
  const { orders } = planOf([...rows, order('A', { quantity: 5, due: january(30) })])
  expect(orders).toEqual(['PO 12 18-28', 'MO 5 28-30', 'DLVR 5 30-30'])
})

it('without constraints everything is in time, and the problems tell what that would take', () => {
  const rows = [...bike, order('A', { quantity: 5, due: january(8), minshipment: 5 })]
  const { reasons, problems } = planOf(rows, 0)
  expect(reasons).toEqual([])
  expect(problems).toEqual(['before current: Purchase frame @ plant from maker'])
})
