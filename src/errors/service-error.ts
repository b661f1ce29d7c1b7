/**
 * The error type of the service: a stable code, an HTTP status and a message that says what to do.
 *
 * Messages are stored as code and parameters and formatted in the language of the reader.
 */
import { errorCatalogue, type ErrorCode, type OperatorCode } from './catalogue.ts'
import { messageText, type Message, type MessageParams, type MessageTexts } from './messages.ts'
import { errorText, foreignText } from './plain-text.ts'

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

/**
 * Parameters of an error. Sentences of the service are messages, so that the whole text is in the language of the
 * reader; `foreignText` marks texts of other programs.
 */
export type ErrorParams = MessageParams & { readonly reason?: Message; readonly remedy?: Message }

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly params: ErrorParams
  readonly fields: RecordErrors | undefined
  readonly records: BatchErrors | undefined
  readonly headers: Readonly<Record<string, string>>

  /** The texts of these codes are for those who run the service, in English. */
  constructor(code: OperatorCode, params?: MessageParams, options?: ErrorOptions)
  constructor(code: ErrorCode, params?: ErrorParams, options?: ErrorOptions)
  constructor(code: ErrorCode, params: MessageParams = {}, options: ErrorOptions = {}) {
    super(messageText({ code, params }), { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.status = errorCatalogue[code]
    this.params = errorParams(params)
    this.fields = options.fields
    this.records = options.records
    this.headers = options.headers ?? {}
  }

  /** Returns the message in the language of `texts` (see `loadMessages`); English by default. */
  detail(texts?: MessageTexts): string {
    return messageText({ code: this.code, params: this.params }, texts)
  }
}

/** Returns the parameters with a message as reason and as remedy. Extension modules in JavaScript may pass texts. */
function errorParams(params: MessageParams): ErrorParams {
  const { reason, remedy, ...others } = params
  return {
    ...others,
    ...(reason === undefined ? {} : { reason: asMessage(reason) }),
    ...(remedy === undefined ? {} : { remedy: asMessage(remedy) }),
  }
}

const asMessage = (value: string | number | Message): Message =>
  typeof value === 'object' ? value : foreignText(String(value))

/** Returns the message of an error: of another program, its text. */
export const messageOf = (error: unknown): Message =>
  error instanceof ServiceError ? { code: error.code, params: error.params } : errorText(error)

/** Returns an error with status 400 for the fields of one object. */
export function fieldErrors(fields: RecordErrors): ServiceError {
  return new ServiceError('invalid_record', {}, { fields })
}
