/**
 * `GET /execute/uploadtofolder/0|1/`: lists the files of a folder, with the entity into which each file would be
 * imported and its position in the import order.
 */
import type { FolderFile } from '../../contract/files.ts'
import { statfs } from 'node:fs/promises'
import { wallClock } from '../../data/time-zone.ts'
import type { Folder } from '../../files/folders/folder.ts'
import { folderSize, listFiles } from '../../files/folders/list-files.ts'
import { inImportOrder, recogniseFile } from '../../files/import/recognise.ts'
import { findEntityByTitle } from '../../model/headers.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { Reply } from '../contract/routes.ts'
import type { FileCall } from './file-call.ts'

/**
 * Returns an array of `{name, size, modified, entity, place}`; the header `X-Free-Space` contains the number of free
 * bytes.
 */
export async function answerListing({ exchange, folder }: FileCall): Promise<Reply<readonly FolderFile[]>> {
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
  const listed = files.map(({ name, size, modified }) => ({
    name,
    size,
    modified: wallClock(modified.getTime(), settings.TIME_ZONE),
    entity: findEntityByTitle(model, withoutExtension(name), labels)?.name ?? null,
    place: folder.kind === 'upload' ? (places.get(name) ?? null) : null,
  }))
  const free = await freeSpace(folder, settings.MAX_FOLDER_SIZE - (await folderSize(folder, '')))
  return new Reply(listed, { headers: free === undefined ? {} : { 'x-free-space': String(free) } })
}

const withoutExtension = (name: string): string =>
  name.replace(/(?:\.(?:csv|cpy|sql|xlsx|json))?(?:\.gz)?$/i, '')

async function freeSpace(folder: Folder, allowed: number): Promise<number | undefined> {
  if (folder.store !== undefined) return Math.max(0, allowed)
  const disk = await statfs(folder.path).catch(() => undefined)
  return disk === undefined ? undefined : Math.max(0, Math.min(allowed, disk.bavail * disk.bsize))
}
