/**
 * Stores files in a bucket of an S3-compatible object store. The client is imported at the first request, because
 * most installations do not use it. Requests are retried by the client, with growing delays.
 */
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { ServiceError } from '../errors/service-error.ts'
import type { StoreSettings } from '../settings/store-settings.ts'
import type { Blob, BlobRange, BlobStore, PutOptions } from './blob-store.ts'
import { onStore, storeFault, storeStatus } from './store-fault.ts'

/** Size of the parts of an upload in bytes; a store accepts 10,000 parts, which is 160 GB. */
const partBytes = 16 * 2 ** 20
/** Number of parts of an upload that are in memory at a time. */
const partsAtOnce = 2
/** Maximum size of an object that the store copies in one request, and of a part of a larger one, in bytes. */
const copyBytes = 4 * 2 ** 30
/** Maximum number of objects of a list. */
const mostListed = 100_000
/** Maximum number of objects that one request deletes. */
const mostDeleted = 1_000
/** Maximum number of attempts to continue a download after the connection broke. */
const readAttempts = 3
const connectionTimeoutMs = 3_000
/** Milliseconds without a byte after which a connection is closed. */
const idleTimeoutMs = 60_000
const presignedSeconds = 300
/** Maximum number of connections; a download occupies one until its reader has received it. */
const mostSockets = 200

type Sdk = typeof import('@aws-sdk/client-s3')

interface Connection {
  readonly sdk: Sdk
  readonly client: S3Client
}

interface Place {
  readonly bucket: string
  /** Empty, or a path that ends with a slash. */
  readonly prefix: string
}

/** Returns bucket and prefix of an address such as `s3://bucket/prefix`. */
function placeOf(url: string): Place {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(url) ?? []
  return { bucket, prefix: path === '' ? '' : `${path}/` }
}

/** Imports a package of the client. Throws `store_refused` if it is not installed. */
async function load<Module>(importModule: () => Promise<Module>): Promise<Module> {
  try {
    return await importModule()
  } catch (cause) {
    const reason =
      'the packages @aws-sdk/client-s3, @aws-sdk/lib-storage and @aws-sdk/s3-request-presigner are not installed beside the service'
    throw new ServiceError('store_refused', { reason }, { cause })
  }
}

