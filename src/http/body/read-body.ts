/** Reads the body of a request by its content type into records. */
import { ServiceError } from '../../errors/service-error.ts'
import { parseMediaType } from '../accept.ts'
import { parseForm, parseMultipart } from './form-body.ts'
import { parseJson, parseJsonLines } from './json-body.ts'
import { announcesBody, type BodyLimits, type BodySource, readAll, readBytes } from './raw-body.ts'
import { decodeText } from './text.ts'

export type Body =
  | { readonly kind: 'empty' }
  /** A JSON text, whatever it holds. */
  | { readonly kind: 'json'; readonly value: unknown }
  /** One record of text values. */
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string>> }
  /** Records as they arrive; a line that is no JSON arrives as the error that it is. */
  | { readonly kind: 'lines'; readonly rows: AsyncIterable<unknown> }

export interface ReadBodyOptions extends BodyLimits {
  /** Bytes of a form: it is one record. */
  readonly formSize: number
}

type Reader = (
  source: BodySource,
  params: ReadonlyMap<string, string>,
  options: ReadBodyOptions,
) => Promise<Body>

const json: Reader = async (source, params, options) => {
  const bytes = await readAll(source, options)
  const text = decodeText(bytes, params.get('charset'))
  return /\S/.test(text) ? { kind: 'json', value: parseJson(text) } : { kind: 'empty' }
}

const formLimits = (options: ReadBodyOptions): BodyLimits => ({
  ...options,
  size: Math.min(options.size, options.formSize),
})

const form: Reader = async (source, params, options) => {
  const bytes = await readAll(source, formLimits(options))
  if (bytes.length === 0) return { kind: 'empty' }
  return { kind: 'form', fields: parseForm(decodeText(bytes, params.get('charset'))) }
}

const multipart: Reader = async (source, _params, options) => {
  const bytes = await readAll(source, formLimits(options))
  if (bytes.length === 0) return { kind: 'empty' }
  return { kind: 'form', fields: await parseMultipart(bytes, source.headers['content-type'] ?? '') }
}

/** Lines take no memory, so there may be many times what is allowed in one piece; but not without end. */
const streamedFactor = 32

const lines: Reader = (source, params, options) =>
  Promise.resolve({
    kind: 'lines',
    rows: parseJsonLines(
      readBytes(source, { ...options, size: options.size * streamedFactor }),
      params.get('charset'),
    ),
  })

const readers: Readonly<Record<string, Reader>> = {
  'application/json': json,
  'text/json': json,
  'application/x-www-form-urlencoded': form,
  'multipart/form-data': multipart,
  'application/x-ndjson': lines,
  'application/ndjson': lines,
  'application/jsonl': lines,
}

/** Content types that a browser sends from any page without asking; see `cross-site`. */
export const formTypes: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
])

/**
 * Reads a body. An absent or empty one is legal with any content type. Throws `unsupported_media_type`,
 * `malformed_json`, `malformed_body`, and what reading the bytes throws.
 */
export async function readBody(source: BodySource, options: ReadBodyOptions): Promise<Body> {
  if (!announcesBody(source.headers)) return { kind: 'empty' }
  const { type, params } = parseMediaType(source.headers['content-type'] ?? '')
  const reader = Object.hasOwn(readers, type) ? readers[type] : type.endsWith('+json') ? json : undefined
  if (reader !== undefined) return reader(source, params, options)
  throw new ServiceError('unsupported_media_type', { type: type.slice(0, 200) })
}
