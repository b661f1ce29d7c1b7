/** Search parameters of a report. */

export interface ReportSearch {
  /** Time bucket. */
  readonly bucket?: string
  /** First day, and the exclusive end day. */
  readonly start?: string
  readonly end?: string
  /** Text contained in a part of the key. */
  readonly search?: string
  /** Names of the measures, separated by commas. */
  readonly measures?: string
  /** Compared scenario. */
  readonly compare?: string
  /** `exceptions` for the rows that are exceptions. */
  readonly only?: string
  /** `yes` or `no`: whether the totals of all rows are shown; by default on wide screens, if there is a single one. */
  readonly totals?: string
  /** `heat` for reports with a heat map. */
  readonly show?: string
  /** A key as a JSON list, as in addresses of earlier releases; the key is now part of the path. */
  readonly key?: string
}

/** Returns whether the end is not after the start. */
export const isReversed = ({ start, end }: ReportSearch): boolean =>
  start !== undefined && end !== undefined && end <= start

/** Returns the window to read: without an end that is not after the start. */
export const windowOf = (search: ReportSearch): Pick<ReportSearch, 'start' | 'end'> => ({
  ...(search.start === undefined ? {} : { start: search.start }),
  ...(search.end === undefined || isReversed(search) ? {} : { end: search.end }),
})

const names = [
  'bucket',
  'start',
  'end',
  'search',
  'measures',
  'compare',
  'only',
  'totals',
  'show',
  'key',
] as const

export function readReportSearch(given: Readonly<Record<string, unknown>>): ReportSearch {
  const texts = names.flatMap((name) => {
    const value = given[name]
    if (Array.isArray(value)) return [[name, JSON.stringify(value)] as const]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return text === '' ? [] : [[name, text] as const]
  })
  return Object.fromEntries(texts)
}

/** Returns the key parts of an address of an earlier release. */
export function formerKey(search: ReportSearch): readonly string[] | undefined {
  if (search.key === undefined) return undefined
  try {
    const parts: unknown = JSON.parse(search.key)
    return Array.isArray(parts) ? parts.map(String) : undefined
  } catch {
    return undefined
  }
}
