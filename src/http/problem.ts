/**
 * Converts errors to responses: `{"detail": …}`, `{"<field>": ["…"]}` or `[{}, {"<field>": ["…"]}]`, in the language
 * of the client. Responses contain no internal details.
 */
import { Readable } from 'node:stream'
import { DatabaseError } from 'pg'
import { messageText, type MessageTexts } from '../errors/messages.ts'
import { errorText } from '../errors/plain-text.ts'
import {
  type BatchErrors,
  fieldErrors,
  type RecordErrors,
  recordLevel,
  ServiceError,
} from '../errors/service-error.ts'
import { translateDatabaseError } from '../database/errors.ts'
import { type Answer, jsonAnswer, jsonText } from './answer.ts'

/**
 * Converts any error to a `ServiceError`. An unknown error becomes `internal_error`, with the original as its cause.
 */
export function toServiceError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error
  const translated = translateDatabaseError(error)
  if (translated instanceof ServiceError) return translated
  if (isUnstorableText(error)) return fieldErrors({ [recordLevel]: [{ code: 'nul_character' }] })
  const status = statusOf(error)
  if (status >= 400 && status < 500 && error instanceof Error) {
    return new ServiceError('bad_request', { reason: errorText(error) }, { cause: error })
  }
  return new ServiceError('internal_error', { request: requestId }, { cause: error })
}

/** Returns true for texts with NUL that reached the database unchecked: they are errors of the client. */
const isUnstorableText = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '22021' || error.code === '22P05')

/** Returns the status of an error of the HTTP framework. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500
  return typeof error.statusCode === 'number' ? error.statusCode : 500
}

/** Minimum batch size for a streamed response; smaller batches are sent in one piece. */
const streamedFrom = 5_000

/** Converts the error to a response, in the language of the texts (see `loadMessages`). */
export function problemAnswer(error: ServiceError, texts: MessageTexts): Answer {
  const { status, headers, records, fields } = error
  if (records !== undefined) {
    const pieces = recordErrorTexts(records, texts)
    const body = records.total > streamedFrom ? Readable.from(pieces) : [...pieces].join('')
    return jsonText(status, body, headers)
  }
  if (fields !== undefined && Object.keys(fields).length > 0) {
    return jsonAnswer(status, describeFields(fields, texts), headers)
  }
  return jsonAnswer(status, { detail: error.detail(texts) }, headers)
}

/** Returns the messages by field, in words. */
export function describeFields(
  fields: RecordErrors,
  texts: MessageTexts,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [
      name,
      messages.map((message) => messageText(message, texts)),
    ]),
  )
}

/** Number of records per chunk of a streamed response. */
const pieceSize = 1_000

function* recordErrorTexts({ total, byIndex }: BatchErrors, texts: MessageTexts): Generator<string> {
  yield '['
  for (let start = 0; start < total; start += pieceSize) {
    const records = Array.from({ length: Math.min(pieceSize, total - start) }, (_, offset) => {
      const errors = byIndex.get(start + offset)
      return errors === undefined ? '{}' : JSON.stringify(describeFields(errors, texts))
    })
    yield (start === 0 ? '' : ',') + records.join(',')
  }
  yield ']'
}

/** Converts the error of a batch of one record to the error of the single object that the client sent. */
export function asSingle(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.records === undefined) return error
  const { code, params, headers, cause } = error
  return new ServiceError(code, params, { headers, cause, fields: error.records.byIndex.get(0) ?? {} })
}
