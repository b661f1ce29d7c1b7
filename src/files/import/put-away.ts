/** Archives or deletes files after their import. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { folderExists } from '../folders/folder.ts'
import { onFiles } from '../folders/folder-fault.ts'
import type { FileOutcome, FolderImport } from './folder-import.ts'
import type { RecognisedFile } from './recognise.ts'
import type { SourceFile } from './source-file.ts'

/** Archives or deletes an imported file if requested and if the path still leads to the same file. */
export async function moveImported(
  file: RecognisedFile,
  source: SourceFile,
  outcome: FileOutcome,
  { onProcessed, dryRun, folder, log }: FolderImport,
): Promise<void> {
  if (onProcessed === 'keep' || dryRun) return
  const path = join(folder.path, file.name)
  const rejected = outcome.kind === 'table' && outcome.report.rejected > 0
  if (!(await source.isStill(path))) {
    log(`${file.name} stays: another file has taken its place meanwhile.`, 'warning')
  } else if (onProcessed === 'delete') {
    if (rejected) log(`${file.name} stays, because rows of it were rejected.`)
    else await onFiles(() => rm(path, { force: true }))
  } else {
    const archive = join(folder.path, 'archive')
    const moment = new Date().toISOString().replaceAll(/\D/g, '')
    // Throws if a link is in its place, which could lead files elsewhere.
    await folderExists({ kind: 'errors', path: archive })
    await onFiles(() => mkdir(archive, { recursive: true, mode: 0o750 }))
    await onFiles(() => rename(path, join(archive, `${moment}.${file.name}`)))
    log(`${file.name} is moved to archive/${moment}.${file.name}.`)
  }
}
