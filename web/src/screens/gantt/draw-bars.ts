/** Draws the bars of one row of the Gantt chart. Late bars are marked by a line in addition to their color. */
import { isLateBy } from '../../../../src/rules/late.ts'
import type { TimelineBar } from '../../platform/api/timeline.ts'
import { createTextFitting } from './fit-text.ts'
import type { GanttColors, GanttView } from './gantt-view.ts'
import { laneHeight, type PlacedBar } from './lanes.ts'
import type { Mark } from './moves.ts'

/** The properties of bars, independent of the visible part. */
export interface BarScene {
  readonly colors: GanttColors
  /** Bars that differ from the stored plan, by reference. */
  readonly marks: ReadonlyMap<string, Mark>
  /** Found orders; the others are pale. Undefined without a search. */
  readonly found: ReadonlySet<string> | undefined
  /** Returns the text within a bar. */
  readonly labelOf: (bar: TimelineBar) => string
}

/** Minimum width of a bar for its text, in pixels. */
const leastName = 24
const barHeight = laneHeight - 4
const fitted = createTextFitting()
/** Opacity of orders that a search does not find, and of moves that are not tried yet. */
const pale = 0.2

/** Draws the bars of a row that begins at a height. */
export function drawBars(
  pen: CanvasRenderingContext2D,
  bars: readonly PlacedBar[],
  rowTop: number,
  view: GanttView,
  scene: BarScene,
): void {
  const { colors, found, marks } = scene
  for (const placed of bars) {
    const left = (placed.start - view.from) / view.perPixel
    if (left > view.width) break
    const right = Math.max((placed.end - view.from) / view.perPixel, left + 2)
    if (right < 0) continue
    const top = rowTop + 4 + placed.lane * laneHeight
    const { color, pattern } = colors.fill(placed)
    const { reference } = placed.bar
    pen.globalAlpha = marks.get(reference) === 'untried' || found?.has(reference) === false ? pale : 1
    pen.fillStyle = color
    // Leaves a gap of one pixel between consecutive orders.
    const wide = right - left > 4 ? right - left - 1 : right - left
    pen.fillRect(left, top, wide, barHeight)
    if (pattern !== undefined) {
      // The pattern moves with the bar.
      pen.translate(left, top)
      pen.fillStyle = pattern
      pen.fillRect(0, 0, wide, barHeight)
      pen.translate(-left, -top)
    }
    if (placed.setupEnd !== undefined && placed.setupEnd > placed.start) {
      pen.fillStyle = colors.setup
      const until = Math.min((placed.setupEnd - view.from) / view.perPixel, right)
      pen.fillRect(left, top, until - left, barHeight)
    }
    if (isLateBy(placed.bar.delay)) {
      // A line marks lateness independent of color.
      pen.fillStyle = colors.late
      pen.fillRect(left, top + barHeight - 3, right - left, 3)
    }
    if (right - left >= leastName) drawLabel(pen, placed, { left, right, top }, view, scene)
  }
  pen.globalAlpha = 1
}

/**
 * Draws dashed frames around moved bars, which are pale until they are tried, and thinner ones around bars that make
 * room for them.
 */
export function drawMarks(
  pen: CanvasRenderingContext2D,
  bars: readonly PlacedBar[],
  rowTop: number,
  view: GanttView,
  { marks, colors }: BarScene,
): void {
  if (marks.size === 0) return
  for (const { start, end, lane, bar } of bars) {
    const mark = marks.get(bar.reference)
    if (mark === undefined) continue
    const left = (start - view.from) / view.perPixel
    const wide = Math.max(4, (end - start) / view.perPixel - 1)
    pen.strokeStyle = colors.ink
    pen.lineWidth = mark === 'pushed' ? 1 : 2.5
    pen.setLineDash(mark === 'pushed' ? [2, 2] : [5, 3])
    pen.strokeRect(left, rowTop + 4 + lane * laneHeight, wide, barHeight)
    pen.setLineDash([])
  }
}

/** Draws the text of a bar on its plain color, because a pattern would make it hard to read. */
function drawLabel(
  pen: CanvasRenderingContext2D,
  placed: PlacedBar,
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
  view: GanttView,
  { colors, labelOf }: BarScene,
): void {
  const begin = Math.max(left, 0)
  const room = Math.min(right, view.width) - begin - 8
  if (room < leastName) return
  const { color, text, pattern } = colors.fill(placed)
  const label = fitted(labelOf(placed.bar), room, (part) => pen.measureText(part).width)
  if (label === '') return
  pen.save()
  pen.beginPath()
  pen.rect(begin, top, room + 4, barHeight)
  pen.clip()
  if (pattern !== undefined) {
    const wide = pen.measureText(label).width
    pen.fillStyle = color
    pen.fillRect(begin + 2, top + 2, wide + 4, barHeight - 5)
  }
  pen.fillStyle = text
  pen.fillText(label, begin + 4, top + barHeight / 2)
  pen.restore()
}

export function drawChosen(
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
