/** Colors of bars by lateness, status, item or changeover state. */
import { chartColors } from '../../ui/chart/chart-colors.ts'
import type { GanttColors } from './gantt-view.ts'
import type { PlacedBar } from './lanes.ts'

/** `scheme` is a parameter only so that the colors are read again when it changes. */
export function ganttColors(by: string, scheme: 'light' | 'dark'): GanttColors {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  const { series, ok, warn, bad } = chartColors()
  const confirmed = series[2] ?? read('--info')
  const dayLate = 86_400
  const fills: Readonly<Record<string, (bar: PlacedBar) => string>> = {
    lateness: ({ bar }) => {
      const late = bar.delay ?? 0
      return late <= 0 ? ok : late < 7 * dayLate ? warn : bad
    },
    status: ({ bar }) => (bar.status === 'proposed' ? (series[0] ?? ok) : confirmed),
    setup: ({ bar }) => (bar.setup === null ? ok : (series[hash(bar.setup) % series.length] ?? ok)),
    item: ({ bar }) => series[hash(bar.item ?? bar.operation ?? '') % series.length] ?? ok,
  }
  return {
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    ink: read('--ink'),
    soft: read('--ink-soft'),
    line: read('--line'),
    back: read('--surface'),
    onBar: scheme === 'dark' ? read('--surface-sunken') : read('--surface'),
    sunken: read('--surface-sunken'),
    today: read('--info'),
    accent: read('--accent'),
    setup: read('--line-strong'),
    late: read('--bad'),
    capacity: read('--line'),
    load: series[0] ?? read('--info'),
    fill: fills[by] ?? fills['lateness']!,
  }
}

/** Returns the same number for the same item, so that its color is constant. */
function hash(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum
}
