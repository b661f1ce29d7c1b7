/**
 * `GET /execute/uploadtofolder/0|1/`: lists the files of a folder, with the entity into which each file would be
 * imported, its position in the import order, and its last import.
 */
import type { FolderFile } from '../../contract/files.ts'
import { statfs } from 'node:fs/promises'
import { wallClock } from '../../data/time-zone.ts'
import { requestActor } from '../../auth/storages/actor.ts'
import type { Folder } from '../../files/folders/folder.ts'
import { folderSize, listFiles } from '../../files/folders/list-files.ts'
import { findImported, type ImportedFile } from '../../files/import/imported-files.ts'
import { inImportOrder, recogniseFile } from '../../files/import/recognise.ts'
import { findEntityByTitle } from '../../model/headers.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { Reply } from '../contract/routes.ts'
import type { FileCall } from './file-call.ts'

/**
 * Returns an array of `{name, size, modified, entity, place, imported}`; the header `X-Free-Space` contains the number of free
 * bytes.
 */
export async function answerListing({
  exchange,
  folder,
  scenario,
  principal,
}: FileCall): Promise<Reply<readonly FolderFile[]>> {
  const { settings, models } = exchange.service
  const labels = await loadLabels(settings.LANGUAGE_CODE)
  const model = models.current()
  const files = await listFiles(folder)
  const places = new Map(
    inImportOrder(
      model,
      files.flatMap((file) => {
        const found = recogniseFile(model, labels, file)
        return found.kind === 'recognised' ? [found.file] : []
      }),
    ).map(({ name }, index) => [name, index + 1]),
  )
  const context = exchange.service.dataContext({
    scenario,
    actor: requestActor(principal),
    signal: exchange.signal,
  })
  const imported = folder.kind === 'upload' ? await findImported(context, files) : none
  const localTime = (moment: number): string => wallClock(moment, settings.TIME_ZONE)
  const listed = files.map(({ name, size, modified }) => ({
    name,
    size,
    modified: localTime(modified.getTime()),
    entity: findEntityByTitle(model, withoutExtension(name), labels)?.name ?? null,
    place: folder.kind === 'upload' ? (places.get(name) ?? null) : null,
    imported: importOf(imported.get(name), localTime),
  }))
  const free = await freeSpace(folder, settings.MAX_FOLDER_SIZE - (await folderSize(folder, '')))
  return new Reply(listed, { headers: free === undefined ? {} : { 'x-free-space': String(free) } })
}

const none: ReadonlyMap<string, ImportedFile> = new Map()

const importOf = (
  found: ImportedFile | undefined,
  localTime: (moment: number) => string,
): FolderFile['imported'] => (found === undefined ? null : { ...found, at: localTime(found.at) })

const withoutExtension = (name: string): string =>
  name.replace(/(?:\.(?:csv|cpy|sql|xlsx|json))?(?:\.gz)?$/i, '')

async function freeSpace(folder: Folder, allowed: number): Promise<number | undefined> {
  if (folder.store !== undefined) return Math.max(0, allowed)
  const disk = await statfs(folder.path).catch(() => undefined)
  return disk === undefined ? undefined : Math.max(0, Math.min(allowed, disk.bavail * disk.bsize))
}
