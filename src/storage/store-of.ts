/** Returns the object store of an installation, and checks that it can be used. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { ServiceError } from '../errors/service-error.ts'
import type { StoreSettings } from '../settings/store-settings.ts'
import type { BlobStore } from './blob-store.ts'
import { createS3Store } from './s3-store.ts'

/** Stores of this process by their settings: all requests share the connections of one client. */
const stores = new Map<string, BlobStore>()

const storeKeys = [
  'FILES_URL',
  'FILES_ENDPOINT',
  'FILES_REGION',
  'FILES_PATH_STYLE',
  'FILES_ACCESS_KEY',
  'FILES_SECRET_KEY',
] as const

/** Returns whether files are in an object store instead of folders of this machine. */
export const usesStore = ({ FILES_URL }: Pick<StoreSettings, 'FILES_URL'>): boolean => FILES_URL !== 'file:'

/** Returns the store; undefined if files are in folders of this machine. */
export function storeOf(settings: StoreSettings): BlobStore | undefined {
  if (!usesStore(settings)) return undefined
  const key = JSON.stringify(storeKeys.map((name) => settings[name] ?? null))
  const known = stores.get(key)
  if (known !== undefined) return known
  const created = createS3Store(settings)
  stores.set(key, created)
  return created
}

export interface StoreProblem {
  /** Code of the error. */
  readonly code: string
  readonly message: string
}

/**
 * Returns whether the store respects the condition that an object must not exist yet (`isNew`): some stores ignore it
 * and replace the object.
 */
export async function keepsExisting(store: BlobStore, signal: AbortSignal): Promise<boolean> {
  const key = `.health-${randomUUID()}`
  try {
    await store.put(key, Buffer.from(key), { signal })
    return !(await store.put(key, Buffer.from(key), { isNew: true, signal }))
  } finally {
    await store.delete([key])
  }
}

/** Writes, reads and deletes a small object. Returns the reason if that fails; undefined if the store is usable. */
export async function storeProblem(store: BlobStore, signal: AbortSignal): Promise<StoreProblem | undefined> {
  const key = `.health-${randomUUID()}`
  try {
    await store.put(key, Buffer.from(key), { signal })
    const content = await store.get(key, { signal })
    const isSame = content !== undefined && (await text(content)) === key
    await store.delete([key])
    if (isSame) return undefined
    return { code: 'file_changed', message: 'The store does not return the object that was written.' }
  } catch (error) {
    if (signal.aborted) return { code: 'timeout', message: 'The store does not respond in time.' }
    if (error instanceof ServiceError) return { code: error.code, message: error.message }
    throw error
  }
}
