/** A module on its way to being in use: found and read, with whatever is wrong about it. */
import type { Migration } from '../model/additions.ts'
import type { LoadedExtension } from './definition.ts'

/** What is wrong, and where. */
export interface Problem {
  /** As in the setting EXTENSIONS. */
  readonly place: string
  /** Name of the module, when it got as far as having one. */
  readonly name: string | undefined
  readonly reason: string
}

export interface FoundExtension extends LoadedExtension {
  /** Its SQL files by kind of schema. */
  readonly migrations: Readonly<Record<'control' | 'scenario', readonly Migration[]>>
}

/** Names of entities that modules declare, sound or not: what leads to an unsound one is no fault of its own. */
export function declaredEntities(extensions: readonly FoundExtension[]): ReadonlySet<string> {
  return new Set(
    extensions.flatMap(({ definition: { name, entities = [], reports = [] } }) => [
      ...entities.map((entity) => entity.name),
      ...reports.map((report) => `${name}.${report.name}`),
    ]),
  )
}

/** Notes a problem of a module. */
export type Complain = (extension: FoundExtension, reason: string) => void

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
