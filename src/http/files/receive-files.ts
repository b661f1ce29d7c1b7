/**
 * Takes the files of a multipart body while it arrives, without holding any in memory, and hands each on as a
 * stream of bytes.
 */
import type { Readable } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'
import { parseMultipart } from '../body/multipart.ts'

export interface ReceivedFile {
  /** Name of the form field. */
  readonly field: string
  /** The name that the client gave the file itself; empty when it gave none. */
  readonly fileName: string
  readonly content: AsyncIterable<Buffer>
}

/** Thrown by a handler to stop reading: what follows is not looked at any more. */
export class EnoughRead extends Error {}

/** Parts of one request, and bytes of their headers and of fields that are no files. */
const limits = {
  files: 1000,
  fields: 100,
  parts: 1100,
  headerPairs: 50,
  headerSize: 16_384,
  fieldSize: 65_536,
}

/**
 * Reads the body to its end; `keep` is called for each file, and has to read it whole. Rejects with what reading
 * the body rejects with, and `malformed_body`; handlers have then seen an error in their streams. Fields that are
 * no files go to `onField`.
 */
export async function receiveFiles(
  contentType: string,
  body: AsyncIterable<Buffer>,
  keep: (file: ReceivedFile) => Promise<void>,
  onField?: (name: string, value: string) => void,
): Promise<void> {
  const stop = new AbortController()
  const open = new Set<Readable>()
  const work: Promise<void>[] = []
  const failure = await failureOf(
    parseMultipart(body, {
      contentType,
      limits,
      preservePath: true,
      tooMany: () => malformed(`more than ${limits.files} files or ${limits.fields} fields`),
      noBoundary: (cause) => malformed('its multipart boundary is missing', cause),
      listen: (parser) => {
        if (onField !== undefined) parser.on('field', (name, value) => onField(name, value))
        parser.on('file', (field, stream, fileName: string | undefined) => {
          open.add(stream)
          // Told to whoever reads it; with nobody reading it must not end the process.
          stream.on('error', () => undefined)
          const file = { field: field ?? '', fileName: fileName ?? '', content: stream }
          const done = keep(file).catch((error: unknown) => stop.abort(error))
          work.push(done.finally(() => open.delete(stream)))
        })
      },
      signal: stop.signal,
    }),
  )
  for (const stream of open) stream.destroy(new Error('The body ended within the file.'))
  await Promise.all(work)
  if (stop.signal.aborted) throw stop.signal.reason
  if (failure !== undefined) throw bodyFault(failure)
}

const malformed = (reason: string, cause?: unknown): ServiceError =>
  new ServiceError('malformed_body', { reason }, { cause, headers: { Connection: 'close' } })

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

function bodyFault(cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause
  return malformed('it is not a whole multipart form', cause)
}
