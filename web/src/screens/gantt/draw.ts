/** Draws the visible part of a Gantt chart. */
import type { LabeledGhost } from './bar-drag.ts'
import type { CapacityByResource, PlacedCapacity } from './capacity.ts'
import { type BarScene, drawBars, drawChosen, drawMarks } from './draw-bars.ts'
import type { GanttView } from './gantt-view.ts'
import { laneHeight, type PlacedBar, type PlacedRow, rowBelow, stripHeight } from './lanes.ts'
import type { PlacedLink } from './place-links.ts'
import { drawGrid, drawScale, scaleHeight, type ScaleWords } from './scale.ts'
import { drawStrip } from './strip.ts'

/** The content of the chart, independent of the visible part. */
export interface GanttScene extends BarScene {
  readonly rows: readonly PlacedRow[]
  /** Capacity by resource; undefined without the right to view it. */
  readonly capacity: CapacityByResource | undefined
  readonly words: ScaleWords
  readonly chosen: PlacedBar | undefined
  /** Lines between the orders that supply each other. */
  readonly links: readonly PlacedLink[]
  /** Preview of a dragged bar. */
  readonly ghost: LabeledGhost | undefined
  /** Milliseconds. */
  readonly today: number
}

let overlays: Pick<typeof import('./board-parts.ts'), 'drawGhost' | 'drawLinks'> | undefined

/** Loads what is drawn above the bars on request: lines between orders, and previews of dragged bars. */
export async function loadOverlays(): Promise<void> {
  overlays ??= await import('./board-parts.ts')
}

export function drawGantt(canvas: HTMLCanvasElement, scene: GanttScene, view: GanttView): void {
  const { rows, capacity, colors, chosen } = scene
  const ratio = window.devicePixelRatio || 1
  const [wide, tall] = [Math.round(view.width * ratio), Math.round(view.height * ratio)]
  if (canvas.width !== wide || canvas.height !== tall) {
    canvas.width = wide
    canvas.height = tall
  }
  // An opaque canvas is faster to display.
  const pen = canvas.getContext('2d', { alpha: false })
  if (pen === null) return
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.fillStyle = colors.back
  pen.fillRect(0, 0, view.width, view.height)
  pen.font = colors.font
  pen.textBaseline = 'middle'
  // Time and names are left to right in every language.
  pen.textAlign = 'left'
  drawGrid(pen, view, colors, scene.today)
  for (let at = rowBelow(rows, view.top); at < rows.length; at += 1) {
    const row = rows[at]!
    const top = scaleHeight + row.top - view.top
    if (top > view.height) break
    pen.fillStyle = colors.line
    pen.fillRect(0, top + row.height - 1, view.width, 1)
    drawBars(pen, row.bars, top, view, scene)
    drawMarks(pen, row.bars, top, view, scene)
    if (capacity !== undefined) drawStrip(pen, bucketsOf(row, capacity), top + row.height - 1, view, colors)
    if (chosen?.resource === row.row.resource) drawChosen(pen, chosen, top, view, colors)
  }
  overlays?.drawLinks(pen, scene.links, view, colors)
  if (scene.ghost !== undefined) overlays?.drawGhost(pen, rows, scene.ghost, view, colors)
  drawScale(pen, view, colors, scene.words)
  const now = (scene.today - view.from) / view.perPixel
  if (now >= 0 && now <= view.width) {
    pen.fillStyle = colors.today
    pen.fillRect(now, scaleHeight, 1.5, view.height)
  }
}

/** Returns the capacity below a row; that of a group is shown while it is closed. */
const bucketsOf = ({ row, heading }: PlacedRow, capacity: CapacityByResource): readonly PlacedCapacity[] =>
  heading === undefined ? (capacity.get(row.resource) ?? []) : heading.isClosed ? heading.buckets : []

/** Returns the row at a position, with its bar or capacity bucket. */
export function placeAt(
  { rows, capacity }: Pick<GanttScene, 'rows' | 'capacity'>,
  view: GanttView,
  x: number,
  y: number,
): { readonly row: PlacedRow; readonly bar?: PlacedBar; readonly bucket?: PlacedCapacity } | undefined {
  if (y < scaleHeight) return undefined
  const at = y - scaleHeight + view.top
  const row = rows[rowBelow(rows, at)]
  if (row === undefined) return undefined
  const time = view.from + x * view.perPixel
  if (capacity !== undefined && at >= row.top + row.height - stripHeight) {
    const bucket = bucketsOf(row, capacity).find(({ start, end }) => time >= start && time < end)
    return bucket === undefined ? { row } : { row, bucket }
  }
  const lane = Math.floor((at - row.top - 4) / laneHeight)
  const slack = 3 * view.perPixel
  const bar = row.bars.find(
    (one) => one.lane === lane && time >= one.start - slack && time <= one.end + slack,
  )
  return bar === undefined ? { row } : { row, bar }
}
