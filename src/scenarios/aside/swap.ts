/**
 * Puts a schema that was built aside in the place of the live one, in one short transaction. Readers see the
 * old content or the new one; none waits longer than an attempt to get hold of the tables lasts. The privileges that
 * roles of the database have on the scenario stay.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type pg from 'pg'
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
  /** Schema that takes the place; undefined when the data is only taken away. */
  readonly schema: string | undefined
  /** Whether the schema that was replaced is kept or is to be dropped. */
  readonly replaced: Extract<AsideKind, 'old' | 'drop'>
  /**
   * Runs in the transaction of the swap, told the schema that was replaced if there was one. Must be quick: everybody waits.
   */
  readonly also?: (client: pg.ClientBase, replaced: string | undefined) => Promise<void>
}

/** Milliseconds for which an attempt waits for those who use the tables, and makes others wait. */
const attempt = 40
/** Milliseconds between attempts: most of the time nobody waits. */
const retryDelayMs = 200

/**
 * How long to be polite. At first the tables are taken from readers as well, so that not even a statement over
 * several tables can meet both contents. If some reader is always at it, only writers are kept out: readers
 * then go on undisturbed with the tables they have open.
 */
const phases = [
  { mode: 'ACCESS EXCLUSIVE', milliseconds: 5_000 },
  { mode: 'EXCLUSIVE', milliseconds: 300_000 },
] as const

/**
 * Swaps on the connection that holds the locks of the scenario: if they were lost, so is the swap. Answers the
 * name under which the replaced schema stands now, or undefined if there was none. Throws `scenario_busy` when
 * writers never let go.
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
  { scenario, schema, replaced, also }: Swap,
  mode: string,
): Promise<Outcome> {
  await holder.query('BEGIN')
  try {
    await holder.query(`SET LOCAL lock_timeout TO ${attempt}`)
    await holder.query(lockAttributes)
    const { rows } = await holder.query<{ table: string }>(
      `SELECT tablename AS "table" FROM pg_catalog.pg_tables WHERE schemaname = $1 ORDER BY 1`,
      [scenario],
    )
    const live = rows.length > 0
    // Before anybody has to wait. What is granted within these milliseconds is lost.
    if (live && schema !== undefined) {
      await carryPrivileges(holder, { from: scenario, to: schema })
      await carryReferences(holder, { from: scenario, to: schema })
      await carryReceipts(holder, { from: scenario, to: schema })
    }
    await holder.query(`SET LOCAL statement_timeout TO ${attempt}`)
    if (live) {
      const tables = rows.map(({ table }) => qualified(scenario, table))
      // One statement, so that the time limit is one for all tables.
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

/** Two in the same second get seconds of their own. */
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

/** A lock or the whole statement took too long. */
const isLate = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '57014')
