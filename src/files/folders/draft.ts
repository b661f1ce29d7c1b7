/** Writes a file under a temporary name until it is complete, in a folder of this machine or in an object store. */
import type { Folder } from './folder.ts'
import { createLocalDraft, type Draft } from './local-draft.ts'
import { createStoredDraft } from './stored-draft.ts'

export type { Draft } from './local-draft.ts'

/**
 * Opens a draft in the folder. Disposing of an unpublished draft deletes it. Throws the errors of `createLocalDraft`
 * or of the store, as do the functions of the draft.
 */
export function createDraft(folder: Folder): Promise<Draft> {
  const { store } = folder
  return store === undefined ? createLocalDraft(folder) : createStoredDraft(folder, store.blobs)
}
