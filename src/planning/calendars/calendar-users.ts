/** Finds the records that refer to a calendar and are therefore affected when it changes. */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { relationOf } from '../../data/relation.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'

/** Maximum number of keys listed per field. */
const mostNames = 50

export interface CalendarUse {
  readonly entity: string
  /** Field of the entity that refers to the calendar. */
  readonly field: string
  readonly keys: readonly string[]
  /** Number of all records, including those not listed. */
  readonly count: number
}

/** Returns the fields of the given entities that refer to a calendar. */
function referencesOf(entities: readonly Entity[]): readonly (readonly [entity: Entity, field: Field])[] {
  return entities
    .filter(({ schema, view, query }) => schema === 'scenario' && view === undefined && query === undefined)
    .flatMap((entity) =>
      entity.fields
        .filter(({ reference, via }) => via === undefined && reference?.entity === 'input.calendar')
        .map((field) => [entity, field] as const),
    )
    .filter(([{ name }]) => name !== 'input.calendarbucket')
}

/**
 * Reads the records that refer to a calendar, in one statement.
 * @param entities the entities that may be listed
 */
export async function readCalendarUses(
  client: pg.ClientBase,
  context: DataContext,
  entities: readonly Entity[],
  calendar: string,
): Promise<readonly CalendarUse[]> {
  const parts = referencesOf(entities).map(
    ([entity, field]) => `
    SELECT ${literal(entity.name)} AS "entity", ${literal(field.name)} AS "field",
      (array_agg("key" ORDER BY "key"))[1:${mostNames}] AS "keys", count(*)::integer AS "count"
    FROM (SELECT u.${identifier(keyField(entity).column)}::text AS "key" FROM ${relationOf(context, entity)} AS u
      WHERE u.${identifier(field.column)} = ${literal(calendar)}) AS u HAVING count(*) > 0`,
  )
  if (parts.length === 0) return []
  const { rows } = await client.query<CalendarUse>(parts.join(' UNION ALL '))
  return rows
}
