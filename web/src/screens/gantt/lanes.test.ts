import { describe, expect, it } from 'vitest'
import type { TimelineBar } from '../../platform/api/timeline.ts'
import { barBeside, nextSpan } from './keys.ts'
import { percentOf, shareOf } from './capacity.ts'
import {
  heightOf,
  laneHeight,
  noResource,
  placeRows,
  type RowEntry,
  rowBelow,
  sameBar,
  stripHeight,
} from './lanes.ts'
import { timeOf } from '../../platform/calendar/days.ts'

const bar = (reference: string, startdate: string, enddate: string): TimelineBar => ({
  reference,
  type: 'MO',
  status: 'proposed',
  operation: null,
  item: null,
  quantity: 1,
  load: 1,
  startdate: `2026-01-${startdate}T00:00:00`,
  setupend: null,
  enddate: `2026-01-${enddate}T00:00:00`,
  setup: null,
  delay: null,
  criticality: null,
  feasible: true,
  due: null,
  demands: {},
  customers: [],
})

const row = (resource: string, ...bars: readonly TimelineBar[]): RowEntry => ({
  row: { resource, location: null, owner: null, category: null, bars },
})

const rows = placeRows(
  [
    row('saw', bar('late', '08', '10'), bar('early', '01', '05'), bar('beside', '04', '09')),
    row('idle'),
    row('press', bar('first', '02', '03'), bar('near', '07', '09')),
  ],
  true,
)
/** Returns a heading above one resource. */
const headed = (isClosed: boolean) =>
  placeRows(
    [{ row: noResource, heading: { name: 'Lyon', count: 1, isClosed, buckets: [] } }, row('idle')],
    true,
  )

const [saw, idle, press] = rows
const found = (reference: string) =>
  rows.flatMap(({ bars }) => bars).find((one) => one.bar.reference === reference)!

describe('bars of a resource', () => {
  it('lie in lanes, so that those at the same time are all seen', () => {
    expect(saw!.bars.map((one) => [one.bar.reference, one.lane])).toEqual([
      ['early', 0],
      ['beside', 1],
      ['late', 0],
    ])
  })

  it('have room for their lanes and the strip, each row below the one before', () => {
    expect(saw!.height - idle!.height).toBe(laneHeight)
    expect(placeRows([row('idle')], false)[0]!.height).toBe(idle!.height - stripHeight)
    expect([idle!.top, press!.top]).toEqual([saw!.height, saw!.height + idle!.height])
    expect(heightOf(rows)).toBe(press!.top + press!.height)
    expect(heightOf([])).toBe(0)
  })

  it('begin below the heading of their group, which has the strip of the group while it is closed', () => {
    const [open, below] = headed(false)
    expect(below!.top).toBe(open!.height)
    expect(headed(true)[0]!.height).toBe(open!.height + stripHeight)
  })

  it('are found by their height', () => {
    expect([0, idle!.top - 1, idle!.top, press!.top, 10_000].map((height) => rowBelow(rows, height))).toEqual(
      [0, 0, 1, 2, 3],
    )
  })

  it('are the same ones after they were read again', () => {
    const again = placeRows([row('press', bar('near', '08', '09'))], true)
    expect(sameBar(again, found('near'))).toMatchObject({ start: timeOf('2026-01-08T00:00:00') })
    const elsewhere = placeRows([row('saw'), row('mill', bar('near', '08', '09'))], true)
    expect(sameBar(elsewhere, found('near'))).toMatchObject({ resource: 'mill' })
    expect(sameBar(again, found('first'))).toBeUndefined()
    expect(sameBar(again, found('late'))).toBeUndefined()
  })
})

describe('keys', () => {
  const from = timeOf('2026-01-06T00:00:00')
  const led = (chosen: string | undefined, move: Parameters<typeof barBeside>[2]): string | undefined =>
    barBeside(rows, chosen === undefined ? undefined : found(chosen), move, from)?.bar.reference

  it('begin in the first row with orders, near the begin of the window', () => {
    expect(led(undefined, 'ArrowDown')).toBe('beside')
  })

  it('lead along a resource and no further', () => {
    expect([led('early', 'ArrowRight'), led('beside', 'ArrowLeft')]).toEqual(['beside', 'early'])
    expect([led('late', 'ArrowRight'), led('early', 'ArrowLeft')]).toEqual([undefined, undefined])
    expect([led('beside', 'Home'), led('beside', 'End')]).toEqual(['early', 'late'])
  })

  it('lead to what is nearest in time on the next resource that works', () => {
    expect([led('late', 'ArrowDown'), led('early', 'ArrowDown')]).toEqual(['near', 'first'])
    expect([led('near', 'ArrowUp'), led('near', 'ArrowDown')]).toEqual(['late', undefined])
  })

  it('zoom from span to span, from any number of days', () => {
    expect([nextSpan(28, 'in'), nextSpan(28, 'out'), nextSpan(40, 'in'), nextSpan(40, 'out')]).toEqual([
      14, 91, 28, 91,
    ])
    expect([nextSpan(1, 'in'), nextSpan(364, 'out'), nextSpan(900, 'in')]).toEqual([
      undefined,
      undefined,
      364,
    ])
  })
})

const bucket = (available: number, load: number) => ({
  bucket: 'W1',
  startdate: '2026-01-05T00:00:00',
  enddate: '2026-01-12T00:00:00',
  available,
  load,
})

describe('the share of a capacity', () => {
  it('is the share of all buckets together, and missing where nothing is available', () => {
    expect(percentOf([bucket(40, 10), bucket(0, 0), bucket(40, 50)])).toBe(75)
    expect([percentOf([]), percentOf([bucket(0, 4)])]).toEqual([undefined, undefined])
  })

  it('is too much where there is load without capacity', () => {
    expect([shareOf(bucket(40, 20)), shareOf(bucket(0, 1)), shareOf(bucket(0, 0))]).toEqual([
      0.5,
      Infinity,
      0,
    ])
  })
})
