/** Requests and results of writes. */
import type { BatchErrors, RecordErrors } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'

/**
 * Treatment of existing and new records: `upsert` adds or changes (POST), `create` only adds, `update` changes the
 * given fields (PATCH), `replace` sets every field, with the default for missing ones (PUT).
 */
export type WriteMode = 'upsert' | 'create' | 'update' | 'replace'

/** A column of a table of cells. */
export interface CellColumn {
  /** Name of the field. */
  readonly field: string
  /** Converts a cell that is not blank to a value for the field's codec, or returns a `CellFault`. */
  readonly convert?: (cell: unknown) => unknown
}

/** The time of the last change of its record that each row of a table contains, as the record was when it was exported. */
export interface LastSeen {
  /** Position of the cell. */
  readonly cell: number
  /** Returns the last moment that the cell can mean; undefined if it is blank or no time. */
  readonly parse: (cell: unknown, timeZone: string) => string | undefined
  /** Whether rows that would overwrite newer changes are rejected; otherwise they are only reported. */
  readonly reject: boolean
  /** Whether the writer may view the records, and so who has changed them. */
  readonly mayView: boolean
}

/** Rows in a copy format of PostgreSQL, without header. */
export interface CopySource {
  readonly format: 'text' | 'csv'
  readonly delimiter: string
  /** Names of fields by position; columns that are `undefined` are ignored. */
  readonly columns: readonly (string | undefined)[]
  /** Returns the rows from the first one on, in UTF-8; may be called several times. */
  readonly bytes: () => AsyncIterable<Buffer>
  /** Size of the file, in bytes, possibly compressed; used to detect large files. */
  readonly size: number
  /** Names of fields that are empty in some of its first rows. */
  readonly blanks: ReadonlySet<string>
}

/** Conditions on the stored record of a write of one record. */
export interface Preconditions {
  /** ETags of which the record must still have one, or `*` (412). */
  readonly ifMatch?: string
  /** ETags of which the record must have none, or `*`, which no stored record satisfies (412). */
  readonly ifNoneMatch?: string
}

export interface WriteRequest extends Preconditions {
  /**
   * Raw records: JSON objects, errors `malformed_json` instead of those that cannot be parsed, or rows converted by
   * the reader of another format.
   */
  readonly rows: AsyncIterable<unknown> | Iterable<unknown>
  /** Whether the rows can be read again from the first one on; those of an array always can. */
  readonly repeatable?: boolean
  /**
   * Rows are lists of cells instead of objects; cells of columns that are `undefined` are ignored. In a new record, a
   * blank cell means the default of its field. In an existing record, it clears the field, or is an error if the
   * field requires a value.
   */
  readonly columns?: readonly (CellColumn | undefined)[]
  /** Where the rows of a table contain when their records were last changed; without it, newer changes are not detected. */
  readonly lastSeen?: LastSeen
  /** Rows that PostgreSQL reads itself, instead of `rows`; one invalid row rejects all of them. */
  readonly copy?: CopySource
  /**
   * Maximum number of invalid records, so that their errors fit in memory; above it the whole batch is rejected with
   * the errors found so far.
   */
  readonly mostFaults?: number
  readonly mode: WriteMode
  /** Key from the URL if one record is written; the record must exist (404). */
  readonly key?: string
  /** Whether one invalid record rejects all records (`abort`) or only itself (`skip`). */
  readonly onError: 'abort' | 'skip'
  /** Whether unknown and read-only fields are errors; otherwise they are ignored. */
  readonly strict: boolean
  /** Entities of which a missing referenced record is created as a stub. */
  readonly createMissing: readonly string[]
  /**
   * If set, missing referenced records are reported. The report contains the most similar existing key if the
   * function returns true for the entity.
   */
  readonly reportMissing?: (entity: Entity) => boolean
  /** Executes the write, reports the result, and rolls back. */
  readonly dryRun: boolean
  /**
   * What the result contains besides the counts: the stored records as texts or as a list in bytes, all outcomes, or
   * those of invalid records.
   */
  readonly returning: 'records' | 'list' | 'counts' | 'outcomes' | 'failures'
  /** Rights of the writer. Records that need a missing right are rejected. */
  readonly mayAdd: boolean
  readonly mayChange: boolean
  /** Restricts the writer to records whose field has this value; for the writer, others do not exist. */
  readonly scope?: { readonly field: string; readonly value: number | string }
  /** Writes no change log, for mass loads; the change counter still changes. */
  readonly withoutChangeLog?: boolean
}

