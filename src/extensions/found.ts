/** A module while it is loaded and validated, with its problems. */
import type { Migration } from '../model/additions.ts'
import type { LoadedExtension } from './definition.ts'

/** A problem and its place. */
export interface Problem {
  /** As in the setting EXTENSIONS. */
  readonly place: string
  /** Name of the module, if it could be read. */
  readonly name: string | undefined
  readonly reason: string
}

export interface FoundExtension extends LoadedExtension {
  /** Its SQL files by kind of schema. */
  readonly migrations: Readonly<Record<'control' | 'scenario', readonly Migration[]>>
}

/** Returns the names of all declared entities, valid or not: a reference to an invalid one is no additional fault. */
export function declaredEntities(extensions: readonly FoundExtension[]): ReadonlySet<string> {
  return new Set(
    extensions.flatMap(({ definition: { name, entities = [], reports = [] } }) => [
      ...entities.map((entity) => entity.name),
      ...reports.map((report) => `${name}.${report.name}`),
    ]),
  )
}

/** Reports a problem of a module. */
export type Complain = (extension: FoundExtension, reason: string) => void

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
