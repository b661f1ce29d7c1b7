/** Stores in `control` what belongs to the replacement of a scenario's data, also after the process was killed. */
import { freeLabel } from '../first-scenarios.ts'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { detachProposals } from '../replacement-record.ts'
import { endAccess, limitAccess, openToSuperusers } from '../scenario-access.ts'
import { deleteSchedules } from '../scenario-schedules.ts'
import { carryPlanFigures, type SchemaPlan } from './carry-plan-figures.ts'
import { type CommonNumbers, deleteReadMarks } from './delete-read-marks.ts'
import { deleteRequestSlots } from './delete-request-slots.ts'

/** What `control` stores when the data of a scenario is replaced. */
export interface ControlPart {
  readonly kind: 'copy' | 'promote' | 'revert' | 'restore' | 'release'
  readonly scenario: string
  /** Scenario of which the data is; a copy takes over its access. The same scenario by default. */
  readonly source?: string
  /** User who gets access to a copy; null for the operator. */
  readonly user?: number | null
  readonly description?: string | undefined
  /** Whether the scenario was free before a restore: then the superusers of production get access. */
  readonly wasFree?: boolean
  /** Server that has the data from now on; null for the first one. */
  readonly home: string | null
}

/** A part with what is only known once the new schema is complete. */
export interface CompletePart extends ControlPart {
  /** Plan in the new data, if there is one. */
  readonly plan?: SchemaPlan | undefined
  /** Last numbers that the new and the replaced data have in common; undefined if no data was replaced. */
  readonly common?: CommonNumbers | undefined
}

export interface KeptPart extends CompletePart {
  /** Comment of the schema once the data is replaced; a release leaves no schema. */
  readonly mark: string
}

export async function storePart(client: pg.ClientBase, part: CompletePart): Promise<void> {
  const { kind, scenario, source, user = null, description, home, plan, common, wasFree = false } = part
  await detachProposals(client, scenario)
  await deleteRequestSlots(client, scenario)
  if (common !== undefined) await deleteReadMarks(client, scenario, common)
  if (plan !== undefined) await carryPlanFigures(client, scenario, source ?? scenario, plan)
  if (kind === 'copy' && source !== undefined) {
    await limitAccess(client, { source, destination: scenario, user })
  }
  if (kind === 'restore' && wasFree) await openToSuperusers(client, scenario)
  if (kind === 'release') {
    await endAccess(client, scenario)
    await client.query('DELETE FROM control."planhistory" WHERE "scenario" = $1', [scenario])
    await client.query('DELETE FROM control."proposal" WHERE "scenario" = $1', [scenario])
    await deleteSchedules(client, scenario)
  }
  if (kind === 'promote' || kind === 'revert') return
  await client.query(
    `UPDATE control."scenario" SET "status" = $2, "description" = coalesce($3, "description"), "home" = $4,
       "stored" = $5, "replacement" = NULL WHERE "name" = $1`,
    kind === 'release'
      ? [scenario, 'Free', freeLabel(scenario), null, false]
      : [scenario, 'In use', description ?? null, home, home !== null],
  )
}

/** Stores the part in a transaction of its own. */
export const finishReplacement = (control: Database, kept: KeptPart): Promise<void> =>
  control.withTransaction((client) => storePart(client, kept))

/**
 * Completes or discards a replacement whose process was killed. The caller must hold the lock of the scenario in
 * `control` and in its database. Throws `scenario_server_unavailable` if that cannot be asked.
 */
export async function settleReplacement(
  control: Database,
  name: string,
  isReplaced: (kept: { readonly mark: string; readonly isRelease: boolean }) => Promise<boolean>,
): Promise<void> {
  const { rows } = await control.query<{ replacement: string | null }>({
    text: `SELECT to_jsonb(s)->>'replacement' AS "replacement" FROM control."scenario" s WHERE "name" = $1`,
    values: [name],
  })
  const text = rows[0]?.replacement ?? null
  if (text === null) return
  const kept: KeptPart = JSON.parse(text)
  if (await isReplaced({ mark: kept.mark, isRelease: kept.kind === 'release' }))
    return finishReplacement(control, kept)
  await control.query({
    text: `UPDATE control."scenario" SET "replacement" = NULL WHERE "name" = $1`,
    values: [name],
  })
}

/** Returns whether the data of a scenario was replaced, according to its schema in a database. */
export async function wasReplaced(
  client: pg.ClientBase,
  scenario: string,
  { mark, isRelease }: { readonly mark: string; readonly isRelease: boolean },
): Promise<boolean> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description(oid, 'pg_namespace') AS "comment" FROM pg_catalog.pg_namespace WHERE nspname = $1`,
    [scenario],
  )
  const [found] = rows
  return isRelease ? found === undefined : found?.comment === mark
}
