/** The extension modules in use. */
import { type Additions, noAdditions } from '../model/additions.ts'
import type { AddedTask, DataExport, LoadedExtension, ModuleTranslations } from './definition.ts'

export interface Extensions {
  /** In the sequence of the setting EXTENSIONS. */
  readonly all: readonly LoadedExtension[]
  /** Additions to the model and the schemas. */
  readonly additions: Additions
  /** Translations of labels and tasks; an earlier module has precedence. */
  readonly translations: readonly ModuleTranslations[]
  /** Dataset files by name. */
  readonly fixtures: ReadonlyMap<string, string>
}

export const noExtensions: Extensions = {
  all: [],
  additions: noAdditions,
  translations: [],
  fixtures: new Map(),
}

/** Returns the additional files of `exporttofolder`, each with the name of its module. */
export function allExports({ all }: Extensions): readonly (DataExport & { readonly extension: string })[] {
  return all.flatMap(({ definition: { name, exports = [] } }) =>
    exports.map((one) => ({ ...one, extension: name })),
  )
}

export function allAddedTasks({ all }: Extensions): readonly AddedTask[] {
  return all.flatMap(({ definition: { tasks = [] } }) => tasks)
}
