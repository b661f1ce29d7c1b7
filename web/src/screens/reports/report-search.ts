/** What a report shows, as the query of its address. */

export interface ReportSearch {
  /** Granularity. */
  readonly bucket?: string
  /** First day, and the day at which it ends. */
  readonly start?: string
  readonly end?: string
  /** Words that a part of the key may hold. */
  readonly search?: string
  /** Names of the measures, with commas. */
  readonly measures?: string
  /** Scenario beside which it is shown. */
  readonly compare?: string
  /** `heat` where there is one. */
  readonly show?: string
  /** A key as a JSON list, as former addresses had it; the key is part of the path now. */
  readonly key?: string
}

const names = ['bucket', 'start', 'end', 'search', 'measures', 'compare', 'show', 'key'] as const

export function readReportSearch(given: Readonly<Record<string, unknown>>): ReportSearch {
  const texts = names.flatMap((name) => {
    const value = given[name]
    if (Array.isArray(value)) return [[name, JSON.stringify(value)] as const]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return text === '' ? [] : [[name, text] as const]
  })
  return Object.fromEntries(texts)
}

/** The parts of the key that a former address names. */
export function formerKey(search: ReportSearch): readonly string[] | undefined {
  if (search.key === undefined) return undefined
  try {
    const parts: unknown = JSON.parse(search.key)
    return Array.isArray(parts) ? parts.map(String) : undefined
  } catch {
    return undefined
  }
}

/** The search of a report with some parts set anew; empty ones are taken out. */
export const changedSearch = (search: ReportSearch, changes: ReportSearch): ReportSearch =>
  Object.fromEntries(
    Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
  )
