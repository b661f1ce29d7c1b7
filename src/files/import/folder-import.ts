/** What an import of a folder is told, and what it tells. */
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import type { DataContext } from '../../data/context.ts'
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

/** How files of this installation are written. */
export interface FileConventions {
  readonly labels: Labels
  /** Words in another language, for a workbook that says that its headers are in it. */
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
  /** Whether whoever imports may run statements. */
  readonly allowed: boolean
}

export type OnProcessed = 'keep' | 'archive' | 'delete'

/** A file of which somebody has said what it is, whatever its name. */
export interface ToldFile {
  readonly file: RecognisedFile
  /** Names of fields by the position of their columns, empty for columns to pass over; without them by header. */
  readonly fields?: readonly string[]
  /** Title of the sheet of a workbook. */
  readonly sheet?: string
  readonly delimiter?: Delimiter
}

export interface FolderImport {
  readonly context: DataContext
  readonly folder: Folder
  /** Where rejected rows go. */
  readonly errors: Folder
  readonly conventions: FileConventions
  /** Names of the files to import; without them all. */
  readonly files?: readonly string[]
  /** The only file to import, instead of those that are recognised by their names. */
  readonly told?: ToldFile
  /** By default `upsert`. */
  readonly mode?: ImportMode
  readonly dryRun: boolean
  /** Looks at what a dry run has written, before it is taken back; not where something was refused. */
  readonly inspect?: ((open: OpenWrite) => Promise<void>) | undefined
  readonly allOrNothing: boolean
  readonly onProcessed: OnProcessed
  /** Rejected rows that are put up with. */
  readonly tolerate: number
  /** Names or titles of entities that are emptied before their first file. */
  readonly purge: readonly string[]
  readonly withoutChangeLog: boolean
  readonly createMissing: readonly string[]
  readonly rights: (entity: Entity) => EntityRights
  readonly sql: SqlOptions
  readonly log: (message: string, level?: 'info' | 'warning' | 'error') => void
  readonly progress: (fraction: number, message: string) => void
}

/** A rejected row without its cells. */
export type RejectedPlace = Pick<RejectedRow, 'sheet' | 'line' | 'faults'>

/** What became of a file. */
export type FileOutcome =
  | {
      readonly file: string
      readonly kind: 'table'
      readonly report: TableReport
      /** Records that went first, by entity, where that was asked for. */
      readonly purged: ReadonlyMap<string, number>
      /** The first ones of the rejected rows. */
      readonly firstRejected: readonly RejectedPlace[]
      /** The change set of the file alone; undefined where nothing was changed, or all files share one. */
      readonly changeset?: number | undefined
    }
  | {
      readonly file: string
      readonly kind: 'statements'
      readonly entity: Entity
      /** By table; undefined in a rehearsal, which runs none. */
      readonly counts: ReadonlyMap<string, TableCounts> | undefined
    }
  | { readonly file: string; readonly kind: 'refused'; readonly reason: string }

export interface FolderReport {
  readonly outcomes: readonly FileOutcome[]
  /** Names of files that name no entity. */
  readonly left: readonly string[]
  /** Nothing is stored, because of a fault with `allOrNothing`, or of a dry run. */
  readonly stored: boolean
}
