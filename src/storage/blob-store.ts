/** The interface of an object store for files: complete objects by key, read as streams, whole or in part. */
import type { Readable } from 'node:stream'

/** An object of the store. */
export interface Blob {
  /** Path within the store, such as `upload/default/demand.csv`. */
  readonly key: string
  /** Size in bytes. */
  readonly size: number
  readonly modified: Date
  /** Differs for every other content under the same key. */
  readonly tag: string
}

export interface BlobRange {
  /** First and last byte, both included. By default the whole object. */
  readonly start?: number
  readonly end?: number
  /** The read fails with `blob_changed` if the object has another tag meanwhile. */
  readonly tag?: string
  readonly signal?: AbortSignal | undefined
}

export interface PutOptions {
  /** Whether an existing object must not be replaced. */
  readonly isNew?: boolean
  readonly signal?: AbortSignal | undefined
}

export interface ListOptions {
  /** Whether only keys without a slash after the prefix are listed. */
  readonly isFlat?: boolean
  /** Maximum number of objects. */
  readonly most?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * All functions throw `store_unavailable` if the store cannot be reached and `store_refused` if it rejects the request,
 * for instance because of wrong credentials.
 */
export interface BlobStore {
  /**
   * Stores an object. It becomes visible when it is complete; if writing fails, an earlier object stays. Returns false
   * if `isNew` is set and an object with the key exists.
   */
  put(key: string, content: Buffer | Readable, options?: PutOptions): Promise<boolean>
  /** Returns the object without its content; undefined if it does not exist. */
  find(key: string, signal?: AbortSignal): Promise<Blob | undefined>
  /** Returns the bytes of an object; undefined if it does not exist. */
  get(key: string, range?: BlobRange): Promise<Readable | undefined>
  /** Returns the objects whose keys start with the prefix. */
  list(prefix: string, options?: ListOptions): Promise<readonly Blob[]>
  /** Deletes objects. Missing objects are ignored. */
  delete(keys: readonly string[]): Promise<void>
  /** Copies an object within the store. */
  copy(from: string, to: string): Promise<void>
  /** Returns an address from which anybody can download the object for some minutes, under a file name. */
  presign(key: string, disposition: string): Promise<string>
}
