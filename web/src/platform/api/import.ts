/**
 * Imports one file step by step. The service stores the file while the user previews it, maps its columns and runs a
 * rehearsal.
 */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, entityParts } from './endpoints.ts'
import { scenarioPath } from './paths.ts'
import { postFile } from './post-file.ts'
import { launchTask } from './tasks.ts'

export type ImportUpload = Answer<'POST /api/import/{app}/{entity}/'>
type Preview = Answer<'GET /api/import/{app}/{entity}/{upload}/'>

/** Returns the preview with the properties that are missing if the file cannot be read. */
const filled = (preview: Preview) => ({
  ...preview,
  columns: preview.columns ?? [],
  rows: preview.rows ?? [],
  sheets: preview.sheets ?? [],
  remarks: preview.remarks ?? [],
  more: preview.more ?? false,
  problem: preview.problem ?? null,
})

export type ImportPreview = ReturnType<typeof filled>
export type PreviewRow = ImportPreview['rows'][number]
export type ImportOutcome = Answer<'GET /api/import/{app}/{entity}/{upload}/outcome/'>

/** Returns the outcome with the properties that it lacks if an earlier release has written it. */
export const filledOutcome = (outcome: ImportOutcome): ImportOutcome =>
  Object.assign({ newer: 0, newer_rejected: false, sample: [] }, outcome)

export const delimiters = ['comma', 'semicolon', 'tab'] as const

/** Options of reading the file that the user has set. */
export interface Reading {
  readonly charset?: string
  readonly delimiter?: (typeof delimiters)[number] | undefined
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
  const upload: ImportUpload = JSON.parse(
    await postFile(importPath(scenario, entity), 'file', file, onProgress),
  )
  return upload
}

export const removeImport = (scenario: string, entity: string, upload: string): Promise<unknown> =>
  call(
    'DELETE /api/import/{app}/{entity}/{upload}/',
    { path: { ...entityParts(entity), upload } },
    { scenario },
  )

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
    queryFn: async ({ signal }): Promise<ImportPreview> => {
      const input = { path: { ...entityParts(entity), upload }, query: { ...reading, columns } }
      return filled(await call('GET /api/import/{app}/{entity}/{upload}/', input, { scenario, signal }))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Query for the outcome of the run. */
export const importOutcomeQuery = (scenario: string, entity: string, upload: string, run: number) =>
  queryOptions({
    queryKey: ['import', scenario, entity, upload, 'outcome', run],
    queryFn: async ({ signal }) => {
      const input = { path: { ...entityParts(entity), upload } }
      return filledOutcome(
        await call('GET /api/import/{app}/{entity}/{upload}/outcome/', input, { scenario, signal }),
      )
    },
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
  /** Whether changes made after the file was exported are overwritten; otherwise these rows are rejected. */
  readonly overwriteNewer: boolean
  readonly dryrun: boolean
  /** Title of the proposal; with a title, the import is saved as a proposal instead of being stored. */
  readonly propose?: string | undefined
  /** Number of rejected rows that the user has accepted. */
  readonly tolerate: number
}

/** Queues the import, or its rehearsal, and returns the id of the run. */
export const launchImport = (scenario: string, order: ImportOrder): Promise<number> => {
  const { upload, entity, columns, reading, mode, purge, dryrun, propose, tolerate } = order
  return launchTask(scenario, 'importfromfolder', {
    upload,
    entity,
    columns,
    ...reading,
    mode,
    ...(purge ? { purge: [entity] } : {}),
    'create-missing': order.createMissing,
    'overwrite-newer': order.overwriteNewer,
    dryrun,
    ...(propose === undefined ? {} : { propose }),
    tolerate,
  })
}
