/**
 * What a read or a write needs to know besides what to read or write, and where the records of an entity are
 * kept when that is not simply one row of its table: a user has a membership per scenario beside its row, an
 * API key's secret is hashed, a custom attribute adds columns. Such storages are handed to the paths in the
 * context; the paths themselves know none of them.
 */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Model } from '../model/model.ts'
import type { RecordErrors } from '../errors/service-error.ts'

/** How a write came in; kept in the change log. */
export type Channel = 'api' | 'ui' | 'import' | 'fixture' | 'task' | 'command'

/** Who writes, for the change log and for fields that record their author. */
export interface Actor {
  readonly userId: number | null
  readonly channel: Channel
  /** Task, file or fixture behind the write. */
  readonly origin?: string
}

/** Among whose streams a large answer counts (see `database/permits`). */
export function streamOwner({ userId }: Actor): string {
  return userId === null ? 'service' : `user ${userId}`
}

export interface DataContext {
  readonly database: Database
  readonly model: Model
  /** Name of the scenario, which is the name of its schema. */
  readonly scenario: string
  /** Entities whose records are kept otherwise than as one row of one table, by entity name. */
  readonly storages: ReadonlyMap<string, EntityStorage>
  /** IANA zone of planning time: offsets in datetimes are converted to it. */
  readonly timeZone: string
  readonly actor: Actor
  /** Aborting cancels running statements. */
  readonly signal?: AbortSignal | undefined
}

/** A coerced record: values by field name, in the form the database takes them (see `codecs`). */
export type CoercedRecord = Record<string, unknown>

export interface WrittenRecord {
  /** Key of the stored record. */
  readonly key: string | number
  readonly action: 'created' | 'updated' | 'unchanged'
  /** What the client sent, coerced: only the fields that were given, virtual ones included. */
  readonly given: CoercedRecord
}

export interface EntityStorage {
  /**
   * SQL of a relation with one column per field of the entity, virtual ones included; a parenthesised
   * subselect or a table. Without it the entity's table is read.
   */
  relation?(context: DataContext): string
  /**
   * Looks at the coerced records before they are merged, may change them (hash a password, set the owner),
   * and reports faults per index.
   */
  prepare?(
    context: DataContext,
    client: pg.ClientBase,
    records: readonly CoercedRecord[],
  ): Promise<ReadonlyMap<number, RecordErrors> | undefined>
  /** Runs in the transaction of the write after the merge: writes what lives beside the table. */
  afterMerge?(context: DataContext, client: pg.ClientBase, records: readonly WrittenRecord[]): Promise<void>
  /** Runs in the transaction of a delete, before the rows go. */
  beforeDelete?(
    context: DataContext,
    client: pg.ClientBase,
    keys: readonly (string | number)[],
  ): Promise<void>
  /** Runs once the transaction has committed: drop caches, tell other processes. */
  afterCommit?(context: DataContext): Promise<void>
}
