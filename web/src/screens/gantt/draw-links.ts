/** Draws lines with arrows between the bars of orders that supply each other; loaded after the chart is shown. */
import type { GanttColors, GanttView } from './gantt-view.ts'
import { linkDashes, type LinkKind } from './order-links.ts'
import type { LinkEnd, PlacedLink } from './place-links.ts'
import { scaleHeight } from './scale.ts'

/** Pixels. */
const arrow = 5

export function drawLinks(
  pen: CanvasRenderingContext2D,
  links: readonly PlacedLink[],
  view: GanttView,
  colors: GanttColors,
): void {
  const inks: Readonly<Record<LinkKind, string>> = {
    upstream: colors.ink,
    downstream: colors.today,
    delayed: colors.late,
  }
  for (const { kind, from, to } of links) {
    const [x1, y1] = pointOf(from, view)
    const [x2, y2] = pointOf(to, view)
    const bend = Math.max(14, Math.min(60, Math.abs(x2 - x1) / 2))
    const path = new Path2D()
    path.moveTo(x1, y1)
    path.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2 - arrow, y2)
    // A rim in the color of the background separates the line from the bars.
    pen.strokeStyle = colors.back
    pen.lineWidth = 4
    pen.stroke(path)
    pen.strokeStyle = inks[kind]
    pen.fillStyle = inks[kind]
    pen.lineWidth = 1.75
    pen.setLineDash([...linkDashes[kind]])
    pen.stroke(path)
    pen.setLineDash([])
    pen.beginPath()
    pen.moveTo(x2, y2)
    pen.lineTo(x2 - arrow, y2 - arrow)
    pen.lineTo(x2 - arrow, y2 + arrow)
    pen.fill()
  }
}

const pointOf = ({ time, height }: LinkEnd, view: GanttView): readonly [x: number, y: number] => [
  (time - view.from) / view.perPixel,
  scaleHeight + height - view.top,
]
