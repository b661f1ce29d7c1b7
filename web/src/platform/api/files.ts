/** Manages the files in the folders of a scenario: files to import, exported files, and files of rejected rows. */
import { queryOptions } from '@tanstack/react-query'
import { readBody } from './client.ts'
import { type Answer, call, request } from './endpoints.ts'
import { scenarioPath } from './paths.ts'
import { postFile } from './post-file.ts'

/** Numbers of the folders in URLs. */
const folders = { import: '0', export: '1', errors: '2' } as const
export type FolderName = keyof typeof folders

export type FolderFile = Answer<'GET /execute/uploadtofolder/{folder}/'>[number]

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
      const path = { folder: folders[folder] }
      const response = await request('GET /execute/uploadtofolder/{folder}/', { path }, { scenario, signal })
      const free = Number(response.headers.get('x-free-space') ?? Number.NaN)
      const files: readonly FolderFile[] = await readBody(() => response.json())
      return { files, free: Number.isFinite(free) ? free : undefined }
    },
  })

type Preview = Answer<'GET /execute/previewfromfolder/{folder}/{name}/'>

/** Returns the preview with the properties that are missing if the file cannot be read. */
const filled = (preview: Preview) => ({
  ...preview,
  sheets: preview.sheets ?? [],
  header: preview.header ?? [],
  rows: preview.rows ?? [],
  lines: preview.lines ?? [],
  remarks: preview.remarks ?? [],
  more: preview.more ?? false,
})

export type FilePreview = ReturnType<typeof filled>

/** Query for the first rows or lines of a file. */
export const filePreviewQuery = (scenario: string, folder: FolderName, name: string, sheet?: string) =>
  queryOptions({
    queryKey: [...filesKey(scenario, folder), 'preview', name, sheet ?? ''],
    queryFn: async ({ signal }): Promise<FilePreview> => {
      const input = { path: { folder: folders[folder], name }, query: { sheet } }
      const endpoint = 'GET /execute/previewfromfolder/{folder}/{name}/'
      return filled(await call(endpoint, input, { scenario, signal }))
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
  call(
    'DELETE /execute/deletefromfolder/{folder}/{name}/',
    { path: { folder: folders[folder], name } },
    { scenario },
  )

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
