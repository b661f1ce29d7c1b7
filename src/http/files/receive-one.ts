/** Receives the single file of a multipart form, and writes it to a draft while it arrives. */
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Draft } from '../../files/folders/draft.ts'
import { parseMediaType } from '../accept.ts'
import { announcesBody } from '../body/raw-body.ts'
import { type Exchange, requestBytes } from '../exchange.ts'
import { receiveFiles } from './receive-files.ts'

/** Maximum number of bytes of a form in addition to its file. */
const wrapping = 2 ** 20

export interface ReceivedForm {
  /** File name from the client. */
  readonly name: string
  readonly fields: readonly (readonly [string, string])[]
}

/**
 * Returns the content type of a body with a file. Throws `missing_file_selection`, and `unsupported_media_type` for
 * other types.
 */
export function requireForm({ request }: Exchange): string {
  const contentType = request.headers['content-type'] ?? ''
  if (!announcesBody(request.headers)) throw new ServiceError('missing_file_selection')
  const { type } = parseMediaType(contentType)
  if (type === 'multipart/form-data') return contentType
  throw new ServiceError('unsupported_media_type', {
    type: type.slice(0, 200),
    accepted: 'multipart/form-data',
  })
}

export interface ReceiveOptions {
  /** Free space of the folder, in bytes; unlimited by default. */
  readonly free?: number
  /** Called with the bytes of the file as they arrive. */
  readonly onChunk?: (chunk: Uint8Array) => void
}

/**
 * Writes the file to the draft. Throws `missing_file_selection` if the form has no file, `file_too_large`,
 * `folder_full` if the file is larger than the free space, and `invalid_parameter` for a second file.
 */
export async function receiveOne(
  exchange: Exchange,
  contentType: string,
  draft: Draft,
  { free = Number.POSITIVE_INFINITY, onChunk }: ReceiveOptions = {},
): Promise<ReceivedForm> {
  const { MAX_FILE_SIZE: limit, MAX_FOLDER_SIZE } = exchange.service.settings
  const fields: [string, string][] = []
  const names: string[] = []
  await receiveFiles(
    contentType,
    requestBytes(exchange, limit + wrapping),
    async ({ fileName, content }) => {
      if (names.push(fileName) > 1) {
        throw invalidParameter('file', { code: 'one_file_imported' })
      }
      for await (const chunk of content) {
        const size = draft.size + chunk.length
        if (size > limit) throw new ServiceError('file_too_large', { limit })
        if (size > free) throw new ServiceError('folder_full', { limit: MAX_FOLDER_SIZE })
        onChunk?.(chunk)
        await draft.write(chunk)
      }
    },
    (name, value) => fields.push([name, value]),
  )
  const [name] = names
  if (name === undefined) throw new ServiceError('missing_file_selection')
  exchange.signal.throwIfAborted()
  return { name, fields }
}
