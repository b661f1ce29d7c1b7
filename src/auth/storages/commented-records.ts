/** Checks that the records on which users comment exist. */
import type pg from 'pg'
import type { CoercedRecord, DataContext } from '../../data/context.ts'
import { isSameDatabase } from '../../database/homes.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { databaseOf, relationOf } from '../../data/relation.ts'
import { keyField } from '../../model/entity.ts'
import type { FaultList } from './fault-list.ts'

/** Record that a comment refers to, and the index of the comment in the batch. */
interface Commented {
  readonly index: number
  readonly key: string
}

/**
 * Adds an error for each new comment on a record that does not exist. Entries of an imported audit trail may refer to
 * deleted records.
 */
export async function checkCommented(
  context: DataContext,
  client: Pick<pg.ClientBase, 'query'>,
  records: readonly CoercedRecord[],
  faults: FaultList,
): Promise<void> {
  const byEntity = new Map<string, Commented[]>()
  for (const [index, { type = 'comment', content_type: entity, object_pk: key }] of records.entries()) {
    // An invalid subject may not be viewable: nothing is told about its records.
    if (faults.has(index)) continue
    if (type !== 'comment' || typeof entity !== 'string' || typeof key !== 'string') continue
    byEntity.set(entity, [...(byEntity.get(entity) ?? []), { index, key }])
  }
  for (const [name, commented] of byEntity) {
    const found = await existingKeys(context, client, name, commented)
    for (const { index, key } of commented) {
      if (found === undefined) {
        faults.add(index, 'content_type', {
          code: 'invalid_reference',
          params: { value: name.slice(0, 100) },
        })
      } else if (!found.has(key)) {
        faults.add(index, 'object_pk', { code: 'invalid_reference', params: { value: key.slice(0, 100) } })
      }
    }
  }
}

/** Returns which of the keys exist; undefined if the entity does not exist or is no table. */
async function existingKeys(
  context: DataContext,
  client: Pick<pg.ClientBase, 'query'>,
  name: string,
  commented: readonly Commented[],
): Promise<ReadonlySet<string> | undefined> {
  const entity = context.model.byName.get(name)
  if (entity === undefined || entity.query !== undefined) return undefined
  const server = databaseOf(context, entity)
  const key = keyField(entity)
  const column = `r.${identifier(key.column)}`
  const isNumber = key.type === 'identity'
  const typed = entity.view === undefined ? '' : ` AND r."type" = ${literal(entity.view.type)}`
  const text = `SELECT ${column}::text AS "key" FROM ${relationOf(context, entity)} AS r
    WHERE ${column} = ANY ($1::${isNumber ? 'bigint' : 'text'}[])${typed}`
  const keys = commented.map((one) => one.key).filter((one) => !isNumber || /^\d{1,15}$/.test(one))
  const values = [keys]
  const { rows } = isSameDatabase(server, context.home)
    ? await client.query<{ key: string }>(text, values)
    : await server.query<{ key: string }>({ text, values })
  return new Set(rows.map((row) => row.key))
}
