/** One file that is imported step by step: kept by the service while somebody looks at it, maps and rehearses. */
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

/** Text, numbers and booleans as they are shown; nothing where the cell is blank. */
const cell = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** The first rows of a table; one of which no record can be made says why. */
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

/** How the file is to be read, where somebody has said it. */
export interface Reading {
  readonly charset?: string
  readonly delimiter?: string
  readonly sheet?: string
}

const importPath = (scenario: string, entity: string, upload = ''): string =>
  scenarioPath(scenario, `/api/import/${entity.replace('.', '/')}/${upload === '' ? '' : `${upload}/`}`)

/** Gives the file to the service; tells how far it is, from 0 to 1. Throws `ApiError`. */
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

/** The file as it is read; with columns, whether an import can do with these. */
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

/** What the run said. */
export const importOutcomeQuery = (scenario: string, entity: string, upload: string, run: number) =>
  queryOptions({
    queryKey: ['import', scenario, entity, upload, 'outcome', run],
    queryFn: ({ signal }) =>
      getJson(`${importPath(scenario, entity, upload)}outcome/`, outcomeShape, { signal }),
    retry: false,
  })

export const rejectedPath = (scenario: string, entity: string, upload: string): string =>
  `${importPath(scenario, entity, upload)}rejected/`

/** What becomes of rows, by the names that the task has for it. */
export const modes = ['upsert', 'create', 'update'] as const
export type ImportMode = (typeof modes)[number]

export interface ImportOrder {
  readonly upload: string
  readonly entity: string
  readonly columns: readonly string[]
  readonly reading: Reading
  readonly mode: ImportMode
  readonly purge: boolean
  /** Whether records that rows refer to and that are missing are made, with just a name. */
  readonly createMissing: boolean
  readonly dryrun: boolean
  /** Title of the proposal that it is saved as, instead of being stored. */
  readonly propose?: string | undefined
  /** Rejected rows that are known and put up with. */
  readonly tolerate: number
}

/** Puts the import, or its rehearsal, into the queue; the number of the run. */
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
