/** Computes entity tags, by which a client checks whether a record or a list has changed since the client read it. */
import { createHash } from 'node:crypto'
import type { Entity } from '../model/entity.ts'
import { baseEntity, type Model } from '../model/model.ts'
import { literal, qualified } from '../database/identifiers.ts'
import type { DataContext } from './context.ts'
import { schemaOf } from './relation.ts'

/** Returns a strong entity tag of a text; for a record, of its JSON with all fields. */
export function recordEtag(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url').slice(0, 27)}"`
}

/**
 * Returns the entity tag of a record shown with fields of other records: it changes with these too, and the record is
 * still known by it in If-Match.
 */
export const shownEtag = (record: string, shown: string): string =>
  `${record.slice(0, -1)}.${recordEtag(shown).slice(1)}`

/** Returns the tag of the record alone. */
export const recordTag = (tag: string): string => tag.replace(/\.[\w-]+"$/, '"')

/**
 * Number of an entity's newest change sets from which its change counter is computed. Change set numbers are assigned
 * before the commit, so a change set may appear with a lower number than one that is already visible. It changes the
 * counter because it is among these: one that many others have overtaken takes a new number (`log/change-set.ts`).
 */
export const newestChangeSets = 1_000

/**
 * Returns SQL of the change counter of entities in a scenario, as one text. It changes after every write, and after
 * the schema was replaced by another one (the table's OID is part of it). Undefined if one of the entities has no
 * change counter.
 */
export function changeCounter(context: DataContext, entities: readonly Entity[]): string | undefined {
  const bases = [...new Set(entities.map((entity) => baseEntity(context.model, entity)))]
  const uncounted = ({ name, schema, query }: Entity): boolean =>
    schema !== 'scenario' || query !== undefined || context.storages.has(name)
  if (bases.some(uncounted)) return undefined
  const log = qualified(context.scenario, 'changesetentity')
  const parts = bases.map((entity) => {
    const table = literal(qualified(schemaOf(entity, context.scenario), entity.table))
    return (
      `(SELECT concat_ws('.', ${table}::regclass::oid, count(*), sum("changeset")) FROM` +
      ` (SELECT "changeset" FROM ${log} WHERE "entity" = ${literal(entity.name)}` +
      ` ORDER BY "changeset" DESC LIMIT ${newestChangeSets}) AS "newest")`
    )
  })
  return `SELECT concat_ws(' ', ${parts.join(', ')})`
}

const versions = new WeakMap<Model, string>()

/**
 * Returns a hash of all entities and their fields. It is part of list tags, because changed fields change a list
 * although no record changed.
 */
export function modelVersion(model: Model): string {
  let version = versions.get(model)
  if (version === undefined) {
    const names = model.entities.map((entity) => [entity.name, entity.fields.map((field) => field.name)])
    version = createHash('sha1').update(JSON.stringify(names)).digest('base64url').slice(0, 12)
    versions.set(model, version)
  }
  return version
}
