/**
 * The strip below the bars of a resource: per time bucket how much of its capacity is used. A column is as high as the
 * share; one that reaches a line at its top in another colour is more than there is.
 */
import type { CapacityBucket } from '../../api/timeline.ts'
import type { GanttColors, GanttView } from './gantt-view.ts'
import { stripHeight } from './lanes.ts'

export interface PlacedCapacity extends CapacityBucket {
  /** Milliseconds. */
  readonly start: number
  readonly end: number
}

/** Share from which a resource is overloaded; roundings aside. */
const over = 1.005

export const shareOf = ({ available, load }: CapacityBucket): number =>
  available > 0 ? load / available : load > 0 ? Infinity : 0

/** Share of everything in sight, in percent; undefined where there is no capacity at all. */
export function percentOf(buckets: readonly CapacityBucket[]): number | undefined {
  const available = buckets.reduce((sum, bucket) => sum + bucket.available, 0)
  const load = buckets.reduce((sum, bucket) => sum + bucket.load, 0)
  return available > 0 ? Math.round((100 * load) / available) : undefined
}

/** `bottom`: pixels from the top of the drawing to the lower edge of the row. */
export function drawStrip(
  pen: CanvasRenderingContext2D,
  buckets: readonly PlacedCapacity[],
  bottom: number,
  view: GanttView,
  colors: GanttColors,
): void {
  const height = stripHeight - 4
  const foot = bottom - 2
  for (const bucket of buckets) {
    const left = Math.max(0, (bucket.start - view.from) / view.perPixel)
    const right = Math.min(view.width, (bucket.end - view.from) / view.perPixel)
    const wide = right - left > 4 ? right - left - 1 : right - left
    if (wide <= 0) continue
    const share = shareOf(bucket)
    if (bucket.available > 0) {
      pen.fillStyle = colors.capacity
      pen.fillRect(left, foot - height, wide, height)
    }
    if (share <= 0) continue
    const tall = Math.max(1, Math.min(1, share) * (height - 1))
    pen.fillStyle = share > over ? colors.late : colors.load
    pen.fillRect(left, foot - tall, wide, tall)
    if (share <= over) continue
    pen.fillStyle = colors.ink
    pen.fillRect(left, foot - height, wide, 2)
  }
}
