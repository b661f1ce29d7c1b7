/** Decodes XML documents by their byte order mark or their declaration. Throws for invalid characters. */

/** Yields decoded pieces as they arrive; characters may be split between pieces of the input. */
export async function* decodeXml(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((chunk: Buffer, last: boolean) => string) | undefined
  for await (const chunk of bytes) {
    decode ??= decoderFor(chunk)
    yield decode(chunk, false)
  }
  const last = decode?.(Buffer.alloc(0), true) ?? ''
  if (last !== '') yield last
}

function decoderFor(start: Buffer): (chunk: Buffer, last: boolean) => string {
  const encoding = encodingOf(start)
  if (encoding === 'utf-8') return utf8Decoder()
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new Error(`its encoding "${encoding.slice(0, 40)}" is unknown`)
  }
  return (chunk, last) => decoder.decode(chunk, { stream: !last })
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const declaration = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(
    start.subarray(0, 200).toString('latin1'),
  )
  return declaration?.[1]?.toLowerCase() ?? 'utf-8'
}

/** Ends pieces between characters, because decoding complete text is several times as fast as decoding a stream. */
function utf8Decoder(): (chunk: Buffer, last: boolean) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: Buffer = Buffer.alloc(0)
  let first = true
  return (chunk, last) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = last ? bytes.length : lastBoundary(bytes)
    rest = bytes.subarray(end)
    const text = decoder.decode(bytes.subarray(0, end))
    const begins = first && text !== ''
    if (begins) first = false
    return begins && text.startsWith('\ufeff') ? text.slice(1) : text
  }
}

/** Returns the index after the last complete character. */
function lastBoundary(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length - back + 1
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back >= length ? bytes.length - back + length : bytes.length - back
    }
  }
  return bytes.length
}
