/** The extension modules that are in use, as one value: what the service is extended by. */
import { type Additions, noAdditions } from '../model/additions.ts'
import type { AddedTask, DataExport, LoadedExtension, ModuleTranslations } from './definition.ts'

export interface Extensions {
  /** In the order of the setting EXTENSIONS. */
  readonly all: readonly LoadedExtension[]
  /** For the model and the schemas. */
  readonly additions: Additions
  /** Words for labels and tasks; those of a later module count where an earlier one has none. */
  readonly translations: readonly ModuleTranslations[]
  /** Files of datasets by name. */
  readonly fixtures: ReadonlyMap<string, string>
}

export const noExtensions: Extensions = {
  all: [],
  additions: noAdditions,
  translations: [],
  fixtures: new Map(),
}

/** Files that the export into a folder makes besides ours, each with the name of its module. */
export function allExports({ all }: Extensions): readonly (DataExport & { readonly extension: string })[] {
  return all.flatMap(({ definition: { name, exports = [] } }) =>
    exports.map((one) => ({ ...one, extension: name })),
  )
}

export function allAddedTasks({ all }: Extensions): readonly AddedTask[] {
  return all.flatMap(({ definition: { tasks = [] } }) => tasks)
}
