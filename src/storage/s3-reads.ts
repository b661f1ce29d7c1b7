/** Reads objects of an S3-compatible object store: content, properties, lists and addresses for downloads. */
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../errors/service-error.ts'
import type { Blob, BlobRange, ListOptions } from './blob-store.ts'
import { abortOptions, loadPackage, type S3Place } from './s3-connection.ts'
import { onStore, storeFault, storeStatus } from './store-fault.ts'

/** Maximum number of objects of a list. */
const mostListed = 100_000
/** Maximum number of objects that one response lists. */
const mostPerPage = 1_000
/** Maximum number of attempts in succession in which no byte of a download arrives before the connection breaks. */
const readAttempts = 3
/** Pause before a further attempt, in milliseconds. */
const readPauseMs = 200
const presignedSeconds = 300

/** See `BlobStore.find`. */
export async function findObject(
  place: S3Place,
  key: string,
  signal?: AbortSignal,
): Promise<Blob | undefined> {
  const { sdk, client } = await place.connected()
  try {
    const found = await client.send(new sdk.HeadObjectCommand(place.at(key)), abortOptions(signal))
    return blobOf(key, { ...found, Size: found.ContentLength })
  } catch (error) {
    if (storeStatus(error) === 404) return undefined
    throw storeFault(error, signal)
  }
}

interface Opened {
  readonly body: Readable
  readonly tag: string
}

/** See `BlobStore.get`. */
export async function getObject(
  place: S3Place,
  key: string,
  range: BlobRange = {},
): Promise<Readable | undefined> {
  const first = await open(place, key, range.start ?? 0, range)
  return first && Readable.from(read(place, key, first, range), { objectMode: false })
}

/** Opens the bytes of an object from a position. */
async function open(
  place: S3Place,
  key: string,
  start: number,
  { end, tag, signal }: BlobRange,
): Promise<Opened | undefined> {
  const { sdk, client } = await place.connected()
  const range = start === 0 && end === undefined ? {} : { Range: `bytes=${start}-${end ?? ''}` }
  const condition = tag === undefined ? {} : { IfMatch: `"${tag}"` }
  try {
    const answer = await client.send(
      new sdk.GetObjectCommand({ ...place.at(key), ...range, ...condition }),
      abortOptions(signal),
    )
    if (!(answer.Body instanceof Readable)) return undefined
    return { body: answer.Body, tag: tagOf(answer.ETag) }
  } catch (error) {
    const status = storeStatus(error)
    if (status === 404 && nameOf(error) !== 'NoSuchBucket') return undefined
    if (status === 412) throw new ServiceError('file_changed', {}, { cause: error })
    throw storeFault(error, signal)
  }
}

/** Yields the bytes; continues at the present position if the connection breaks. */
async function* read(place: S3Place, key: string, first: Opened, range: BlobRange): AsyncGenerator<Buffer> {
  let position = range.start ?? 0
  let opened = first
  for (let failures = 0; ;) {
    const { body } = opened
    const begun = position
    try {
      for await (const chunk of body) {
        if (!Buffer.isBuffer(chunk)) continue
        yield chunk
        position += chunk.length
      }
      return
    } catch (error) {
      failures = position > begun ? 1 : failures + 1
      if (failures >= readAttempts || range.signal?.aborted === true) throw storeFault(error, range.signal)
      await delay(readPauseMs)
      if (range.end !== undefined && position > range.end) return
      const next = await open(place, key, position, { ...range, tag: first.tag })
      if (next === undefined) throw new ServiceError('file_changed', {}, { cause: error })
      opened = next
    } finally {
      body.destroy()
    }
  }
}

/** See `BlobStore.list`. */
export async function listObjects(
  place: S3Place,
  path: string,
  { isFlat = false, most = mostListed, signal }: ListOptions = {},
): Promise<readonly Blob[]> {
  const { sdk, client } = await place.connected()
  const found: Blob[] = []
  let ContinuationToken: string | undefined
  do {
    const command = new sdk.ListObjectsV2Command({
      Bucket: place.bucket,
      Prefix: `${place.prefix}${path}`,
      MaxKeys: Math.min(most, mostPerPage),
      ...(isFlat ? { Delimiter: '/' } : {}),
      ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
    })
    const page = await onStore(() => client.send(command, abortOptions(signal)), signal)
    for (const entry of page.Contents ?? []) {
      found.push(blobOf((entry.Key ?? '').slice(place.prefix.length), entry))
    }
    ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined
    if (found.length >= mostListed && ContinuationToken !== undefined) {
      throw new ServiceError('store_refused', {
        reason: { code: 'store_limit', params: { limit: mostListed, path } },
      })
    }
  } while (ContinuationToken !== undefined && found.length < most)
  return found.slice(0, most)
}

/** See `BlobStore.presign`. */
export async function presignObject(place: S3Place, key: string, disposition: string): Promise<string> {
  const { sdk, client } = await place.connected()
  const { getSignedUrl } = await loadPackage(() => import('@aws-sdk/s3-request-presigner'))
  const command = new sdk.GetObjectCommand({ ...place.at(key), ResponseContentDisposition: disposition })
  return onStore(() => getSignedUrl(client, command, { expiresIn: presignedSeconds }))
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** Returns an entity tag without its quotation marks. */
const tagOf = (tag: string | undefined): string => (tag ?? '').replaceAll('"', '')

function blobOf(
  key: string,
  {
    Size = 0,
    LastModified = new Date(0),
    ETag,
  }: {
    readonly Size?: number | undefined
    readonly LastModified?: Date | undefined
    readonly ETag?: string | undefined
  },
): Blob {
  return { key, size: Size, modified: LastModified, tag: tagOf(ETag) }
}
