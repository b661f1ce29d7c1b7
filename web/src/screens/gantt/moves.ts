/** Unsaved moves of orders on the plan board: the edits of the trial, and the bars after its result. */
import type { PlanEdit, Trial } from '../../platform/api/plan-trials.ts'
import type { TimelineBar, TimelineRow } from '../../platform/api/timeline.ts'
import type { Production } from '../../platform/api/unplanned.ts'
import type { PlacedBar } from './lanes.ts'

export interface Move {
  readonly reference: string
  /** Such as `input.workorder`. */
  readonly entity: string
  /** Displayed name. */
  readonly label: string
  readonly from: Place
  readonly to: Place
  /** The bar before the move, which may lie outside the loaded window. */
  readonly bar?: TimelineBar | undefined
  /** The record of the resource assignment, if the resource changes. */
  readonly use?: number | undefined
  /** How the order is made, if it does not exist yet. */
  readonly production?: Production | undefined
}

export interface Place {
  readonly resource: string
  /** Planning time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly start: string
  readonly end: string
  readonly quantity: number | null
}

/** Status of a move that cannot be made, and so cannot be retried. */
export const impossibleStatus = 422

const hourMs = 3_600_000

/** Returns the step of moves in milliseconds for a number of visible days. */
export const stepOf = (days: number): number => (days <= 3 ? hourMs : days <= 28 ? 6 * hourMs : 24 * hourMs)

/** Rounds a time to the nearest step. */
export const snapped = (time: number, days: number): number => Math.round(time / stepOf(days)) * stepOf(days)

/** Returns the quantity for a changed length of the bar; whole quantities stay whole. */
export function resizedQuantity(quantity: number, share: number): number {
  const wanted = quantity * share
  return Number.isInteger(quantity)
    ? Math.max(1, Math.round(wanted))
    : Math.max(0.001, Number(wanted.toFixed(3)))
}

/** Returns the quantity after the press of a key: it changes by a share, whole quantities by at least 1. */
export function steppedQuantity(quantity: number, share: number): number {
  const wanted = resizedQuantity(quantity, share)
  return wanted === quantity && Number.isInteger(quantity)
    ? Math.max(1, quantity + Math.sign(share - 1))
    : wanted
}

export const placeOf = ({ resource, bar }: Pick<PlacedBar, 'resource' | 'bar'>): Place => ({
  resource,
  start: bar.startdate,
  end: bar.enddate,
  quantity: bar.quantity,
})

const isSame = (one: Place, other: Place): boolean =>
  one.resource === other.resource && one.start === other.start && one.quantity === other.quantity

/** Adds a move; an order that is back at its original position has no move. */
export function withMove(moves: readonly Move[], move: Move): readonly Move[] {
  const before = moves.find(({ reference }) => reference === move.reference)
  const merged: Move = { ...move, from: before?.from ?? move.from, use: move.use ?? before?.use }
  const others = moves.filter(({ reference }) => reference !== move.reference)
  return merged.production === undefined && isSame(merged.from, merged.to) ? others : [...others, merged]
}

/** One move that differs between two versions of the moves. */
export interface ChangedMove {
  readonly move: Move
  /** Where the order is now. */
  readonly place: Place
}

/** Returns the only move that differs between two versions of the moves; undefined if several do. */
export function changedMove(before: readonly Move[], now: readonly Move[]): ChangedMove | undefined {
  const references = new Set([...before, ...now].map(({ reference }) => reference))
  const found = [...references].flatMap((reference) => {
    const [old, move] = [before, now].map((moves) => moves.find((one) => one.reference === reference))
    if (old === move) return []
    if (move !== undefined) return { move, place: move.to }
    return old === undefined ? [] : { move: old, place: old.from }
  })
  return found.length === 1 ? found[0] : undefined
}

/** Returns the edits of the moves: orders are approved, and their ends follow from working time. */
export const moveEdits = (moves: readonly Move[]): readonly PlanEdit[] =>
  moves.flatMap((move) =>
    move.production === undefined ? shiftEdits(move) : newEdits(move, move.production),
  )

/** The resource comes first, so that the end follows from its working time. */
function shiftEdits({ reference, entity, from, to, use }: Move): readonly PlanEdit[] {
  return [
    ...(use === undefined || to.resource === from.resource
      ? []
      : [
          {
            entity: 'input.operationplanresource',
            action: 'update' as const,
            key: use,
            fields: { resource: to.resource },
          },
        ]),
    {
      entity,
      action: 'update',
      key: reference,
      fields: {
        status: 'approved',
        startdate: to.start,
        enddate: null,
        ...(to.quantity === from.quantity ? {} : { quantity: to.quantity }),
      },
    },
  ]
}

/** Returns the edits that create an order. The planner selects the resources of the steps of a routing. */
const newEdits = ({ reference, to }: Move, { operation, isRouting }: Production): readonly PlanEdit[] => [
  {
    entity: 'input.manufacturingorder',
    action: 'create',
    fields: { reference, operation, quantity: to.quantity, startdate: to.start, status: 'approved' },
  },
  ...(isRouting
    ? []
    : [
        {
          entity: 'input.operationplanresource',
          action: 'create' as const,
          fields: { operationplan: reference, resource: to.resource },
        },
      ]),
]

type ChangedOrders = Trial['orders']['list']

/**
 * Returns the rows after the moves and the result of their trial. New orders of the result have no bar and are only
 * listed.
 * @param tried moves of which `changed` is the result
 */
export function movedRows(
  rows: readonly TimelineRow[],
  moves: readonly Move[],
  changed: ChangedOrders,
  tried: readonly Move[] = moves,
): readonly TimelineRow[] {
  if (moves.length === 0) return rows
  const places = new Map<string, ChangedOrders[number]['after']>()
  for (const { reference, after } of changed) if (reference !== null) places.set(reference, after)
  for (const move of moves) {
    const { reference, from, to } = move
    // A move that is made since the trial is shown where it goes.
    if (tried.includes(move) && places.has(reference)) continue
    const resources = to.resource === from.resource ? [] : [to.resource]
    places.set(reference, { start: to.start, end: to.end, quantity: to.quantity ?? 0, resources })
  }
  const bars = new Map<string, TimelineBar>()
  for (const row of rows)
    for (const bar of row.bars) if (places.has(bar.reference)) bars.set(bar.reference, bar)
  for (const { reference, bar, to } of moves) {
    const place = places.get(reference)
    if (bar === undefined || bars.has(reference) || !place) continue
    bars.set(reference, bar)
    if (place.resources.length === 0) places.set(reference, { ...place, resources: [to.resource] })
  }
  return rows.map((row) => {
    const stays: TimelineBar[] = []
    for (const bar of row.bars) {
      const place = places.get(bar.reference)
      if (place === undefined) stays.push(bar)
      else if (place !== null && (place.resources.length === 0 || place.resources.includes(row.resource)))
        stays.push(barAt(bar, place))
    }
    for (const [reference, place] of places) {
      const bar = bars.get(reference)
      const isHere = row.bars.some((one) => one.reference === reference)
      if (bar !== undefined && place !== null && !isHere && place.resources.includes(row.resource))
        stays.push(barAt(bar, place))
    }
    return { ...row, bars: stays }
  })
}

const barAt = (
  bar: TimelineBar,
  { start, end, quantity }: NonNullable<ChangedOrders[number]['after']>,
): TimelineBar => ({
  ...bar,
  startdate: start,
  enddate: end,
  setupend: null,
  quantity,
  delay: delayAt(bar, end),
})

/** Returns the lateness of an order that ends at another time; that of an order for no sales order stays. */
const delayAt = ({ demands, delay, enddate }: TimelineBar, end: string): number | null =>
  delay === null || Object.keys(demands).length === 0
    ? delay
    : delay + (Date.parse(`${end}Z`) - Date.parse(`${enddate}Z`)) / 1000

/** A bar with an `untried` move is drawn before the trial has computed its length and moved others. */
export type Mark = 'moved' | 'untried' | 'pushed'

/**
 * Returns the bars that differ from the stored plan: moved bars, and bars that make room for them.
 * @param tried moves of which `changed` is the result
 */
export function marksOf(
  moves: readonly Move[],
  changed: ChangedOrders,
  tried: readonly Move[],
): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>()
  for (const { reference } of changed) if (reference !== null) marks.set(reference, 'pushed')
  for (const move of moves) marks.set(move.reference, tried.includes(move) ? 'moved' : 'untried')
  return marks
}
