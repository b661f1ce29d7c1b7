/**
 * Finds the edits of a proposal that may conflict, with statements over all edits of a kind: all others have records
 * whose values are those of their base, digit by digit, and are not read.
 */
import type pg from 'pg'
import { identifier, literal } from '../database/identifiers.ts'
import type { DataContext } from '../data/context.ts'
import { recordJson, visibleFields } from '../data/record-sql.ts'
import { relationOf } from '../data/relation.ts'
import type { EditAction } from '../data/write/edits/apply-edits.ts'
import { tableOf } from '../data/write/log/logged.ts'
import { type Entity, keyField } from '../model/entity.ts'
import { proposedEntity } from './proposed-entity.ts'

/** Edits of an entity with the same action, and the fields of their bases. */
interface Kind {
  readonly entity: string
  readonly action: EditAction
  readonly names: readonly string[]
}

/**
 * Returns the numbers of the edits that may conflict, ascending.
 * @param lock whether to lock the records of all edits until the end of the transaction
 */
export async function findSuspects(
  client: pg.ClientBase,
  context: DataContext,
  proposal: number,
  { lock }: { readonly lock: boolean },
): Promise<readonly number[]> {
  const { rows: kinds } = await client.query<Kind>(
    `SELECT e."entity", e."action", coalesce(array_agg(DISTINCT b."name") FILTER (WHERE b."name" IS NOT NULL), '{}') AS "names"
     FROM control."proposaledit" e LEFT JOIN LATERAL json_object_keys(e."base") AS b("name") ON true
     WHERE e."proposal" = $1 GROUP BY e."entity", e."action"`,
    [proposal],
  )
  if (lock) {
    for (const name of new Set(kinds.filter(hasRecord).map(({ entity }) => entity)))
      await lockRecords(client, context, proposedEntity(context.model, name), proposal)
  }
  const found: number[] = []
  for (const kind of kinds) {
    const entity = proposedEntity(context.model, kind.entity)
    const key = `t.${identifier(keyField(entity).column)}`
    const condition = hasRecord(kind)
      ? `${key} IS NULL OR ${differsFromBase(context, entity, kind.names)}`
      : hasOtherKey(entity)
        ? 'true'
        : `${key} IS NOT NULL OR ${givenKey(entity)} ~ ${blankEnds}`
    const { rows } = await client.query<{ number: number }>(
      `SELECT e."number" FROM control."proposaledit" e
       LEFT JOIN ${relationOf(context, entity)} t ON ${key} = ${keyOf(entity)}${typed(entity)}
       WHERE e."proposal" = $1 AND e."entity" = $2 AND e."action" = $3 AND (${condition})`,
      [proposal, kind.entity, kind.action],
    )
    for (const { number } of rows) found.push(number)
  }
  return found.sort((one, other) => one - other)
}

const hasRecord = ({ action }: Kind): boolean => action !== 'create'

/** Returns whether a new record may already exist under another key. */
const hasOtherKey = ({ naturalKeyUnique, naturalKey, key }: Entity): boolean =>
  naturalKeyUnique && naturalKey.join() !== key

const typed = ({ view }: Entity): string =>
  view === undefined ? '' : ` AND t."type" = ${literal(view.type)}`

/** Regular expression of a text that may begin or end with blanks, which writes remove. */
const blankEnds = `'^[^[:graph:]]|[^[:graph:]]$' COLLATE "C"`

/** Returns SQL of the key of the edit `e` as it was given. */
const givenKey = ({ key }: Entity): string => `coalesce(e."key", e."fields" ->> ${literal(key)})`

/** Maximum number of digits of a generated number. */
const mostDigits = 18

/** Returns SQL of the key of the edit `e`; null if it is not the key of a record in the notation of the database. */
function keyOf(entity: Entity): string {
  const key = givenKey(entity)
  return keyField(entity).type === 'identity'
    ? `CASE WHEN ${key} ~ '^-?\\d{1,${mostDigits}}$' THEN ${key}::bigint END`
    : key
}

function differsFromBase(context: DataContext, entity: Entity, names: readonly string[]): string {
  const fields = visibleFields(entity).filter(({ name }) => names.includes(name))
  return `EXISTS (
    SELECT FROM (SELECT ${recordJson(context, entity, 't', fields)}::jsonb AS "values" OFFSET 0) r
    CROSS JOIN LATERAL jsonb_each(e."base"::jsonb) AS b("name", "value")
    WHERE r."values" -> b."name" IS DISTINCT FROM b."value")`
}

/** Locks the records that edits change or delete, in the order of keys like merges. */
async function lockRecords(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  proposal: number,
): Promise<void> {
  const key = `t.${identifier(keyField(entity).column)}`
  // Waits for a plan that is being stored, which locks the table first, before it holds records.
  await client.query(`LOCK TABLE ${tableOf(context, entity)} IN ROW EXCLUSIVE MODE`)
  await client.query(
    `WITH locked AS MATERIALIZED (
       SELECT ${key} FROM ${tableOf(context, entity)} t
       WHERE ${key} IN (SELECT ${keyOf(entity)} FROM control."proposaledit" e
         WHERE e."proposal" = $1 AND e."entity" = $2 AND e."action" <> 'create')${typed(entity)}
       ORDER BY ${key} FOR NO KEY UPDATE OF t)
     SELECT count(*) FROM locked`,
    [proposal, entity.name],
  )
}
