/**
 * Where the records of an entity are kept, when that is not simply one row of the entity's table: a user has
 * a membership per scenario beside its row, an API key's secret is hashed, a custom attribute adds columns.
 *
 * Storages are handed to the paths in the `DataContext`; the paths themselves know none of them.
 */
import type pg from 'pg'
import type { Entity } from '../model/entity.ts'
import type { DataContext } from './context.ts'
import type { RecordErrors } from '../errors/service-error.ts'
import { qualified } from '../database/identifiers.ts'

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
  ): Promise<ReadonlyMap<number, RecordFaults> | undefined>
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

export type RecordFaults = RecordErrors

/** Schema that holds the entity's table for a scenario. */
export function schemaOf(entity: Entity, scenario: string): string {
  return entity.schema === 'control' ? 'control' : scenario
}

/** The relation from which records of an entity are read, as SQL. */
export function relationOf(context: DataContext, entity: Entity): string {
  const storage = context.storages.get(entity.name)
  return storage?.relation?.(context) ?? qualified(schemaOf(entity, context.scenario), entity.table)
}
