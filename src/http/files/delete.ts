/** `DELETE /execute/deletefromfolder/0|1/<filename>/`; `AllFiles` deletes all files. */
import { ServiceError } from '../../errors/service-error.ts'
import { deleteAllFiles, deleteFile } from '../../files/folders/delete-files.ts'
import { allFilesName } from '../../files/folders/file-name.ts'
import type { FileCall } from './file-call.ts'

/** Deletes a file; a missing file is not an error. Throws `invalid_file_name`. */
export async function answerDelete({
  folder,
  name,
}: FileCall): Promise<{ readonly deleted: readonly string[] }> {
  if (name === allFilesName) return { deleted: await deleteAllFiles(folder) }
  const deleted = await deleteFile(folder, name).then(
    () => [name],
    (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'unknown_file') return []
      throw error
    },
  )
  return { deleted }
}
