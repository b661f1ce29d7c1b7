/** The visible part of a Gantt chart, and its colors. */

import type { PlacedBar } from './lanes.ts'

export interface GanttView {
  /** Time at the left edge, and time per pixel, in milliseconds. */
  readonly from: number
  readonly perPixel: number
  /** Vertical scroll position in pixels. */
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface GanttColors {
  readonly font: string
  readonly ink: string
  readonly soft: string
  readonly line: string
  readonly back: string
  readonly sunken: string
  readonly today: string
  readonly accent: string
  readonly setup: string
  readonly late: string
  /** Capacity strip: available and used capacity. */
  readonly capacity: string
  readonly load: string
  readonly fill: (bar: PlacedBar) => BarFill
}

export interface BarFill {
  readonly color: string
  /** Color of the text on the bar. */
  readonly text: string
  readonly pattern: CanvasPattern | undefined
}
