/**
 * Finds fields by the headers of files, and entities by the titles of files and sheets.
 *
 * Headers are compared without case, spaces, `_` and `-`. A field matches its name, `<name>_id`, and its label in
 * English and in the language of the file; if two fields match, the earlier of these forms has precedence.
 */
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'
import { englishLabels, entityLabel, fieldLabel, formerEntityLabels, type Labels } from './labels/labels.ts'
import type { Model } from './model.ts'

/** Maximum number of characters that are compared; no label is as long. */
const longestTitle = 1_000

/**
 * Returns the comparable form of a header. Full-width and composed characters are normalized. Case is removed in
 * three steps: lower case converts `ẞ` to `ß`, upper case converts `ß` to `SS`, and lower case the rest. Only the
 * start of a long text is compared: files may have thousands of titles as long as a cell.
 */
export function foldHeader(text: string): string {
  return text
    .slice(0, longestTitle)
    .normalize('NFKC')
    .replace(/[\s_-]+/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
}

/**
 * Returns a function that finds the field of a header. Created once per file, because the names of all fields are
 * normalized first.
 */
export function fieldFinder(entity: Entity, labels: Labels): (header: string) => Field | undefined {
  const folded = firstByName(entity.fields, [
    (field) => field.name,
    (field) => `${field.name}_id`,
    (field) => field.label,
    (field) => fieldLabel(entity, field, labels),
  ])
  // A custom attribute may be called `start_date` beside the standard `startdate`: the exact name has precedence.
  return (header) => entity.fieldByName.get(header.trim()) ?? folded.get(foldHeader(header))
}

/** Returns the header of each field in a language: its label, or its name if the label matches another field. */
export function fieldHeaders(entity: Entity, labels: Labels): ReadonlyMap<Field, string> {
  const find = fieldFinder(entity, labels)
  return new Map(
    entity.fields.map((field) => {
      const label = fieldLabel(entity, field, labels)
      return [field, find(label) === field ? label : field.name]
    }),
  )
}

/** Returns the entity of the title of a file (without its extensions) or of a sheet. */
export function findEntityByTitle(model: Model, title: string, labels: Labels): Entity | undefined {
  const entities = entitiesByTitle(model, labels)
  for (let rest = title; rest !== ''; rest = withoutSuffix(rest)) {
    const found = entities.get(foldHeader(rest))
    if (found !== undefined) return found
  }
  return undefined
}

/** Removes the last `(1)`, `.1` or `.extra`; returns the empty text if there is none. */
function withoutSuffix(title: string): string {
  const suffix = /(?:\(\d+\)|\.[^.]*)\s*$/u.exec(title)
  return suffix === null ? '' : title.slice(0, suffix.index)
}

const knownTitles = new WeakMap<Model, WeakMap<Labels, ReadonlyMap<string, Entity>>>()

/** Returns the entities by normalized titles. Created once, because workbooks and folders may contain thousands of titles. */
function entitiesByTitle(model: Model, labels: Labels): ReadonlyMap<string, Entity> {
  const ofModel = knownTitles.get(model) ?? new WeakMap<Labels, ReadonlyMap<string, Entity>>()
  knownTitles.set(model, ofModel)
  const titles = ofModel.get(labels) ?? collectTitles(model, labels)
  ofModel.set(labels, titles)
  return titles
}

function collectTitles(model: Model, labels: Labels): ReadonlyMap<string, Entity> {
  return firstByName(model.entities, [
    (entity) => entity.name,
    (entity) => entity.model,
    (entity) => entityLabel(entity, englishLabels),
    (entity) => entityLabel(entity, englishLabels, { plural: true }),
    (entity) => entityLabel(entity, labels),
    (entity) => entityLabel(entity, labels, { plural: true }),
    (entity) => formerEntityLabels(entity, labels),
  ])
}

/** Returns all things by all their normalized names; an earlier kind of name has precedence. */
function firstByName<Thing>(
  things: readonly Thing[],
  namings: readonly ((thing: Thing) => string | readonly string[])[],
): ReadonlyMap<string, Thing> {
  const found = new Map<string, Thing>()
  for (const naming of namings) {
    for (const thing of things) {
      for (const name of [naming(thing)].flat().map(foldHeader)) if (!found.has(name)) found.set(name, thing)
    }
  }
  return found
}
