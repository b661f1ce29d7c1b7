/** Finds titles of records with numeric keys, for all of them at once with one statement per entity. */
import { type Entity, keyField } from '../../model/entity.ts'
import { recordTitle } from '../../model/record-title.ts'
import type { DataContext } from '../context.ts'
import { fieldIn } from './condition.ts'
import { planRead } from './plan-read.ts'
import type { ReadOptions } from './read-list.ts'
import { fetchTexts } from './read-stream.ts'
import { databaseOf } from '../relation.ts'

export interface TitledRecord {
  /** Name of the entity. */
  readonly entity: string
  readonly key: string
}

const numbered = (entity: Entity): boolean =>
  keyField(entity).type === 'identity' && entity.naturalKey.some((name) => name !== entity.key)

/**
 * Returns a function that finds the title of a record by entity and key. The title is undefined if the key itself is
 * a name, and for deleted records.
 */
export async function recordTitles(
  context: DataContext,
  records: readonly TitledRecord[],
  options: ReadOptions,
): Promise<(record: TitledRecord) => string | undefined> {
  const keys = new Map<Entity, Set<number>>()
  for (const { entity: name, key } of records) {
    const entity = context.model.byName.get(name)
    if (entity === undefined || !numbered(entity) || !/^\d{1,15}$/.test(key)) continue
    keys.set(entity, (keys.get(entity) ?? new Set()).add(Number(key)))
  }
  const found = await Promise.all(
    [...keys].map(async ([entity, numbers]) => {
      const titles = await titlesOf(context, entity, [...numbers], options)
      return [entity.name, titles] as const
    }),
  )
  const titles = new Map(found)
  return ({ entity, key }) => titles.get(entity)?.get(key)
}

async function titlesOf(
  context: DataContext,
  entity: Entity,
  keys: readonly number[],
  { timeout }: ReadOptions,
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set([entity.key, ...entity.naturalKey])]
  const plan = planRead(context, {
    entity,
    conditions: [fieldIn(entity, entity.key, keys)],
    search: [],
    ordering: [],
    paging: { kind: 'all' },
    fields: names.flatMap((name) => entity.fieldByName.get(name) ?? []),
    ignored: [],
  })
  const rows = await fetchTexts(databaseOf(context, entity), plan, { signal: context.signal, timeout })
  return new Map(
    rows.flatMap((text) => {
      const values: Readonly<Record<string, unknown>> = JSON.parse(text)
      const title = recordTitle(entity, values)
      return title === undefined ? [] : [[String(values[entity.key]), title] as const]
    }),
  )
}
