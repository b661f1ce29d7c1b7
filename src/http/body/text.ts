/** Decodes bytes to text in the charset that a header names; rejects bytes that are invalid in the charset. */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { ServiceError } from '../../errors/service-error.ts'

/** Returns a decoder that throws on invalid input. Throws `unsupported_media_type` for an unknown charset. */
export function decoderOf(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: true })
  } catch {
    throw new ServiceError('unsupported_media_type', {
      type: `charset=${(charset ?? '').slice(0, 100)}`,
      accepted: 'charset=utf-8',
    })
  }
}

/** Decodes the next bytes; undefined flushes the remaining bytes. Throws `malformed_body`. */
export function decodePiece(decoder: TextDecoder, piece: Buffer | undefined): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch {
    throw invalidText(decoder.encoding, undefined)
  }
}

/**
 * Yields text of any charset in UTF-8. Throws `unsupported_media_type` for an unknown charset, and `malformed_body`.
 */
export async function* inUtf8(
  pieces: AsyncIterable<Buffer>,
  charset: string | undefined,
): AsyncGenerator<Buffer> {
  const decoder = decoderOf(charset)
  if (decoder.encoding === 'utf-8') yield* pieces
  else {
    for await (const piece of pieces) yield Buffer.from(decodePiece(decoder, piece))
    yield Buffer.from(decodePiece(decoder, undefined))
  }
}

/**
 * Decodes bytes. Throws `malformed_body` with the position of the first invalid byte.
 * @param offset number of bytes before these in the whole text
 */
export function decodeText(
  bytes: Buffer,
  charset: string | undefined,
  offset: () => number = () => 0,
): string {
  const decoder = decoderOf(charset)
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalidText(
      decoder.encoding,
      decoder.encoding === 'utf-8' ? offset() + firstBadByte(bytes) : undefined,
    )
  }
}

export function invalidText(encoding: string, position: number | undefined): ServiceError {
  const params = { encoding: encoding.toUpperCase() }
  return new ServiceError('malformed_body', {
    reason:
      position === undefined
        ? { code: 'text_not_valid', params }
        : { code: 'text_not_valid_at', params: { ...params, position } },
  })
}

/** Returns the offset of the first byte that is not valid UTF-8. */
function firstBadByte(bytes: Buffer): number {
  // Binary search for the longest valid prefix; a prefix that ends within a character counts as valid.
  let sound = 0
  let bad = bytes.length
  while (bad - sound > 1) {
    const middle = (sound + bad) >>> 1
    if (startIsSound(bytes, middle)) sound = middle
    else bad = middle
  }
  return sound
}

function startIsSound(bytes: Buffer, length: number): boolean {
  const start = bytes.subarray(0, length)
  if (isUtf8(start)) return true
  // Streaming mode accepts an incomplete character at the end.
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}
