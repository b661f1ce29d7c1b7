/** Limits of request bodies: each route names the kind of its body, and each kind has its limits. */
import type { Settings } from '../../settings/settings.ts'
import type { PaceLimits } from './pace.ts'

/**
 * `none`: the route reads no body; `anonymous`: sent before sign-in; `object`: one object or a few settings; `batch`:
 * edits of a grid, as one object; `bulk`: records of the data API; `upload`: files.
 */
export type BodyKind = 'none' | 'anonymous' | 'object' | 'batch' | 'bulk' | 'upload'

/** Limits of one body. All of them are checked while the body arrives. */
export interface BodyPolicy {
  /** Maximum size in bytes, after decompression. */
  readonly maxBytes: number
  /** Maximum size of a form in bytes; a form is one record. */
  readonly maxFormBytes: number
  readonly maxFormFields: number
  /** Maximum number of values and names of a JSON text. */
  readonly maxValues: number
  /** Maximum size in bytes of one record: an element of a list, a line, or the object that is the whole body. */
  readonly maxRecordBytes: number
  /** Maximum number of values and names of one record. */
  readonly maxRecordValues: number
  /** Maximum nesting depth of lists and objects. */
  readonly maxDepth: number
  /** If true, the body may be compressed. */
  readonly compressed: boolean
  /** If true, records may be sent line by line. */
  readonly lines: boolean
  readonly pace: PaceLimits
}

export type BodyPolicies = Readonly<Record<BodyKind, BodyPolicy>>

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Maximum nesting depth: deeper values are not planning data, and could exhaust the stack of recursive functions. */
const maxDepth = 100

/** Timeout of a body before sign-in, in milliseconds: a name and a password fit into one packet. */
const anonymousDeadlineMs = 5_000

/** Timeout of a body of any size, in milliseconds, and the time that each byte adds: 100 KB/s, a slow line. */
const baseDeadlineMs = 120_000
const deadlineMsPerByte = 1 / 100

/**
 * Window of waiting time in milliseconds in which the minimum rate must be reached: a client may pause, but not send
 * continuously at a very low rate.
 */
const rateWindowMs = 30_000

/** Returns the limits of all kinds of bodies. */
export function bodyPolicies(
  settings: Pick<Settings, 'MAX_BODY_SIZE' | 'MAX_BODY_VALUES' | 'MAX_RECORD_SIZE' | 'MIN_BODY_RATE'>,
): BodyPolicies {
  const { MAX_BODY_SIZE: maxBytes, MAX_BODY_VALUES: maxValues, MAX_RECORD_SIZE: maxRecordBytes } = settings
  const pace: PaceLimits = {
    windowMs: rateWindowMs,
    minBytesPerSecond: settings.MIN_BODY_RATE,
    deadlineMs: baseDeadlineMs,
    deadlineMsPerByte,
  }
  const anonymous: BodyPolicy = {
    maxBytes: 16 * kilobyte,
    maxFormBytes: 16 * kilobyte,
    maxFormFields: 20,
    maxValues: 100,
    maxRecordBytes: 16 * kilobyte,
    maxRecordValues: 100,
    maxDepth: 5,
    compressed: false,
    lines: false,
    pace: { ...pace, deadlineMs: anonymousDeadlineMs, deadlineMsPerByte: 0 },
  }
  const objectBytes = Math.min(maxBytes, maxRecordBytes)
  const object: BodyPolicy = {
    maxBytes: objectBytes,
    maxFormBytes: objectBytes,
    maxFormFields: 1_000,
    maxValues: 20_000,
    maxRecordBytes: objectBytes,
    maxRecordValues: 20_000,
    maxDepth,
    compressed: true,
    lines: false,
    pace,
  }
  const batchBytes = Math.min(maxBytes, 8 * megabyte)
  return {
    none: { ...anonymous, maxBytes: 0, maxFormBytes: 0 },
    anonymous,
    object,
    batch: {
      ...object,
      maxBytes: batchBytes,
      maxRecordBytes: batchBytes,
      maxValues: 250_000,
      maxRecordValues: 250_000,
    },
    bulk: {
      ...object,
      maxBytes,
      // The HTML page of a list sends a whole list of records in one field.
      maxFormBytes: batchBytes,
      maxValues,
      lines: true,
    },
    // The module that stores files limits their bytes.
    upload: { ...object, maxBytes: Number.MAX_SAFE_INTEGER },
  }
}
