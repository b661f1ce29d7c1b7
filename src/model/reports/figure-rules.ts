/**
 * How the figures of reports per time bucket are summarized over buckets and over rows, and which figures are
 * exceptions. The service computes totals and exceptions by these rules, screens name and draw them.
 */

/** `sum` is for flows. A level has its value at the first start, at the last end, or the lowest one. */
export type OverBuckets = 'sum' | 'first' | 'last' | 'least' | 'share'

/** `unit`: rows with the same unit of measure are added up; `all`: all rows, because it is money; `none`: never. */
export type OverRows = 'unit' | 'all' | 'none'

export interface Summing {
  readonly buckets: OverBuckets
  readonly rows: OverRows
  /** Of a `share`: names of the figures whose sums are divided, in percent. */
  readonly part?: string
  readonly whole?: string
}

const flow: Summing = { buckets: 'sum', rows: 'unit' }
const level: Summing = { buckets: 'last', rows: 'unit' }

const rules: ReadonlyMap<string, Summing> = new Map<string, Summing>([
  ['startonhand', { buckets: 'first', rows: 'unit' }],
  ['endonhand', level],
  ['safetystock', level],
  ['daysofcover', { buckets: 'least', rows: 'none' }],
  ['onorder', level],
  ['intransit', level],
  ['wip', level],
  ['inprogress', level],
  ['backlog', level],
  ['startvalue', { buckets: 'first', rows: 'all' }],
  ['endvalue', { buckets: 'last', rows: 'all' }],
  ['utilization', { buckets: 'share', rows: 'unit', part: 'load', whole: 'available' }],
])

/** Returns the rule of a figure with numbers; its parts, such as `wip_proposed`, have the same. */
export const summingOf = (figure: string): Summing =>
  rules.get(figure.replace(/_(confirmed|proposed)$/, '')) ?? flow

export interface Trend {
  /** The figure that a small chart of a row shows. */
  readonly figure: string
  /** The figure, or the number, that it is compared with. */
  readonly limit?: string | number
  /** On which side of the limit it is an exception. */
  readonly side?: 'below' | 'above'
  /** Further figures that are exceptions on the same side. */
  readonly also?: readonly string[]
}

/** By the name of the report. A row is an exception if one of its buckets is beyond the limit. */
export const trends: Readonly<Record<string, Trend>> = {
  demandreport: { figure: 'backlog', limit: 0, side: 'above' },
  inventoryreport: { figure: 'endonhand', limit: 'safetystock', side: 'below', also: ['startonhand'] },
  capacityreport: { figure: 'utilization', limit: 100, side: 'above' },
  operationreport: { figure: 'inprogress' },
  purchasereport: { figure: 'onorder' },
  distributionreport: { figure: 'intransit' },
}

/** Figures are compared as they are shown, with two decimals. */
export const shownDecimals = 2

/**
 * Decimals of figures below 1e9 in answers and files. Further ones mostly come from adding fractions up, and cannot be
 * told from quantities below 0.0000005, which are given as 0.
 */
export const givenDecimals = 6
