/** Reads when the plan of a scenario was stored, and how much of its data has changed since. */
import { datetimeIso } from '../../data/record-sql.ts'
import type { DataContext } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'
import { plannedEntities } from '../live/edited-tables.ts'
import { changesetsAfter } from './stored-plan.ts'

export interface PlanAge {
  /** Time at which the plan was stored; null if no stored plan is known. */
  readonly stored: string | null
  /** Change set that stored the plan. */
  readonly changeset: number | null
  /** Changes of planning data since the data of this plan were read. */
  readonly changes: {
    /** Number of records created, updated and deleted. */
    readonly records: number
    readonly changesets: number
    /** Time of the last change. */
    readonly last: string | null
  }
}

/** Returns the age of the plan. Records that plans do not use, such as comments, do not count. */
export async function readPlanAge({ home, scenario, signal }: DataContext): Promise<PlanAge> {
  const { rows } = await home.query<{
    stored: string | null
    changeset: number | null
    records: number
    changesets: number
    last: string | null
  }>(
    {
      text: `SELECT ${datetimeIso('p."created"')} AS "stored", p."changeset"::float8 AS "changeset",
           count(DISTINCT s."id")::float8 AS "changesets",
           coalesce(sum(e."created" + e."updated" + e."deleted"), 0)::float8 AS "records",
           ${datetimeIso('max(s."created")')} AS "last"
         FROM ${qualified(scenario, 'storedplan')} AS p
         LEFT JOIN LATERAL (${changesetsAfter(scenario, 'p."basis"', 'p."snapshot"')}) AS a ON a."id" <> p."changeset"
         LEFT JOIN ${qualified(scenario, 'changesetentity')} AS e
           ON e."entity" = ANY ($1::text[]) AND e."changeset" = a."id"
         LEFT JOIN ${qualified(scenario, 'changeset')} AS s ON s."id" = e."changeset"
         GROUP BY p."created", p."changeset"`,
      values: [plannedEntities],
    },
    { signal },
  )
  const [found] = rows
  if (found === undefined)
    return { stored: null, changeset: null, changes: { records: 0, changesets: 0, last: null } }
  const { stored, changeset, ...changes } = found
  return { stored, changeset, changes }
}
