/**
 * Addresses of reports and of their keys: `/reports/inventory/<item>~<location>`. Parts of a key are joined by `~`, and
 * one that is missing is empty. Within a part `!1` stands for `~` and `!0` for `!`, so that each key has one address and
 * each address means one key. What is shown (buckets, window, figures, comparison) stays in the query.
 */
import type { ReportSearch } from './report-search.ts'
import type { ReportWord } from './reports.ts'

/** The parts of a key as one segment of an address, not yet escaped for it. */
export const joinKey = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll('!', '!0').replaceAll('~', '!1')).join('~')

export const splitKey = (segment: string): readonly string[] =>
  segment.split('~').map((part) => part.replaceAll('!1', '~').replaceAll('!0', '!'))

export function reportHref(scenario: string, report: ReportWord, search: ReportSearch = {}): string {
  return withSearch(`/app/${encodeURIComponent(scenario)}/reports/${report}`, search)
}

/** Address of the screen of one key. */
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
