/** Tests the lines between orders that supply each other, the looks of bars, the search for orders, and stock over time. */
import { expect, it } from 'vitest'
import type { PeggedOrder } from '../../platform/api/pegging.ts'
import type { Trial } from '../../platform/api/plan-trials.ts'
import type { TimelineBar } from '../../platform/api/timeline.ts'
import { barLooks } from './bar-looks.ts'
import { placeLinks } from './place-links.ts'
import { foundOrders, nextFound } from './find-orders.ts'
import { linkedBar } from './keys.ts'
import { placeRows } from './lanes.ts'
import type { Move } from './moves.ts'
import { delayedLinks, linksOf } from './order-links.ts'
import { stockSteps } from './stock-steps.ts'

const order = (
  id: number,
  parent: number | null,
  reference: string,
  resources: string | null,
): PeggedOrder => ({
  id,
  parent,
  level: 0,
  reference,
  type: resources === null ? 'STCK' : 'WO',
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
  startdate: '2026-01-20T00:00:00',
  enddate: '2026-01-20T00:00:00',
  due: null,
  delay: null,
  criticality: null,
  resources,
  resource_names: resources === null ? [] : [resources],
  more: false,
})

/** `weld` is supplied by `saw` through stock, and by a purchase. */
const tree = [
  order(1, null, 'weld', 'cell'),
  order(2, 1, 'stock', null),
  order(3, 2, 'saw', 'saw'),
  order(4, 1, 'purchase', null),
  order(5, 2, 'saw', 'saw'),
]

const bar = (reference: string, day: string, more: Partial<TimelineBar>): TimelineBar => ({
  reference,
  type: 'WO',
  status: 'proposed',
  operation: `${reference} frame`,
  item: null,
  quantity: 1,
  load: 1,
  startdate: `2026-01-${day}T00:00:00`,
  setupend: null,
  enddate: `2026-01-${day}T12:00:00`,
  setup: null,
  delay: null,
  criticality: null,
  feasible: true,
  due: null,
  demands: {},
  customers: [],
  ...more,
})

const row = (resource: string, bars: readonly TimelineBar[]) => ({
  row: { resource, location: null, owner: null, category: null, bars },
})
const rows = placeRows(
  [
    row('saw', [bar('saw', '05', { customers: ['Velo'], demands: { 'SO-1': 2 } })]),
    row('cell', [bar('weld', '07', { customers: ['Rad'], delay: 86_400 }), bar('bend', '08', {})]),
  ],
  false,
)
const find = (reference: string) =>
  rows.flatMap(({ bars }) => bars).find((one) => one.bar.reference === reference)!

/** Returns the stock at the end of a day. */
const bucket = (day: number, endonhand: number) => ({
  bucket: `${day}`,
  startdate: `2026-01-0${day}T00:00:00`,
  enddate: `2026-01-0${day + 1}T00:00:00`,
  endonhand,
  safetystock: 10,
})

it('draws a line to the next order with a bar, past stock and purchases, once', () => {
  expect(linksOf(tree, 'upstream')).toMatchObject([{ kind: 'upstream', from: 'saw', to: 'weld' }])
  expect(linksOf(tree, 'downstream')).toMatchObject([{ kind: 'downstream', from: 'weld', to: 'saw' }])
  const [line] = placeLinks(linksOf(tree, 'upstream'), rows)
  expect([line!.from.time, line!.to.time]).toEqual([find('saw').end, find('weld').start])
  expect(line!.from.height).toBeLessThan(line!.to.height)
  expect(placeLinks(linksOf(tree, 'upstream'), rows.slice(1))).toEqual([])
  const outside = placeRows([row('cell', []), row('saw', [])], false)
  expect(placeLinks(linksOf(tree, 'upstream'), outside)[0]!.from.time).toBe(
    Date.parse('2026-01-20T00:00:00Z'),
  )
})

it('finds the row of a resource whose name contains a comma', () => {
  const work = [order(1, null, 'weld', 'cell'), order(2, 1, 'cut', 'saw, hall 2, torch')]
  const outside = placeRows([row('cell', []), row('saw', []), row('saw, hall 2', [])], false)
  const [line] = placeLinks(linksOf(work, 'upstream'), outside)
  expect(line!.from.height).toBeGreaterThan(outside[2]!.top)
})

