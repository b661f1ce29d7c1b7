/** Determines the files to create from the given names. */
import { invalidParameter } from '../../errors/parameter-errors.ts'
import type { WantedFile } from '../../files/export/export-files.ts'
import { fileFormat, type FileFormat, splitFileName } from '../../files/export/file-format.ts'
import type { ExportDefinition } from './definition.ts'

export interface ChosenFile {
  /** Name of the file. */
  readonly file: string
  readonly format: FileFormat
  readonly definition: ExportDefinition
}

export interface FileChoice {
  /** Names of the files; if omitted, the default files. */
  readonly files?: readonly string[]
  /** Ending of the files whose names have none. */
  readonly format: string
}

/**
 * Returns the files in the order of the names. A definition of a user or an extension takes precedence over a
 * built-in one that would create the same file. Throws `invalid_parameter` for an unknown name.
 */
export function chooseFiles(
  catalogue: readonly ExportDefinition[],
  { files, format }: FileChoice,
): readonly ChosenFile[] {
  const wanted =
    files === undefined
      ? catalogue
          .filter(({ isDefault }) => isDefault)
          .map((definition) => chosen(definition, undefined, format))
      : files.map((name) => find(catalogue, name, format))
  const byFile = new Map<string, ChosenFile>()
  for (const one of wanted) {
    const before = byFile.get(one.file)
    if (before === undefined || isOurs(before.definition)) byFile.set(one.file, one)
  }
  return [...byFile.values()]
}

const isOurs = ({ kind }: ExportDefinition): boolean => kind === 'entity' || kind === 'report'

/**
 * Returns whether the name is the full name or the model of an entity, for entities whose files have another name.
 */
const isEntity = (name: string | undefined, wanted: string): boolean =>
  name === wanted || name?.split('.')[1] === wanted

function find(catalogue: readonly ExportDefinition[], name: string, format: string): ChosenFile {
  const named = catalogue.find((definition) => !isOurs(definition) && definition.name === name)
  if (named !== undefined) return chosen(named, undefined, format)
  const { stem, format: own } = splitFileName(name)
  const wanted = stem.toLowerCase()
  const definition =
    catalogue.find((one) => isOurs(one) && one.name === wanted) ??
    catalogue.find((one) => one.kind === 'entity' && isEntity(one.entities[0], wanted)) ??
    catalogue.find((one) => !isOurs(one) && own === undefined && splitFileName(one.name).stem === name)
  if (definition !== undefined) return chosen(definition, own?.ending, format)
  const known = catalogue.map((one) => one.name).join(', ')
  throw invalidParameter('files', { code: 'unknown_export', params: { name: name.slice(0, 100), known } })
}

function chosen(definition: ExportDefinition, ending: string | undefined, format: string): ChosenFile {
  const own = isOurs(definition) ? undefined : splitFileName(definition.name).format
  if (own !== undefined) return { file: definition.name, format: own, definition }
  const made = fileFormat(ending ?? format)
  return { file: `${splitFileName(definition.name).stem}.${made.ending}`, format: made, definition }
}

/** Returns the file to write. A definition that is not valid any more fails only this file. */
export function wantedFile({ file, format, definition }: ChosenFile): WantedFile {
  return { file, format, source: (snapshot, use) => definition.source()(snapshot, use) }
}
