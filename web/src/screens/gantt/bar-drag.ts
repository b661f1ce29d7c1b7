/** Computes the new dates or quantity of a dragged bar from the movement of the pointer. */
import { momentText } from '../../platform/calendar/days.ts'
import type { CapacityByResource, PlacedCapacity } from './capacity.ts'
import { type PlacedBar, type PlacedRow, rowBelow } from './lanes.ts'
import { type Place, resizedQuantity, snapped } from './moves.ts'
import { scaleHeight } from './scale.ts'

export interface BarDrag {
  readonly placed: PlacedBar
  /** Whether its end is dragged, which changes the quantity. */
  readonly isResize: boolean
  /** Resources that can perform its work; its own resource until they are loaded. */
  readonly lit: ReadonlySet<string>
}

/** The preview of a dragged bar. */
export interface Ghost {
  readonly resource: string
  /** Milliseconds. */
  readonly start: number
  readonly end: number
  readonly lit: ReadonlySet<string>
}

/** A preview with the move in words. */
export interface LabeledGhost extends Ghost {
  readonly label: string
}

/** Width of the area at the end of a bar that changes the quantity, and the minimum width of such a bar, in pixels. */
const edge = 7
const leastWidth = 24

/** Returns whether a position is at the end of a bar. */
export function isEdge({ start, end }: PlacedBar, time: number, perPixel: number): boolean {
  return (end - start) / perPixel >= leastWidth && time >= end - edge * perPixel
}

interface Moved {
  /** Movement of the pointer in pixels. */
  readonly by: number
  /** Vertical position of the pointer in the drawing, in pixels. */
  readonly y: number
  readonly perPixel: number
  /** Vertical scroll position in pixels. */
  readonly top: number
  /** Number of visible days. */
  readonly days: number
  readonly capacity: CapacityByResource | undefined
}

/** Movements to the side that keep the start, so that moving a bar to another row does not change its time. */
const steadyPixels = 6

export function ghostOf(
  { placed, isResize, lit }: BarDrag,
  rows: readonly PlacedRow[],
  { by, y, perPixel, top, days, capacity }: Moved,
): Ghost {
  const { start, end, resource } = placed
  if (isResize) return { resource, start, end: Math.max(start + perPixel, end + by * perPixel), lit }
  const wanted = Math.abs(by) <= steadyPixels ? start : snapped(start + by * perPixel, days)
  const row = rows[rowBelow(rows, y - scaleHeight + top)]?.row.resource
  const onto = row !== undefined && lit.has(row) ? row : resource
  const moved = workingTime(capacity?.get(onto), wanted)
  return { resource: onto, start: moved, end: moved + (end - start), lit }
}

/** Returns a time, or the start of the next bucket with working time if its bucket has none. */
export function workingTime(buckets: readonly PlacedCapacity[] | undefined, time: number): number {
  const at = buckets?.find(({ end }) => time < end)
  if (at === undefined || time < at.start || at.available > 0) return time
  return buckets?.find(({ start, available }) => start > time && available > 0)?.start ?? time
}

/** Returns the changes of an order after dragging; undefined if it is back at its original position. */
export function placeOfGhost({ placed, isResize }: BarDrag, ghost: Ghost): Partial<Place> | undefined {
  const { start, end, resource, bar } = placed
  if (isResize) {
    if (bar.quantity === null || end <= start) return undefined
    const quantity = resizedQuantity(bar.quantity, (ghost.end - start) / (end - start))
    return quantity === bar.quantity ? undefined : { quantity }
  }
  if (ghost.resource !== resource && ghost.start === start) return { resource: ghost.resource }
  if (ghost.start === start && ghost.resource === resource) return undefined
  return { start: momentText(ghost.start), resource: ghost.resource }
}
