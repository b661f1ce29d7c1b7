/** Parses bodies of HTML forms, and of other clients that send forms: one record, all values are texts. */
import { isUtf8 } from 'node:buffer'
import type { Message } from '../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
import type { BodyPolicy } from './body-policy.ts'
import { isUsableName, unusableName } from './json-text.ts'
import { parseMultipart } from './multipart.ts'
import { decodeText } from './text.ts'

/** Fields of a form with their values, in the order of the form; a field may be repeated. */
export type FormPairs = readonly (readonly [name: string, value: string])[]

const malformed = (reason: Message, cause?: unknown): ServiceError =>
  new ServiceError('malformed_body', { reason }, { cause })

const tooManyFields = (limit: number): ServiceError =>
  malformed({ code: 'form_too_many_fields', params: { limit } })

/** Returns the fields of a form in UTF-8. Throws `malformed_body`, `json_as_form`. */
export async function readForm(pieces: AsyncIterable<Buffer>, policy: BodyPolicy): Promise<FormPairs> {
  const kept: Buffer[] = []
  let fields = 1
  for await (const piece of pieces) {
    for (let at = piece.indexOf('&'); at !== -1; at = piece.indexOf('&', at + 1)) fields += 1
    if (fields > policy.maxFormFields) throw tooManyFields(policy.maxFormFields)
    kept.push(piece)
  }
  const bytes = Buffer.concat(kept)
  if (!isUtf8(unescaped(bytes))) throw malformed({ code: 'form_not_utf8' })
  const entries = new URLSearchParams(decodeText(bytes, undefined))
  const pairs = [...entries]
  const [first = ''] = pairs[0] ?? []
  // No field has such a name, but clients such as curl send JSON with the content type of a form unless told.
  if (/^\s*[[{]/.test(first)) throw new ServiceError('json_as_form')
  return withUsableNames(pairs)
}

/** Returns the bytes that the escapes of a form encode; unescaped text is validated elsewhere. */
function unescaped(bytes: Buffer): Buffer {
  const escapes = /(?:%[0-9a-fA-F]{2})+/g
  const found = bytes.toString('latin1').match(escapes) ?? []
  return Buffer.from(found.join('%20').replaceAll('%', ''), 'hex')
}

function withUsableNames(pairs: FormPairs): FormPairs {
  for (const [name] of pairs) {
    if (!isUsableName(name)) throw malformed(unusableName(name))
  }
  return pairs
}

/**
 * Returns the fields of a form in which every field has one value; it may be repeated with the same value. Throws
 * `invalid_record`, because none of several values would be certain to be the intended one.
 */
export function singleValues(pairs: FormPairs): Readonly<Record<string, string>> {
  const fields = new Map<string, string>()
  const faults = new Map<string, readonly Message[]>()
  for (const [name, value] of pairs) {
    const first = fields.get(name) ?? value
    // Without the values, because the field may be a password.
    if (first !== value) faults.set(name, [{ code: 'sent_twice' }])
    fields.set(name, first)
  }
  if (faults.size > 0) throw fieldErrors(Object.fromEntries(faults))
  return Object.fromEntries(fields)
}

/** Returns the fields of a multipart form. A record cannot contain files. Throws `malformed_body`. */
export async function readMultipart(
  pieces: AsyncIterable<Buffer>,
  contentType: string,
  policy: BodyPolicy,
): Promise<FormPairs> {
  const fields: [string, string][] = []
  let fault: ServiceError | undefined
  try {
    await parseMultipart(pieces, {
      contentType,
      limits: {
        fields: policy.maxFormFields,
        parts: policy.maxFormFields,
        fieldSize: policy.maxFormBytes,
        headerPairs: 50,
        headerSize: 16_384,
      },
      tooMany: () => tooManyFields(policy.maxFormFields),
      noBoundary: (cause) => malformed({ code: 'form_not_multipart' }, cause),
      listen: (parser) => {
        parser.on('field', (name, value) => fields.push([name, value]))
        parser.on('file', (name, stream) => {
          fault ??= malformed({ code: 'form_field_is_file', params: { field: name.slice(0, 100) } })
          stream.on('error', () => undefined).resume()
        })
      },
    })
  } catch (cause) {
    throw cause instanceof ServiceError ? cause : malformed({ code: 'form_not_multipart' }, cause)
  }
  if (fault !== undefined) throw fault
  return withUsableNames(fields)
}
