/** Types of the options and the report of the import of a folder. */
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import type { DataContext } from '../../data/context.ts'
import type { Message } from '../../errors/messages.ts'
import type { Entity } from '../../model/entity.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { Folder } from '../folders/folder.ts'
import type { DateStyle } from '../tables/convert-cells.ts'
import type { SourceTable } from '../tables/source-table.ts'
import type { TableCounts } from '../sql/run-sql.ts'
import type { RejectedRow } from '../tables/rejected-row.ts'
import type { ImportMode, TableReport } from '../tables/import-table.ts'
import type { Delimiter } from '../csv/read-csv.ts'
import type { RecognisedFile } from './recognise.ts'

export interface EntityRights {
  readonly view: boolean
  readonly add: boolean
  readonly change: boolean
  readonly delete: boolean
}

/** Conventions of the files of an installation. */
export interface FileConventions {
  readonly labels: Labels
  /** Loads the labels of another language, for a workbook that declares the language of its headers. */
  readonly loadLabels: (language: string) => Promise<Labels>
  readonly decimal: SourceTable['decimal']
  readonly charset: string
  readonly dateStyle: DateStyle
}

export interface SqlOptions {
  /** Setting SQL_ROLE of the scenario. */
  readonly role: string | undefined
  /** Setting STATEMENT_TIMEOUT. */
  readonly timeout: number
  /** Whether the user may run statements. */
  readonly allowed: boolean
}

export type OnProcessed = 'keep' | 'archive' | 'delete'

/** A file with a specified content, whatever its name. */
export interface DescribedFile {
  readonly file: RecognisedFile
  /** Field names by column position, empty for columns to skip; without them, the header is used. */
  readonly fields?: readonly string[]
  /** Title of the sheet of a workbook. */
  readonly sheet?: string
  readonly delimiter?: Delimiter
}

export interface FolderImport {
  readonly context: DataContext
  readonly folder: Folder
  /** Whether to record which files are imported; not for a file that was uploaded for this import only. */
  readonly records: boolean
  /** Folder for rejected rows. */
  readonly errors: Folder
  readonly conventions: FileConventions
  /** Names of the files to import; without them all. */
  readonly files?: readonly string[]
  /** The only file to import, instead of those that are recognized by name. */
  readonly described?: DescribedFile
  /** By default `upsert`. */
  readonly mode?: ImportMode
  readonly dryRun: boolean
  /** Called after a dry run has written and before the transaction is rolled back; not called if a file was refused. */
  readonly inspect?: ((open: OpenWrite) => Promise<void>) | undefined
  readonly allOrNothing: boolean
  readonly onProcessed: OnProcessed
  /** Number of rejected rows that are tolerated. */
  readonly tolerate: number
  /** Names or titles of entities that are emptied before their first file. */
  readonly purge: readonly string[]
  readonly withoutChangeLog: boolean
  readonly createMissing: readonly string[]
  /** Whether to reject rows that differ from changes made after their file was exported. */
  readonly rejectNewer?: boolean
  readonly rights: (entity: Entity) => EntityRights
  readonly sql: SqlOptions
  readonly log: (message: string, level?: 'info' | 'warning' | 'error') => void
  readonly progress: (fraction: number, message: string) => void
}

/** A rejected row without its cells. */
export type RejectedPlace = Pick<RejectedRow, 'sheet' | 'line' | 'faults'>

/** Outcome of a file. */
export type FileOutcome =
  | {
      readonly file: string
      readonly kind: 'table'
      readonly report: TableReport
      /** Number of records that were deleted first, by entity, if a purge was requested. */
      readonly purged: ReadonlyMap<string, number>
      /** The first rejected rows. */
      readonly firstRejected: readonly RejectedPlace[]
      /** Change set of the file alone; undefined if nothing was changed or if all files share one. */
      readonly changeset?: number | undefined
    }
  | {
      readonly file: string
      readonly kind: 'statements'
      readonly entity: Entity
      /** Counts by table; undefined in a dry run, which runs no statements. */
      readonly counts: ReadonlyMap<string, TableCounts> | undefined
    }
  | { readonly file: string; readonly kind: 'refused'; readonly reason: Message }

/** A stored file that was not archived or deleted as requested, or whose rejected rows were not published. */
export interface Unfinished {
  readonly file: string
  readonly reason: Message
}

export interface FolderReport {
  readonly outcomes: readonly FileOutcome[]
  readonly unfinished: readonly Unfinished[]
  /** Names of files that match no entity. */
  readonly left: readonly string[]
  /** False if nothing was stored: because of a fault with `allOrNothing`, or in a dry run. */
  readonly stored: boolean
}
