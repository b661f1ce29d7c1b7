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

/** Notes a problem of a module. */
export type Complain = (extension: FoundExtension, reason: string) => void

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
