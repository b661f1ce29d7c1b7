/**
 * Imports one file step by step. The service stores the file while the user previews it, maps its columns and runs a
 * rehearsal.
 */
import { queryOptions } from '@tanstack/react-query'
import { getJson, send } from './client.ts'
import { scenarioPath, withQuery } from './paths.ts'
import { postFile } from './post-file.ts'
import {
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  otherwise,
  type Shaped,
  table,
  text,
} from './shape.ts'
import { launchTask } from './tasks.ts'

const uploadShape = object({ id: text, name: text, size: number })
export type ImportUpload = Shaped<typeof uploadShape>

export const delimiters = ['comma', 'semicolon', 'tab'] as const

/** Returns text, numbers and booleans as displayed text; empty for a blank cell. */
const cell = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** First rows of a table; a row that cannot become a record has a `fault`. */
export const previewRows = otherwise(
  list(object({ line: number, cells: list(cell), fault: optional(text) })),
  [],
)

const previewShape = object({
  format: oneOf('csv', 'xlsx'),
  packed: boolean,
  charset: optional(text),
  delimiter: optional(oneOf(...delimiters)),
  decimal: optional(text),
  sheets: otherwise(list(text), []),
  sheet: optional(text),
  columns: otherwise(list(object({ header: text, field: nullable(text), written: boolean })), []),
  rows: previewRows,
  more: otherwise(boolean, false),
  remarks: otherwise(list(text), []),
  problem: nullable(text),
  refused: optional(text),
})
export type PreviewRow = Shaped<typeof previewRows>[number]
export type ImportPreview = Shaped<typeof previewShape>

const outcomeShape = object({
  task: number,
  dryrun: boolean,
  stored: boolean,
  refused: nullable(text),
  created: number,
  updated: number,
  unchanged: number,
  rejected: number,
  purged: table(number),
  changeset: nullable(number),
  proposal: nullable(number),
  remarks: list(text),
  faults: list(object({ line: number, field: text, value: nullable(text), reason: text })),
})
export type ImportOutcome = Shaped<typeof outcomeShape>

/** Options of reading the file that the user has set. */
export interface Reading {
  readonly charset?: string
  readonly delimiter?: string
  readonly sheet?: string
}

const importPath = (scenario: string, entity: string, upload = ''): string =>
  scenarioPath(scenario, `/api/import/${entity.replace('.', '/')}/${upload === '' ? '' : `${upload}/`}`)

/** Uploads the file to the service and reports the progress, from 0 to 1. Throws `ApiError`. */
export async function uploadImport(
  scenario: string,
  entity: string,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<ImportUpload> {
  return uploadShape(JSON.parse(await postFile(importPath(scenario, entity), 'file', file, onProgress)))
}

export const removeImport = (scenario: string, entity: string, upload: string): Promise<unknown> =>
  send(importPath(scenario, entity, upload), { method: 'DELETE' })

/** Query for the preview of the file; with columns, also for whether the file can be imported with them. */
export const importQuery = (
  scenario: string,
  entity: string,
  upload: string,
  reading: Reading,
  columns: readonly string[] | undefined,
) =>
  queryOptions({
    queryKey: ['import', scenario, entity, upload, reading, columns?.join(',')],
    queryFn: ({ signal }) =>
      getJson(
        withQuery(importPath(scenario, entity, upload), { ...reading, columns: columns?.join(',') }),
        previewShape,
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Query for the outcome of the run. */
export const importOutcomeQuery = (scenario: string, entity: string, upload: string, run: number) =>
  queryOptions({
    queryKey: ['import', scenario, entity, upload, 'outcome', run],
    queryFn: ({ signal }) =>
      getJson(`${importPath(scenario, entity, upload)}outcome/`, outcomeShape, { signal }),
    retry: false,
  })

export const rejectedPath = (scenario: string, entity: string, upload: string): string =>
  `${importPath(scenario, entity, upload)}rejected/`

/** How rows are stored, by the parameter values of the task. */
export const modes = ['upsert', 'create', 'update'] as const
export type ImportMode = (typeof modes)[number]

export interface ImportOrder {
  readonly upload: string
  readonly entity: string
  readonly columns: readonly string[]
  readonly reading: Reading
  readonly mode: ImportMode
  readonly purge: boolean
  /** Whether missing records that rows refer to are created, with a name only. */
  readonly createMissing: boolean
  readonly dryrun: boolean
  /** Title of the proposal; with a title, the import is saved as a proposal instead of being stored. */
  readonly propose?: string | undefined
  /** Number of rejected rows that the user has accepted. */
  readonly tolerate: number
}

/** Queues the import, or its rehearsal, and returns the id of the run. */
export const launchImport = (
  scenario: string,
  { upload, entity, columns, reading, mode, purge, createMissing, dryrun, propose, tolerate }: ImportOrder,
): Promise<number> =>
  launchTask(scenario, 'importfromfolder', {
    upload,
    entity,
    columns,
    ...reading,
    mode,
    ...(purge ? { purge: [entity] } : {}),
    'create-missing': createMissing,
    dryrun,
    ...(propose === undefined ? {} : { propose }),
    tolerate,
  })
