/**
 * The report of exceptions: problems of the stored plan that need a decision, with the states that users have set.
 * The id of an exception is built from its subject, so that its state is kept when the plan is replaced.
 */
import type { DataContext } from '../../data/context.ts'
import { userNamesSql } from '../../data/user-names.ts'
import { qualified } from '../../database/identifiers.ts'
import type { ReportQuery } from '../../model/entity.ts'
import { exceptions as declaration } from '../../model/reports/exceptions.ts'
import type { OutputReport } from '../reports/output-report.ts'
import { withQuery } from '../reports/report.ts'
import { foundExceptions } from './find-exceptions.ts'
import { storeExceptions } from './store-exceptions.ts'

/**
 * Returns SQL of all exceptions with their states, the kind of the bottleneck, or of the subject of a data fault, and what
 * binds only together with the bottleneck: the table of exceptions has no such columns. A snoozed exception is open again after its `until` has passed.
 * @param rows SQL of the exceptions without their states
 * @param users SQL of the users who are named in the states
 * @param constraints table of the constraints of the plan
 */
const notedExceptions = (
  scenario: string,
  rows: string,
  users: string,
  constraints: string,
): string => `SELECT e.*, CASE "kind" WHEN 'data' THEN split_part(e."id", ':', 2) ELSE m."entity" END AS "entity", m."together",
  CASE WHEN s."status" = 'snoozed' AND s."until" <= LOCALTIMESTAMP THEN 'open' ELSE coalesce(s."status", 'open') END AS "status",
  CASE WHEN s."status" = 'snoozed' AND s."until" > LOCALTIMESTAMP THEN s."until" END AS "until",
  a."username" AS "assignee", s."note", c."username" AS "changed_by", s."changed"
FROM (${rows}) AS e
LEFT JOIN LATERAL (
  SELECT r."entity", r."together" FROM ${constraints} AS r
  WHERE r."demand" = e."subject" AND r."name" = e."cause" AND r."owner" = e."bottleneck" LIMIT 1) AS m ON true
LEFT JOIN ${qualified(scenario, 'exceptionstate')} AS s ON s."id" = e."id"
LEFT JOIN ${users} AS a ON a."id" = s."assignee"
LEFT JOIN ${users} AS c ON c."id" = s."user"`

/**
 * Returns the exceptions of the plan as a query: the stored ones or, if no stored plan is known, those computed from
 * the current tables.
 */
export async function openExceptions(context: DataContext): Promise<ReportQuery> {
  const { scenario } = context
  const isStored = await storeExceptions(context)
  const states = qualified(scenario, 'exceptionstate')
  const users = await userNamesSql(
    context,
    `SELECT "assignee" FROM ${states} UNION SELECT "user" FROM ${states}`,
  )
  return (table) =>
    notedExceptions(
      scenario,
      isStored ? `SELECT * FROM ${qualified(scenario, 'planexception')}` : foundExceptions(table),
      users,
      table('output.constraint'),
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
