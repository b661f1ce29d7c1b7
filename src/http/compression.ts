/** Compresses responses for clients that accept it, if the body is large enough. */
import { pipeline, type Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  type BrotliOptions,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from 'node:zlib'

/** Minimum size in bytes: smaller responses fit into one network packet anyway. */
const worthwhile = 1_400

interface Coding {
  readonly name: string
  readonly whole: (bytes: Buffer) => Promise<Buffer>
  readonly stream: () => Transform
}

// Levels at which compression keeps up with a query: JSON shrinks to a tenth, and higher levels gain little.
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipOptions: ZlibOptions = { level: 4 }

const codings: readonly Coding[] = [
  {
    name: 'br',
    whole: (bytes) => promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(bytes, brotliOptions),
    stream: () => createBrotliCompress(brotliOptions),
  },
  {
    name: 'gzip',
    whole: (bytes) => promisify<Buffer, ZlibOptions, Buffer>(gzip)(bytes, gzipOptions),
    stream: () => createGzip(gzipOptions),
  },
]

const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|ndjson|jsonl|javascript|xml))/

/**
 * Returns the supported coding with the highest quality in an Accept-Encoding header; equal ones in the order of the
 * service.
 */
export function chooseCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined
  const wanted = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...params] = part.split(';').map((text) => text.trim().toLowerCase())
      const quality = params.find((param) => param.startsWith('q='))?.slice(2)
      return [name, quality === undefined ? 1 : Number(quality)] as const
    }),
  )
  const quality = ({ name }: Coding): number => wanted.get(name) ?? wanted.get('*') ?? 0
  const [best] = codings
    .filter((coding) => quality(coding) > 0)
    .sort((one, other) => quality(other) - quality(one))
  return best
}

export interface Compressed {
  readonly body: Buffer | Readable
  /** Value of the header Content-Encoding; undefined if the body is not compressed. */
  readonly coding?: string
}

/** Compressed forms of bodies that are sent repeatedly, by name of the coding. */
const kept = new WeakMap<Buffer, Map<string, Promise<Buffer>>>()

/** Returns the compressed form of a shared body. It is created only once, also for concurrent requests. */
function compressOnce(body: Buffer, coding: Coding): Promise<Buffer> {
  const forms = kept.get(body) ?? new Map<string, Promise<Buffer>>()
  kept.set(body, forms)
  const known = forms.get(coding.name)
  if (known !== undefined) return known
  const made = coding.whole(body)
  forms.set(coding.name, made)
  made.catch(() => forms.delete(coding.name))
  return made
}

/**
 * Compresses a body if the client accepts it and the body is large enough; a `shared` body is compressed only once.
 */
export async function compress(
  body: Buffer | Readable,
  contentType: string,
  acceptEncoding: string | undefined,
  shared = false,
): Promise<Compressed> {
  const small = body instanceof Buffer && body.length < worthwhile
  const coding = small || !compressible.test(contentType) ? undefined : chooseCoding(acceptEncoding)
  if (coding === undefined) return { body }
  if (body instanceof Buffer) {
    const whole = shared ? compressOnce(body, coding) : coding.whole(body)
    return { body: await whole, coding: coding.name }
  }
  // An error of the body destroys the encoder; a client that disconnects destroys both.
  return { body: pipeline(body, coding.stream(), () => undefined), coding: coding.name }
}
