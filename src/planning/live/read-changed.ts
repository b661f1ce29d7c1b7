/** Reads the changes of the data of a live plan since they were read, by record if the change log lists the records. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { isProposal, planTables } from '../store/plan-tables.ts'
import { readChangedKeys, watchedEntities } from './changed-keys.ts'
import {
  changedEntities,
  type DataState,
  type EditedData,
  type EditedRecords,
  frozenUntilOf,
  type LiveData,
  readEdited,
  readState,
} from './live-data.ts'

/**
 * Returns the changed data; undefined if the plan has to be loaded again, because proposals have changed in a way
 * that cannot be read record by record, or the start of the plan or its frozen horizon has.
 */
export async function readChanged(
  client: pg.ClientBase,
  context: DataContext,
  data: LiveData,
): Promise<(EditedData & { readonly state: DataState }) | undefined> {
  const state = await readState(client, context)
  if (state.plan !== data.state.plan) return undefined
  const changed = changedEntities(data.state, state)
  const keys = new Map<string, EditedRecords>()
  for (const entity of watchedEntities) {
    if (!changed.includes(entity)) continue
    const found = await readChangedKeys(client, context, entity, data.state.basis)
    if (found !== undefined) keys.set(entity, { keys: found, touched: found })
  }
  if (changed.includes(orders)) {
    const edited = keys.get(orders)
    if (edited === undefined || (await isAnyProposal(client, context, edited.keys))) return undefined
  }
  const edited = await readEdited(client, context, data, changed, keys)
  // Much depends on when the plan starts, and on what counts as frozen.
  const { settings } = edited.input
  const isSamePeriod =
    settings.current === data.input.settings.current && frozenUntilOf(settings) === data.frozenUntil
  return isSamePeriod ? { ...edited, state } : undefined
}

const orders = 'input.operationplan'

/**
 * Returns whether some of the orders are now proposals, regardless of their previous status: such proposals are not
 * those of the plan.
 */
async function isAnyProposal(
  client: pg.ClientBase,
  context: DataContext,
  references: ReadonlySet<string>,
): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM ${planTables(context).orders} AS o
       WHERE o."reference" = ANY ($1::text[]) AND ${isProposal('o')}) AS "any"`,
    [[...references]],
  )
  return rows[0]!.any
}
