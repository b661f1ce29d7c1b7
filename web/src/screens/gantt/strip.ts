/**
 * The capacity strip below the bars of a resource: utilization per time bucket. The height of a column is the
 * utilization; overload is marked at the top in another color.
 */
import { type PlacedCapacity, shareOf } from './capacity.ts'
import type { GanttColors, GanttView } from './gantt-view.ts'
import { stripHeight } from './lanes.ts'

/** Utilization above which a resource is overloaded, with a tolerance for rounding. */
const over = 1.005

/** `bottom`: lower edge of the row in pixels from the top of the drawing. */
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
