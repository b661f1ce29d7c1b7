/**
 * Converts failures of the database service (unavailable, full, overloaded, too slow) to errors of this service, by
 * SQLSTATE. Errors of the data (constraints, types) are not converted, because only the code that wrote the statement
 * knows the field.
 */
import { DatabaseError } from 'pg'
import type { ErrorCode } from '../errors/catalogue.ts'
import { foreignText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import { UnreadCopy } from './copied-bytes.ts'
import { connectionReason } from './primary.ts'

/** SQLSTATE of a record whose unique values another record has. */
export const uniqueViolation = '23505'

/** SQLSTATE of a lock that was not free within `lock_timeout`. */
export const lockNotAvailable = '55P03'

/** Error codes by SQLSTATE, or by its first two letters for a whole class. */
const bySqlState: ReadonlyMap<string, ErrorCode> = new Map([
  ['08', 'database_unavailable'],
  ['57P01', 'database_unavailable'],
  ['57P02', 'database_unavailable'],
  ['57P03', 'database_unavailable'],
  ['57P05', 'database_unavailable'],
  ['57014', 'statement_timeout'],
  ['25P04', 'statement_timeout'],
  ['53100', 'disk_full'],
  ['53', 'overloaded'],
  [lockNotAvailable, 'tables_locked'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['28', 'unusable_database'],
  ['3D000', 'unusable_database'],
])

const connectionFailures: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EACCES',
])

/** Errors of the driver without a code, by message. */
const byDriverMessage: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^timeout exceeded when trying to connect$/, 'overloaded'],
  [/^Cannot use a pool after calling end/, 'shutting_down'],
  [/^Connection terminated|^Client (was closed|has encountered a connection error)/, 'database_unavailable'],
]

/** Seconds after which a retry may succeed. */
const retryAfter = {
  database_unavailable: '2',
  overloaded: '2',
  shutting_down: '5',
  statement_timeout: '30',
  tables_locked: '5',
} as const satisfies Partial<Record<ErrorCode, string>>
const retryAfterOf: ReadonlyMap<string, string> = new Map(Object.entries(retryAfter))

/**
 * Returns the `ServiceError` of a failure of the database, and every other error unchanged, so that `throw
 * translateDatabaseError(error)` is always correct. Only for errors that are known to come from the driver, because a
 * reset connection to a client of the service looks the same.
 */
export function translateDatabaseError(error: unknown): unknown {
  const code = databaseErrorCode(error)
  return code === undefined ? error : asServiceError(code, error)
}

/** Returns the error code of this service for a failure of the database; undefined for other errors. */
function databaseErrorCode(error: unknown): ErrorCode | undefined {
  if (error instanceof ServiceError || !(error instanceof Error)) return undefined
  if (error instanceof AggregateError) return databaseErrorCode(error.errors[0])
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (error instanceof DatabaseError) {
    return bySqlState.get(code ?? '') ?? bySqlState.get(code?.slice(0, 2) ?? '')
  }
  if (code !== undefined && connectionFailures.has(code)) return 'database_unavailable'
  return byDriverMessage.find(([pattern]) => pattern.test(error.message))?.[1]
}

/** Returns a failure of the database as an error of this service, with the driver's error as its cause. */
export function asServiceError(code: ErrorCode, cause: unknown): ServiceError {
  const seconds = retryAfterOf.get(code)
  const reason = foreignText(connectionReason(cause))
  return new ServiceError(
    code,
    { reason },
    { cause, headers: seconds === undefined ? {} : { 'Retry-After': seconds } },
  )
}

/** Failures of a further server that cannot be used: it does not answer, lacks the database or refuses the role. */
const serverFailures: ReadonlySet<string> = new Set(['database_unavailable', 'unusable_database'])

/** Names the server in the failure of a further one, which concerns its scenarios only. */
export function onServer(server: string, error: unknown): unknown {
  if (!(error instanceof ServiceError) || !serverFailures.has(error.code)) return error
  const { reason } = error.params
  return new ServiceError(
    'scenario_server_unavailable',
    reason === undefined ? { server } : { server, reason },
    { cause: error.cause, headers: { 'Retry-After': retryAfter.database_unavailable, ...error.headers } },
  )
}

/** Returns whether a retry of the same transaction can succeed: after deadlocks and serialization failures. */
export function isRetryable(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error
  return cause instanceof DatabaseError && (cause.code === '40001' || cause.code === '40P01')
}

/** Returns whether a lock was not free within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === lockNotAvailable
}

/** Returns whether another record with the same unique values exists already. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === uniqueViolation
}

/**
 * Converts an error in a scope. A network error is attributed to the database only if its connection broke, and was not
 * closed because its copy was not read.
 */
export function scopeError(error: unknown, broken: Error | undefined): unknown {
  if (error instanceof ServiceError) return error
  if (error instanceof DatabaseError) return translateDatabaseError(error)
  if (broken !== undefined && !(broken instanceof UnreadCopy))
    return asServiceError('database_unavailable', error)
  return databaseErrorCode(error) !== undefined && !(error instanceof Error && 'code' in error)
    ? translateDatabaseError(error)
    : error
}
