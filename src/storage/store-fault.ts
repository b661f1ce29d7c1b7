/** Translates errors of the S3 client into errors that say what to do. */
import { foreignText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'

/** Seconds after which a client may try again while the store cannot be reached. */
const retrySeconds = '10'

const busyStatus = 429

interface StoreError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number }
}

const isStoreError = (error: unknown): error is StoreError => error instanceof Error

/** Returns the HTTP status with which the store has answered; undefined if it has not answered. */
export function storeStatus(error: unknown): number | undefined {
  return isStoreError(error) ? error.$metadata?.httpStatusCode : undefined
}

/** Matches errors that occur before a request is sent, because the client has no credentials or no region. */
const configurationError = /CredentialsProviderError|region is missing/i

/** Translates an error into `store_unavailable`, `store_refused` or `canceled`. Returns other errors unchanged. */
export function storeFault(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted === true) return new ServiceError('canceled', {}, { cause: error })
  // Type errors are faults of this program.
  if (!isStoreError(error) || error instanceof ServiceError || error instanceof TypeError) return error
  const status = storeStatus(error)
  const reason = foreignText(reasonOf(error, status))
  const refused =
    status === undefined
      ? configurationError.test(`${error.name}: ${error.message}`)
      : status < 500 && status !== busyStatus
  if (refused) return new ServiceError('store_refused', { reason }, { cause: error })
  const headers = { 'Retry-After': retrySeconds }
  return new ServiceError('store_unavailable', { reason }, { cause: error, headers })
}

function reasonOf(error: Error, status: number | undefined): string {
  const { name } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : name
  const text = status === undefined ? error.message || code : `${code}, HTTP ${status}`
  return text.replace(/\.$/, '').slice(0, 300)
}

/** Runs an operation of the store and translates its errors. */
export async function onStore<Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw storeFault(error, signal)
  }
}
