/**
 * Recognises fields by the headers of files, and entities by the titles of files and sheets.
 *
 * Headers are compared without case, spaces, `_` and `-`. A field answers to its name, to `<name>_id`, and to
 * its label in English and in the file's language; where two fields could be meant, the earlier of these wins.
 */
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'
import { englishLabels, entityLabel, fieldLabel, type Labels } from './labels/labels.ts'
import type { Model } from './model.ts'

/**
 * What is compared of a header. Full-width and composed characters count as their plain forms. Case goes by
 * way of upper case, which makes `SS` of `ß`, and before that lower case, which makes `ß` of `ẞ`.
 */
export function foldHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s_-]+/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
}

/** Finds the field that a header names. Made once per file, since the names of all fields are folded first. */
export function fieldFinder(entity: Entity, labels: Labels): (header: string) => Field | undefined {
  const folded = firstByName(entity.fields, [
    (field) => field.name,
    (field) => `${field.name}_id`,
    (field) => field.label,
    (field) => fieldLabel(entity, field, labels),
  ])
  // A custom attribute may be called `start_date` beside our `startdate`: the exact name tells them apart.
  return (header) => entity.fieldByName.get(header.trim()) ?? folded.get(foldHeader(header))
}

/** The field that one header names. */
export function findField(entity: Entity, header: string, labels: Labels): Field | undefined {
  return fieldFinder(entity, labels)(header)
}

/** The header of each field for files in a language: its label, or its name where the label means another. */
export function fieldHeaders(entity: Entity, labels: Labels): ReadonlyMap<Field, string> {
  const find = fieldFinder(entity, labels)
  return new Map(
    entity.fields.map((field) => {
      const label = fieldLabel(entity, field, labels)
      return [field, find(label) === field ? label : field.name]
    }),
  )
}

/** The entity that the title of a file (without its extensions) or of a sheet names. */
export function findEntityByTitle(model: Model, title: string, labels: Labels): Entity | undefined {
  const entities = entitiesByTitle(model, labels)
  for (let rest = title; rest !== ''; rest = withoutSuffix(rest)) {
    const found = entities.get(foldHeader(rest))
    if (found !== undefined) return found
  }
  return undefined
}

/** Drops the last `(1)`, `.1` or `.extra`; the empty text when there is none. */
function withoutSuffix(title: string): string {
  const suffix = /(?:\(\d+\)|\.[^.]*)\s*$/u.exec(title)
  return suffix === null ? '' : title.slice(0, suffix.index)
}

const knownTitles = new WeakMap<Model, WeakMap<Labels, ReadonlyMap<string, Entity>>>()

/** The entities by their folded titles. Made once: the sheets of a workbook and the files of a folder may be thousands. */
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
  ])
}

/** All things by all their names, folded; an earlier way of naming goes before a later one. */
function firstByName<Thing>(
  things: readonly Thing[],
  namings: readonly ((thing: Thing) => string)[],
): ReadonlyMap<string, Thing> {
  const found = new Map<string, Thing>()
  for (const naming of namings) {
    for (const thing of things) {
      const name = foldHeader(naming(thing))
      if (!found.has(name)) found.set(name, thing)
    }
  }
  return found
}
