/** Provides the path of a file for readers that need random access, such as those of workbooks. */
import { join } from 'node:path'
import { createLocalDraft } from './local-draft.ts'
import { type Folder, scratchOf } from './folder.ts'
import { contentOf, openFile } from './open-file.ts'
import { deleteStaleDrafts } from './stale-drafts.ts'

export interface LocalCopy extends AsyncDisposable {
  readonly path: string
}

/**
 * Returns the path of a file of the folder. A file of an object store is copied to the scratch folder of this
 * machine, as far as its disk has the minimum free space, until the result is disposed of. Throws `unknown_file` and
 * `folder_disk_full`.
 */
export async function localCopyOf(folder: Folder, name: string, signal?: AbortSignal): Promise<LocalCopy> {
  if (folder.store === undefined) {
    return { path: join(folder.path, name), [Symbol.asyncDispose]: async () => undefined }
  }
  await using file = await openFile(folder, name)
  const scratch = scratchOf(folder)
  await deleteStaleDrafts(scratch)
  const draft = await createLocalDraft(scratch)
  try {
    for await (const chunk of await contentOf(file)) {
      signal?.throwIfAborted()
      if (chunk instanceof Uint8Array) await draft.write(chunk)
    }
    return draft
  } catch (error) {
    await draft[Symbol.asyncDispose]()
    throw error
  }
}
