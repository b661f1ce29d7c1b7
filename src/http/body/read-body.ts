/** Reads the body of a request into records, by its content type. */
import { ServiceError } from '../../errors/service-error.ts'
import { parseMediaType } from '../accept.ts'
import type { BodyPolicy } from './body-policy.ts'
import { type FormPairs, readForm, readMultipart } from './form-body.ts'
import { type JsonBody, parseJsonLines, readJson } from './json-body.ts'
import { announcesBody, type BodyLimits, type BodySource, limited, readBytes } from './raw-body.ts'
import { inUtf8 } from './text.ts'

export type Body =
  | JsonBody
  /** One record of text values; see `singleValues`. */
  | { readonly kind: 'form'; readonly pairs: FormPairs }
  /**
   * Records as they arrive; a line that is not valid JSON arrives as its error. If `isWhole` is true, all lines have
   * arrived and are few; otherwise they may be more than fit in memory.
   */
  | { readonly kind: 'lines'; readonly rows: AsyncIterable<unknown>; readonly isWhole: boolean }

export interface ReadBodyOptions {
  readonly policy: BodyPolicy
  /** Called with the number of bytes that stay in memory; may throw. */
  readonly reserve?: (bytes: number) => void
  /** Aborts if the client must make room for others. */
  readonly signal?: AbortSignal
  /** Called if the rest of a body is processed while it arrives; may throw. */
  readonly onStreaming?: () => void
}

type Reader = (
  source: BodySource,
  params: ReadonlyMap<string, string>,
  options: ReadBodyOptions,
) => Promise<Body>

const limitsOf = ({ policy, signal }: ReadBodyOptions, size: number): BodyLimits => ({
  size,
  compressed: policy.compressed,
  pace: policy.pace,
  ...(signal === undefined ? {} : { signal }),
})

/** Yields pieces that stay in memory, and reserves their bytes. */
async function* kept(pieces: AsyncIterable<Buffer>, { reserve }: ReadBodyOptions): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    reserve?.(piece.length)
    yield piece
  }
}

/**
 * Yields text in UTF-8 that stays in memory; the size is limited after conversion, because text in another charset
 * may have a third of the bytes.
 */
const keptText = (
  source: BodySource,
  params: ReadonlyMap<string, string>,
  options: ReadBodyOptions,
  size: number,
): AsyncIterable<Buffer> => {
  const text = inUtf8(readBytes(source, limitsOf(options, size)), params.get('charset'))
  return kept(
    limited(text, () => size),
    options,
  )
}

const json: Reader = (source, params, options) =>
  readJson(keptText(source, params, options, options.policy.maxBytes), options.policy)

const form: Reader = async (source, params, options) =>
  asForm(await readForm(keptText(source, params, options, options.policy.maxFormBytes), options.policy))

const multipart: Reader = async (source, _params, options) => {
  const pieces = kept(readBytes(source, limitsOf(options, options.policy.maxFormBytes)), options)
  return asForm(await readMultipart(pieces, source.headers['content-type'] ?? '', options.policy))
}

const asForm = (pairs: FormPairs): Body => (pairs.length === 0 ? { kind: 'empty' } : { kind: 'form', pairs })

/**
 * Factor by which a body of lines may exceed the limit of other bodies: lines are not kept in memory, but the total
 * must be limited.
 */
const streamedFactor = 32

/**
 * Maximum number of bytes of lines that are read before processing starts, so that processing rarely waits for the
 * client. Larger bodies are answered with counts.
 */
const headBytes = 1024 * 1024

const lines: Reader = async (source, params, options) => {
  const { policy } = options
  if (!policy.lines) throw unsupported(source.headers['content-type'] ?? '', policy)
  const arriving = readBytes(source, limitsOf(options, policy.maxBytes * streamedFactor))
  const head: Buffer[] = []
  let size = 0
  let isWhole = false
  while (size <= headBytes && !isWhole) {
    const next = await arriving.next()
    isWhole = next.done === true
    if (next.done === true) break
    options.reserve?.(next.value.length)
    head.push(next.value)
    size += next.value.length
  }
  if (!isWhole) options.onStreaming?.()
  const pieces = joined(head, arriving)
  return { kind: 'lines', rows: parseJsonLines(pieces, params.get('charset'), policy), isWhole }
}

async function* joined(head: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Processed pieces are removed from memory.
  for (let piece = head.shift(); piece !== undefined; piece = head.shift()) yield piece
  yield* rest
}

/** Content types that records in lines have. */
const lineTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']

function unsupported(type: string, { lines: takesLines }: BodyPolicy): ServiceError {
  const accepted = Object.keys(readers).filter((each) => takesLines || !lineTypes.includes(each))
  return new ServiceError('unsupported_media_type', {
    type: type.slice(0, 200),
    accepted: accepted.join(', '),
  })
}

const readers: Readonly<Record<string, Reader>> = {
  'application/json': json,
  'text/json': json,
  'application/x-www-form-urlencoded': form,
  'multipart/form-data': multipart,
  ...Object.fromEntries(lineTypes.map((type) => [type, lines])),
}

/** Content types that a browser sends from any page without a preflight request; see `cross-site`. */
export const formTypes: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
])

/**
 * Reads a body. An absent or empty body is valid with any content type. Throws `unsupported_media_type`,
 * `malformed_json`, `malformed_body`, and the errors of reading the bytes.
 */
export async function readBody(source: BodySource, options: ReadBodyOptions): Promise<Body> {
  if (!announcesBody(source.headers)) return { kind: 'empty' }
  const { type, params } = parseMediaType(source.headers['content-type'] ?? '')
  const reader = Object.hasOwn(readers, type) ? readers[type] : type.endsWith('+json') ? json : undefined
  if (reader !== undefined) return reader(source, params, options)
  if (source.headers['content-length'] !== undefined) throw unsupported(type, options.policy)
  // A chunked body may be empty: only its first bytes show that it is not.
  for await (const piece of readBytes(source, limitsOf(options, options.policy.maxBytes)))
    if (piece.length > 0) throw unsupported(type, options.policy)
  return { kind: 'empty' }
}
