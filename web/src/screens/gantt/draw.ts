/** Draws what is in sight of a Gantt chart. Late bars carry a pattern as well as a colour. */
import type { PlacedBar, PlacedRow } from './lanes.ts'
import { laneHeight } from './lanes.ts'

export interface GanttView {
  /** Milliseconds at the left edge, and per pixel. */
  readonly from: number
  readonly perPixel: number
  /** Pixels that are scrolled down. */
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface GanttColors {
  readonly ink: string
  readonly soft: string
  readonly line: string
  readonly surface: string
  readonly sunken: string
  readonly today: string
  readonly accent: string
  readonly setup: string
  readonly late: string
  readonly fill: (bar: PlacedBar) => string
}

/** Pixels of the scale above the rows. */
export const scaleHeight = 34
const day = 86_400_000

export function drawGantt(
  canvas: HTMLCanvasElement,
  rows: readonly PlacedRow[],
  view: GanttView,
  colors: GanttColors,
  chosen: string | undefined,
  today: number,
  language: string,
): void {
  const ratio = window.devicePixelRatio || 1
  if (canvas.width !== view.width * ratio || canvas.height !== view.height * ratio) {
    canvas.width = view.width * ratio
    canvas.height = view.height * ratio
  }
  const pen = canvas.getContext('2d')
  if (pen === null) return
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.clearRect(0, 0, view.width, view.height)
  pen.font = `11px ${getComputedStyle(document.body).fontFamily}`
  pen.textBaseline = 'middle'
  const xOf = (time: number): number => (time - view.from) / view.perPixel
  drawGrid(pen, view, colors, xOf)
  for (const row of rows) {
    const top = scaleHeight + row.top - view.top
    if (top + row.height < scaleHeight || top > view.height) continue
    pen.fillStyle = colors.line
    pen.fillRect(0, top + row.height - 1, view.width, 1)
    for (const bar of row.bars) drawBar(pen, bar, top, xOf, view.width, colors, bar.bar.reference === chosen)
  }
  drawScale(pen, view, colors, xOf, language)
  const now = xOf(today)
  if (now >= 0 && now <= view.width) {
    pen.fillStyle = colors.today
    pen.fillRect(now, scaleHeight, 1.5, view.height)
  }
}

function drawBar(
  pen: CanvasRenderingContext2D,
  placed: PlacedBar,
  rowTop: number,
  xOf: (time: number) => number,
  width: number,
  colors: GanttColors,
  chosen: boolean,
): void {
  const [left, right] = [xOf(placed.start), Math.max(xOf(placed.end), xOf(placed.start) + 2)]
  if (right < 0 || left > width) return
  const top = rowTop + 4 + placed.lane * laneHeight
  const height = laneHeight - 4
  pen.fillStyle = colors.fill(placed)
  // A hair between orders that follow each other.
  pen.fillRect(left, top, right - left > 4 ? right - left - 1 : right - left, height)
  if (placed.setupEnd !== undefined && placed.setupEnd > placed.start) {
    pen.fillStyle = colors.setup
    pen.fillRect(left, top, Math.min(xOf(placed.setupEnd), right) - left, height)
  }
  if ((placed.bar.delay ?? 0) > 0) {
    // A line below says late without any colour.
    pen.fillStyle = colors.late
    pen.fillRect(left, top + height - 3, right - left, 3)
  }
  if (chosen) {
    pen.strokeStyle = colors.ink
    pen.lineWidth = 2
    pen.strokeRect(left + 1, top + 1, Math.max(1, right - left - 2), height - 2)
  }
  const room = Math.min(right, width) - Math.max(left, 0) - 8
  if (room < 24) return
  pen.save()
  pen.beginPath()
  pen.rect(Math.max(left, 0), top, room + 8, height)
  pen.clip()
  pen.fillStyle = colors.surface
  pen.fillText(
    placed.bar.operation ?? placed.bar.item ?? placed.bar.reference,
    Math.max(left, 0) + 4,
    top + height / 2,
  )
  pen.restore()
}

/** Stripes of the days, weekends darker. */
function drawGrid(
  pen: CanvasRenderingContext2D,
  view: GanttView,
  colors: GanttColors,
  xOf: (time: number) => number,
): void {
  const wide = day / view.perPixel
  for (let time = Math.floor(view.from / day) * day; xOf(time) < view.width; time += day) {
    const weekday = new Date(time).getUTCDay()
    if (weekday === 0 || weekday === 6) {
      pen.fillStyle = colors.sunken
      pen.fillRect(xOf(time), scaleHeight, wide, view.height)
    }
    if (wide >= 14) {
      pen.fillStyle = colors.line
      pen.fillRect(xOf(time), scaleHeight, 1, view.height)
    }
  }
}

function drawScale(
  pen: CanvasRenderingContext2D,
  view: GanttView,
  colors: GanttColors,
  xOf: (time: number) => number,
  language: string,
): void {
  pen.fillStyle = colors.sunken
  pen.fillRect(0, 0, view.width, scaleHeight)
  pen.fillStyle = colors.line
  pen.fillRect(0, scaleHeight - 1, view.width, 1)
  const wide = day / view.perPixel
  const month = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const number = new Intl.DateTimeFormat(language, { day: 'numeric', timeZone: 'UTC' })
  const each = wide >= 22 ? 1 : wide >= 4 ? 7 : 31
  let last = -100
  for (let time = Math.floor(view.from / day) * day; xOf(time) < view.width; time += day) {
    const date = new Date(time)
    const x = xOf(time)
    if (date.getUTCDate() === 1 || x <= 0) {
      if (x > last + 70 || x <= 0) {
        pen.fillStyle = colors.ink
        pen.fillText(month.format(time), Math.max(4, x + 4), 10)
        last = Math.max(0, x)
      }
    }
    const shown = each === 1 || (each === 7 && date.getUTCDay() === 1)
    if (!shown) continue
    pen.fillStyle = colors.soft
    pen.fillText(number.format(time), x + 4, 25)
  }
}

/** The bar at a place of the canvas. */
export function barAt(
  rows: readonly PlacedRow[],
  view: GanttView,
  x: number,
  y: number,
): { readonly row: PlacedRow; readonly bar: PlacedBar } | undefined {
  if (y < scaleHeight) return undefined
  const at = y - scaleHeight + view.top
  const row = rows.find(({ top, height }) => at >= top && at < top + height)
  if (row === undefined) return undefined
  const lane = Math.floor((at - row.top - 4) / laneHeight)
  const time = view.from + x * view.perPixel
  const slack = 3 * view.perPixel
  const bar = row.bars.find(
    (one) => one.lane === lane && time >= one.start - slack && time <= one.end + slack,
  )
  return bar === undefined ? undefined : { row, bar }
}
