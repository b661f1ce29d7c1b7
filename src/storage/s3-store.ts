/** Stores files in a bucket of an S3-compatible object store. */
import type { StoreSettings } from '../settings/store-settings.ts'
import type { BlobStore } from './blob-store.ts'
import { s3PlaceOf } from './s3-connection.ts'
import { findObject, getObject, listObjects, presignObject } from './s3-reads.ts'
import { copyObject, deleteObjects, putObject } from './s3-writes.ts'

/** Returns the store of the address FILES_URL. Nothing is imported or connected before its first use. */
export function createS3Store(settings: StoreSettings): BlobStore {
  const place = s3PlaceOf(settings)
  return {
    put: (key, content, options) => putObject(place, key, content, options),
    find: (key, signal) => findObject(place, key, signal),
    get: (key, range) => getObject(place, key, range),
    list: (prefix, options) => listObjects(place, prefix, options),
    delete: (keys) => deleteObjects(place, keys),
    copy: (from, to) => copyObject(place, from, to),
    presign: (key, disposition) => presignObject(place, key, disposition),
  }
}
