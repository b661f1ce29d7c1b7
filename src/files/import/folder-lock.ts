/** Allows one import at a time in a folder: two scenarios may share a folder, and two servers may access it. */
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import type { FolderImport } from './folder-import.ts'

/** First key of the advisory locks of folders. */
const folderClass = 1_952_543_085

/** Runs with the advisory lock of the folder. Logs a message and waits if another import holds the lock. */
export async function withFolderLock<Result>(
  { context, folder, log }: Pick<FolderImport, 'context' | 'folder' | 'log'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const path = await realpath(folder.path).catch(() => folder.path)
  const number = createHash('sha256').update(path).digest().readInt32BE(0)
  return context.control.direct.withClient(
    async (client) => {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS mine', [
        folderClass,
        number,
      ])
      if (!rows[0]!.mine) {
        log('Another import works on this folder. Waiting for it to end.')
        await client.query('SELECT pg_advisory_lock($1, $2)', [folderClass, number])
      }
      try {
        return await run()
      } finally {
        await client.query('SELECT pg_advisory_unlock($1, $2)', [folderClass, number]).catch(() => undefined)
      }
    },
    context.signal === undefined ? {} : { signal: context.signal },
  )
}
