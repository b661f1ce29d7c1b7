/**
 * Puts another cluster in the place of the one that is there, which is kept beside it. A note is written before: whoever
 * starts the server next goes on where a kill has interrupted it, so that no empty database is made in the gap.
 */
import { readFile, rename, rm, stat, writeFile, appendFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { archivePaths, type RestoreNote, restoresOf } from './archive.ts'
import { flushFolder } from './base-backup.ts'
import type { EmbeddedPaths } from './paths.ts'
import { archiveRest } from './unarchived.ts'

/** What is to be done, in this order; steps that have been done are found so. */
export interface Replacement {
  /** The folder of the cluster. */
  readonly data: string
  /** The cluster that takes its place. */
  readonly draft: string
  /** Where the one that was there goes. */
  readonly aside: string
  /** Password of the service's role in the new cluster. */
  readonly password: string
  /** The archive that gets what the one that was there has not archived yet. */
  readonly rest: string | null
  /** Where the restore is noted: the archive that the cluster goes on with. */
  readonly note: (RestoreNote & { readonly archive: string }) | null
}

const noteFile = (paths: EmbeddedPaths): string => join(paths.folder, 'replacement.json')

/** Only for whoever holds the keeper's lock. */
export async function replaceData(paths: EmbeddedPaths, replacement: Replacement): Promise<void> {
  await writeFile(`${noteFile(paths)}.new`, JSON.stringify(replacement), { mode: 0o600, flush: true })
  await rename(`${noteFile(paths)}.new`, noteFile(paths))
  await flushFolder(paths.folder)
  await finishReplacement(paths)
}

/** Ends a replacement that was begun. Only for whoever holds the keeper's lock. */
export async function finishReplacement(paths: EmbeddedPaths): Promise<void> {
  const text = await readFile(noteFile(paths), 'utf8').catch(() => undefined)
  if (text === undefined) return
  const { data, draft, aside, password, rest, note } = parse(text)
  if (await exists(draft)) {
    if (await exists(data)) await rename(data, aside)
    await rename(draft, data)
    await flushFolder(dirname(data))
  }
  await writeFile(`${paths.password}.new`, password, { mode: 0o600, flush: true })
  await rename(`${paths.password}.new`, paths.password)
  // The line of history that ends here may be asked for later.
  if (rest !== null && (await exists(aside))) await archiveRest(aside, rest)
  if (note !== null && !(await restoresOf(note.archive)).some(({ timeline }) => timeline === note.timeline)) {
    const { archive, ...line } = note
    await appendFile(archivePaths(archive).restores, `${JSON.stringify(line)}\n`, {
      mode: 0o600,
      flush: true,
    })
  }
  await rm(noteFile(paths), { force: true })
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

function parse(text: string): Replacement {
  const value: unknown = JSON.parse(text)
  if (isReplacement(value)) return value
  throw new Error('The note about the replacement of the database cannot be read.')
}

const isReplacement = (value: unknown): value is Replacement =>
  typeof value === 'object' &&
  value !== null &&
  ['data', 'draft', 'aside', 'password'].every((key) => typeof Reflect.get(value, key) === 'string') &&
  'rest' in value &&
  'note' in value
