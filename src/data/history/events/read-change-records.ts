/** Reads the records of a change set of any size in portions, as JSON texts of events. */
import { qualified } from '../../../database/identifiers.ts'
import type { DataContext } from '../../context.ts'
import { parseChanges, recordsOfBlock } from '../record-history.ts'

/** Number of log rows read at a time; a row of a bulk write contains up to 500 records. */
const portion = 100

/** Yields each record as the JSON text of an event without a cursor. */
export async function* changeRecords(
  { home, model, signal }: Pick<DataContext, 'home' | 'model' | 'signal'>,
  scenario: string,
  changeset: number,
  entities: readonly string[],
): AsyncGenerator<string> {
  const log = qualified(scenario, 'change')
  for (let after = '(0,0)'; ;) {
    const { rows } = await home.query<{
      place: string
      entity: string
      key: string
      action: string
      changes: string | null
      block: boolean
    }>(
      {
        text: `SELECT ctid::text AS "place", "entity", "key", "action", "changes", "last_key" IS NOT NULL AS "block"
          FROM ${log} WHERE "changeset" = $1 AND "entity" = ANY ($2) AND ctid > $3::tid ORDER BY ctid LIMIT ${portion}`,
        values: [changeset, entities, after],
      },
      { signal },
    )
    for (const { entity, key, action, changes, block } of rows) {
      const known = model.byName.get(entity)
      const found = block ? recordsOfBlock(changes ?? '[]', known) : [{ key, changes }]
      for (const one of found) {
        const record = { kind: 'record', scenario, changeset, entity, key: one.key, action }
        const values = parseChanges(one.changes, known)
        yield JSON.stringify(Object.assign(record, { changes: values }))
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < portion) return
    after = last.place
  }
}
