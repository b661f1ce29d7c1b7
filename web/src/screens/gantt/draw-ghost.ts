/** Draws the preview of a dragged bar; loaded after the chart is shown. */
import type { LabeledGhost } from './bar-drag.ts'
import { laneHeight, type PlacedRow } from './lanes.ts'
import { scaleHeight } from './scale.ts'

/** Height of the label of a preview, in pixels. */
const labelHeight = 18

/** The parts of a canvas context that draw a preview. */
interface GhostPen extends Pick<
  CanvasRenderingContext2D,
  'globalAlpha' | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'fillRect' | 'strokeRect' | 'fillText'
> {
  readonly measureText: (text: string) => { readonly width: number }
}

interface GhostView {
  /** Time at the left edge, and time per pixel, in milliseconds. */
  readonly from: number
  readonly perPixel: number
  /** Pixels. */
  readonly top: number
  readonly width: number
  readonly height: number
}

interface GhostColors {
  readonly accent: string
  readonly ink: string
  readonly back: string
}

/** Draws the preview of a dragged bar with its label, and highlights the possible rows. */
export function drawGhost(
  pen: GhostPen,
  rows: readonly PlacedRow[],
  ghost: LabeledGhost,
  view: GhostView,
  colors: GhostColors,
): void {
  pen.fillStyle = colors.accent
  pen.globalAlpha = 0.12
  const lit = rows.filter(({ row }) => ghost.lit.has(row.resource))
  for (const { top, height } of lit) pen.fillRect(0, scaleHeight + top - view.top, view.width, height - 1)
  const target = lit.find(({ row }) => row.resource === ghost.resource)
  if (target !== undefined) drawBar(pen, scaleHeight + target.top - view.top, ghost, view, colors)
  pen.globalAlpha = 1
}

/** Draws the bar in the row that begins at `y`, and its label above everything else. */
function drawBar(pen: GhostPen, y: number, ghost: LabeledGhost, view: GhostView, colors: GhostColors): void {
  const left = (ghost.start - view.from) / view.perPixel
  const wide = Math.max(4, (ghost.end - ghost.start) / view.perPixel)
  pen.globalAlpha = 0.55
  pen.fillRect(left, y + 4, wide, laneHeight - 4)
  pen.globalAlpha = 1
  pen.strokeStyle = colors.ink
  pen.lineWidth = 1.5
  pen.strokeRect(left, y + 4, wide, laneHeight - 4)
  const width = pen.measureText(ghost.label).width + 12
  const x = Math.max(0, Math.min(left, view.width - width))
  // Below the bar, because the scale covers what is above the first row; above it at the end of the chart.
  const below = y + laneHeight + 2
  const labelTop = below + labelHeight > view.height ? Math.max(scaleHeight, y + 2 - labelHeight) : below
  pen.fillStyle = colors.ink
  pen.fillRect(x, labelTop, width, labelHeight)
  pen.fillStyle = colors.back
  pen.fillText(ghost.label, x + 6, labelTop + labelHeight / 2)
}
