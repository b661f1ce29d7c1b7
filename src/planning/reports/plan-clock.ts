/** Reads the current date of the plan of a scenario, which is that of its reports and of its planner. */
import type { DataContext } from '../../data/context.ts'
import { datetimeIso } from '../../data/record-sql.ts'
import { tablesOf } from '../../data/relation.ts'
import { spanQuery } from './report.ts'

/** Returns the parameter `currentdate` as a time of the plan, such as `2026-03-02T00:00:00`; without it the current time. */
export async function readPlanClock(context: DataContext): Promise<string> {
  const { home, signal } = context
  const table = tablesOf(context)
  const text = `SELECT ${datetimeIso(`date_trunc('second', "start")`)} AS "now" FROM (${spanQuery(table, {})}) AS span`
  const {
    rows: [found],
  } = await home.query<{ now: string }>({ text }, { signal })
  return found?.now ?? ''
}
