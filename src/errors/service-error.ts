/**
 * The error type of the service: a stable code, an HTTP status and a message that says what to do.
 *
 * Messages are stored as code and parameters and formatted in the language of the reader.
 */
import { errorCatalogue, type ErrorCode } from './catalogue.ts'
import { messageText, type Message, type MessageTexts } from './messages.ts'

/** Faults of one record: messages by field, `non_field_errors` for the whole record. */
export type RecordErrors = Readonly<Record<string, readonly Message[]>>

/** Key of faults of a whole record. */
export const recordLevel = 'non_field_errors'

export interface ErrorOptions {
  readonly cause?: unknown
  /** Faults of a single object or of query parameters, in the response as `{"<field>": ["…"]}`. */
  readonly fields?: RecordErrors
  /** Faults by index of a batch; valid records have none. In the response as `[{}, {"<field>": ["…"]}]`. */
  readonly records?: BatchErrors
  /** Response headers of the error, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface BatchErrors {
  readonly total: number
  readonly byIndex: ReadonlyMap<number, RecordErrors>
}

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly params: Readonly<Record<string, string | number>>
  readonly fields: RecordErrors | undefined
  readonly records: BatchErrors | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    params: Readonly<Record<string, string | number>> = {},
    options: ErrorOptions = {},
  ) {
    super(messageText({ code, params }), { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.status = errorCatalogue[code]
    this.params = params
    this.fields = options.fields
    this.records = options.records
    this.headers = options.headers ?? {}
  }

  /** Returns the message in the language of `texts` (see `loadMessages`); English by default. */
  detail(texts?: MessageTexts): string {
    return messageText({ code: this.code, params: this.params }, texts)
  }
}

/** Returns an error with status 400 for the fields of one object. */
export function fieldErrors(fields: RecordErrors): ServiceError {
  return new ServiceError('invalid_record', {}, { fields })
}
