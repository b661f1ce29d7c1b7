/**
 * The one error type that leaves a room: a stable code, an HTTP status and a sentence that says what to do.
 *
 * Messages are kept as code plus parameters and put into words late, in the reader's language.
 */
import { errorCatalogue, type ErrorCode } from './catalogue.ts'
import { messageText, type Message, type MessageTexts } from './messages.ts'

/** What is wrong with one record: messages per field, `non_field_errors` for the record as a whole. */
export type RecordErrors = Readonly<Record<string, readonly Message[]>>

/** Name under which faults of a record as a whole are reported. */
export const recordLevel = 'non_field_errors'

export interface ErrorOptions {
  readonly cause?: unknown
  /** Faults of a single object or of query parameters: answered as `{"<field>": ["…"]}`. */
  readonly fields?: RecordErrors
  /** Faults by index of a batch; sound records have none. Answered as `[{}, {"<field>": ["…"]}]`. */
  readonly records?: BatchErrors
  /** Response headers that belong to the error, such as Retry-After. */
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

  /** The sentence in the language of the texts (see `loadMessages`), else in English. */
  detail(texts?: MessageTexts): string {
    return messageText({ code: this.code, params: this.params }, texts)
  }
}

/** Errors of one object's fields, as 400. */
export function fieldErrors(fields: RecordErrors): ServiceError {
  return new ServiceError('invalid_record', {}, { fields })
}
