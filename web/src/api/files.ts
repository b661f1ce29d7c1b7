/** Files in the folders of a scenario: what is to be imported, what was exported, and rows that were rejected. */
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { cookieValue } from './cookies.ts'
import { send } from './client.ts'
import { scenarioPath } from './paths.ts'
import { list, nullable, number, object, type Shaped, text } from './shape.ts'

/** Numbers of the folders in addresses. */
export const folders = { import: 0, export: 1, errors: 2 } as const
export type FolderName = keyof typeof folders

const fileShape = object({ name: text, size: number, modified: text, entity: nullable(text) })

export type FolderFile = Shaped<typeof fileShape>

export interface FolderContent {
  readonly files: readonly FolderFile[]
  /** Bytes that still fit in; undefined when the service does not tell. */
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

/** Address of one file, or of all of a folder as a zip archive. */
export const downloadPath = (scenario: string, folder: FolderName, name?: string): string =>
  scenarioPath(
    scenario,
    `/execute/downloadfromfolder/${folders[folder]}/${name === undefined ? '' : `${encodeURIComponent(name)}/`}`,
  )

/** Deletes one file; without a name all of the folder. */
export const deleteFile = (scenario: string, folder: FolderName, name = 'AllFiles'): Promise<unknown> =>
  send(scenarioPath(scenario, `/execute/deletefromfolder/${folders[folder]}/${encodeURIComponent(name)}/`), {
    method: 'DELETE',
  })

/** Uploads a file into a folder and tells how far it is, from 0 to 1. Throws `ApiError`. */
export async function uploadFile(
  scenario: string,
  folder: FolderName,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const path = scenarioPath(scenario, `/execute/uploadtofolder/${folders[folder]}/`)
  await postFile(path, file.name, file, onProgress)
}

/**
 * Sends a file in a form and tells how far it is, from 0 to 1; resolves with the text of the answer. Throws `ApiError`.
 * A request of its own kind, since `fetch` does not tell how much it has sent.
 */
export function postFile(
  path: string,
  field: string,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const form = new FormData()
  form.append(field, file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    const token = cookieValue('csrftoken')
    if (token !== undefined) request.setRequestHeader('x-csrftoken', token)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 1 : loaded / total),
    )
    request.addEventListener('error', () => reject(new ApiError({ status: 0, detail: '' })))
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(request.responseText)
      else reject(new ApiError({ status: request.status, detail: messageOf(request.responseText) }))
    })
    request.send(form)
  })
}

/** Why an upload was refused: of the file, or of the whole request. */
function messageOf(body: string): string {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return ''
  }
  if (typeof answer !== 'object' || answer === null) return ''
  const said = new Map<string, unknown>(Object.entries(answer))
  const files: unknown = said.get('files')
  const refused: unknown = Array.isArray(files)
    ? files.find((file: unknown) => messageIn(file) !== '')
    : undefined
  const detail = said.get('detail')
  return messageIn(refused) || messageIn(answer) || (typeof detail === 'string' ? detail : '')
}

const messageIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
    ? value.message
    : ''
