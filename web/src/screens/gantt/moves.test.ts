import { describe, expect, it } from 'vitest'
import { daySeconds } from '../../platform/formats/instants.ts'
import type { TimelineBar, TimelineRow } from '../../platform/api/timeline.ts'
import { ghostOf, type LabeledGhost, placeOfGhost } from './bar-drag.ts'
import { drawGhost } from './draw-ghost.ts'
import { type PlacedRow, placeRows } from './lanes.ts'
import { endAfter, storedPlace } from './make-move.ts'
import {
  changedMove,
  marksOf,
  type Move,
  moveEdits,
  movedRows,
  resizedQuantity,
  steppedQuantity,
  withMove,
} from './moves.ts'

const bar = (reference: string, start: string, end: string): TimelineBar => ({
  reference,
  type: 'MO',
  status: 'proposed',
  operation: 'weld',
  item: null,
  quantity: 8,
  load: 1,
  startdate: `2026-01-${start}:00:00`,
  setupend: null,
  enddate: `2026-01-${end}:00:00`,
  setup: null,
  delay: null,
  criticality: null,
  feasible: true,
  due: null,
  demands: {},
  customers: [],
})

const row = (resource: string, ...bars: readonly TimelineBar[]): TimelineRow => ({
  resource,
  location: null,
  owner: null,
  category: null,
  bars,
})

const rows = [row('cell 1', bar('1', '05T08', '05T16'), bar('2', '06T08', '06T16')), row('cell 2')]

const place = (resource: string, start: string, end: string, quantity = 8) => ({
  resource,
  start: `2026-01-${start}:00:00`,
  end: `2026-01-${end}:00:00`,
  quantity,
})

const move: Move = {
  reference: '1',
  entity: 'input.manufacturingorder',
  label: 'weld',
  from: place('cell 1', '05T08', '05T16'),
  to: place('cell 1', '06T08', '06T16'),
}

it('collects one move per order, from where it was stored', () => {
  const again = { ...move, from: move.to, to: place('cell 2', '07T08', '07T16'), use: 4 }
  const moves = withMove(withMove([], move), again)
  expect(moves).toEqual([{ ...again, from: move.from }])
  expect(withMove(moves, { ...again, to: move.from })).toEqual([])
})

it('approves what is moved, lets its end follow, and puts it on the other resource', () => {
  const fields = { status: 'approved', startdate: '2026-01-06T08:00:00', enddate: null }
  expect(moveEdits([move])).toEqual([
    { entity: 'input.manufacturingorder', action: 'update', key: '1', fields },
  ])
  const elsewhere = { ...move, to: { ...move.to, resource: 'cell 2', quantity: 4 }, use: 7 }
  expect(moveEdits([elsewhere])).toEqual([
    {
      entity: 'input.operationplanresource',
      action: 'update',
      key: 7,
      fields: { resource: 'cell 2' },
    },
    { entity: 'input.manufacturingorder', action: 'update', key: '1', fields: { ...fields, quantity: 4 } },
  ])
})

const starts = (shown: readonly TimelineRow[]) =>
  shown.map(({ bars }) => bars.map(({ reference, startdate }) => `${reference} ${startdate.slice(8, 13)}`))

const changed = (reference: string, resource: string, start: string) => ({
  reference,
  type: 'MO',
  operation: 'weld',
  item: null,
  change: 'moved' as const,
  before: null,
  after: {
    start: `2026-01-${start}:00:00`,
    end: `2026-01-${start}:30:00`,
    quantity: 8,
    resources: [resource],
  },
})

it('shows bars where they were put, then where the plan puts them and those that make room', () => {
  expect(starts(movedRows(rows, [move], []))).toEqual([['1 06T08', '2 06T08'], []])
  const answer = [changed('1', 'cell 1', '06T09'), changed('2', 'cell 2', '07T08')]
  expect(starts(movedRows(rows, [move], answer))).toEqual([['1 06T09'], ['2 07T08']])
  expect([...marksOf([move], answer, [move])]).toEqual([
    ['1', 'moved'],
    ['2', 'pushed'],
  ])
  // Until the next trial its length and the orders after it are those of the stored plan.
  const again = { ...move, to: { ...move.to, start: '2026-01-07T08:00:00' } }
  expect(marksOf([again], answer, [move]).get('1')).toBe('untried')
  expect(starts(movedRows(rows, [again], answer, [move]))).not.toEqual(
    starts(movedRows(rows, [move], answer)),
  )
  expect(movedRows(rows, [], answer)).toBe(rows)
  const outside = { ...move, reference: '3', bar: { ...rows[0]!.bars[0]!, reference: '3' } }
  expect(starts(movedRows(rows, [outside], []))[0]).toContain('3 06T08')
})

