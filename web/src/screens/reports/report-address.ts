/**
 * Addresses of reports and of their keys: `/reports/inventory/<item>~<location>`; the parts of a name of stock that can
 * mean several keys (stock-key.ts) lead to the right one. The parts of a key are joined by
 * `~`; a missing part is empty. Within a part, `!1` stands for `~` and `!0` for `!`, so that keys and addresses
 * correspond one to one. Buckets, window, measures and comparison are query parameters.
 */
import type { ReportSearch } from './report-search.ts'
import type { ReportWord } from './reports.ts'

/** Returns the parts of a key as one path segment, not yet percent-encoded. */
export const joinKey = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll('!', '!0').replaceAll('~', '!1')).join('~')

export const splitKey = (segment: string): readonly string[] =>
  segment.split('~').map((part) => part.replaceAll('!1', '~').replaceAll('!0', '!'))

export function reportHref(scenario: string, report: ReportWord, search: ReportSearch = {}): string {
  return withSearch(`/app/${encodeURIComponent(scenario)}/reports/${report}`, search)
}

/** Returns the address of the screen of one key. */
export function keyHref(
  scenario: string,
  report: ReportWord,
  parts: readonly string[],
  search: ReportSearch = {},
): string {
  return withSearch(`${reportHref(scenario, report)}/${encodeURIComponent(joinKey(parts))}`, search)
}

function withSearch(path: string, search: ReportSearch): string {
  const query = new URLSearchParams(
    Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return query === '' ? path : `${path}?${query}`
}
