/** Manages the files in the folders of a scenario: files to import, exported files, and files of rejected rows. */
import { queryOptions } from '@tanstack/react-query'
import { getJson, send } from './client.ts'
import { delimiters, previewRows } from './import.ts'
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
  text,
} from './shape.ts'

/** Numbers of the folders in URLs. */
export const folders = { import: 0, export: 1, errors: 2 } as const
export type FolderName = keyof typeof folders

const fileShape = object({
  name: text,
  size: number,
  modified: text,
  entity: nullable(text),
  /** Position in the order in which an import reads the files; null if an import does not read the file. */
  place: nullable(number),
})

export type FolderFile = Shaped<typeof fileShape>

export interface FolderContent {
  readonly files: readonly FolderFile[]
  /** Free space in bytes; undefined if the service does not report it. */
  readonly free: number | undefined
}

export const filesKey = (scenario: string, folder: FolderName) => ['files', scenario, folder] as const

export const filesQuery = (scenario: string, folder: FolderName) =>
  queryOptions({
    queryKey: filesKey(scenario, folder),
    queryFn: async ({ signal }): Promise<FolderContent> => {
      const response = await send(scenarioPath(scenario, `/execute/uploadtofolder/${folders[folder]}/`), {
        signal,
      })
      const free = Number(response.headers.get('x-free-space') ?? Number.NaN)
      return { files: list(fileShape)(await response.json()), free: Number.isFinite(free) ? free : undefined }
    },
  })

const previewShape = object({
  size: number,
  entity: nullable(text),
  format: oneOf('csv', 'xlsx', 'text'),
  charset: optional(text),
  delimiter: optional(oneOf(...delimiters)),
  sheets: otherwise(list(text), []),
  sheet: optional(text),
  header: otherwise(list(text), []),
  rows: previewRows,
  /** Lines of text that is not a table. */
  lines: otherwise(list(text), []),
  more: otherwise(boolean, false),
  remarks: otherwise(list(text), []),
  /** Reason why no preview is available. */
  refused: optional(text),
})
export type FilePreview = Shaped<typeof previewShape>

/** Query for the first rows or lines of a file. */
export const filePreviewQuery = (scenario: string, folder: FolderName, name: string, sheet?: string) =>
  queryOptions({
    queryKey: [...filesKey(scenario, folder), 'preview', name, sheet ?? ''],
    queryFn: ({ signal }) => {
      const path = `/execute/previewfromfolder/${folders[folder]}/${encodeURIComponent(name)}/`
      return getJson(
        withQuery(scenarioPath(scenario, path), sheet === undefined ? {} : { sheet }),
        previewShape,
        {
          signal,
        },
      )
    },
  })

/** Returns the address of one file, or of a zip archive of the whole folder. */
export const downloadPath = (scenario: string, folder: FolderName, name?: string): string =>
  scenarioPath(
    scenario,
    `/execute/downloadfromfolder/${folders[folder]}/${name === undefined ? '' : `${encodeURIComponent(name)}/`}`,
  )

/** Deletes one file, or all files of the folder if no name is given. */
export const deleteFile = (scenario: string, folder: FolderName, name = 'AllFiles'): Promise<unknown> =>
  send(scenarioPath(scenario, `/execute/deletefromfolder/${folders[folder]}/${encodeURIComponent(name)}/`), {
    method: 'DELETE',
  })

/** Uploads a file into a folder and reports the progress, from 0 to 1. Throws `ApiError`. */
export async function uploadFile(
  scenario: string,
  folder: FolderName,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const path = scenarioPath(scenario, `/execute/uploadtofolder/${folders[folder]}/`)
  await postFile(path, file.name, file, onProgress)
}
