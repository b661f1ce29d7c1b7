/** Receives the files of a multipart body as streams of bytes, without keeping a file in memory. */
import type { Readable } from 'node:stream'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { parseMultipart } from '../body/multipart.ts'

export interface ReceivedFile {
  /** Name of the form field. */
  readonly field: string
  /** File name from the client; empty if it sent none. */
  readonly fileName: string
  readonly content: AsyncIterable<Buffer>
}

/** A handler throws it to stop reading: the rest of the body is not parsed. */
export class EnoughRead extends Error {}

/** Maximum numbers of parts of one request, and of bytes of their headers and of fields that are not files. */
const limits = {
  files: 1000,
  fields: 100,
  parts: 1100,
  headerPairs: 50,
  headerSize: 16_384,
  fieldSize: 65_536,
}

/**
 * Reads the body to its end; `keep` is called for each file and must read it completely. `onField` receives the
 * fields that are not files. Throws the errors of reading the body, and `malformed_body`; the streams of open files
 * then fail too.
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
      tooMany: () =>
        malformed({ code: 'multipart_limit', params: { files: limits.files, fields: limits.fields } }),
      noBoundary: (cause) => malformed({ code: 'multipart_no_boundary' }, cause),
      listen: (parser) => {
        if (onField !== undefined) parser.on('field', (name, value) => onField(name, value))
        parser.on('file', (field, stream, fileName: string | undefined) => {
          open.add(stream)
          // The reader of the stream receives the error; without a reader the error must not end the process.
          stream.on('error', () => undefined)
          const file = { field: field ?? '', fileName: fileName ?? '', content: stream }
          const done = keep(file).catch((error: unknown) => stop.abort(error))
          work.push(done.finally(() => open.delete(stream)))
        })
      },
      signal: stop.signal,
    }),
  )
  for (const stream of open) stream.destroy(malformed({ code: 'body_ended_in_file' }))
  await Promise.all(work)
  if (stop.signal.aborted) throw stop.signal.reason
  if (failure !== undefined) throw bodyFault(failure)
}

const malformed = (reason: Message, cause?: unknown): ServiceError =>
  new ServiceError('malformed_body', { reason }, { cause, headers: { Connection: 'close' } })

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

function bodyFault(cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause
  return malformed({ code: 'multipart_incomplete' }, cause)
}
