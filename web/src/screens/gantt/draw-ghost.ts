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

/** Draws the preview of a dragged bar with its label, and highlights the possible rows. */
export function drawGhost(
  pen: GhostPen,
  rows: readonly PlacedRow[],
  ghost: LabeledGhost,
  view: { readonly from: number; readonly perPixel: number; readonly top: number; readonly width: number },
  colors: { readonly accent: string; readonly ink: string; readonly back: string },
): void {
  for (const { row, top, height } of rows) {
    if (!ghost.lit.has(row.resource)) continue
    const y = scaleHeight + top - view.top
    pen.globalAlpha = 0.12
    pen.fillStyle = colors.accent
    pen.fillRect(0, y, view.width, height - 1)
    if (row.resource === ghost.resource) {
      const left = (ghost.start - view.from) / view.perPixel
      const wide = Math.max(4, (ghost.end - ghost.start) / view.perPixel)
      pen.globalAlpha = 0.55
      pen.fillRect(left, y + 4, wide, laneHeight - 4)
      pen.globalAlpha = 1
      pen.strokeStyle = colors.ink
      pen.lineWidth = 1.5
      pen.strokeRect(left, y + 4, wide, laneHeight - 4)
      // Below the bar, because the scale covers what is above the first row.
      const width = pen.measureText(ghost.label).width + 12
      const x = Math.max(0, Math.min(left, view.width - width))
      const below = y + laneHeight + 2
      pen.fillStyle = colors.ink
      pen.fillRect(x, below, width, labelHeight)
      pen.fillStyle = colors.back
      pen.fillText(ghost.label, x + 6, below + labelHeight / 2)
    }
    pen.globalAlpha = 1
  }
}
