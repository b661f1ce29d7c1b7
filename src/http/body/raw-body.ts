/**
 * Reads the bytes of a request body: decompresses them, limits their number, and limits the waiting time. The request
 * stream itself stays open, so that a response can still be sent.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { Pace, type PaceLimits } from './pace.ts'

export interface BodySource {
  readonly stream: Readable
  readonly headers: IncomingHttpHeaders
  /** Called before the first byte is read, because a client may be waiting for `100 Continue`. */
  readonly onStart?: () => void
}

export interface BodyLimits {
  /** Maximum number of bytes, after decompression. */
  readonly size: number
  /** If true, the body may be compressed. */
  readonly compressed: boolean
  readonly pace: PaceLimits
  /** Aborts if the client must make room for others. */
  readonly signal?: AbortSignal
}

/** Number of decompressed bytes up to which the ratio is not checked, because small texts may be repetitive. */
const freeOfRatio = 1024 * 1024

/**
 * Size in bytes below which a piece is small, and number of small pieces that are read one by one. A client may send
 * each byte as its own chunk: waiting for a turn of the event loop joins pieces that have arrived meanwhile, and lets
 * other requests run.
 */
const smallPieceBytes = 1024
const mostSmallPieces = 16

/** Size of the output buffers of a decompressor. */
const options = { chunkSize: 65_536 }

interface Encoding {
  readonly createInflater: () => Transform
  /**
   * Maximum compression ratio. Records reach ten to thirty, but thousands of records with long and equal values 250
   * with gzip, 900 with zstd and 1,000 with br. Repeated bytes reach 1,030 with gzip, 30,000 with zstd and 600,000
   * with br. The size of the body is limited as well.
   */
  readonly largestRatio: number
}

const gzip: Encoding = { createInflater: () => createGunzip(options), largestRatio: 500 }

const encodings: Readonly<Record<string, Encoding>> = {
  gzip,
  'x-gzip': gzip,
  br: { createInflater: () => createBrotliDecompress(options), largestRatio: 2_000 },
  zstd: { createInflater: () => createZstdDecompress(options), largestRatio: 2_000 },
}

/** Returns true if the request announces a body. A chunked body may still be empty. */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] !== undefined && headers['content-length'] !== '0'
}

/**
 * Yields the pieces of the body. Throws `body_too_large`, `body_too_repetitive`, `request_timeout`, `unsupported_media_type` for an
 * unknown compression or one that is not allowed, `malformed_body` for invalid compressed data, `canceled` if the client
 * disconnects.
 */
export async function* readBytes(source: BodySource, limits: BodyLimits): AsyncGenerator<Buffer> {
  if (!announcesBody(source.headers)) return
  const name = (source.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const isPlain = name === 'identity' || name === ''
  const encoding = limits.compressed && Object.hasOwn(encodings, name) ? encodings[name] : undefined
  if (encoding === undefined && !isPlain) {
    const accepted = limits.compressed ? 'gzip, br, zstd' : 'identity'
    throw new ServiceError(
      'unsupported_media_type',
      { type: `Content-Encoding: ${name.slice(0, 100)}`, accepted },
      { headers: { 'Accept-Encoding': accepted } },
    )
  }
  // Useful compressed data grows when it is decompressed, so the compressed length is sufficient for this check too.
  if (Number(source.headers['content-length'] ?? 0) > limits.size) throw tooLarge(limits.size)
  source.onStart?.()
  const whole = encoding === undefined ? arrived(source) : undefined
  if (whole !== undefined) {
    yield whole
    return
  }
  const count: Count = { wire: 0, inflated: 0 }
  const arriving = inTime(source.stream, limits, count)
  if (encoding === undefined) yield* limited(arriving, () => limits.size)
  else {
    const { createInflater, largestRatio } = encoding
    for await (const piece of limited(
      inflated(useful(arriving, limits, count), createInflater()),
      () => limits.size,
    )) {
      count.inflated += piece.length
      if (count.inflated > Math.max(freeOfRatio, count.wire * largestRatio)) throw tooRepetitive(largestRatio)
      yield piece
    }
  }
}

/**
 * Returns a body that has completely arrived, as small bodies do with their headers, so that reading needs no
 * waiting; undefined for all other bodies.
 */
function arrived({ stream, headers }: BodySource): Buffer | undefined {
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (stream.readableLength !== length || stream.destroyed) return undefined
  const bytes: unknown = stream.read()
  return bytes instanceof Buffer && bytes.length === length ? bytes : undefined
}

/** Number of bytes of a body so far. */
interface Count {
  /** Number of received bytes, before decompression. */
  wire: number
  inflated: number
}

/** Number of bytes by which compression may enlarge incompressible data, in addition to one percent of its size. */
const packingBytes = 65_536

/** Number of bytes that a decompressor may read before its first output: the largest window of Brotli. */
const windowBytes = 16 * 1024 * 1024

/**
 * Yields the compressed pieces as long as they produce output: empty blocks, empty members and skipped frames can be
 * endless, and the limit of decompressed bytes does not count them. Throws `body_too_large` and `malformed_body`.
 */
async function* useful(
  pieces: AsyncIterable<Buffer>,
  { size }: BodyLimits,
  count: Readonly<Count>,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (count.wire > size * 1.01 + packingBytes) throw tooLarge(size)
    if (count.wire > count.inflated * 1.01 + windowBytes) {
      throw new ServiceError(
        'malformed_body',
        { reason: { code: 'compressed_longer' } },
        { headers: { Connection: 'close' } },
      )
    }
    yield piece
  }
}

