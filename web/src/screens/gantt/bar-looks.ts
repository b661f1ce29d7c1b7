/**
 * Color and pattern of each bar by lateness, status, item, customer or changeover state. Patterns distinguish the
 * bars for users who cannot distinguish the colors.
 */
import { isLateBy } from '../../../../src/rules/late.ts'
import type { TimelineBar } from '../../platform/api/timeline.ts'
import type { PatternName } from '../../ui/pattern.ts'
import type { Coloring } from './gantt-search.ts'
import type { PlacedRow } from './lanes.ts'

export interface BarLook {
  /** CSS variable of the color. */
  readonly variable: string
  readonly pattern: PatternName
}

export interface LegendEntry {
  /** Key of a word of the legend, or a name such as an item. */
  readonly word?: string
  readonly name?: string
  readonly look: BarLook
}

export interface BarLooks {
  readonly lookOf: (bar: TimelineBar) => BarLook
  readonly legend: readonly LegendEntry[]
}

/** Maximum number of names with a look of their own; the others share one. */
const mostNames = 12
const colorCount = 6
const patterns: readonly PatternName[] = ['plain', 'stripes', 'cross', 'dots']
const weekSeconds = 7 * 86_400

const look = (variable: string, pattern: PatternName): BarLook => ({ variable, pattern })
const onTime = look('--ok', 'plain')
const late = look('--warn', 'stripes')
const veryLate = look('--bad', 'cross')
const proposed = look('--chart-1', 'plain')
const firm = look('--chart-3', 'stripes')
const others = look('--ink-soft', 'plain')
const severalLook = look('--ink-soft', 'stripes')

const lateness: BarLooks = {
  lookOf: ({ delay }) => {
    if (!isLateBy(delay)) return onTime
    return (delay ?? 0) < weekSeconds ? late : veryLate
  },
  legend: [
    { word: 'onTime', look: onTime },
    { word: 'late', look: late },
    { word: 'veryLate', look: veryLate },
  ],
}

const status: BarLooks = {
  lookOf: (bar) => (bar.status === 'proposed' ? proposed : firm),
  legend: [
    { word: 'proposed', look: proposed },
    { word: 'firm', look: firm },
  ],
}

/** Key of the orders for several customers; no name is empty. */
const several = ''

const nameOf: Readonly<Record<'item' | 'customer' | 'setup', (bar: TimelineBar) => string | null>> = {
  item: ({ item, operation }) => item ?? operation,
  customer: ({ customers }) => (customers.length > 1 ? several : (customers[0] ?? null)),
  setup: ({ setup }) => setup,
}

/** Returns the looks of the bars. Names have the same look as long as the bars have the same names. */
export function barLooks(by: Coloring, rows: readonly PlacedRow[]): BarLooks {
  if (by === 'lateness') return lateness
  if (by === 'status') return status
  const read = nameOf[by]
  const hours = new Map<string, number>()
  let hasOthers = false
  for (const { bars } of rows)
    for (const { bar, start, end } of bars) {
      const name = read(bar)
      if (name === null) hasOthers = true
      else hours.set(name, (hours.get(name) ?? 0) + end - start)
    }
  const hasSeveral = hours.delete(several)
  const names = [...hours].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  const shown = names.slice(0, mostNames).toSorted((a, b) => a.localeCompare(b))
  const looks = new Map(shown.map((name, place) => [name, lookAt(place)]))
  return {
    lookOf: (bar) => {
      const name = read(bar)
      return name === several ? severalLook : (looks.get(name ?? '') ?? others)
    },
    legend: [
      ...shown.map((name) => ({ name, look: looks.get(name)! })),
      ...(hasSeveral ? [{ word: 'several', look: severalLook }] : []),
      ...(hasOthers || names.length > mostNames ? [{ word: 'others', look: others }] : []),
    ],
  }
}

/** Colors repeat after six names, then with another pattern. */
const lookAt = (place: number): BarLook =>
  look(
    `--chart-${(place % colorCount) + 1}`,
    patterns[(place + Math.floor(place / colorCount)) % patterns.length]!,
  )
