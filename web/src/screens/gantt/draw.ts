/** Draws the visible part of a Gantt chart. Late bars are marked by a line in addition to their color. */
import type { GanttView, GanttColors } from './gantt-view.ts'
import { drawGhost, type Ghost } from './bar-drag.ts'
import { laneHeight, type PlacedBar, type PlacedRow, rowBelow, stripHeight } from './lanes.ts'
import { drawGrid, drawScale, scaleHeight, type ScaleWords } from './scale.ts'
import { drawStrip, type PlacedCapacity } from './strip.ts'

/** The content of the chart, independent of the visible part. */
export interface GanttScene {
  readonly rows: readonly PlacedRow[]
  /** Capacity by resource; undefined without the right to view it. */
  readonly capacity: ReadonlyMap<string, readonly PlacedCapacity[]> | undefined
  readonly colors: GanttColors
  readonly words: ScaleWords
  readonly chosen: PlacedBar | undefined
  /** Bars that differ from the stored plan, by reference. */
  readonly marks: ReadonlyMap<string, 'moved' | 'pushed'>
  /** Preview of a dragged bar. */
  readonly ghost: Ghost | undefined
  /** Milliseconds. */
  readonly today: number
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
  drawGrid(pen, view, colors)
  for (let at = rowBelow(rows, view.top); at < rows.length; at += 1) {
    const row = rows[at]!
    const top = scaleHeight + row.top - view.top
    if (top > view.height) break
    pen.fillStyle = colors.line
    pen.fillRect(0, top + row.height - 1, view.width, 1)
    drawBars(pen, row.bars, top, view, colors)
    drawMarks(pen, row.bars, top, view, scene)
    if (capacity !== undefined)
      drawStrip(pen, capacity.get(row.row.resource) ?? [], top + row.height - 1, view, colors)
    if (chosen?.resource === row.row.resource) drawChosen(pen, chosen, top, view, colors)
  }
  if (scene.ghost !== undefined) drawGhost(pen, rows, scene.ghost, view, colors)
  drawScale(pen, view, colors, scene.words)
  const now = (scene.today - view.from) / view.perPixel
  if (now >= 0 && now <= view.width) {
    pen.fillStyle = colors.today
    pen.fillRect(now, scaleHeight, 1.5, view.height)
  }
}

/** Minimum width of a bar for its name, in pixels. */
const leastName = 24

function drawBars(
  pen: CanvasRenderingContext2D,
  bars: readonly PlacedBar[],
  rowTop: number,
  view: GanttView,
  colors: GanttColors,
): void {
  const height = laneHeight - 4
  for (const placed of bars) {
    const left = (placed.start - view.from) / view.perPixel
    if (left > view.width) break
    const right = Math.max((placed.end - view.from) / view.perPixel, left + 2)
    if (right < 0) continue
    const top = rowTop + 4 + placed.lane * laneHeight
    pen.fillStyle = colors.fill(placed)
    // Leaves a gap of one pixel between consecutive orders.
    pen.fillRect(left, top, right - left > 4 ? right - left - 1 : right - left, height)
    if (placed.setupEnd !== undefined && placed.setupEnd > placed.start) {
      pen.fillStyle = colors.setup
      const until = Math.min((placed.setupEnd - view.from) / view.perPixel, right)
      pen.fillRect(left, top, until - left, height)
    }
    if ((placed.bar.delay ?? 0) > 0) {
      // A line marks lateness independent of color.
      pen.fillStyle = colors.late
      pen.fillRect(left, top + height - 3, right - left, 3)
    }
    if (right - left >= leastName) drawName(pen, placed, { left, right, top }, view, colors)
  }
}

/** Draws dashed frames around moved bars, and thinner ones around bars that make room for them. */
function drawMarks(
  pen: CanvasRenderingContext2D,
  bars: readonly PlacedBar[],
  rowTop: number,
  view: GanttView,
  { marks, colors }: Pick<GanttScene, 'marks' | 'colors'>,
): void {
  if (marks.size === 0) return
  for (const { start, end, lane, bar } of bars) {
    const mark = marks.get(bar.reference)
    if (mark === undefined) continue
    const left = (start - view.from) / view.perPixel
    const wide = Math.max(4, (end - start) / view.perPixel - 1)
    pen.strokeStyle = colors.ink
    pen.lineWidth = mark === 'moved' ? 2.5 : 1
    pen.setLineDash(mark === 'moved' ? [5, 3] : [2, 2])
    pen.strokeRect(left, rowTop + 4 + lane * laneHeight, wide, laneHeight - 4)
    pen.setLineDash([])
  }
}

function drawName(
  pen: CanvasRenderingContext2D,
  { bar }: PlacedBar,
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
  view: GanttView,
  colors: GanttColors,
): void {
  const begin = Math.max(left, 0)
  const room = Math.min(right, view.width) - begin - 8
  if (room < leastName) return
  const height = laneHeight - 4
  pen.save()
  pen.beginPath()
  pen.rect(begin, top, room + 8, height)
  pen.clip()
  pen.fillStyle = colors.onBar
  pen.fillText(bar.operation ?? bar.item ?? bar.reference, begin + 4, top + height / 2)
  pen.restore()
}

function drawChosen(
  pen: CanvasRenderingContext2D,
  chosen: PlacedBar,
  rowTop: number,
  view: GanttView,
  colors: GanttColors,
): void {
  const left = (chosen.start - view.from) / view.perPixel
  const right = Math.max((chosen.end - view.from) / view.perPixel, left + 2)
  pen.strokeStyle = colors.ink
  pen.lineWidth = 2
  pen.strokeRect(
    left - 1,
    rowTop + 3 + chosen.lane * laneHeight,
    Math.max(4, right - left + 1),
    laneHeight - 2,
  )
}

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
    const bucket = capacity.get(row.row.resource)?.find(({ start, end }) => time >= start && time < end)
    return bucket === undefined ? { row } : { row, bucket }
  }
  const lane = Math.floor((at - row.top - 4) / laneHeight)
  const slack = 3 * view.perPixel
  const bar = row.bars.find(
    (one) => one.lane === lane && time >= one.start - slack && time <= one.end + slack,
  )
  return bar === undefined ? { row } : { row, bar }
}
