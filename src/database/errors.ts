/**
 * Turns failures of the database as a service (gone, full, overloaded, too slow) into errors of ours, by
 * SQLSTATE. Faults of the data (constraints, types) pass unchanged: only the room that wrote the statement
 * knows which field they are about.
 */
import { DatabaseError } from 'pg'
import type { ErrorCode } from '../errors/catalogue.ts'
import { ServiceError } from '../errors/service-error.ts'
import { connectionReason } from './primary.ts'

/** A full SQLSTATE, or its first two letters for a whole class. */
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

/** What the driver says without giving a code. */
const byDriverMessage: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^timeout exceeded when trying to connect$/, 'overloaded'],
  [/^Cannot use a pool after calling end/, 'shutting_down'],
  [/^Connection terminated|^Client (was closed|has encountered a connection error)/, 'database_unavailable'],
]

/** Seconds after which trying again may help. */
const retryAfter: Partial<Record<ErrorCode, string>> = {
  database_unavailable: '2',
  overloaded: '2',
  shutting_down: '5',
  statement_timeout: '30',
}

/**
 * The `ServiceError` for a failure of the database; any other error comes back as it is, so that
 * `throw translateDatabaseError(error)` is always right. Only for errors that are known to come from the
 * driver: a reset connection to a client of the service looks the same.
 */
export function translateDatabaseError(error: unknown): unknown {
  const code = databaseErrorCode(error)
  return code === undefined ? error : asServiceError(code, error)
}

/** The code of ours for a failure of the database, if it is one. */
export function databaseErrorCode(error: unknown): ErrorCode | undefined {
  if (error instanceof ServiceError || !(error instanceof Error)) return undefined
  if (error instanceof AggregateError) return databaseErrorCode(error.errors[0])
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (error instanceof DatabaseError) {
    return bySqlState.get(code ?? '') ?? bySqlState.get(code?.slice(0, 2) ?? '')
  }
  if (code !== undefined && connectionFailures.has(code)) return 'database_unavailable'
  return byDriverMessage.find(([pattern]) => pattern.test(error.message))?.[1]
}

/** A failure of the database as an error of ours, the driver's error as its cause. */
export function asServiceError(code: ErrorCode, cause: unknown): ServiceError {
  const seconds = retryAfter[code]
  const reason = connectionReason(cause)
  return new ServiceError(
    code,
    { reason },
    { cause, headers: seconds === undefined ? {} : { 'Retry-After': seconds } },
  )
}

/** Whether running the same transaction again can succeed: deadlocks and serialization failures. */
export function isRetryable(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error
  return cause instanceof DatabaseError && (cause.code === '40001' || cause.code === '40P01')
}
