/** What part of a Gantt chart is in sight, and its colours. */

import type { PlacedBar } from './lanes.ts'

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
  readonly font: string
  readonly ink: string
  readonly soft: string
  readonly line: string
  readonly back: string
  /** Names within bars. */
  readonly onBar: string
  readonly sunken: string
  readonly today: string
  readonly accent: string
  readonly setup: string
  readonly late: string
  /** Of the strip: what there is, and what is used of it. */
  readonly capacity: string
  readonly load: string
  readonly fill: (bar: PlacedBar) => string
}
