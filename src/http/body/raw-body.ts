/**
 * The bytes of a request body: inflated when they are compressed, never more than a limit, and not waited for
 * without end. The request stream itself is left open, so that an answer can still be sent.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { ServiceError } from '../../errors/service-error.ts'
import { Pace, type PaceLimits } from './pace.ts'

export interface BodySource {
  readonly stream: Readable
  readonly headers: IncomingHttpHeaders
  /** Called before the first byte is read: a client may be waiting for `100 Continue`. */
  readonly onStart?: () => void
}

export interface BodyLimits {
  /** Bytes, after inflating. */
  readonly size: number
  /** Whether the body may be compressed. */
  readonly compressed: boolean
  readonly pace: PaceLimits
  /** Aborts when the client has to make room for others. */
  readonly signal?: AbortSignal
}

/** The same bytes repeated inflate to a thousand times as many; records to ten or thirty times. */
const largestRatio = 100

/** Inflated bytes for which the ratio does not matter: small texts may repeat themselves. */
const freeOfRatio = 1024 * 1024

/**
 * Bytes of a piece that is small, and how many of them are taken one by one. A client may send each byte as a chunk of
 * its own: waiting for a turn of the event loop joins what has arrived meanwhile, and lets others have theirs.
 */
const smallPieceBytes = 1024
const mostSmallPieces = 16

/** An inflater hands on this much at a time. */
const options = { chunkSize: 65_536 }

const inflaters: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(options),
  'x-gzip': () => createGunzip(options),
  br: () => createBrotliDecompress(options),
  zstd: () => createZstdDecompress(options),
}

/** Whether the request announces a body at all. A chunked one may still turn out to be empty. */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] !== undefined && headers['content-length'] !== '0'
}

/**
 * Pieces of the body. Throws `body_too_large`, `request_timeout`, `unsupported_media_type` for an unknown
 * compression or one where none may be, `malformed_body` for broken compressed data, `canceled` when the client goes
 * away.
 */
export async function* readBytes(source: BodySource, limits: BodyLimits): AsyncGenerator<Buffer> {
  if (!announcesBody(source.headers)) return
  const encoding = (source.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const isPlain = encoding === 'identity' || encoding === ''
  const inflater = limits.compressed && Object.hasOwn(inflaters, encoding) ? inflaters[encoding] : undefined
  if (inflater === undefined && !isPlain) {
    throw new ServiceError(
      'unsupported_media_type',
      { type: `Content-Encoding: ${encoding.slice(0, 100)}` },
      { headers: { 'Accept-Encoding': limits.compressed ? 'gzip, br, zstd' : 'identity' } },
    )
  }
  // A useful compressed body is larger still when inflated, so its length on the wire says enough for both.
  if (Number(source.headers['content-length'] ?? 0) > limits.size) throw tooLarge(limits.size)
  source.onStart?.()
  const whole = inflater === undefined ? arrived(source) : undefined
  if (whole !== undefined) {
    yield whole
    return
  }
  const count: Count = { wire: 0, inflated: 0 }
  const arriving = inTime(source.stream, limits, count)
  if (inflater === undefined) yield* limited(arriving, () => limits.size)
  else {
    const most = (): number => Math.min(limits.size, Math.max(freeOfRatio, count.wire * largestRatio))
    for await (const piece of limited(inflated(useful(arriving, limits, count), inflater()), most)) {
      count.inflated += piece.length
      yield piece
    }
  }
}

/**
 * A body that has arrived as a whole, as small ones do with their headers: there is nothing to wait for. Undefined for all
 * others.
 */
function arrived({ stream, headers }: BodySource): Buffer | undefined {
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (stream.readableLength !== length || stream.destroyed) return undefined
  const bytes: unknown = stream.read()
  return bytes instanceof Buffer && bytes.length === length ? bytes : undefined
}

/** Bytes of a body so far. */
interface Count {
  /** That have arrived, before inflating. */
  wire: number
  inflated: number
}

/** Bytes by which compression makes a body larger that cannot be compressed, beside a hundredth of it. */
const packingBytes = 65_536

/** Bytes that an inflater may take before it gives any: the largest window of Brotli. */
const windowBytes = 16 * 1024 * 1024

/**
 * The compressed pieces as long as they become bytes of the body: empty blocks, empty members and skipped frames can go on
 * without end, and nobody who counts inflated bytes sees them. Throws `body_too_large` and `malformed_body`.
 */
async function* useful(
  pieces: AsyncIterable<Buffer>,
  { size }: BodyLimits,
  count: Readonly<Count>,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (count.wire > size * 1.01 + packingBytes) throw tooLarge(size)
    if (count.wire > count.inflated * 1.01 + windowBytes) {
      const reason = 'its compressed data is longer than what it inflates to'
      throw new ServiceError('malformed_body', { reason }, { headers: { Connection: 'close' } })
    }
    yield piece
  }
}

const tooLarge = (limit: number): ServiceError =>
  new ServiceError('body_too_large', { limit }, { headers: { Connection: 'close' } })

/** The pieces as long as they are no more bytes than allowed. Throws `body_too_large`. */
export async function* limited(pieces: AsyncIterable<Buffer>, most: () => number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > most()) throw tooLarge(most())
    yield piece
  }
}

/** The pieces as they come. Throws `request_timeout` when they come too slowly, or the signal aborts. */
async function* inTime(
  stream: Readable,
  { pace: limits, signal }: BodyLimits,
  count: Count,
): AsyncGenerator<Buffer> {
  const pace = new Pace(limits)
  // One promise for all pieces would keep every one of them in memory: a race leaves its outcome with the loser.
  let late = Promise.withResolvers<never>()
  const giveUp = (): void => {
    late.reject(new ServiceError('request_timeout', {}, { headers: { Connection: 'close' } }))
  }
  signal?.addEventListener('abort', giveUp)
  let timer: NodeJS.Timeout | undefined
  try {
    // Reading to an end by itself would otherwise close the connection on which the answer is due.
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
  // The outcome arrives at whoever reads the inflater.
  const whole = pipeline(Readable.from(pieces, { objectMode: false }), inflater, () => undefined)
  try {
    const inflatedPieces: AsyncIterable<Buffer> = whole
    yield* inflatedPieces
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError(
      'malformed_body',
      { reason: `broken compressed data (${reason})` },
      { cause: error },
    )
  }
}
