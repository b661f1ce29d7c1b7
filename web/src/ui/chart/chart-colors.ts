/** Reads the colors of charts from the CSS variables of the current color scheme. */

export interface ChartColors {
  readonly series: readonly string[]
  readonly ink: string
  readonly inkSoft: string
  readonly grid: string
  readonly surface: string
  readonly ok: string
  readonly warn: string
  readonly bad: string
}

export function chartColors(): ChartColors {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  return {
    series: [1, 2, 3, 4, 5, 6].map((index) => read(`--chart-${index}`)),
    ink: read('--ink'),
    inkSoft: read('--ink-soft'),
    grid: read('--chart-grid'),
    surface: read('--surface'),
    ok: read('--ok'),
    warn: read('--warn'),
    bad: read('--bad'),
  }
}