it('shows a bar that was just moved with the length that the service has computed, over closed days too', () => {
  const weekend = { ...move, to: { ...move.to, end: '2026-01-12T12:00:00' } }
  const [first] = movedRows(rows, [weekend], [])[0]!.bars
  expect(first).toMatchObject({ startdate: '2026-01-06T08:00:00', enddate: '2026-01-12T12:00:00' })
  expect(endAfter(move.from, '2026-01-07T08:00:00').slice(0, 10)).toBe('2026-01-07')
})

/** A changed order with its end on the same day. */
const moved = (reference: string, day: string) => ({
  ...changed(reference, 'cell 1', `${day}T08`),
  after: { ...place('cell 1', `${day}T08`, `${day}T16`), resources: ['cell 1'] },
})

const delays = (shown: readonly TimelineRow[]) =>
  Object.fromEntries(shown[0]!.bars.map(({ reference, delay }) => [reference, delay]))

it('shows bars as late as the trial has moved their own ends, and the others as they are', () => {
  const one = { ...bar('1', '05T08', '05T16'), delay: -daySeconds, demands: { 'SO-1': 8 } }
  const spare = { ...bar('2', '06T08', '06T16'), delay: -2 * daySeconds, demands: { 'SO-1': 8 } }
  const stock = { ...bar('3', '08T08', '08T16'), delay: 0 }
  const given = [row('cell 1', one, spare, stock)]
  const answer = [moved('1', '08'), moved('3', '09')]
  expect(delays(movedRows(given, [move], answer))).toEqual({ 1: 2 * daySeconds, 2: -2 * daySeconds, 3: 0 })
  expect(delays(movedRows(given, [move], [moved('1', '04')]))[1]).toBe(-2 * daySeconds)
})

it('snaps a bar that is dragged, and drops it on rows that can do its work alone', () => {
  const placed = placeRows(
    rows.map((row) => ({ row })),
    false,
  )
  const bars = placed[0]!.bars
  const hour = 3_600_000
  const view = { by: 0, y: 60, perPixel: hour, top: 0, days: 28, capacity: undefined }
  const drag = { placed: bars[0]!, isResize: false, lit: new Set(['cell 1', 'cell 2']) }
  // Below the first row.
  const y = 34 + placed[1]!.top + 5
  const onto = ghostOf(drag, placed, { ...view, by: 22, y })
  expect(onto).toMatchObject({ resource: 'cell 2', start: Date.parse('2026-01-06T06:00:00Z') })
  expect(placeOfGhost(drag, onto)).toEqual({ resource: 'cell 2', start: '2026-01-06T06:00:00' })
  // A hand that moves down moves a little to the side too.
  const down = ghostOf(drag, placed, { ...view, by: 3, y, days: 90 })
  expect(down).toMatchObject({ resource: 'cell 2', start: bars[0]!.start })
  expect(placeOfGhost(drag, down)).toEqual({ resource: 'cell 2' })
  const alone = { ...drag, lit: new Set(['cell 1']) }
  expect(ghostOf(alone, placed, { ...view, by: 22, y }).resource).toBe('cell 1')
  // A day without working time is skipped.
  const dayOf = (date: string, available: number) => {
    const from = Date.parse(`${date}T00:00:00Z`)
    return { bucket: '', startdate: '', enddate: '', load: 0, available, start: from, end: from + 24 * hour }
  }
  const closed = [dayOf('2026-01-06', 0), dayOf('2026-01-07', 0), dayOf('2026-01-08', 8)]
  const capacity = new Map([['cell 2', closed]])
  expect(ghostOf(drag, placed, { ...view, by: 22, y, capacity }).start).toBe(closed[2]!.start)
  const longer = { ...drag, isResize: true }
  expect(placeOfGhost(longer, ghostOf(longer, placed, { ...view, by: 4 }))).toEqual({ quantity: 12 })
  expect(placeOfGhost(longer, ghostOf(longer, placed, view))).toBeUndefined()
})

it('keeps whole quantities whole', () => {
  expect(resizedQuantity(8, 1.1)).toBe(9)
  expect(resizedQuantity(8, 0.01)).toBe(1)
  expect(resizedQuantity(2.5, 1.1)).toBe(2.75)
})

it('changes a small quantity by one with each press of a key', () => {
  expect([steppedQuantity(4, 1.1), steppedQuantity(4, 0.9), steppedQuantity(1, 0.9)]).toEqual([5, 3, 1])
  expect([steppedQuantity(20, 1.1), steppedQuantity(2.5, 1.1)]).toEqual([22, 2.75])
})

