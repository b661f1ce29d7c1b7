/** Recognizes files by their names: their entity, format and import order. */
import type { ListedFile } from '../folders/list-files.ts'
import { isLoadable } from '../fixtures/load-fixture.ts'
import type { Message } from '../../errors/messages.ts'
import type { Entity } from '../../model/entity.ts'
import { findEntityByTitle } from '../../model/headers.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { Model } from '../../model/model.ts'

export type FileFormat = 'csv' | 'xlsx' | 'cpy' | 'sql'

export interface RecognisedFile {
  readonly name: string
  /** Name without the extensions of the format. */
  readonly title: string
  readonly entity: Entity
  readonly format: FileFormat
  readonly gzip: boolean
  /** Size in bytes. */
  readonly size: number
  readonly modified: Date
}

/** A file that is skipped, or refused if it is asked for by name, with the reason. */
export interface LeftFile {
  readonly name: string
  readonly reason: Message
}

/** A file whose name is recognized but that must not be imported, with the reason. */
export interface ForbiddenFile extends LeftFile {
  readonly entity: Entity
}

export type FileKind =
  | { readonly kind: 'recognised'; readonly file: RecognisedFile }
  | { readonly kind: 'left'; readonly file: LeftFile }
  | { readonly kind: 'forbidden'; readonly file: ForbiddenFile }

const extensions = /\.(?:(csv|cpy|sql)(\.gz)?|(xlsx))$/i
const formats: ReadonlySet<string> = new Set<FileFormat>(['csv', 'xlsx', 'cpy', 'sql'])
const isFormat = (text: string): text is FileFormat => formats.has(text)

/** Recognizes a file by its name. */
export function recogniseFile(model: Model, labels: Labels, { name, size, modified }: ListedFile): FileKind {
  const match = extensions.exec(name)
  const format = (match?.[1] ?? match?.[3] ?? '').toLowerCase()
  if (match === null || !isFormat(format)) {
    return { kind: 'left', file: { name, reason: { code: 'file_format_unknown' } } }
  }
  const title = name.slice(0, match.index)
  const entity = findEntityByTitle(model, title, labels)
  if (entity === undefined) {
    return { kind: 'left', file: { name, reason: { code: 'file_of_no_entity', params: { title } } } }
  }
  if (!isLoadable(entity)) {
    const params = { entity: entity.name }
    if (entity.schema !== 'scenario' || !entity.readOnly)
      return { kind: 'forbidden', file: { name, entity, reason: { code: 'entity_not_of_planning', params } } }
    const reason: Message = { code: 'entity_of_planner', params }
    // Exports contain what the planner computes. Their files can be imported again without sorting them.
    return format === 'csv' || format === 'xlsx'
      ? { kind: 'left', file: { name, reason } }
      : { kind: 'forbidden', file: { name, entity, reason } }
  }
  return {
    kind: 'recognised',
    file: { name, title, entity, format, gzip: match[2] !== undefined, size, modified },
  }
}

/**
 * Returns the files in import order: entities parents first, the files of one entity alphabetically by their full
 * names, so that `demand.1.csv` comes before `demand.csv` and `demand.extra.xlsx` after it. Case is ignored.
 */
export function inImportOrder(model: Model, files: readonly RecognisedFile[]): readonly RecognisedFile[] {
  const places = new Map(model.importOrder.map((entity, place) => [entity, place]))
  const keyed = files.map((file) => ({
    file,
    place: places.get(file.entity) ?? 0,
    key: file.name.normalize('NFC').toLowerCase(),
  }))
  return keyed
    .toSorted(
      (one, other) =>
        one.place - other.place || compare(one.key, other.key) || compare(one.file.name, other.file.name),
    )
    .map(({ file }) => file)
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
