/** Writes, copies and deletes objects of an S3-compatible object store. */
import type { Readable } from 'node:stream'
import { foreignText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { PutOptions } from './blob-store.ts'
import { abortOptions, loadPackage, type S3Place } from './s3-connection.ts'
import { findObject } from './s3-reads.ts'
import { onStore, storeFault, storeStatus } from './store-fault.ts'

/** Size of the parts of an upload in bytes; a store accepts 10,000 parts, which is 160 GB. */
const uploadPartBytes = 16 * 2 ** 20
/** Number of parts of an upload that are in memory at a time. */
const partsAtOnce = 2
/** Maximum size of an object that a store copies in one request is 5 GB. */
const copyBytes = 4 * 2 ** 30
/** Maximum number of objects that one request deletes. */
const mostDeleted = 1_000

/** See `BlobStore.put`. */
export async function putObject(
  place: S3Place,
  key: string,
  content: Buffer | Readable,
  { isNew = false, signal }: PutOptions = {},
): Promise<boolean> {
  const { sdk, client } = await place.connected()
  const condition = isNew ? { IfNoneMatch: '*' } : {}
  try {
    if (Buffer.isBuffer(content)) {
      const command = new sdk.PutObjectCommand({ ...place.at(key), ...condition, Body: content })
      await client.send(command, abortOptions(signal))
      return true
    }
    const { Upload } = await loadPackage(() => import('@aws-sdk/lib-storage'))
    const params = { ...place.at(key), ...condition, Body: content }
    const upload = new Upload({ client, params, partSize: uploadPartBytes, queueSize: partsAtOnce })
    const abort = (): void => void content.destroy(new Error('The upload was canceled.'))
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted === true) abort()
    try {
      await upload.done()
    } finally {
      signal?.removeEventListener('abort', abort)
    }
    return true
  } catch (error) {
    // 409: another request with the same condition was faster.
    if (isNew && [409, 412].includes(storeStatus(error) ?? 0)) return false
    throw storeFault(error, signal)
  }
}

/** See `BlobStore.delete`. */
export async function deleteObjects(place: S3Place, keys: readonly string[]): Promise<void> {
  const { sdk, client } = await place.connected()
  const [only] = keys
  if (keys.length === 1 && only !== undefined) {
    await onStore(() => client.send(new sdk.DeleteObjectCommand(place.at(only))))
    return
  }
  for (let from = 0; from < keys.length; from += mostDeleted) {
    const Objects = keys.slice(from, from + mostDeleted).map((key) => ({ Key: `${place.prefix}${key}` }))
    const command = new sdk.DeleteObjectsCommand({ Bucket: place.bucket, Delete: { Objects, Quiet: true } })
    const { Errors = [] } = await onStore(() => client.send(command))
    const [fault] = Errors
    if (fault !== undefined)
      throw new ServiceError('store_refused', { reason: foreignText(fault.Code ?? 'DeleteObjects') })
  }
}

/**
 * See `BlobStore.copy`.
 * @param partBytes maximum size of an object that is copied in one request, and of a part of a larger one
 */
export async function copyObject(
  place: S3Place,
  from: string,
  to: string,
  partBytes = copyBytes,
): Promise<void> {
  const source = await findObject(place, from)
  if (source === undefined) throw new ServiceError('unknown_file', { name: from })
  const { sdk, client } = await place.connected()
  const CopySource = [place.bucket, ...`${place.prefix}${from}`.split('/')].map(encodeURIComponent).join('/')
  if (source.size <= partBytes) {
    await onStore(() => client.send(new sdk.CopyObjectCommand({ ...place.at(to), CopySource })))
    return
  }
  await onStore(async () => {
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(place.at(to)))
    try {
      const Parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = []
      for (let start = 0; start < source.size; start += partBytes) {
        const PartNumber = Parts.length + 1
        const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, source.size) - 1}`
        const part = { ...place.at(to), UploadId, PartNumber, CopySource, CopySourceRange }
        const { CopyPartResult } = await client.send(new sdk.UploadPartCopyCommand(part))
        Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
      }
      const done = { ...place.at(to), UploadId, MultipartUpload: { Parts } }
      await client.send(new sdk.CompleteMultipartUploadCommand(done))
    } catch (error) {
      await client
        .send(new sdk.AbortMultipartUploadCommand({ ...place.at(to), UploadId }))
        .catch(() => undefined)
      throw error
    }
  })
}
