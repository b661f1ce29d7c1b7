/** Decides for every file of the folder whether it is imported, refused, or left alone. */
import { type Message, messageText } from '../../errors/messages.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { printableFileName, shownFileName } from '../folders/file-name.ts'
import { listFiles, listOtherEntries, listUnusableNames } from '../folders/list-files.ts'
import { findEntitiesToPurge } from './entities-to-purge.ts'
import type { FileOutcome, FolderImport } from './folder-import.ts'
import { inImportOrder, type RecognisedFile, recogniseFile } from './recognise.ts'

export interface Chosen {
  readonly files: readonly RecognisedFile[]
  readonly outcomes: readonly FileOutcome[]
  readonly left: readonly string[]
  readonly purge: ReadonlySet<Entity>
}

/**
 * Recognizes the files of the folder. Throws `usage` for requested files that are missing, and
 * `invalid_parameter` for entities to purge that do not exist or that no file contains.
 */
export async function chooseFiles(job: FolderImport): Promise<Chosen> {
  const { model } = job.context
  const { labels } = job.conventions
  if (job.described !== undefined) {
    const files = [job.described.file]
    return { files, outcomes: [], left: [], purge: purged(job, files) }
  }
  const listed = await listFiles(job.folder)
  const wanted = job.files === undefined ? undefined : new Set(job.files.map((name) => name.normalize('NFC')))
  const others = await listOtherEntries(job.folder)
  const present = new Set([...listed.map(({ name }) => name), ...others].map((name) => name.normalize('NFC')))
  const missing = [...(wanted ?? [])].filter((name) => !present.has(name))
  if (missing.length > 0) {
    throw new ServiceError('usage', {
      reason: `There is no file ${missing.map((name) => `"${name}"`).join(', ')} in the folder.`,
    })
  }
  const files: RecognisedFile[] = []
  const outcomes: FileOutcome[] = []
  const left: string[] = []
  for (const entry of listed) {
    if (wanted?.has(entry.name.normalize('NFC')) === false) continue
    const found = recogniseFile(model, labels, entry)
    if (found.kind === 'recognised') files.push(found.file)
    else if (found.kind === 'forbidden' || wanted !== undefined) {
      outcomes.push({
        file: entry.name,
        kind: 'refused',
        reason: { code: 'sentence', params: { message: found.file.reason } },
      })
    } else {
      job.log(`${entry.name} is left alone: ${messageText(found.file.reason)}.`)
      left.push(entry.name)
    }
  }
  for (const name of wanted === undefined ? await listUnusableNames(job.folder) : []) {
    const file = shownFileName(name)
    const found = recogniseFile(model, labels, {
      name: printableFileName(name),
      size: 0,
      modified: new Date(0),
    })
    const message: Message = found.kind === 'left' ? found.file.reason : { code: 'file_name_unusable' }
    if (found.kind === 'left') {
      job.log(`${file} is left alone: ${messageText(message)}.`)
      left.push(file)
    } else outcomes.push({ file, kind: 'refused', reason: { code: 'sentence', params: { message } } })
  }
  outcomes.push(...refuseOtherEntries(job, others, wanted))
  for (const outcome of outcomes) {
    if (outcome.kind === 'refused')
      job.log(`${outcome.file} is refused: ${messageText(outcome.reason)}`, 'error')
  }
  return { files: inImportOrder(model, files), outcomes, left, purge: purged(job, files) }
}

/**
 * Refuses links, folders and pipes that are requested or, without a request, have the name of a data file: whoever put
 * them there expects an import.
 */
function refuseOtherEntries(
  { context, conventions }: FolderImport,
  names: readonly string[],
  wanted: ReadonlySet<string> | undefined,
): readonly FileOutcome[] {
  const isExpected = (name: string): boolean => {
    if (wanted !== undefined) return wanted.has(name.normalize('NFC'))
    const entry = { name, size: 0, modified: new Date(0) }
    return recogniseFile(context.model, conventions.labels, entry).kind === 'recognised'
  }
  return names
    .filter(isExpected)
    .map((file) => ({ file, kind: 'refused', reason: { code: 'file_is_no_file' } }))
}

/** Returns the entities to purge. Each must be in one of the files; otherwise it would only be emptied. */
function purged(
  { purge, context, conventions }: FolderImport,
  files: readonly RecognisedFile[],
): ReadonlySet<Entity> {
  const entities = findEntitiesToPurge(context.model, conventions.labels, purge)
  const missing = entities.find(
    (entity) => !files.some((file) => file.entity === entity && file.format !== 'sql'),
  )
  if (missing !== undefined)
    throw invalidParameter('purge', { code: 'purge_without_file', params: { entities: missing.labelPlural } })
  return new Set(entities)
}
