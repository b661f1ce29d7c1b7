/**
 * Replaces the cluster by another one and keeps the old one under another name. The replacement is recorded in a file
 * first: if it is interrupted by a kill, the next start of the server continues it, so that no empty database is
 * created meanwhile.
 */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { archivePaths, type RestoreNote, restoresOf } from './archive.ts'
import { flushFolder } from './base-backup.ts'
import { replacementFile } from './has-cluster.ts'
import type { EmbeddedPaths } from './paths.ts'
import { archiveRest } from './unarchived.ts'

/** Steps of a replacement, in this order; completed steps are detected. */
export interface Replacement {
  /** Folder of the cluster. */
  readonly data: string
  /** The new cluster. */
  readonly draft: string
  /** New path of the old cluster. */
  readonly aside: string
  /** Password of the service role in the new cluster. */
  readonly password: string
  /** Archive for the log segments that the old cluster has not archived yet. */
  readonly rest: string | null
  /** Entry of the restore, and the archive in which it is recorded: the one that the new cluster uses. */
  readonly note: (RestoreNote & { readonly archive: string }) | null
}

/** Replaces the cluster. The caller must hold the keeper's lock. */
export async function replaceData(paths: EmbeddedPaths, replacement: Replacement): Promise<void> {
  await replaceFile(replacementFile(paths.folder), JSON.stringify(replacement))
  await finishReplacement(paths)
}

/**
 * Completes a replacement that was started. The caller must hold the keeper's lock.
 * Throws `unusable_database` if neither cluster is there: a new, empty one would hide that.
 */
export async function finishReplacement(paths: EmbeddedPaths): Promise<void> {
  const text = await readFile(replacementFile(paths.folder), 'utf8').catch(() => undefined)
  if (text === undefined) return
  const { data, draft, aside, password, rest, note } = parse(text)
  if (await exists(draft)) {
    if (await exists(data)) await rename(data, aside)
    await rename(draft, data)
    await flushFolder(dirname(data))
  } else if (!(await exists(data))) {
    const file = replacementFile(paths.folder)
    const earlier = aside === '' ? '' : `move the earlier database ${aside} to ${data} and `
    const reason =
      `Neither the restored database ${draft} nor ${data} is there. Mount the volume that has them, or ${earlier}` +
      `remove ${file} and restore again.`
    throw new ServiceError('unusable_database', { reason })
  }
  await replaceFile(paths.password, password)
  // The timeline that ends here may be restored later.
  if (rest !== null && (await exists(aside))) await archiveRest(aside, rest)
  if (note !== null) {
    const { archive, ...restore } = note
    const restores = await restoresOf(archive)
    const isKnown = restores.some(({ timeline }) => timeline === restore.timeline)
    // The file is replaced, because a line that a kill cuts off would make all of it unreadable.
    const lines = [...restores, restore].map((line) => `${JSON.stringify(line)}\n`)
    if (!isKnown) await replaceFile(archivePaths(archive).restores, lines.join(''))
  }
  await rm(replacementFile(paths.folder), { force: true })
}

/** Replaces the content of a file so that a kill leaves the old or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  await flushFolder(dirname(path))
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
