/**
 * The connection to an S3-compatible object store. The client is imported at the first request, because most
 * installations do not use it. Requests are retried by the client, with growing delays.
 */
import type { S3Client } from '@aws-sdk/client-s3'
import { ServiceError } from '../errors/service-error.ts'
import type { StoreSettings } from '../settings/store-settings.ts'

const connectionTimeoutMs = 3_000
/** Milliseconds without a byte after which a connection is closed. */
const idleTimeoutMs = 60_000
/** Maximum number of connections; a download occupies one until its reader has received it. */
const mostSockets = 200

interface Client {
  readonly sdk: typeof import('@aws-sdk/client-s3')
  readonly client: S3Client
}

/** A bucket, and the path in it below which the objects of this installation are. */
export interface S3Place {
  readonly bucket: string
  /** Empty, or a path that ends with a slash. */
  readonly prefix: string
  /** Returns the client; imports its packages at the first call. */
  readonly connected: () => Promise<Client>
  /** Returns the parameters of a request for an object. */
  readonly at: (key: string) => { readonly Bucket: string; readonly Key: string }
}

/** Returns the place of the address FILES_URL. Nothing is imported or connected before its first use. */
export function s3PlaceOf(settings: StoreSettings): S3Place {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(settings.FILES_URL) ?? []
  const prefix = path === '' ? '' : `${path}/`
  let connection: Promise<Client> | undefined
  return {
    bucket,
    prefix,
    connected: async () => {
      connection ??= connect(settings)
      try {
        return await connection
      } catch (error) {
        // The packages may be installed meanwhile.
        connection = undefined
        throw error
      }
    },
    at: (key) => ({ Bucket: bucket, Key: `${prefix}${key}` }),
  }
}

/** Imports a package of the client. Throws `store_refused` if it is not installed. */
export async function loadPackage<Module>(importModule: () => Promise<Module>): Promise<Module> {
  try {
    return await importModule()
  } catch (cause) {
    throw new ServiceError('store_refused', { reason: { code: 'store_packages_missing' } }, { cause })
  }
}

async function connect(settings: StoreSettings): Promise<Client> {
  const sdk = await loadPackage(() => import('@aws-sdk/client-s3'))
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

export const abortOptions = (abortSignal: AbortSignal | undefined): { abortSignal?: AbortSignal } =>
  abortSignal === undefined ? {} : { abortSignal }
