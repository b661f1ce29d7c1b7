/**
 * Errors of requests in one form: the service's `{detail}`, `{field: [messages]}` and `[{}, {field: [messages]}]`
 * (see src/http/problem.ts), and requests that did not reach the service.
 */

/** Messages of one record by field; `non_field_errors` concern the whole record. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>

export interface ApiFailure {
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** A sentence in the user's language; empty if the service sent none. */
  readonly detail: string
  /** Messages by field, if one record was rejected. */
  readonly fields?: FieldMessages
  /** Messages per record in the order of the request, `{}` for valid records, if a batch was rejected. */
  readonly records?: readonly FieldMessages[]
  /** Id of the request in the log of the service. */
  readonly requestId?: string
  /** Seconds after which to retry. */
  readonly retryAfter?: number
  /** The whole response, for callers that know its format. */
  readonly body?: unknown
  readonly cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly detail: string
  readonly fields: FieldMessages
  readonly records: readonly FieldMessages[] | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly body: unknown

  constructor(failure: ApiFailure) {
    super(failure.detail === '' ? `HTTP ${failure.status}` : failure.detail, { cause: failure.cause })
    this.status = failure.status
    this.detail = failure.detail
    this.fields = failure.fields ?? {}
    this.records = failure.records
    this.requestId = failure.requestId
    this.retryAfter = failure.retryAfter
    this.body = failure.body
  }

  /** True if the service was not reached: no network, or the service is not running. */
  get unreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 504
  }
}

/** Returns the error of a response without a success status. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined)
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const id = response.headers.get('x-request-id')
  return new ApiError({
    status: response.status,
    ...messagesOf(body),
    body,
    ...(id === null ? {} : { requestId: id }),
    ...(Number.isFinite(wait) ? { retryAfter: wait } : {}),
  })
}

function messagesOf(body: unknown): Pick<ApiFailure, 'detail' | 'fields' | 'records'> {
  if (Array.isArray(body)) {
    const records = body.map(fieldMessages)
    return { detail: firstOf(records.find((record) => Object.keys(record).length > 0)), records }
  }
  if (typeof body !== 'object' || body === null) return { detail: '' }
  if ('detail' in body && typeof body.detail === 'string') {
    const { detail } = body
    // Tasks name the parameter that they reject.
    const named = 'parameter' in body && typeof body.parameter === 'string'
    return named ? { detail, fields: { [String(body.parameter)]: [detail] } } : { detail }
  }
  const fields = fieldMessages(body)
  return { detail: firstOf(fields), fields }
}

function fieldMessages(body: unknown): FieldMessages {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).map(([name, messages]: [string, unknown]) => [
      name,
      (Array.isArray(messages) ? messages : [messages]).map(String),
    ]),
  )
}

const firstOf = (fields: FieldMessages = {}): string => Object.values(fields)[0]?.[0] ?? ''

/** Converts any thrown value to an `ApiError` that a screen can show. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({
    status: -1,
    detail: error instanceof Error ? error.message : String(error),
    cause: error,
  })
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
