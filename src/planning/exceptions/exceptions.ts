/**
 * What needs a decision in the plan that is stored, with what people have noted about it. An exception is identified by what it
 * is about, so that its state outlives the plan.
 */
import type { DataContext } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'
import type { ReportQuery } from '../../model/entity.ts'
import { exceptions as declaration } from '../../model/reports/exceptions.ts'
import type { OutputReport } from '../reports/output-report.ts'
import { withQuery } from '../reports/report.ts'
import { foundExceptions } from './find-exceptions.ts'
import { storeExceptions } from './store-exceptions.ts'

/**
 * SQL of all exceptions; what is snoozed until a moment that has passed is open again.
 * @param rows SQL of the exceptions without what is noted about them
 */
const notedExceptions = (scenario: string, rows: string): string => `SELECT e.*,
  CASE WHEN s."status" = 'snoozed' AND s."until" <= LOCALTIMESTAMP THEN 'open' ELSE coalesce(s."status", 'open') END AS "status",
  CASE WHEN s."status" = 'snoozed' AND s."until" > LOCALTIMESTAMP THEN s."until" END AS "until",
  a."username" AS "assignee", s."note", c."username" AS "changed_by", s."changed"
FROM (${rows}) AS e
LEFT JOIN ${qualified(scenario, 'exceptionstate')} AS s ON s."id" = e."id"
LEFT JOIN ${qualified('control', 'user')} AS a ON a."id" = s."assignee"
LEFT JOIN ${qualified('control', 'user')} AS c ON c."id" = s."user"`

/** The exceptions of the plan as a query: those that are stored, or, where no plan is known, those that the tables have now. */
export async function openExceptions(context: DataContext): Promise<ReportQuery> {
  const { scenario } = context
  const isStored = await storeExceptions(context)
  return (table) =>
    notedExceptions(
      scenario,
      isStored ? `SELECT * FROM ${qualified(scenario, 'planexception')}` : foundExceptions(table),
    )
}

export const exceptionReport: OutputReport = {
  declaration,
  parameters: [],
  open: async (_asked, context) => ({
    entity: withQuery(declaration, await openExceptions(context)),
    order: ['rank'],
  }),
}
