/** `DELETE /execute/deletefromfolder/0|1/<filename>/`; `AllFiles` stands for all. */
import { deleteAllFiles, deleteFile } from '../../files/folders/delete-files.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import type { FileCall } from './file-call.ts'

const everything = 'AllFiles'

/** Throws `invalid_file_name` and `unknown_file`. */
export async function answerDelete({ folder, name }: FileCall): Promise<Answer> {
  if (name === everything) return jsonAnswer(200, { deleted: await deleteAllFiles(folder) })
  await deleteFile(folder, name)
  return jsonAnswer(200, { deleted: [name] })
}
