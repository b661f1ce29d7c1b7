/**
 * Commits small writes of concurrent requests together. A commit waits for the disk and costs as much as the statement
 * itself, and so do the messages to the server and back; statements that are executed in one transaction share both.
 *
 * A request notices nothing of it: it is answered after the commit, with its own change set. If a statement is
 * refused or has to wait for a lock, nothing of the transaction is stored, and each half of the group is executed by
 * itself, down to the statement alone.
 */
import { DatabaseError } from 'pg'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { isTracing } from '../../tracing/tracing.ts'
import type { DataContext } from '../context.ts'
import { queryTexts } from '../read/read-stream.ts'
import { type ConsumedStatement, RowQuery, type RowStatement } from '../read/row-query.ts'

/** A statement that writes a record in a transaction of its own. */
export interface SmallWrite {
  readonly statement: RowStatement
  /** Identifies the record: two writes of it are not in one transaction, so that each has its own time. */
  readonly record: string
  /** Aborting cancels the statement, unless it is executed together with others. */
  readonly signal: AbortSignal | undefined
  /** Maximum length of a statement that is prepared, in characters; that of reads by default. */
  readonly longest?: number
}

/**
 * Returns a text that identifies a record by the values of its key. Records that have a number besides their key can be
 * named in two ways: without values the text stands for all records of the entity.
 */
export const recordText = (
  { scenario }: Pick<DataContext, 'scenario'>,
  { name }: Pick<Entity, 'name'>,
  key: readonly unknown[],
): string => `${scenario} ${name} ${JSON.stringify(key)}`

/** Maximum number of statements in one transaction. */
const mostTogether = 32

/** Maximum total length of the texts and values of the statements in one transaction, in characters. */
const mostCharacters = 256 * 1024

/** Maximum time in milliseconds for which writes wait for a transaction, because it may itself wait for others. */
const longestDelayMs = 10

/** Time in milliseconds for which statements executed together wait for a lock. */
const lockWaitMs = 20

/**
 * Executes a write, with others if there are any. Returns the texts of the rows of its statement. While spans are
 * recorded each write is executed by itself, so that its statement has a span in its own trace.
 */
export function writeTogether(database: Database, write: SmallWrite): Promise<readonly string[]> {
  if (isTracing()) return queryTexts(database, write.statement, write)
  let writes = writesByPool.get(database.pool)
  if (writes === undefined) writesByPool.set(database.pool, (writes = new JointWrites(database)))
  return writes.add(write)
}

interface Waiting extends SmallWrite {
  readonly resolve: (rows: readonly string[] | Promise<readonly string[]>) => void
  readonly reject: (error: unknown) => void
}

class JointWrites {
  readonly #database: Database
  #waiting: Waiting[] = []
  /** Whether a transaction began a moment ago. */
  #isBusy = false
  #isExpected = false

  constructor(database: Database) {
    this.#database = database
  }

  add(write: SmallWrite): Promise<readonly string[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    this.#waiting.push({ ...write, resolve, reject })
    this.#expect()
    return promise
  }

  /** Begins a transaction at the end of this turn of the event loop: other requests may arrive in the same turn. */
  #expect(): void {
    if (this.#isExpected || this.#isBusy) return
    this.#isExpected = true
    setImmediate(() => {
      this.#isExpected = false
      this.#begin()
    })
  }

  #begin(): void {
    const group = this.#takeGroup()
    this.#isBusy = true
    let isCurrent = true
    const end = (): void => {
      clearTimeout(timer)
      if (!isCurrent) return
      isCurrent = false
      this.#isBusy = false
      if (this.#waiting.length > 0) this.#expect()
    }
    const timer = setTimeout(end, longestDelayMs)
    void this.#run(group).finally(end)
  }

  /** Takes the writes that waited longest, at most one of each record. */
  #takeGroup(): readonly Waiting[] {
    const records = new Set<string>()
    const group: Waiting[] = []
    const left: Waiting[] = []
    let length = 0
    for (const write of this.#waiting) {
      const total = length + lengthOf(write.statement)
      const fits = group.length === 0 || (group.length < mostTogether && total <= mostCharacters)
      if (!fits || records.has(write.record)) left.push(write)
      else {
        length = total
        records.add(write.record)
        group.push(write)
      }
    }
    this.#waiting = left
    return group
  }

  /**
   * Executes the writes of a group and settles their promises. If the server refuses a statement, each half of the group
   * is executed by itself, until the refused write is alone.
   */
  async #run(group: readonly Waiting[]): Promise<void> {
    const wanted = stillWanted(group)
    const [only] = wanted
    if (wanted.length <= 1) {
      if (only !== undefined) await this.#runAlone(only)
      return
    }
    let executed = wanted
    try {
      const results = await this.#database.withClient((client) => {
        // The wait for a connection may have taken longer than a request.
        executed = stillWanted(wanted)
        return textsTogether(client, executed)
      })
      for (const [index, { resolve }] of executed.entries()) resolve(results[index]!)
    } catch (error) {
      if (!isStatementFault(error)) {
        for (const { reject } of executed) reject(error)
        return
      }
      const middle = Math.ceil(executed.length / 2)
      await Promise.all([this.#run(executed.slice(0, middle)), this.#run(executed.slice(middle))])
    }
  }

  async #runAlone({ statement, signal, longest, resolve, reject }: Waiting): Promise<void> {
    const options = { signal, ...(longest === undefined ? {} : { longest }) }
    await queryTexts(this.#database, statement, options).then(resolve, reject)
  }
}

/** Rejects the writes whose requests have ended and returns the others. */
function stillWanted(writes: readonly Waiting[]): readonly Waiting[] {
  return writes.filter(({ signal, reject }) => {
    if (signal?.aborted === true) reject(new ServiceError('canceled', {}, { cause: signal.reason }))
    return signal?.aborted !== true
  })
}

const lengthOf = ({ text, values }: RowStatement): number =>
  values.reduce((total, value) => total + (value?.length ?? 0), text.length)

const writesByPool = new WeakMap<pg.Pool, JointWrites>()

/** Executes the statements in one transaction; returns the texts of the rows of each. */
async function textsTogether(
  client: pg.ClientBase,
  [first, ...others]: readonly SmallWrite[],
): Promise<readonly (readonly string[])[]> {
  if (first === undefined) return []
  const results: string[][] = []
  const consumed = ({ statement }: SmallWrite): ConsumedStatement => {
    const rows: string[] = []
    results.push(rows)
    const row = (chunk: Buffer, start: number, end: number): void => {
      rows.push(chunk.toString('utf8', start, end))
    }
    return { statement, consumer: { row, bytes: () => {}, complete: () => {} } }
  }
  const { statement, consumer } = consumed(first)
  const query = new RowQuery({ ...statement, settings: { lock_timeout: String(lockWaitMs) } }, consumer, {
    prepare: true,
    longest: first.longest,
    further: others.map(consumed),
  })
  client.query(query)
  await query.done
  return results
}

/**
 * Returns whether the server refused one of the statements, so that the others can be executed without it: a fault of its
 * data, a lock or a conflict. Failures of the server itself concern all of them; after the loss of the connection the
 * transaction may be stored.
 */
function isStatementFault(error: unknown): boolean {
  if (error instanceof ServiceError) return error.code === 'conflict' || error.code === 'tables_locked'
  return error instanceof DatabaseError && !/^(?:08|57P)/.test(error.code ?? '08')
}
