/** Records how the plan of a scenario was made, and which data it was made from. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { datetimeIso } from '../../data/record-sql.ts'
import { qualified } from '../../database/identifiers.ts'
import type { Constraints, PlannerSettings } from '../../planner/input.ts'
import type { Seconds } from '../../planner/time.ts'
import { constraintNames, parseConstraints } from '../run/constraints.ts'

/** State of the data that a plan or a trial was made from. */
export interface Basis {
  /** Newest change set; 0 without one. */
  readonly changeset: number
  /** Snapshot as text. Change sets with a lower number may have been committed after it. */
  readonly snapshot: string
}

/** Returns the state of the data that the transaction can read. */
export async function readBasis(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
): Promise<Basis> {
  const { rows } = await client.query<Basis & pg.QueryResultRow>(
    `SELECT coalesce(max("id"), 0)::float8 AS "changeset", pg_current_snapshot()::text AS "snapshot"
     FROM ${qualified(scenario, 'changeset')}`,
  )
  return rows[0]!
}

/**
 * Returns SQL of the ids of the change sets that were committed after a state of the data.
 * @param changeset SQL of its newest change set
 * @param snapshot SQL of its snapshot as text; null if it is not known
 */
export const changesetsAfter = (scenario: string, changeset: string, snapshot: string): string =>
  `SELECT s."id" FROM ${qualified(scenario, 'changeset')} AS s WHERE s."id" > ${changeset}
   UNION SELECT s."id" FROM ${qualified(scenario, 'changeset')} AS s
   WHERE s."transaction" >= pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
     AND NOT pg_visible_in_snapshot(s."transaction"::text::xid8, ${snapshot}::pg_snapshot)`

/** How a plan is made, apart from its data. */
export interface PlanMaking extends Pick<PlannerSettings, 'plantype'> {
  readonly constraints: Constraints
  /** Start date, `YYYY-MM-DDTHH:MM:SS`, that replaces the parameter; undefined if the parameter says it. */
  readonly start: string | undefined
  /** Date from which its proposals have begun once it has passed, in seconds; undefined if it is not known. */
  readonly begunFrom: Seconds | undefined
}

/** How `runplan` makes a plan without arguments. */
const usualMaking: PlanMaking = {
  plantype: 1,
  constraints: { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true },
  start: undefined,
  begunFrom: undefined,
}

/** Returns how the stored plan was made; without one, as `runplan` makes it without arguments. */
export async function readPlanMaking(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
): Promise<PlanMaking> {
  const { rows } = await client.query<{
    plantype: number | null
    constraints: string | null
    start: string | null
    begun: Seconds | null
  }>(
    `SELECT "plantype", "constraints", ${datetimeIso('"start"')} AS "start",
       extract(epoch FROM "begun")::float8 AS "begun" FROM ${qualified(scenario, 'storedplan')}`,
  )
  const [making] = rows
  if (making === undefined) return usualMaking
  const { plantype, constraints, start, begun } = making
  return {
    plantype: plantype === 2 ? 2 : usualMaking.plantype,
    constraints: constraints === null ? usualMaking.constraints : parseConstraints('constraint', constraints),
    start: start ?? undefined,
    begunFrom: begun ?? undefined,
  }
}

/** Records a plan in the transaction that stores it. */
export async function noteStoredPlan(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
  {
    changeset,
    basis,
    making,
  }: { readonly changeset: number; readonly basis: Basis; readonly making: PlanMaking },
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(scenario, 'storedplan')} ("changeset", "basis", "snapshot", "plantype", "constraints", "start", "begun")
     VALUES ($1, $2, $3, $4, $5, $6, timestamp 'epoch' + $7::float8 * interval '1 second')
     ON CONFLICT ("id") DO UPDATE
     SET "changeset" = excluded."changeset", "basis" = excluded."basis", "created" = excluded."created",
       "snapshot" = excluded."snapshot", "plantype" = excluded."plantype", "constraints" = excluded."constraints",
       "start" = excluded."start", "begun" = excluded."begun"`,
    [
      changeset,
      basis.changeset,
      basis.snapshot,
      making.plantype,
      constraintNames(making.constraints),
      making.start ?? null,
      making.begunFrom ?? null,
    ],
  )
}