/** The error of a body that is larger than its limit; the connection is closed because the rest is not read. */
export const tooLarge = (limit: number): ServiceError =>
  new ServiceError('body_too_large', { limit }, { headers: { Connection: 'close' } })

const tooRepetitive = (ratio: number): ServiceError =>
  new ServiceError('body_too_repetitive', { ratio }, { headers: { Connection: 'close' } })

/** Yields the pieces as long as their bytes are within the limit. Throws `body_too_large`. */
export async function* limited(pieces: AsyncIterable<Buffer>, most: () => number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > most()) throw tooLarge(most())
    yield piece
  }
}

/**
 * Yields the pieces as they arrive. Throws `request_timeout` if they arrive too slowly or the signal aborts, and
 * `canceled` if the stream fails.
 */
async function* inTime(
  stream: Readable,
  { pace: limits, signal }: BodyLimits,
  count: Count,
): AsyncGenerator<Buffer> {
  const pace = new Pace(limits)
  // Each piece has its own promise: a single promise for all would keep every piece in memory, because each race
  // attaches its result to the pending promise.
  let late = Promise.withResolvers<never>()
  const giveUp = (): void => {
    late.reject(new ServiceError('request_timeout', {}, { headers: { Connection: 'close' } }))
  }
  signal?.addEventListener('abort', giveUp)
  let timer: NodeJS.Timeout | undefined
  try {
    // By default, the end of the iteration would close the connection, which is still needed for the response.
    const pieces: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false })
    let small = 0
    for (;;) {
      if (small > mostSmallPieces) await nextTurn()
      late = Promise.withResolvers<never>()
      late.promise.catch(() => undefined)
      if (signal?.aborted === true) giveUp()
      const begun = performance.now()
      timer = setTimeout(giveUp, pace.leftMs)
      const next = await Promise.race([pieces.next(), late.promise])
      clearTimeout(timer)
      if (next.done === true) return
      pace.add(next.value.length, performance.now() - begun)
      count.wire += next.value.length
      if (next.value.length < smallPieceBytes) small += 1
      yield next.value
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('canceled', {}, { cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

async function* inflated(pieces: AsyncIterable<Buffer>, inflater: Transform): AsyncGenerator<Buffer> {
  // The reader of the decompressor receives the error.
  const whole = pipeline(Readable.from(pieces, { objectMode: false }), inflater, () => undefined)
  try {
    const inflatedPieces: AsyncIterable<Buffer> = whole
    yield* inflatedPieces
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError(
      'malformed_body',
      { reason: { code: 'compressed_broken', params: { reason: errorText(error) } } },
      { cause: error },
    )
  }
}