/** Options of writes by the service itself: all records must be valid, or none is stored. */
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

export const outcomes = ['created', 'updated', 'unchanged', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

export interface RecordOutcome {
  /** Position in the request, from 0; only if the result contains only the outcomes of invalid records. */
  readonly index?: number
  readonly outcome: Outcome
  readonly key: string | number | null
  readonly errors?: RecordErrors
}

export interface CreatedReferences {
  readonly entity: string
  readonly keys: readonly string[]
}

/** Records that the batch references and that do not exist. */
export interface MissingReferences {
  /** Entity of the missing records. */
  readonly entity: Entity
  /** Number of distinct missing keys. */
  readonly total: number
  /** Whether they were created as stubs; otherwise the rows that reference them are invalid. */
  readonly created: boolean
  /** The first missing keys, each with the number of rows that reference it and the most similar existing key. */
  readonly first: readonly {
    readonly key: string
    readonly rows: number
    readonly nearest: string | undefined
  }[]
}

/** Orders with one date whose duration is not known, so that both dates are the same. */
export interface AssumedDates {
  readonly total: number
  /** The references of the first of them. */
  readonly first: readonly string[]
}

/** A row that differs from values that others have changed since its record was exported, or whose record was deleted. */
export interface NewerChange {
  readonly key: string
  /** Names of the fields; none if the record was deleted. */
  readonly fields: readonly string[]
  /** Login name of the user who made the last of the changes; null for the service and for deleted users. */
  readonly user: string | null
  /** Time of the last of the changes, `YYYY-MM-DD HH:MM`. */
  readonly at: string
}

export interface NewerChanges {
  readonly total: number
  /** Whether the rows are rejected; otherwise they overwrite the changes. */
  readonly rejected: boolean
  readonly first: readonly NewerChange[]
}

export interface WriteResult {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  /**
   * Number of records that occur again later in the batch; the last occurrence is stored. If it is rejected, all of
   * them are, and count as failed.
   */
  readonly overridden: number
  /** JSON text of every stored record, in request order; only if requested by `returning`. */
  readonly records: readonly string[]
  /**
   * The stored records as one JSON list in chunks, in request order; only if requested by `returning`. Many records
   * take a third of the time of texts, and are not part of the heap.
   */
  readonly list: readonly Buffer[]
  /** Outcome of each record or of each invalid one, in request order; only if requested by `returning`. */
  readonly outcomes: readonly RecordOutcome[]
  readonly errors: BatchErrors
  /** Stubs created for missing referenced records, by entity. */
  readonly createdReferences: readonly CreatedReferences[]
  /** Missing referenced records; only if requested. */
  readonly missing?: readonly MissingReferences[]
  /** Orders whose missing date was assumed; undefined without any. */
  readonly assumed?: AssumedDates
  /** Rows that differ from newer changes; undefined without any. */
  readonly newer?: NewerChanges
}

/**
 * Records selected by a filter: SQL over the alias `t` of the entity's table, with parameters from `$1` on. For an
 * entity of one type of order, it selects only orders of this type.
 */
export interface Selection {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface DeleteRequest extends Preconditions {
  /** `named`: the records were selected individually, so that all records of a table may be deleted. */
  readonly what: { readonly key: string } | { readonly selection: Selection; readonly named?: true }
  readonly dryRun: boolean
  /** Number of records that the filter must match (409 otherwise). */
  readonly expect?: number
}

export interface DeleteResult {
  readonly deleted: number
  /** Number of records deleted because they require one of those records, by entity; work orders with their owner. */
  readonly cascaded: ReadonlyMap<string, number>
  /** The change set; undefined if nothing was stored. */
  readonly changeset?: number | undefined
}
