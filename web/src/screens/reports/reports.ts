/** The reports by time bucket: API name, default measures and chart types. */
import { type Trend, trends } from '../../../../src/model/reports/figure-rules.ts'

export interface ReportLook {
  /** Word in the address of the screen. */
  readonly word: ReportWord
  /** Name in the API. */
  readonly name: string
  /** Default measures. */
  readonly measures: readonly string[]
  readonly bars: readonly string[]
  /** Measures drawn as downward bars. */
  readonly down?: readonly string[]
  readonly lines: readonly string[]
  /** Levels of stock, which are marked if they are less than the measure `least`. */
  readonly stock?: { readonly levels: readonly string[]; readonly least: string }
  /** A percentage, shown as a heat map over buckets. */
  readonly heat?: string
}

export const reportWords = ['demand', 'inventory', 'resource', 'mo', 'po', 'do'] as const
export type ReportWord = (typeof reportWords)[number]

const looks: Readonly<Record<ReportWord, Omit<ReportLook, 'word'>>> = {
  demand: {
    name: 'demandreport',
    measures: ['orders', 'supply', 'backlog'],
    bars: ['orders', 'supply'],
    lines: ['backlog'],
  },
  inventory: {
    name: 'inventoryreport',
    measures: ['startonhand', 'produced', 'consumed', 'endonhand', 'safetystock', 'daysofcover'],
    bars: ['produced', 'consumed'],
    down: ['consumed'],
    lines: ['endonhand', 'safetystock'],
    stock: { levels: ['startonhand', 'endonhand'], least: 'safetystock' },
  },
  resource: {
    name: 'capacityreport',
    measures: ['available', 'setup', 'load', 'free', 'utilization'],
    bars: ['setup', 'load'],
    lines: ['available'],
    heat: 'utilization',
  },
  mo: {
    name: 'operationreport',
    measures: ['starts', 'ends', 'inprogress', 'starts_proposed'],
    bars: ['starts', 'ends'],
    lines: ['inprogress'],
  },
  po: {
    name: 'purchasereport',
    measures: ['starts', 'ends', 'onorder', 'starts_proposed'],
    bars: ['starts', 'ends'],
    lines: ['onorder'],
  },
  do: {
    name: 'distributionreport',
    measures: ['starts', 'ends', 'intransit', 'starts_proposed'],
    bars: ['starts', 'ends'],
    lines: ['intransit'],
  },
}

export function lookOf(word: string): ReportLook | undefined {
  const known = reportWords.find((one) => one === word)
  return known === undefined ? undefined : { word: known, ...looks[known] }
}

/** Returns the figure that is charted in each row, and what makes it an exception. */
export const trendOf = ({ name }: Pick<ReportLook, 'name'>): Trend | undefined => trends[name]
