/**
 * Parses multipart bodies of forms and files. Parsing ends at the first part above a limit: skipping parts costs as
 * much as reading them.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import { ServiceError } from '../../errors/service-error.ts'

export interface MultipartOptions {
  readonly contentType: string
  readonly limits: NonNullable<BusboyConfig['limits']>
  /** If true, file names keep their folders. */
  readonly preservePath?: boolean
  /** Creates the error for more fields, files or parts than the limits allow. */
  readonly tooMany: () => ServiceError
  /** Creates the error for a header without a boundary. */
  readonly noBoundary: (cause: unknown) => ServiceError
  /** Adds listeners to the parser. */
  readonly listen: (parser: InstanceType<typeof Busboy>) => void
  readonly signal?: AbortSignal
}

/** Parses a body to its end. Throws the errors of the options, of `pieces` and of the parser. */
export async function parseMultipart(
  pieces: AsyncIterable<Buffer>,
  options: MultipartOptions,
): Promise<void> {
  const { contentType, limits, preservePath = false, tooMany, noBoundary, listen, signal } = options
  let parser
  try {
    parser = new Busboy({ headers: { 'content-type': contentType }, preservePath, limits })
  } catch (cause) {
    throw noBoundary(cause)
  }
  const stop = new AbortController()
  for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(event, () => stop.abort(tooMany()))
  }
  listen(parser)
  const ends = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal])
  try {
    await pipeline(Readable.from(inSlices(pieces), { objectMode: false }), parser, { signal: ends })
  } catch (error) {
    ends.throwIfAborted()
    throw error
  }
  ends.throwIfAborted()
}

/** Number of bytes per slice of a piece with many parts: after each slice the limits may end the parsing. */
const sliceBytes = 4_096

/**
 * Number of line ends followed by two hyphens, as before each part, from which a piece counts as one with many parts.
 */
const manyParts = 20

/**
 * Yields the pieces; pieces with many parts are cut into slices, because thousands of empty parts must not delay
 * other requests.
 */
async function* inSlices(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const length = holdsManyParts(piece) ? sliceBytes : piece.length
    for (let at = 0; at < piece.length; at += length) yield piece.subarray(at, at + length)
  }
}

function holdsManyParts(piece: Buffer): boolean {
  let found = 0
  for (let at = piece.indexOf('\n--'); at !== -1 && found < manyParts; at = piece.indexOf('\n--', at + 3))
    found += 1
  return found === manyParts
}
