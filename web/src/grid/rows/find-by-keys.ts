/** Finds records of a list by their keys, however long the list is. */
import { readBody, send } from '../../platform/api/client.ts'
import { anything, list, table } from '../../platform/api/shape.ts'
import { type EntityMeta, type FieldMeta, keyOf, type Row } from '../../platform/meta/entity-meta.ts'
import { listText } from '../filter/filter-params.ts'
import type { PasteRow } from '../range/plan-paste.ts'
import type { Stage } from '../stage/stage.ts'
import type { ListQuery } from './row-source.ts'

type KeyedMeta = Pick<EntityMeta, 'key' | 'list_fields'> & {
  readonly fields: readonly Pick<FieldMeta, 'name' | 'type'>[]
}

/** The parts of a grid that are needed to find its records. */
export interface KeyedList {
  readonly settings: { readonly meta: KeyedMeta }
  readonly stage: Pick<Stage, 'created' | 'row'>
  readonly source: () => { readonly query: ListQuery }
}

/** Limits of a request, so that its address is accepted by any proxy. */
const mostKeys = 200
const mostCharacters = 4_000

const rowsShape = list(table(anything))

/**
 * Returns the records of the open list that have one of the keys, by key. An unsaved new row is found by the key that
 * was entered, unless a stored record has it. Throws `ApiError`.
 */
export async function findByKeys(
  model: KeyedList,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PasteRow>> {
  const { meta } = model.settings
  const found = new Map<string, PasteRow>()
  for (const id of model.stage.created()) {
    const key = model.stage.row(id)?.cells.get(meta.key)?.value
    if (typeof key === 'string' || typeof key === 'number') found.set(String(key), { id, base: undefined })
  }
  const { query } = model.source()
  for (const portion of portionsOf(possibleKeys(meta, keys))) {
    for (const base of await readPortion(meta, query, portion)) {
      const id = keyOf(meta, base)
      found.set(id, { id, base })
    }
  }
  return found
}

/** Returns the keys that the service accepts in a filter. */
function possibleKeys(meta: KeyedMeta, keys: readonly string[]): readonly string[] {
  const field = meta.fields.find(({ name }) => name === meta.key)
  return field?.type === 'identity'
    ? keys.filter((key) => /^\d+$/.test(key) && Number.isSafeInteger(Number(key)))
    : keys
}

function portionsOf(keys: readonly string[]): readonly (readonly string[])[] {
  const portions: string[][] = []
  let room = 0
  for (const key of keys) {
    const length = encodeURIComponent(key).length + 3
    let portion = portions.at(-1)
    if (portion === undefined || portion.length >= mostKeys || length > room) {
      portion = []
      portions.push(portion)
      room = mostCharacters
    }
    portion.push(key)
    room -= length
  }
  return portions
}

async function readPortion(
  meta: KeyedMeta,
  query: ListQuery,
  keys: readonly string[],
): Promise<readonly Row[]> {
  const params = new URLSearchParams(query.params.map(([name, value]) => [name, value]))
  const name = `${meta.key}__in`
  // The last one of repeated parameters counts.
  if (params.has(name)) {
    const condition = { field: meta.key, lookup: 'in', value: keys }
    params.set('filter', JSON.stringify({ and: [condition] }))
  } else params.set(name, listText(keys))
  params.set('format', 'json')
  params.set('limit', String(keys.length))
  params.set('count', '0')
  if (meta.list_fields.length > 0) params.set('fields', meta.list_fields.join(','))
  const response = await send(`${query.url}?${params.toString()}`)
  return rowsShape(await readBody(() => response.json()), query.url)
}
