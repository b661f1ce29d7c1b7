/** Parses bodies of HTML forms, and of other clients that send forms: one record, all values are texts. */
import { isUtf8 } from 'node:buffer'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { BodyPolicy } from './body-policy.ts'
import { isUsableName, unusableName } from './json-text.ts'
import { parseMultipart } from './multipart.ts'
import { decodeText } from './text.ts'

export type FormFields = Readonly<Record<string, string>>

const malformed = (reason: Message, cause?: unknown): ServiceError =>
  new ServiceError('malformed_body', { reason }, { cause })

const tooManyFields = (limit: number): ServiceError =>
  malformed({ code: 'form_too_many_fields', params: { limit } })

/** Returns the fields of a form in UTF-8; the last value of a repeated field counts. Throws `malformed_body`, `json_as_form`. */
export async function readForm(pieces: AsyncIterable<Buffer>, policy: BodyPolicy): Promise<FormFields> {
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
  const [first = ''] = entries.keys()
  // No field has such a name, but clients such as curl send JSON with the content type of a form unless told.
  if (/^\s*[[{]/.test(first)) throw new ServiceError('json_as_form')
  return asFields(entries)
}

/** Returns the bytes that the escapes of a form encode; unescaped text is validated elsewhere. */
function unescaped(bytes: Buffer): Buffer {
  const escapes = /(?:%[0-9a-fA-F]{2})+/g
  const found = bytes.toString('latin1').match(escapes) ?? []
  return Buffer.from(found.join('%20').replaceAll('%', ''), 'hex')
}

function asFields(entries: Iterable<readonly [string, string]>): FormFields {
  const fields = new Map(entries)
  for (const name of fields.keys()) {
    if (!isUsableName(name)) throw malformed(unusableName(name))
  }
  return Object.fromEntries(fields)
}

/** Returns the fields of a multipart form. A record cannot contain files. Throws `malformed_body`. */
export async function readMultipart(
  pieces: AsyncIterable<Buffer>,
  contentType: string,
  policy: BodyPolicy,
): Promise<FormFields> {
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
  return asFields(fields)
}
