/** State of the data after edits and their plan were stored. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { type DataState, readState } from './live-data.ts'

/** Entities whose tables are locked while a plan is stored. */
const lockedEntities: ReadonlySet<string> = new Set([
  'input.demand',
  'input.operationplan',
  'input.operationplanresource',
])

/**
 * Returns the state of the data in which the transaction has stored edits and a plan. Entities that are not locked may
 * also have been changed by others: they keep their previous counters, and those that the edits changed are read again.
 */
export async function stateAfterAccept(
  client: pg.ClientBase,
  context: DataContext,
  before: DataState,
  edited: readonly string[],
): Promise<DataState> {
  const after = await readState(client, context)
  const counters = new Map(
    [...after.counters].map(([name, counter]): [string, string] => {
      if (lockedEntities.has(name)) return [name, counter]
      return [name, edited.includes(name) ? '' : (before.counters.get(name) ?? '')]
    }),
  )
  const { rows } = await client.query<{ transaction: string }>(
    'SELECT pg_current_xact_id()::text AS "transaction"',
  )
  const snapshot = withTransaction(after.basis.snapshot, rows[0]!.transaction)
  return { ...after, basis: { ...after.basis, snapshot }, counters }
}

/**
 * Returns a snapshot, `xmin:xmax:running,…`, in which a transaction that read it is visible, as it is after its end.
 * Transactions that began before this one and were unknown to the snapshot count as running.
 */
export function withTransaction(snapshot: string, transaction: string): string {
  const [first = '', end = '', running = ''] = snapshot.split(':')
  const own = BigInt(transaction)
  if (own < BigInt(end)) return snapshot
  const left = running === '' ? [] : running.split(',')
  for (let other = BigInt(end); other < own; other += 1n) left.push(String(other))
  return `${first}:${own + 1n}:${left.join(',')}`
}
