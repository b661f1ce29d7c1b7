/** Finds titles of records with numeric keys, for all of them at once with one statement per entity. */
import { type Entity, keyField } from '../../model/entity.ts'
import { baseEntity } from '../../model/model.ts'
import { recordTitle } from '../../model/record-title.ts'
import { qualified } from '../../database/identifiers.ts'
import { parseChanges } from '../history/record-history.ts'
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
 * Returns a function that finds the title of a record by entity and key; of a deleted one as the log contains it. The
 * title is undefined if the key itself is a name.
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
      const present = await titlesOf(context, entity, [...numbers], options)
      const gone = [...numbers].map(String).filter((key) => !present.has(key))
      return [entity.name, new Map([...present, ...(await formerTitles(context, entity, gone))])] as const
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

/** Returns the titles of deleted records from the log, as far as it contains them one by one. */
async function formerTitles(
  { home, scenario, model, signal }: DataContext,
  entity: Entity,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0 || entity.schema !== 'scenario') return new Map()
  const { rows } = await home.query<{ key: string; changes: string | null }>(
    {
      text: `SELECT DISTINCT ON (c."key") c."key", c."changes" FROM ${qualified(scenario, 'change')} c
        WHERE c."entity" = $1 AND c."key" = ANY ($2) AND c."action" = 'delete' AND c."last_key" IS NULL
        ORDER BY c."key", c."changeset" DESC`,
      values: [baseEntity(model, entity).name, keys],
    },
    { signal },
  )
  return new Map(
    rows.flatMap(({ key, changes }) => {
      const values = Object.entries(parseChanges(changes, entity) ?? {}).map(([name, both]) => {
        return [name, Array.isArray(both) ? both[0] : both] as const
      })
      const title = recordTitle(entity, Object.fromEntries(values))
      return title === undefined ? [] : [[key, title] as const]
    }),
  )
}