const moved = (reference: string): Move => ({
  reference,
  entity: 'input.workorder',
  label: reference,
  from: { resource: 'cell', start: '2026-01-07T00:00:00', end: '2026-01-07T12:00:00', quantity: 1 },
  to: { resource: 'cell', start: '2026-01-09T00:00:00', end: '2026-01-09T12:00:00', quantity: 1 },
})

/** A trial after which `saw` ends later and delays SO-1. */
const trialOf = (edit: number | null): Pick<Trial, 'demands' | 'orders'> => {
  const place = { start: '2026-01-05T00:00:00', end: '2026-01-05T12:00:00', quantity: 1, resources: ['saw'] }
  const state = { date: '2026-01-06T00:00:00', days_late: 0, short: 0 }
  return {
    demands: [
      {
        name: 'SO-1',
        item: 'frame',
        customer: null,
        quantity: 1,
        due: '2026-01-06T00:00:00',
        change: 'late',
        before: state,
        after: { ...state, days_late: 2 },
        reasons: [],
        edit,
      },
    ],
    orders: {
      added: 0,
      moved: 1,
      resized: 0,
      dropped: 0,
      frozen: 0,
      list: [
        {
          reference: 'saw',
          type: 'WO',
          operation: null,
          item: null,
          change: 'moved',
          before: place,
          after: { ...place, end: '2026-01-08T12:00:00' },
        },
      ],
    },
  }
}

it('draws a line from the move that delays a sales order, not from the others', () => {
  const ofMoves = (names: readonly string[], edit: number | null) =>
    delayedLinks(names.map(moved), trialOf(edit), rows).map(({ from, to }) => [from, to])
  expect(ofMoves(['weld', 'bend'], 1)).toEqual([['bend', 'saw']])
  expect(ofMoves(['weld', 'bend'], 0)).toEqual([['weld', 'saw']])
  expect(ofMoves(['weld', 'bend'], null)).toEqual([])
  expect(ofMoves(['weld'], null)).toEqual([['weld', 'saw']])
  expect(delayedLinks([moved('weld')], undefined, rows)).toEqual([])
})

it('follows the lines by keys', () => {
  const links = linksOf(tree, 'upstream')
  expect(linkedBar(rows, links, find('weld'), 'upstream')).toBe(find('saw'))
  expect(linkedBar(rows, links, find('saw'), 'downstream')).toBe(find('weld'))
  expect(linkedBar(rows, links, find('bend'), 'upstream')).toBeUndefined()
})

it('gives each state and each name a color with a pattern, and the rest a common one', () => {
  const lateness = barLooks('lateness', rows)
  expect(['saw', 'weld'].map((name) => lateness.lookOf(find(name).bar).pattern)).toEqual(['plain', 'stripes'])
  const { legend, lookOf } = barLooks('customer', rows)
  expect(legend.map(({ name, word }) => name ?? word)).toEqual(['Rad', 'Velo', 'others'])
  expect(lookOf(find('weld').bar)).not.toEqual(lookOf(find('saw').bar))
  expect(lookOf(find('bend').bar)).toEqual(legend.at(-1)!.look)
})

it('finds orders by all that is known of them, one after the other in time', () => {
  expect(foundOrders(rows, ' ')).toBeUndefined()
  expect([...(foundOrders(rows, 'so-1') ?? [])]).toEqual(['saw'])
  const found = foundOrders(rows, 'FRAME')
  const first = nextFound(rows, found, undefined)
  const second = nextFound(rows, found, first)
  expect([first, second, nextFound(rows, found, find('bend'))]).toEqual([
    find('saw'),
    find('weld'),
    undefined,
  ])
  expect(nextFound(rows, new Set(), undefined)).toBeUndefined()
})

it('draws the stock as steps, and counts the periods below safety stock', () => {
  const from = Date.parse('2026-01-01T00:00:00Z')
  const to = Date.parse('2026-01-05T00:00:00Z')
  const steps = stockSteps({ buckets: [bucket(1, 40), bucket(2, 5), bucket(3, 20), bucket(4, 10)] }, from, to)
  expect(steps).toMatchObject({ lowest: 5, highest: 40, belowCount: 1 })
  expect(steps!.stock).toBe('M0 0H250L250 875H500L500 500H750L750 750H1000')
  expect(steps!.below).toBe('M250 0H500V1000H250Z')
  expect(stockSteps({ buckets: [] }, from, to)).toBeUndefined()
})
