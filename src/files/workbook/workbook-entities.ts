/** Defines which entities and columns a workbook may contain, and the titles of its sheets. */
import { ServiceError } from '../../errors/service-error.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { findEntityByTitle } from '../../model/headers.ts'
import { entityLabel, type Labels } from '../../model/labels/labels.ts'
import type { Model } from '../../model/model.ts'
import { dumpedFields } from '../fixtures/dump-fixture.ts'
import { isLoadable } from '../fixtures/load-fixture.ts'
import { distinctTitles, sheetTitle } from '../xlsx/sheet-titles.ts'

/** Returns the entities that a workbook may contain, parents first: planning data that users and other systems enter. */
export function workbookEntities({ importOrder }: Model): readonly Entity[] {
  return importOrder.filter(isLoadable)
}

/**
 * Returns the entities with these names (`input.item` or `item`), parents first; without names all of them except
 * views of the records of another entity. Throws `invalid_parameter` for other names.
 */
export function chosenEntities(model: Model, names: readonly string[] | undefined): readonly Entity[] {
  const all = workbookEntities(model)
  if (names === undefined || names.length === 0) return all.filter(({ view }) => view === undefined)
  const wanted = names.map((name) => name.trim().toLowerCase())
  const unknown = wanted.find((name) => !all.some((entity) => isNamed(entity, name)))
  if (unknown !== undefined) {
    const known = all.map(({ name }) => name).join(', ')
    throw new ServiceError('invalid_parameter', {
      name: 'entities',
      reason: { code: 'no_workbook_entity', params: { value: unknown.slice(0, 100), known } },
    })
  }
  return all.filter((entity) => wanted.some((name) => isNamed(entity, name)))
}

const isNamed = ({ name, model }: Entity, wanted: string): boolean => name === wanted || model === wanted

/** Returns the columns of a sheet: writable fields, keys first. Workbooks do not contain computed fields. */
export function workbookFields(entity: Entity): readonly Field[] {
  const fields = dumpedFields(entity)
  const keys = new Set([keyField(entity), ...entity.naturalKey.map((name) => entity.fieldByName.get(name)!)])
  const first = [...keys].filter((field) => fields.includes(field))
  return [...first, ...fields.filter((field) => !keys.has(field))]
}

/**
 * Returns the titles of sheets: the labels of the entities in a language, or the entity name if the label could be
 * mistaken for another entity or does not fit.
 */
export function workbookTitles(model: Model, entities: readonly Entity[], labels: Labels): readonly string[] {
  return distinctTitles(entities.map((entity) => titleOf(model, entity, labels)))
}

function titleOf(model: Model, entity: Entity, labels: Labels): string {
  const label = sheetTitle(entityLabel(entity, labels))
  return findEntityByTitle(model, label, labels) === entity ? label : sheetTitle(entity.model)
}

/**
 * Returns the entity that the title of a sheet names, in one of the languages or with the title that an export would
 * give it.
 */
export function entityOfTitle(
  model: Model,
  title: string,
  languages: readonly Labels[],
): { readonly entity: Entity; readonly labels: Labels } | undefined {
  for (const labels of languages) {
    const entity =
      findEntityByTitle(model, title, labels) ?? exportedTitles(model, labels).get(withoutNumber(title))
    if (entity !== undefined) return { entity, labels }
  }
  return undefined
}

const knownTitles = new WeakMap<Model, WeakMap<Labels, ReadonlyMap<string, Entity>>>()

/** Returns the entities by the titles that an export gives their sheets; of two entities with the same title the first. */
function exportedTitles(model: Model, labels: Labels): ReadonlyMap<string, Entity> {
  const ofModel = knownTitles.get(model) ?? new WeakMap<Labels, ReadonlyMap<string, Entity>>()
  knownTitles.set(model, ofModel)
  const entities = workbookEntities(model).toReversed()
  const titles =
    ofModel.get(labels) ?? new Map(entities.map((entity) => [titleOf(model, entity, labels), entity]))
  ofModel.set(labels, titles)
  return titles
}

const withoutNumber = (title: string): string => title.replace(/ \(\d+\)$/, '')
