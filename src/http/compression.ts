/** Compresses answers for clients that accept it, where it is worth the time. */
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

/** One network packet holds smaller answers anyway. */
const worthwhile = 1_400

interface Coding {
  readonly name: string
  readonly whole: (bytes: Buffer) => Promise<Buffer>
  readonly stream: () => Transform
}

// Levels at which compressing keeps up with a query: JSON shrinks to a tenth, higher levels gain little.
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

/** The most wanted coding of an Accept-Encoding header that we have; ours decides among equals. */
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
  /** Value for the header Content-Encoding; undefined when the body is as it was. */
  readonly coding?: string
}

/** Compressed forms of bodies that are sent again and again, by name of the coding. */
const kept = new WeakMap<Buffer, Map<string, Promise<Buffer>>>()

/** The compressed form of a body that everybody gets: made once, also for many who ask at the same time. */
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

/** Compresses a body if the client accepts it and it is worth it; one that is `shared` only once. */
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
  // A failure of the body destroys the coder, and a client that leaves destroys both.
  return { body: pipeline(body, coding.stream(), () => undefined), coding: coding.name }
}
