/**
 * The context of a read or a write: databases, model, scenario and actor, and the storages of entities whose records
 * are not simply one row of their table: a user has a membership per scenario in addition to its row, the secret of
 * an API key is hashed, a custom attribute adds columns. Read and write code gets these storages from the context and
 * does not depend on any of them.
 */
import type pg from 'pg'
import type { ControlDatabase, ScenarioDatabase } from '../database/database.ts'
import type { Action, Entity } from '../model/entity.ts'
import type { Model } from '../model/model.ts'
import type { RecordErrors } from '../errors/service-error.ts'

/** Channel through which a write was requested; stored in the change log. */
export type Channel = 'api' | 'ui' | 'import' | 'fixture' | 'task' | 'command'

/** Author of a write, for the change log and for fields that record their author. */
export interface Actor {
  readonly userId: number | null
  readonly channel: Channel
  /** Task, file or fixture that caused the write. */
  readonly origin?: string
  /** Number of the run of the task that writes. */
  readonly task?: number
  /** Numbers of the change sets that the write undoes. */
  readonly undoes?: readonly number[]
  /** Returns whether the API key of the write allows a permission; undefined if it allows all that its user has. */
  readonly allows?: (scenario: string, permission: string) => boolean
  /**
   * Returns whether the author may perform an action on all records of an entity, for records that are written as part
   * of others; undefined if no user is limited: the service writes, or the write is rolled back.
   */
  readonly permits?: ((scenario: string, entity: Entity, action: Action) => boolean) | undefined
}

/** Returns the owner under which streams of large responses are counted (see `database/permits`). */
export function streamOwner({ userId }: Actor): string {
  return userId === null ? 'service' : `user ${userId}`
}

export interface DataContext {
  /** Database of what belongs to the whole installation. */
  readonly control: ControlDatabase
  /** Database of the scenario. */
  readonly home: ScenarioDatabase
  readonly model: Model
  /** Name of the scenario; its schema has the same name. */
  readonly scenario: string
  /**
   * Scenario whose log keeps changes of entities of `control`, if the log of `scenario` is in another database
   * (`contextOf`).
   */
  readonly logScenario?: string
  /** Storages of entities whose records are not stored as one row of one table, by entity name. */
  readonly storages: ReadonlyMap<string, EntityStorage>
  /** IANA zone of planning time: datetimes with an offset are converted to it. */
  readonly timeZone: string
  readonly actor: Actor
  /** Aborting cancels running statements. */
  readonly signal?: AbortSignal | undefined
}

/** A converted record: values by field name, in the form that the database stores (see `codecs`). */
export type CoercedRecord = Record<string, unknown>

export interface WrittenRecord {
  /** Key of the stored record. */
  readonly key: string | number
  readonly action: 'created' | 'updated' | 'unchanged'
  /** Converted values sent by the client: only the fields that were given, including virtual ones. */
  readonly given: CoercedRecord
}

export interface EntityStorage {
  /**
   * Returns the SQL of a relation with one column per field of the entity, including virtual ones: a subselect in
   * parentheses or a table. If it is not defined, the table of the entity is read.
   */
  relation?(context: DataContext): string
  /**
   * Called with the converted records before they are merged. May change them (hash a password, set the owner), and
   * returns errors by index.
   */
  prepare?(
    context: DataContext,
    client: pg.ClientBase,
    records: readonly CoercedRecord[],
  ): Promise<ReadonlyMap<number, RecordErrors> | undefined>
  /** Called in the transaction of the write, after the merge: writes the data that is stored outside the table. */
  afterMerge?(context: DataContext, client: pg.ClientBase, records: readonly WrittenRecord[]): Promise<void>
  /** Called in the transaction of a delete, before the rows are deleted. */
  beforeDelete?(
    context: DataContext,
    client: pg.ClientBase,
    keys: readonly (string | number)[],
  ): Promise<void>
  /** Called after the commit: clears caches and notifies other processes. */
  afterCommit?(context: DataContext): Promise<void>
}