async function connect(settings: StoreSettings): Promise<Connection> {
  const sdk = await load(() => import('@aws-sdk/client-s3'))
  const {
    FILES_ENDPOINT: endpoint,
    FILES_ACCESS_KEY: accessKeyId,
    FILES_SECRET_KEY: secretAccessKey,
  } = settings
  const isOwn = endpoint !== undefined
  // Stores other than AWS accept any region but require one for the signature.
  const region = settings.FILES_REGION ?? (isOwn ? (process.env['AWS_REGION'] ?? 'us-east-1') : undefined)
  const agent = { keepAlive: true, maxSockets: mostSockets }
  const client = new sdk.S3Client({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: settings.FILES_PATH_STYLE ?? isOwn,
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    // Many other stores do not support the newer checksums.
    ...(isOwn
      ? { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }
      : {}),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  return { sdk, client }
}

/** Returns the store of the address FILES_URL. Nothing is imported or connected before its first use. */
export function createS3Store(settings: StoreSettings): BlobStore {
  const { bucket: Bucket, prefix } = placeOf(settings.FILES_URL)
  let connection: Promise<Connection> | undefined
  const connected = async (): Promise<Connection> => {
    connection ??= connect(settings)
    try {
      return await connection
    } catch (error) {
      // The packages may be installed meanwhile.
      connection = undefined
      throw error
    }
  }
  const at = (key: string): { readonly Bucket: string; readonly Key: string } => ({
    Bucket,
    Key: `${prefix}${key}`,
  })

  async function put(
    key: string,
    content: Buffer | Readable,
    { isNew = false, signal }: PutOptions = {},
  ): Promise<boolean> {
    const { sdk, client } = await connected()
    const condition = isNew ? { IfNoneMatch: '*' } : {}
    try {
      if (Buffer.isBuffer(content)) {
        const command = new sdk.PutObjectCommand({ ...at(key), ...condition, Body: content })
        await client.send(command, abortOptions(signal))
        return true
      }
      const { Upload } = await load(() => import('@aws-sdk/lib-storage'))
      const params = { ...at(key), ...condition, Body: content }
      const upload = new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce })
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

  async function find(key: string, signal?: AbortSignal): Promise<Blob | undefined> {
    const { sdk, client } = await connected()
    try {
      const found = await client.send(new sdk.HeadObjectCommand(at(key)), abortOptions(signal))
      return blobOf(key, { ...found, Size: found.ContentLength })
    } catch (error) {
      if (storeStatus(error) === 404) return undefined
      throw storeFault(error, signal)
    }
  }

  /** Opens the bytes of an object from a position. */
  async function open(
    key: string,
    start: number,
    { end, tag, signal }: BlobRange,
  ): Promise<Opened | undefined> {
    const { sdk, client } = await connected()
    const range = start === 0 && end === undefined ? {} : { Range: `bytes=${start}-${end ?? ''}` }
    const condition = tag === undefined ? {} : { IfMatch: `"${tag}"` }
    try {
      const answer = await client.send(
        new sdk.GetObjectCommand({ ...at(key), ...range, ...condition }),
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
  async function* read(key: string, first: Opened, range: BlobRange): AsyncGenerator<Buffer> {
    let position = range.start ?? 0
    let opened = first
    for (let attempt = 1; ; attempt += 1) {
      const { body } = opened
      try {
        for await (const chunk of body) {
          if (!Buffer.isBuffer(chunk)) continue
          yield chunk
          position += chunk.length
        }
        return
      } catch (error) {
        if (attempt >= readAttempts || range.signal?.aborted === true) throw storeFault(error, range.signal)
        if (range.end !== undefined && position > range.end) return
        const next = await open(key, position, { ...range, tag: first.tag })
        if (next === undefined) throw new ServiceError('file_changed', {}, { cause: error })
        opened = next
      } finally {
        body.destroy()
      }
    }
  }

  async function get(key: string, range: BlobRange = {}): Promise<Readable | undefined> {
    const first = await open(key, range.start ?? 0, range)
    return first && Readable.from(read(key, first, range), { objectMode: false })
  }

  const list: BlobStore['list'] = async (path, { isFlat = false, most = mostListed, signal } = {}) => {
    const { sdk, client } = await connected()
    const found: Blob[] = []
    let ContinuationToken: string | undefined
    do {
      const command = new sdk.ListObjectsV2Command({
        Bucket,
        Prefix: `${prefix}${path}`,
        MaxKeys: Math.min(most, mostDeleted),
        ...(isFlat ? { Delimiter: '/' } : {}),
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
      })
      const page = await onStore(() => client.send(command, abortOptions(signal)), signal)
      for (const entry of page.Contents ?? []) {
        found.push(blobOf((entry.Key ?? '').slice(prefix.length), entry))
      }
      ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined
      if (found.length >= mostListed && ContinuationToken !== undefined) {
        throw new ServiceError('store_refused', { reason: `more than ${mostListed} objects under ${path}` })
      }
    } while (ContinuationToken !== undefined && found.length < most)
    return found.slice(0, most)
  }

  async function remove(keys: readonly string[]): Promise<void> {
    const { sdk, client } = await connected()
    const [only] = keys
    if (keys.length === 1 && only !== undefined) {
      await onStore(() => client.send(new sdk.DeleteObjectCommand(at(only))))
      return
    }
    for (let from = 0; from < keys.length; from += mostDeleted) {
      const Objects = keys.slice(from, from + mostDeleted).map((key) => ({ Key: `${prefix}${key}` }))
      const command = new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
      const { Errors = [] } = await onStore(() => client.send(command))
      const [fault] = Errors
      if (fault !== undefined)
        throw new ServiceError('store_refused', { reason: fault.Code ?? 'DeleteObjects' })
    }
  }

  async function copy(from: string, to: string): Promise<void> {
    const source = await find(from)
    if (source === undefined) throw new ServiceError('unknown_file', { name: from })
    const { sdk, client } = await connected()
    const CopySource = [Bucket, ...`${prefix}${from}`.split('/')].map(encodeURIComponent).join('/')
    if (source.size <= copyBytes) {
      await onStore(() => client.send(new sdk.CopyObjectCommand({ ...at(to), CopySource })))
      return
    }
    await onStore(async () => {
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(at(to)))
      try {
        const Parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = []
        for (let start = 0; start < source.size; start += copyBytes) {
          const PartNumber = Parts.length + 1
          const CopySourceRange = `bytes=${start}-${Math.min(start + copyBytes, source.size) - 1}`
          const part = { ...at(to), UploadId, PartNumber, CopySource, CopySourceRange }
          const { CopyPartResult } = await client.send(new sdk.UploadPartCopyCommand(part))
          Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
        }
        const done = { ...at(to), UploadId, MultipartUpload: { Parts } }
        await client.send(new sdk.CompleteMultipartUploadCommand(done))
      } catch (error) {
        await client.send(new sdk.AbortMultipartUploadCommand({ ...at(to), UploadId })).catch(() => undefined)
        throw error
      }
    })
  }

  async function presign(key: string, disposition: string): Promise<string> {
    const { sdk, client } = await connected()
    const { getSignedUrl } = await load(() => import('@aws-sdk/s3-request-presigner'))
    const command = new sdk.GetObjectCommand({ ...at(key), ResponseContentDisposition: disposition })
    return onStore(() => getSignedUrl(client, command, { expiresIn: presignedSeconds }))
  }

  return { put, find, get, list, delete: remove, copy, presign }
}

interface Opened {
  readonly body: Readable
  readonly tag: string
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

const abortOptions = (abortSignal: AbortSignal | undefined): { abortSignal?: AbortSignal } =>
  abortSignal === undefined ? {} : { abortSignal }

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
