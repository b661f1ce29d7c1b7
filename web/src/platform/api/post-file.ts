/** Uploads one file in a form with progress reports. */
import { addressOfPath } from './base-path.ts'
import { ApiError } from './api-error.ts'
import { cookieValue } from './cookies.ts'
import { signInAgain } from './session-gate.ts'

/**
 * Uploads a file in a form and reports the progress, from 0 to 1; resolves with the text of the response. Repeats the
 * upload after the user has renewed an expired session. Throws `ApiError`.
 */
export async function postFile(
  path: string,
  field: string,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const form = new FormData()
  form.append(field, file, file.name)
  let answer = await attempt(path, form, onProgress)
  if (answer.status === 401 && (await signInAgain())) answer = await attempt(path, form, onProgress)
  const { status, responseText } = answer
  if (status >= 300) throw new ApiError({ status, detail: messageOf(responseText) })
  return responseText
}

/** Uses `XMLHttpRequest`, because `fetch` does not report the progress of an upload. */
function attempt(
  path: string,
  form: FormData,
  onProgress: (fraction: number) => void,
): Promise<XMLHttpRequest> {
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
    request.addEventListener('load', () => resolve(request))
    request.send(form)
  })
}

/** Returns the reason why an upload was rejected: the reason of the file, else the reason of the whole request. */
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
    ? files.find((file: unknown) => detailIn(file) !== '')
    : undefined
  return detailIn(refused) || detailIn(answer)
}

const detailIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string'
    ? value.detail
    : ''
