/** Reads which data a promotion has left aside: that which it replaced, or its own once it was undone. */
import { isReplacement } from '../data/history/change-sets.ts'
import type { Database } from '../database/database.ts'
import { qualified } from '../database/identifiers.ts'
import { listAsides } from './aside/cleanup.ts'
import { refused } from './copy-scenario.ts'
import { replacementOf } from './replacement-record.ts'

/** What bringing back the data left aside means: undoing the last promotion, or redoing one that was undone. */
export type KeptAction = 'undo' | 'redo'

export interface KeptData {
  readonly schema: string
  readonly action: KeptAction
  /** Change set of the last replacement of the data; higher numbers are edits made after it. */
  readonly since: number
}

/** Returns the data that is kept for a scenario; undefined if there is none. */
export async function keptData(
  database: Pick<Database, 'query'>,
  scenario: string,
): Promise<KeptData | undefined> {
  const kept = (await listAsides(database, scenario)).find(({ kind }) => kind === 'old')
  if (kept === undefined) return undefined
  const { rows } = await database.query<{ id: number; origin: string | null }>({
    text: `SELECT s."id"::float8 AS "id", s."origin" FROM ${qualified(scenario, 'changeset')} AS s
      WHERE ${isReplacement(scenario, 's')} ORDER BY s."id" DESC LIMIT 1`,
  })
  const last = rows[0]
  const isUndone = replacementOf(last?.origin ?? null)?.kind === 'revert'
  return { schema: kept.schema, action: isUndone ? 'redo' : 'undo', since: last?.id ?? 0 }
}

/**
 * Returns the schema with the data that the action brings back. Throws `scenario_refused` if none is kept, or what is
 * kept is that of the opposite action: undoing twice must not promote again.
 */
export async function requireKept(database: Database, scenario: string, action: KeptAction): Promise<string> {
  const kept = await keptData(database, scenario)
  if (kept?.action === action) return kept.schema
  if (action === 'redo') throw refused({ code: 'nothing_to_redo', params: { scenario } })
  const code = kept === undefined ? 'nothing_to_revert' : 'promotion_already_undone'
  throw refused({ code, params: { scenario } })
}