const entitiesOf = (moves: readonly Move[]) =>
  moveEdits(moves).map(({ action, entity }) => `${action} ${entity}`)

it('creates an order on its resource, and lets the planner select the resources of the steps of a routing', () => {
  const to = place('cell 2', '06T08', '06T16')
  const production = { operation: 'weld', isRouting: false, loads: [] }
  const created: Move = {
    reference: 'S-MO',
    entity: 'input.manufacturingorder',
    label: 'weld',
    from: to,
    to,
    production,
  }
  expect(entitiesOf(withMove([], created))).toEqual([
    'create input.manufacturingorder',
    'create input.operationplanresource',
  ])
  expect(entitiesOf([{ ...created, production: { ...production, isRouting: true } }])).toEqual([
    'create input.manufacturingorder',
  ])
})

it('knows where an order was stored that the move of another one has pushed away', () => {
  const pushed = { resource: 'cell 2', bar: bar('2', '07T08', '07T16') }
  expect(storedPlace(rows, pushed, ['cell 2'])).toEqual(place('cell 1', '06T08', '06T16'))
  const tooled = [...rows, row('tool', bar('2', '06T08', '06T16'))]
  expect(storedPlace(tooled, pushed, ['cell 2', 'tool']).resource).toBe('cell 1')
  expect(storedPlace(tooled, { ...pushed, resource: 'tool' }, ['cell 2', 'tool']).resource).toBe('tool')
  // An order outside the loaded rows is only known from where it is shown.
  expect(storedPlace([], pushed, [])).toEqual(place('cell 2', '07T08', '07T16'))
})

/** Returns what is drawn last: the label, and its place. */
function ghostLabel(rows: readonly PlacedRow[], ghost: Partial<LabeledGhost>, height = 400) {
  const drawn: unknown[][] = []
  const pen = {
    globalAlpha: 1,
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    fillRect: (...box: readonly number[]) => void drawn.push([...box]),
    strokeRect: (...box: readonly number[]) => void drawn.push([...box]),
    fillText: (...text: readonly unknown[]) => void drawn.push([...text]),
    measureText: () => ({ width: 100 }),
  }
  const label = '2026-01-06 08:00'
  const whole = { resource: 'cell', start: 200, end: 250, lit: new Set(['cell', 'next']), label, ...ghost }
  const view = { from: 0, perPixel: 1, top: 0, width: 500, height }
  drawGhost(pen, rows, whole, view, { accent: 'teal', ink: 'black', back: 'white' })
  return drawn.at(-1)
}

describe('the new date of a dragged bar', () => {
  const one = placeRows([{ row: row('cell', bar('1', '05T08', '05T12')) }], false)
  const two = placeRows([{ row: row('cell') }, { row: row('next') }], false)

  it('is below it, within the chart', () => {
    expect(ghostLabel(one, { start: 900, end: 950 })).toEqual(['2026-01-06 08:00', 394, 67])
    expect(ghostLabel(one, {})).toEqual(['2026-01-06 08:00', 206, 67])
  })

  it('is above it in a row at the end of the chart', () => {
    expect(ghostLabel(two, { resource: 'next' }, 100)).toEqual(['2026-01-06 08:00', 206, 57])
    expect(ghostLabel(one, {}, 70)).toEqual(['2026-01-06 08:00', 206, 43])
  })

  it('covers the highlighted rows below', () => {
    expect(ghostLabel(two, {})).toEqual(['2026-01-06 08:00', 206, 67])
  })
})

describe('the move that an action has changed', () => {
  const place = { resource: 'Saw', start: '2026-01-05T08:00:00', end: '2026-01-05T10:00:00', quantity: 8 }
  const later = { ...place, start: '2026-01-06T08:00:00' }
  const move: Move = {
    reference: 'MO-1',
    entity: 'input.manufacturingorder',
    label: 'Saw',
    from: place,
    to: later,
  }
  const other: Move = { ...move, reference: 'MO-2' }
  const again: Move = { ...move, to: { ...later, quantity: 9 } }

  it.each([
    ['is made', [other], [other, move], { move, place: move.to }],
    ['is made again', [move, other], [other, again], { move: again, place: again.to }],
    ['is taken back', [move, other], [other], { move, place }],
    ['is one of several', [], [move, other], undefined],
    ['is none', [move], [move], undefined],
  ])('%s', (_, before, now, changed) => {
    expect(changedMove(before, now)).toEqual(changed)
  })
})
