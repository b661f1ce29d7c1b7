/**
 * The bytes of a request body: inflated when they are compressed, never more than a limit, and not waited for
 * without end. The request stream itself is left open, so that an answer can still be sent.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { ServiceError } from '../../errors/service-error.ts'

export interface BodySource {
  readonly stream: Readable
  readonly headers: IncomingHttpHeaders
  /** Called before the first byte is read: a client may be waiting for `100 Continue`. */
  readonly onStart?: () => void
}

export interface BodyLimits {
  /** Bytes, after inflating. */
  readonly size: number
  /** Milliseconds without a byte after which the client is given up. */
  readonly idle: number
  /** Told of bytes that will stay in memory; may throw. */
  readonly reserve?: (bytes: number) => void
}

const inflaters: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Whether the request announces a body at all. A chunked one may still turn out to be empty. */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] !== undefined && headers['content-length'] !== '0'
}

/**
 * Pieces of the body. Throws `body_too_large`, `request_timeout`, `unsupported_media_type` for an unknown
 * compression, `malformed_body` for broken compressed data, `canceled` when the client goes away.
 */
export async function* readBytes(source: BodySource, limits: BodyLimits): AsyncGenerator<Buffer> {
  if (!announcesBody(source.headers)) return
  const encoding = (source.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const inflater = Object.hasOwn(inflaters, encoding) ? inflaters[encoding] : undefined
  if (inflater === undefined && encoding !== 'identity' && encoding !== '') {
    throw new ServiceError(
      'unsupported_media_type',
      { type: `Content-Encoding: ${encoding.slice(0, 100)}` },
      { headers: { 'Accept-Encoding': 'gzip, br, zstd' } },
    )
  }
  // A compressed body is larger still when inflated, so its length on the wire says enough for both.
  if (Number(source.headers['content-length'] ?? 0) > limits.size) throw tooLarge(limits)
  source.onStart?.()
  const arriving = patiently(source.stream, limits.idle)
  yield* limited(inflater === undefined ? arriving : inflated(arriving, inflater()), limits)
}

const tooLarge = ({ size }: BodyLimits): ServiceError =>
  new ServiceError('body_too_large', { limit: size }, { headers: { Connection: 'close' } })

async function* limited(pieces: AsyncIterable<Buffer>, limits: BodyLimits): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > limits.size) throw tooLarge(limits)
    yield piece
  }
}

/** The pieces as they come. Gives up when none comes, or when over a minute they come at a trickle. */
async function* patiently(stream: Readable, idle: number): AsyncGenerator<Buffer> {
  // One promise for all pieces would keep every one of them in memory: a race leaves its outcome with the loser.
  let late = Promise.withResolvers<never>()
  const giveUp = (): void => {
    late.reject(new ServiceError('request_timeout', {}, { headers: { Connection: 'close' } }))
  }
  const timer = setTimeout(() => giveUp(), idle)
  const begun = performance.now()
  let size = 0
  try {
    // Reading to an end by itself would otherwise close the connection on which the answer is due.
    const pieces: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false })
    for (;;) {
      late = Promise.withResolvers<never>()
      late.promise.catch(() => undefined)
      const elapsed = performance.now() - begun
      if (elapsed > 2 * idle && size / elapsed < slowest) giveUp()
      timer.refresh()
      const next = await Promise.race([pieces.next(), late.promise])
      if (next.done === true) return
      size += next.value.length
      yield next.value
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('canceled', {}, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Bytes per millisecond: a modem's speed. */
const slowest = 1

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

/** The whole body as one buffer. */
export async function readAll(source: BodySource, limits: BodyLimits): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readBytes(source, limits)) {
    limits.reserve?.(piece.length)
    pieces.push(piece)
  }
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}
