/** Detects the format of an uploaded file by its first bytes, because its name does not have to indicate it. */
import { buffer } from 'node:stream/consumers'
import type { Entity } from '../../model/entity.ts'
import type { RecognisedFile } from '../import/recognise.ts'
import type { Folder } from '../folders/folder.ts'
import { contentOf, openFile } from '../folders/open-file.ts'

const zip = Buffer.from('504b0304', 'hex')
/** Workbooks of the old format and encrypted ones; their reader reports an error with advice. */
const compound = Buffer.from('d0cf11e0', 'hex')
const gzip = Buffer.from('1f8b', 'hex')

/** A file whose format is known by its content. */
interface DetectedFile extends Omit<RecognisedFile, 'entity'> {
  readonly format: 'csv' | 'xlsx'
}

/** Returns the file with a specified entity. Throws as `lookAtFile`. */
export async function describedFile(
  folder: Folder,
  name: string,
  entity: Entity,
): Promise<DetectedFile & { readonly entity: Entity }> {
  return { ...(await lookAtFile(folder, name)), entity }
}

/** Returns the format, size and time of an uploaded file. Throws `unknown_file` if it is missing. */
export async function lookAtFile(folder: Folder, name: string): Promise<DetectedFile> {
  await using file = await openFile(folder, name)
  const head = await buffer(await contentOf(file, { end: Math.min(4, file.size) - 1 }))
  const workbook = head.equals(zip) || head.equals(compound)
  const title = name.replace(/(?:\.[a-z0-9]{1,5})?(?:\.gz)?$/i, '')
  return {
    name: file.name,
    title: title === '' ? name : title,
    format: workbook ? 'xlsx' : 'csv',
    gzip: head.subarray(0, 2).equals(gzip),
    size: file.size,
    modified: file.modified,
  }
}
