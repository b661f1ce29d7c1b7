/**
 * Sends all requests of the screens to the service, with session cookie, CSRF token and the reader's language.
 * Converts errors to `ApiError` and repeats requests after the user has renewed an expired session.
 */
import { addressOfPath } from './base-path.ts'
import { ApiError, errorOf, isAbort } from './api-error.ts'
import { cookieValue } from './cookies.ts'
import type { Shape } from './shape.ts'
import { signInAgain } from './session-gate.ts'
import { attendance, inputCount, reportInput } from './user-input.ts'

export interface ApiRequest {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON unless it is a form, a file or text. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** True to return a 401 as an error without asking the user to sign in; used by the sign-in page. */
  readonly noSignIn?: boolean
}

const csrfCookie = 'csrftoken'
const csrfHeader = 'x-csrftoken'

/** Undefined until the language of the page is known: the browser then sends its own languages. */
let language: string | undefined

/** Sets the language of messages from the service; a language that the user has saved takes precedence. */
export function speak(code: string): void {
  language = code
}

/**
 * Sends a request and returns the response if its status is one of success. Throws `ApiError`, or the abort of the
 * signal.
 */
export async function send(path: string, request: ApiRequest = {}): Promise<Response> {
  let response = await attempt(path, request)
  if (response.status === 401 && request.noSignIn !== true && (await signInAgain())) {
    request.signal?.throwIfAborted()
    response = await attempt(path, request)
  }
  if (!response.ok) throw await errorOf(response)
  return response
}

async function attempt(
  path: string,
  { method = 'GET', body, headers, signal }: ApiRequest,
): Promise<Response> {
  const raw = body instanceof FormData || body instanceof Blob || typeof body === 'string'
  const token = cookieValue(csrfCookie)
  const inputs = inputCount()
  try {
    const response = await fetch(addressOfPath(path), {
      method,
      credentials: 'same-origin',
      // The app asks the user to sign in itself; the dialog of the browser would not state the reason.
      headers: {
        accept: 'application/json',
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(method === 'GET' || method === 'HEAD' || token === undefined ? {} : { [csrfHeader]: token }),
        ...attendance(inputs),
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    reportInput(inputs, response.status)
    return response
  } catch (error) {
    if (isAbort(error) || signal?.aborted === true) throw error
    throw noAnswer(error)
  }
}

/** Reads the body of a response. One that breaks off or is no JSON counts as no answer, so that it is read again. */
export async function readBody<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw isAbort(error) ? error : noAnswer(error)
  }
}

const noAnswer = (cause: unknown): ApiError => new ApiError({ status: 0, detail: '', cause })

/** Reads JSON and validates it with a shape. */
export async function getJson<T>(path: string, shape: Shape<T>, request: ApiRequest = {}): Promise<T> {
  const response = await send(path, request)
  return shape(await readBody(() => response.json()), path)
}

/** The first records of a list. */
export interface ListStart<Row> {
  readonly rows: readonly Row[]
  /** Number of records of the whole list. */
  readonly total: number
}

/** Reads the first records of a list, of which the path gives the number, and how many there are in all. */
export async function getStart<Row>(
  path: string,
  shape: Shape<readonly Row[]>,
  request: ApiRequest = {},
): Promise<ListStart<Row>> {
  // An estimate could be smaller than what is read.
  const response = await send(path, { ...request, headers: { ...request.headers, prefer: 'count=exact' } })
  const rows = shape(await readBody(() => response.json()), path)
  return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) }
}

/** Sends a change and reads the JSON of the response; the shape is `anything` if the response is not used. */
export async function sendJson<T>(
  method: NonNullable<ApiRequest['method']>,
  path: string,
  body: unknown,
  shape: Shape<T>,
  request: Omit<ApiRequest, 'method' | 'body'> = {},
): Promise<T> {
  const response = await send(path, { ...request, method, body })
  const given = response.status === 204 ? undefined : await readBody(() => response.json())
  return shape(given, path)
}
