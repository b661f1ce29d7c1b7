/** Sends one file in a form, and tells how far it is. */
import { addressOfPath } from './base-path.ts'
import { ApiError } from './api-error.ts'
import { cookieValue } from './cookies.ts'

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
    request.open('POST', addressOfPath(path))
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
