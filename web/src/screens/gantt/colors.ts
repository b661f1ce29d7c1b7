/** Colors of the Gantt chart on its canvas, read from the CSS variables of the current color scheme. */
import { type PatternName, patternPaths, patternSize } from '../../ui/pattern.ts'
import { chartColors } from '../../ui/chart/chart-colors.ts'
import type { BarLooks } from './bar-looks.ts'
import { contrast } from './contrast.ts'
import type { BarFill, GanttColors } from './gantt-view.ts'

/** `scheme` is a parameter only so that the colors are read again when it changes. */
export function ganttColors({ lookOf }: BarLooks, scheme: 'light' | 'dark'): GanttColors {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  const { series } = chartColors()
  const [pale, dark] = scheme === 'dark' ? ['--ink', '--surface-sunken'] : ['--surface', '--ink']
  const texts = [read(pale), read(dark)] as const
  const fills = new Map<string, BarFill>()
  const fillOf = (variable: string, pattern: PatternName): BarFill => {
    const key = `${variable} ${pattern}`
    const known = fills.get(key)
    if (known !== undefined) return known
    const color = read(variable)
    const text = contrast(color, texts[0]) >= contrast(color, texts[1]) ? texts[0] : texts[1]
    const fill = { color, text, pattern: pattern === 'plain' ? undefined : tileOf(pattern, text) }
    fills.set(key, fill)
    return fill
  }
  return {
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    ink: read('--ink'),
    soft: read('--ink-soft'),
    line: read('--line'),
    back: read('--surface'),
    sunken: read('--surface-sunken'),
    today: read('--info'),
    accent: read('--accent'),
    setup: read('--line-strong'),
    late: read('--bad'),
    capacity: read('--line'),
    load: series[0] ?? read('--info'),
    fill: ({ bar }) => {
      const { variable, pattern } = lookOf(bar)
      return fillOf(variable, pattern)
    },
  }
}

/** Returns a repeating pattern for a canvas; undefined if the browser cannot draw it. */
function tileOf(pattern: PatternName, color: string): CanvasPattern | undefined {
  const tile = document.createElement('canvas')
  // Twice the size, for displays with a high resolution.
  const scale = 2
  tile.width = patternSize * scale
  tile.height = patternSize * scale
  const pen = tile.getContext('2d')
  if (pen === null) return undefined
  pen.scale(scale, scale)
  pen.globalAlpha = 0.6
  pen.strokeStyle = color
  pen.lineWidth = 1.2
  pen.stroke(new Path2D(patternPaths[pattern]))
  const repeated = pen.createPattern(tile, 'repeat')
  repeated?.setTransform(new DOMMatrix().scale(1 / scale))
  return repeated ?? undefined
}
