/** Reads a report while the code of its screen is loading. Errors are reported by the screen. */
import type { QueryClient } from '@tanstack/react-query'
import { reportQuery, reportRowsQuery } from '../../platform/api/reports.ts'
import { languageAhead } from '../../platform/i18n/i18n.ts'
import { expectOpen } from '../../platform/use-scenario.ts'
import type { ReportSearch } from './report-search.ts'
import { lookOf } from './reports.ts'
import { askedOf } from './use-report.ts'

export async function readAhead(
  client: QueryClient,
  scenario: string,
  word: string,
  search: ReportSearch,
): Promise<void> {
  const look = lookOf(word)
  if (look === undefined || !(await expectOpen(client, scenario))) return
  const description = await client.ensureQueryData(reportQuery(scenario, look.name, languageAhead()))
  const { keys, query } = askedOf(look, description, search)
  await client.prefetchInfiniteQuery(reportRowsQuery(scenario, look.name, keys, query))
}
