/**
 * Writes a file to an object store under a temporary name, in parts while it arrives. Publishing it copies it to its
 * final name within the store. The parts of an upload that was interrupted are no object and are not visible.
 */
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Draft } from './local-draft.ts'
import { type Folder, keyOf } from './folder.ts'

/** Returns whether a name is that of a draft in an object store. */
export const isStoredDraft = (name: string): boolean => /^\.draft-[0-9a-f]{32}\.part$/.test(name)

/** Opens a draft in a folder of the store. Disposing of an unpublished draft deletes it. */
export async function createStoredDraft(folder: Folder, blobs: BlobStore): Promise<Draft> {
  const key = keyOf(folder, `.draft-${randomBytes(16).toString('hex')}.part`)
  const body = new PassThrough({ highWaterMark: 2 ** 20 })
  // Errors are reported by the upload.
  body.on('error', () => undefined)
  let size = 0
  let upload: Promise<unknown> | undefined
  let failure: unknown
  let isSealed = false
  let isPublished = false
  const begin = (): void => {
    upload ??= blobs.put(key, body).catch((error: unknown) => {
      failure ??= error
      // Wakes a writer that waits for the body to be read.
      body.destroy()
    })
  }
  const requireSound = (): void => {
    if (failure !== undefined) throw failure
  }
  const seal = async (): Promise<void> => {
    if (isSealed) return
    isSealed = true
    begin()
    body.end()
    await upload
    requireSound()
  }
  return {
    get size() {
      return size
    },
    write: async (chunk) => {
      requireSound()
      if (isSealed) throw new ServiceError('internal_error')
      begin()
      size += chunk.length
      // The caller may reuse its buffer.
      if (!body.write(Buffer.from(chunk))) await untilDrained(body)
      requireSound()
    },
    seal,
    publish: async (name) => {
      await seal()
      await blobs.copy(key, keyOf(folder, name))
      isPublished = true
      // If it cannot be deleted, the periodic cleanup deletes it.
      await blobs.delete([key]).catch(() => undefined)
    },
    [Symbol.asyncDispose]: async () => {
      if (isPublished || upload === undefined) return
      if (!isSealed) body.destroy(new Error('The draft was discarded.'))
      await upload
      if (isSealed) await blobs.delete([key]).catch(() => undefined)
    },
  }
}

/** Resolves when the body accepts more bytes, or when it is closed. */
function untilDrained(body: PassThrough): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = (): void => {
    body.off('drain', done)
    body.off('close', done)
    resolve()
  }
  body.on('drain', done)
  body.on('close', done)
  return promise
}
