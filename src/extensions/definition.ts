/** What an extension module may add. A module only declares data; it is loaded, validated and integrated elsewhere. */
import type { Message } from '../errors/messages.ts'
import type { TObject } from '../contract/type.ts'
import type { Entity, ReportQuery } from '../model/entity.ts'
import type { Field } from '../model/field.ts'
import type { LabelTexts } from '../model/labels/labels.ts'
import type { TaskKind } from './task-kinds.ts'

/** The properties of a task that do not depend on the task context. */
export interface TaskShape {
  readonly about?: string
  readonly help: string
  readonly examples: readonly (readonly [line: string, purpose: string])[]
  readonly parameters: TObject
  readonly positional: readonly string[]
  readonly secrets: readonly string[]
  readonly right: string
  run(context: never, args: never): Promise<string | Message>
}

/** A task: the command `planctl <name>` and the endpoint `/execute/api/<name>/`. */
export interface AddedTask<Task extends TaskShape = TaskShape> {
  readonly name: string
  /** Heading in lists of tasks. */
  readonly group: string
  /** Kind by which workers are limited; `other` by default. */
  readonly kind?: TaskKind
  /** What the task does, in a few words. */
  readonly title: string
  readonly task: Task
}

/** Label and description of a parameter; labels of its values if there is a choice. */
export type ParameterTexts = readonly [
  label: string,
  description: string,
  choices?: Readonly<Record<string, string>>,
]

/** Texts of forms for a task in one language; missing texts are shown in English. */
export interface TaskTexts {
  readonly title?: string
  readonly about?: string
  readonly parameters?: Readonly<Record<string, ParameterTexts>>
}

/** Texts of a module in one language; those of tasks by task name. */
export interface ModuleTexts extends LabelTexts {
  readonly tasks?: Readonly<Record<string, TaskTexts>>
}

/** Texts by language code. */
export type ModuleTranslations = Readonly<Record<string, ModuleTexts>>

/** A menu item with exactly one target: an entity (or report), a task or a URL. */
export interface MenuItem {
  /** Heading in the menu; groups with the same name are merged. */
  readonly group: string
  readonly label: string
  /** Full name of an entity or report; opens its list. */
  readonly entity?: string
  /** Name of a task; opens its form. */
  readonly task?: string
  /** Path below the scenario, such as `/execute/api/`, or an external address. */
  readonly url?: string
  /** Right without which the item is disabled. By default the right to view the entity or to run the task. */
  readonly right?: string
}

/** A read-only query that is served like an entity: with filters, sorting, paging, all formats, and a view right. */
export interface Report {
  /** Second part of its name: `summary` of the module `abc` is `/api/abc/summary/`. */
  readonly name: string
  readonly label: string
  readonly labelPlural: string
  readonly about: string
  /** Column with unique values. */
  readonly key: string
  readonly columns: readonly Field[]
  /** One SELECT with the fields as columns. `table('input.item')` returns the table of the scenario. */
  readonly sql: ReportQuery
}

/** A file that `exporttofolder` writes. */
export interface DataExport {
  /** File name; its extension determines the format: `.csv`, `.csv.gz`, `.json`, `.json.gz` or `.xlsx`. */
  readonly name: string
  /** Exported entity or report. */
  readonly entity: string
  /** Exported columns in their sequence; all by default. */
  readonly fields?: readonly string[]
  /** Filters as in the data API, such as `{ abc__in: 'A,B' }`. */
  readonly filter?: Readonly<Record<string, string>>
  /** Sorting as in the data API, such as `-abc_value,name`. */
  readonly ordering?: string
}

export interface ExtensionDefinition<Task extends TaskShape = TaskShape> {
  /**
   * Short name in lower case. It is the first part of the names of entities and reports (`abc.run`), and therefore of
   * their URLs and rights.
   */
  readonly name: string
  /** Purpose of the module, in one sentence. */
  readonly about: string
  /** Entities with their own tables, which the migrations create. */
  readonly entities?: readonly Entity[]
  /**
   * Additional fields of existing entities, by full name of the entity. Their columns are created from the
   * declaration and must be nullable; they keep their type permanently.
   */
  readonly fields?: Readonly<Record<string, readonly Field[]>>
  readonly tasks?: readonly AddedTask<Task>[]
  readonly menu?: readonly MenuItem[]
  readonly reports?: readonly Report[]
  /** Datasets for `loaddata`: paths of JSON files relative to the module. */
  readonly fixtures?: readonly string[]
  readonly exports?: readonly DataExport[]
  /** Folder with numbered SQL files in `scenario/` and `control/`, relative to the module. */
  readonly migrations?: string
  /** Translations by language code; texts of menu items and groups of tasks are among the fields. */
  readonly translations?: ModuleTranslations
}

/** A valid module. */
export interface LoadedExtension {
  readonly definition: ExtensionDefinition
  /** As in the setting EXTENSIONS. */
  readonly place: string
  readonly folder: string
  /** Version in its package.json; empty without one. */
  readonly version: string
}
