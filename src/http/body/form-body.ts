/** Bodies of HTML forms and of clients that write like them: one record, all values text. */
import { ServiceError } from '../../errors/service-error.ts'

/** Fields of a form; of a repeated one the last counts. */
export function parseForm(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Fields of a multipart form. Files have no place in a record. Throws `malformed_body`. */
export async function parseMultipart(
  bytes: Buffer,
  contentType: string,
): Promise<Readonly<Record<string, string>>> {
  let form: FormData
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch (error) {
    throw new ServiceError('malformed_body', { reason: 'it is not a multipart form' }, { cause: error })
  }
  return Object.fromEntries(
    [...form].map(([name, value]) => {
      if (typeof value === 'string') return [name, value]
      throw new ServiceError('malformed_body', { reason: `the field "${name}" holds a file` })
    }),
  )
}
