/**
 * SQL of the keys of records that were changed or deleted since a transaction, from the change log; for orders, also
 * from the changes that plans made. Change sets of the range are found by an index, their records by the order in
 * which rows were appended to the log.
 */
import { literal, qualified } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import { baseEntity } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'
import { schemaOf } from '../../relation.ts'

/**
 * Transactions from `since` on. The last of them may end after the cursor for the next call was computed. Its records
 * are then returned twice, so that a long transaction does not delay others.
 */
export interface ChangedRange {
  readonly since: number
}

const ordersEntity = 'input.operationplan'

/** Returns whether the log contains the changed records of an entity. */
export function isFollowable(
  { model, storages }: Pick<DataContext, 'model' | 'storages'>,
  entity: Entity,
): boolean {
  const base = baseEntity(model, entity)
  return (
    base.schema === 'scenario' && entity.query === undefined && !entity.readOnly && !storages.has(base.name)
  )
}

/** Returns SQL of the keys of records that were added, changed or deleted. */
export function changedKeysSql(context: DataContext, entity: Entity, range: ChangedRange): string {
  const base = baseEntity(context.model, entity)
  const key = keyField(base).type === 'identity' ? 'k."key"::bigint' : 'k."key"'
  const plans = base.name === ordersEntity ? [plannedKeys(context, '')] : []
  const union = [singleKeys(context, ''), blockKeys(context, ''), ...plans].join(' UNION ALL ')
  return `SELECT ${key} FROM (WITH ${setsSql(context, base, range)} ${union}) AS k`
}

/** SQL of the order type of a deleted row of a block `c`, found by its position in the heading. Texts quote commas. */
const typeByHeading = `(
  SELECT m."part"[1] FROM regexp_matches(substr(b."value"->>1, 2, length(b."value"->>1) - 2),
    '((?:"(?:[^"\\\\]|\\\\.|"")*"|[^,"])*)(?:,|$)', 'g') WITH ORDINALITY AS m("part", "place")
  WHERE m."place" = (SELECT n."place" FROM json_array_elements_text(c."changes"::json->0)
    WITH ORDINALITY AS n("name", "place") WHERE n."name" = 'type'))`

/** Returns SQL of the keys, as texts in a column `key`, of records that were deleted and do not exist again. */
export function deletedKeysSql(context: DataContext, entity: Entity, range: ChangedRange): string {
  const base = baseEntity(context.model, entity)
  const table = qualified(schemaOf(base, context.scenario), base.table)
  const type = entity.view === undefined ? undefined : literal(entity.view.type)
  const single = type === undefined ? '' : ` AND c."changes"::json->>'type' = ${type}`
  // A block can be converted to rows of the table as long as its columns are those of the table; otherwise the type is
  // found by its position.
  const block =
    type === undefined
      ? ''
      : ` AND CASE WHEN starts_with(c."changes", '[' || h."names" || ',') THEN ((b."value"->>1)::${table})."type" = ${type} ELSE ${typeByHeading} = ${type} END`
  const plan = ` AND p."value"->>2 = 'dropped'${type === undefined ? '' : ` AND p."value"->>1 = ${type}`}`
  const plans = base.name === ordersEntity ? [plannedKeys(context, plan)] : []
  const isDeletion = ` AND c."action" = 'delete'`
  const names = `"heading" AS MATERIALIZED (SELECT json_agg(attname ORDER BY attnum)::text AS "names" FROM pg_attribute
    WHERE attrelid = ${literal(table)}::regclass AND attnum > 0 AND NOT attisdropped)`
  const union = [
    singleKeys(context, `${isDeletion}${single}`),
    blockKeys(context, `${isDeletion}${block}`),
    ...plans,
  ].join(' UNION ALL ')
  const key = `"${keyField(base).column}"`
  const stored = keyField(base).type === 'identity' ? `t.${key} = k."key"::bigint` : `t.${key} = k."key"`
  return `SELECT DISTINCT k."key" FROM (WITH ${setsSql(context, base, range)}, ${names} ${union}) AS k
    WHERE NOT EXISTS (SELECT FROM ${table} t WHERE ${stored})`
}

/**
 * Returns SQL of the change sets of the range, as a member of a WITH list, with the name of the entity in the log.
 */
function setsSql({ scenario }: DataContext, base: Entity, { since }: ChangedRange): string {
  return `"sets" AS MATERIALIZED (
    SELECT s."id", ${literal(base.name)}::text COLLATE "C" AS "entity" FROM ${qualified(scenario, 'changeset')} s
    WHERE s."transaction" >= ${since} AND EXISTS (
      SELECT FROM ${qualified(scenario, 'changesetentity')} n
      WHERE n."changeset" = s."id" AND n."entity" = ${literal(base.name)}))`
}

/**
 * SQL of the log rows of those change sets. Rows of the log are appended nearly in the order of change set numbers.
 */
const logRows = ({ scenario }: DataContext): string => `${qualified(scenario, 'change')} c
  JOIN "sets" s ON s."id" = c."changeset" AND s."entity" = c."entity"`

const fromFirstSet = `c."changeset" >= (SELECT min("id") FROM "sets") AND c."changeset" <= (SELECT max("id") FROM "sets")`

const singleKeys = (context: DataContext, condition: string): string =>
  `SELECT c."key" FROM ${logRows(context)} WHERE ${fromFirstSet} AND c."last_key" IS NULL${condition}`

const blockKeys = (context: DataContext, condition: string): string =>
  `SELECT (b."value"->>0) COLLATE "C" FROM ${logRows(context)}
   CROSS JOIN LATERAL json_array_elements(c."changes"::json) WITH ORDINALITY AS b("value", "place")${
     condition.includes('h."names"') ? ' CROSS JOIN "heading" h' : ''
   }
   WHERE ${fromFirstSet} AND c."last_key" IS NOT NULL AND b."place" > 1${condition}`

/** SQL of the keys of proposed orders that plans of the range changed. */
const plannedKeys = ({ scenario }: DataContext, condition: string): string =>
  `SELECT (p."value"->>0) COLLATE "C" FROM ${qualified(scenario, 'planchange')} g JOIN "sets" s ON s."id" = g."changeset"
   CROSS JOIN LATERAL json_array_elements(g."changes"::json) AS p("value") WHERE true${condition}`

/** Changes in a range for which the log does not contain the records. */
export interface LogGaps {
  /** Records were written for which the log keeps only their number. */
  readonly unnamed: boolean
  /** Plans have written computed values, which the log does not contain by record. */
  readonly computed: boolean
}

/** Returns the gaps in the change sets of a range. */
export async function findLogGaps(
  context: DataContext,
  entity: Entity,
  { since }: ChangedRange,
): Promise<LogGaps> {
  const { home, scenario, signal } = context
  const { rows } = await home.query<{ unnamed: boolean | null; computed: boolean | null }>(
    {
      text: `SELECT bool_or(n."kept" = 'counts') AS "unnamed", bool_or(n."kept" = 'computed') AS "computed"
        FROM ${qualified(scenario, 'changeset')} s
        JOIN ${qualified(scenario, 'changesetentity')} n ON n."changeset" = s."id" AND n."entity" = $1
        WHERE s."transaction" >= $2`,
      values: [baseEntity(context.model, entity).name, since],
    },
    { signal },
  )
  return { unnamed: rows[0]?.unnamed === true, computed: rows[0]?.computed === true }
}
