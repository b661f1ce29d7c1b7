/** Archives or deletes files after their import. */
import { discardFile } from '../folders/delete-files.ts'
import { derivedFileName } from '../folders/file-name.ts'
import { subfolder } from '../folders/folder.ts'
import { moveFile } from '../folders/move-file.ts'
import { subfolders } from '../folders/subfolders.ts'
import type { FileOutcome, FolderImport } from './folder-import.ts'
import type { RecognisedFile } from './recognise.ts'
import type { SourceFile } from './source-file.ts'

/** Archives or deletes an imported file if requested and if the name still leads to the same file. */
export async function moveImported(
  file: RecognisedFile,
  source: SourceFile,
  outcome: FileOutcome,
  { onProcessed, dryRun, folder, log }: FolderImport,
): Promise<void> {
  if (onProcessed === 'keep' || dryRun) return
  const rejected = outcome.kind === 'table' && outcome.report.rejected > 0
  if (!(await source.isStill())) {
    log(`${file.name} stays: another file has taken its place meanwhile.`, 'warning')
  } else if (onProcessed === 'delete') {
    if (rejected) log(`${file.name} stays, because rows of it were rejected.`)
    else await discardFile(folder, file.name)
  } else {
    const moment = new Date().toISOString().replaceAll(/\D/g, '')
    const name = derivedFileName({ before: `${moment}.`, name: file.name, keep: 'end' })
    await moveFile(folder, file.name, subfolder(folder, subfolders.archive), name)
    log(`${file.name} is moved to ${subfolders.archive}/${name}.`)
  }
}
