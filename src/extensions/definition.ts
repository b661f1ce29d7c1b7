/**
 * What an extension module may add. Everything here is data that a module declares; loading, checking and joining
 * it to the service is done elsewhere, and the module needs to know nothing of that.
 */
import type { TObject } from 'typebox'
import type { Entity, ReportQuery } from '../model/entity.ts'
import type { Field } from '../model/field.ts'
import type { LabelTexts } from '../model/labels/labels.ts'
import type { TaskKind } from './task-kinds.ts'

/** What can be said of a task without knowing what a running one may use. */
export interface TaskShape {
  readonly about?: string
  readonly help: string
  readonly examples: readonly (readonly [line: string, purpose: string])[]
  readonly parameters: TObject
  readonly positional: readonly string[]
  readonly secrets: readonly string[]
  readonly right: string
  run(context: never, args: never): Promise<string>
}

/** A task as it is listed: the command `planctl <name>` and the endpoint `/execute/api/<name>/`. */
export interface AddedTask<Task extends TaskShape = TaskShape> {
  readonly name: string
  /** Heading under which it is listed. */
  readonly group: string
  /** By which workers are limited to some tasks; by default `other`. */
  readonly kind?: TaskKind
  /** What it does, in a few words. */
  readonly title: string
  readonly task: Task
}

/** What a parameter is called and what it means; where values can be chosen, what each is called. */
export type ParameterTexts = readonly [
  label: string,
  description: string,
  choices?: Readonly<Record<string, string>>,
]

/** What forms say of a task in one language; what is left out is said in English. */
export interface TaskTexts {
  readonly title?: string
  readonly about?: string
  readonly parameters?: Readonly<Record<string, ParameterTexts>>
}

/** Words of one language that a module brings for what it adds; those of its tasks by their names. */
export interface ModuleTexts extends LabelTexts {
  readonly tasks?: Readonly<Record<string, TaskTexts>>
}

/** Words by language code. */
export type ModuleTranslations = Readonly<Record<string, ModuleTexts>>

/** An item of the menu. It leads to exactly one of entity (or report), task and url. */
export interface MenuItem {
  /** Heading under which it stands; those of the same name share one. */
  readonly group: string
  readonly label: string
  /** Full name of an entity or report: its list. */
  readonly entity?: string
  /** Name of a task: its form. */
  readonly task?: string
  /** Path below the scenario, such as `/execute/api/`, or an address elsewhere. */
  readonly url?: string
  /** Right without which the item is shown disabled. By default that to see the entity, or to run the task. */
  readonly right?: string
}

/** A read-only query, served like an entity: filtered, sorted, paged, in every format, with a right to see it. */
export interface Report {
  /** Second part of its name: `summary` of the module `abc` is `/api/abc/summary/`. */
  readonly name: string
  readonly label: string
  readonly labelPlural: string
  readonly about: string
  /** Column by whose values its rows can be told apart. */
  readonly key: string
  readonly columns: readonly Field[]
  /** One SELECT whose columns are named as the fields. `table('input.item')` gives the table of the scenario. */
  readonly sql: ReportQuery
}

/** A file that the export into a folder makes. */
export interface DataExport {
  /** Name of the file; its ending tells the format: `.csv`, `.csv.gz`, `.json`, `.json.gz` or `.xlsx`. */
  readonly name: string
  /** Entity or report whose records are exported. */
  readonly entity: string
  /** Columns in their order; by default all. */
  readonly fields?: readonly string[]
  /** Filters as in the data API, such as `{ abc__in: 'A,B' }`. */
  readonly filter?: Readonly<Record<string, string>>
  /** As in the data API, such as `-abc_value,name`. */
  readonly ordering?: string
}

export interface ExtensionDefinition<Task extends TaskShape = TaskShape> {
  /**
   * Short name in lower case. It is the first part of the names of entities and reports (`abc.run`), and with them
   * of their URLs and rights.
   */
  readonly name: string
  /** What the module is good for, in a sentence. */
  readonly about: string
  /** Entities with tables of their own, which the migrations make. */
  readonly entities?: readonly Entity[]
  /**
   * Further fields of entities that exist, by the entity's full name. Their columns are made from the declaration, so
   * they must be nullable; they stay nullable and of the same type for ever.
   */
  readonly fields?: Readonly<Record<string, readonly Field[]>>
  readonly tasks?: readonly AddedTask<Task>[]
  readonly menu?: readonly MenuItem[]
  readonly reports?: readonly Report[]
  /** Datasets for `loaddata`: JSON files, as paths from the module's folder. */
  readonly fixtures?: readonly string[]
  readonly exports?: readonly DataExport[]
  /** Folder with numbered SQL in `scenario/` and `control/`, as a path from the module's folder. */
  readonly migrations?: string
  /** Words in other languages, by language code; those of the menu and of groups of tasks stand among the fields. */
  readonly translations?: ModuleTranslations
}

/** A module that was found and is sound. */
export interface LoadedExtension {
  readonly definition: ExtensionDefinition
  /** As in the setting EXTENSIONS. */
  readonly place: string
  readonly folder: string
  /** Of its package.json; empty when there is none. */
  readonly version: string
}
