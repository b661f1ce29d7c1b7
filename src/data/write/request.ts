/** What the write path is asked to do and what it answers. */
import type { BatchErrors, RecordErrors } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'

/**
 * How a record that exists, or does not, is treated: `upsert` adds or changes (POST), `create` only adds,
 * `update` changes the fields given (PATCH), `replace` sets every field, those left out to their default (PUT).
 */
export type WriteMode = 'upsert' | 'create' | 'update' | 'replace'

/** What the cells of a table mean, column by column. */
export interface CellColumn {
  /** Name of the field. */
  readonly field: string
  /** Makes of a cell that is not blank what the field's codec understands, or a `CellFault`. */
  readonly convert?: (cell: unknown) => unknown
}

/** Rows in a copy format of PostgreSQL, without their header. */
export interface CopySource {
  readonly format: 'text' | 'csv'
  readonly delimiter: string
  /** Names of fields by position; columns that are `undefined` are passed over. */
  readonly columns: readonly (string | undefined)[]
  /** The rows from their beginning, in UTF-8; may be asked for again. */
  readonly bytes: () => AsyncIterable<Buffer>
  /** Bytes of the file, packed as it may be: tells whether it is large. */
  readonly size: number
  /** Names of fields that are empty in some of its first rows. */
  readonly blanks: ReadonlySet<string>
}

export interface WriteRequest {
  /** Raw records: JSON objects, or what a reader of another format made of a row. */
  readonly rows: AsyncIterable<unknown> | Iterable<unknown>
  /** The rows can be read again from the first one on; those of an array always can. */
  readonly repeatable?: boolean
  /**
   * Rows are lists of cells instead of objects; cells of columns that are `undefined` are passed over. A blank cell
   * is the default of its field in a new record; in an existing one it clears the field, or is a fault where that
   * is not allowed.
   */
  readonly columns?: readonly (CellColumn | undefined)[]
  /** Rows that PostgreSQL reads itself, instead of `rows`; one faulty row refuses them all. */
  readonly copy?: CopySource
  /** Faulty records after which the whole batch is refused with those found so far, so that they fit in memory. */
  readonly mostFaults?: number
  readonly mode: WriteMode
  /** Key from the URL when one record is written; the record must exist (404). */
  readonly key?: string
  /** Whether one bad record refuses all (`abort`), or only itself (`skip`). */
  readonly onError: 'abort' | 'skip'
  /** Unknown and read-only fields are faults instead of being passed over. */
  readonly strict: boolean
  /** Entities of which a missing record is created as a stub when it is referred to. */
  readonly createMissing: readonly string[]
  /** Reports what is referred to and does not exist; of these entities with the nearest name that does. */
  readonly tellMissing?: (entity: Entity) => boolean
  /** Does everything, reports, and rolls back. */
  readonly dryRun: boolean
  readonly returning: 'records' | 'counts' | 'outcomes'
  /** Rights of the writer: without one of them the records that need it are refused. */
  readonly mayAdd: boolean
  readonly mayChange: boolean
  /** ETag the record must still have (412). */
  readonly ifMatch?: string
  /** The writer may touch only records whose field has this value; others do not exist for it. */
  readonly scope?: { readonly field: string; readonly value: number | string }
  /** Leaves the change log out, for mass loads; the change counter still moves. */
  readonly withoutChangeLog?: boolean
}

/** What the service writes for itself: every record as the model wants it, or none of them. */
export const allOrNothing = {
  mode: 'upsert',
  onError: 'abort',
  strict: true,
  createMissing: [],
  dryRun: false,
  returning: 'counts',
  mayAdd: true,
  mayChange: true,
} as const satisfies Omit<WriteRequest, 'rows'>

export type Outcome = 'created' | 'updated' | 'unchanged' | 'failed'

export interface RecordOutcome {
  readonly outcome: Outcome
  readonly key: string | number | null
  readonly errors?: RecordErrors
}

export interface CreatedReferences {
  readonly entity: string
  readonly keys: readonly string[]
}

/** Records that the batch refers to and that do not exist. */
export interface MissingReferences {
  readonly entity: string
  /** How many different ones. */
  readonly total: number
  /** Whether they were created as stubs; else the rows that name them are faulty. */
  readonly created: boolean
  /** The first ones, each with the rows that name it and the existing key that it is most like. */
  readonly first: readonly {
    readonly key: string
    readonly rows: number
    readonly nearest: string | undefined
  }[]
}

export interface WriteResult {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  /** Records that a later one of the batch named again; the last one counts. */
  readonly overridden: number
  /** JSON text of every stored record, in request order; only when asked for with `returning`. */
  readonly records: readonly string[]
  /** What became of each record, in request order; only when asked for with `returning`. */
  readonly outcomes: readonly RecordOutcome[]
  readonly errors: BatchErrors
  /** Stubs made because records referred to them, by entity. */
  readonly createdReferences: readonly CreatedReferences[]
  /** What is referred to and does not exist; only where the request wants to know. */
  readonly missing?: readonly MissingReferences[]
}
