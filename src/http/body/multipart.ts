/** Parses multipart bodies, of forms and of files. Parsing ends at the first part beyond a limit: skipping costs as much as reading. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import { ServiceError } from '../../errors/service-error.ts'

export interface MultipartOptions {
  readonly contentType: string
  readonly limits: NonNullable<BusboyConfig['limits']>
  /** Whether names of files keep the folders in front of them. */
  readonly preservePath?: boolean
  /** What is thrown when there are more fields, files or parts than the limits allow. */
  readonly tooMany: () => ServiceError
  /** What is thrown when the header names no boundary. */
  readonly noBoundary: (cause: unknown) => ServiceError
  /** Adds listeners to the parser. */
  readonly listen: (parser: InstanceType<typeof Busboy>) => void
  readonly signal?: AbortSignal
}

/** Parses a body to its end. Throws what the options name, what `pieces` throw, and errors of the parser. */
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
    await pipeline(Readable.from(pieces, { objectMode: false }), parser, { signal: ends })
  } catch (error) {
    ends.throwIfAborted()
    throw error
  }
  ends.throwIfAborted()
}
