/**
 * Replaces a live schema by a new one in one short transaction. Readers get either the old or the new content, and
 * wait no longer than one attempt to lock the tables. The privileges of database roles on the scenario are kept.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { attemptMs, isLate, retryDelayMs } from '../../database/brief-locks.ts'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import { carryPrivileges } from './privileges.ts'
import { carryReceipts } from './carry-receipts.ts'
import { carryReferences } from './carry-references.ts'
import { lockAttributes } from './create-tables.ts'
import { asideName, type AsideKind } from './schema-names.ts'
import { scenarioBusy } from './scenario-lock.ts'
import { type ScenarioWork, throwIfAborted, timestampOf } from './work.ts'

export interface Swap {
  readonly scenario: string
  /** Schema that replaces the live one; undefined if the data is only removed. */
  readonly schema: string | undefined
  /** Whether the replaced schema is kept or dropped. */
  readonly replaced: Extract<AsideKind, 'old' | 'drop'>
  /**
   * Called in the transaction of the swap with the name of the replaced schema, if there was one. Must be fast,
   * because all readers and writers wait.
   */
  readonly also?: (client: pg.ClientBase, replaced: string | undefined) => Promise<void>
  /** The schema `control` is in another database, in which the caller has locked the attributes. */
  readonly isApart?: boolean
}

/**
 * Lock modes and their timeouts. First the tables are locked against readers too, so that even a statement over
 * several tables cannot read both contents. If readers never stop, only writers are locked out; readers then continue
 * with the tables they have open.
 */
const phases = [
  { mode: 'ACCESS EXCLUSIVE', milliseconds: 5_000 },
  { mode: 'EXCLUSIVE', milliseconds: 300_000 },
] as const

/**
 * Swaps the schemas on the connection that holds the locks of the scenario, so that the swap fails if the locks are
 * lost. Returns the new name of the replaced schema, or undefined if there was none. Throws `scenario_busy` if
 * writers never release the tables.
 */
export async function swapSchemas(
  work: Pick<ScenarioWork, 'now' | 'signal' | 'progress'>,
  holder: pg.ClientBase,
  swap: Swap,
): Promise<string | undefined> {
  for (const { mode, milliseconds } of phases) {
    const end = performance.now() + milliseconds
    do {
      throwIfAborted(work)
      const result = await trySwap(work, holder, swap, mode)
      if (result.done) return result.replaced
      work.progress?.(0.95, 'Waiting for a moment in which nobody uses the tables')
      await delay(retryDelayMs)
    } while (performance.now() < end)
  }
  throw scenarioBusy(swap.scenario)
}

interface Outcome {
  readonly done: boolean
  readonly replaced?: string | undefined
}

async function trySwap(
  work: Pick<ScenarioWork, 'now' | 'signal'>,
  holder: pg.ClientBase,
  { scenario, schema, replaced, also, isApart = false }: Swap,
  mode: string,
): Promise<Outcome> {
  await holder.query('BEGIN')
  try {
    await holder.query(`SET LOCAL lock_timeout TO ${attemptMs}`)
    if (!isApart) await holder.query(lockAttributes)
    const { rows } = await holder.query<{ table: string }>(
      `SELECT tablename AS "table" FROM pg_catalog.pg_tables WHERE schemaname = $1 ORDER BY 1`,
      [scenario],
    )
    const live = rows.length > 0
    // Done before other sessions have to wait. Privileges that are granted within these milliseconds are lost.
    if (live && schema !== undefined) {
      await carryPrivileges(holder, { from: scenario, to: schema })
      await carryReferences(holder, { from: scenario, to: schema })
      await carryReceipts(holder, { from: scenario, to: schema })
    }
    await holder.query(`SET LOCAL statement_timeout TO ${attemptMs}`)
    if (live) {
      const tables = rows.map(({ table }) => qualified(scenario, table))
      // One statement, so that the timeout applies to all tables together.
      await holder.query(`LOCK TABLE ${tables.join(', ')} IN ${mode} MODE`)
    }
    await holder.query('SET LOCAL statement_timeout TO 0')
    const aside = live ? await freeName(holder, scenario, replaced, work.now()) : undefined
    if (aside !== undefined) await holder.query(rename(scenario, aside))
    if (schema !== undefined) await holder.query(rename(schema, scenario))
    await also?.(holder, aside)
    throwIfAborted(work)
    await holder.query('COMMIT')
    return { done: true, replaced: aside }
  } catch (error) {
    await holder.query('ROLLBACK').catch(() => undefined)
    if (isLate(error) && work.signal?.aborted !== true) return { done: false }
    throw error
  }
}

const rename = (from: string, to: string): string =>
  `ALTER SCHEMA ${identifier(from)} RENAME TO ${identifier(to)}`

/** Returns an unused name. A second swap within the same second gets a later time. */
async function freeName(
  client: pg.ClientBase,
  scenario: string,
  kind: AsideKind,
  moment: Date,
): Promise<string> {
  for (let second = 0; ; second += 1) {
    const name = asideName(scenario, kind, timestampOf(new Date(moment.getTime() + second * 1000)))
    const { rowCount } = await client.query(
      `SELECT FROM pg_catalog.pg_namespace WHERE nspname = ${literal(name)}`,
    )
    if (rowCount === 0) return name
  }
}
