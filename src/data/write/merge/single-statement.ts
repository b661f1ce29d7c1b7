/**
 * Writes small batches in one round trip: staging, merge, change log and returned records are one prepared statement,
 * checked by the table's own constraints. This path is optimistic: if anything is wrong, or another transaction is
 * faster, the statement changes nothing and the batch is written by the normal path, which finds and reports the
 * errors.
 */
import { columnType } from '../../../database/ddl.ts'
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Model } from '../../../model/model.ts'
import { currentTraceparent } from '../../../tracing/tracing.ts'
import type { Coerced } from '../../codecs.ts'
import type { DataContext } from '../../context.ts'
import { queryTexts } from '../../read/read-stream.ts'
import type { RowStatement } from '../../read/row-query.ts'
import { recordJson } from '../../record-sql.ts'
import { keyFromUrl } from '../batch.ts'
import type { WriteRequest, WriteResult } from '../request.ts'
import { isAuthor, type Shape, shapeOf, shapeRow, type ShapedRow } from '../intake/shape.ts'
import {
  assignments,
  differences,
  differs,
  type Given,
  insertedValues,
  sameRecord,
  type Target,
  targetOf,
} from './target.ts'

/** Maximum number of records of a single statement. */
const smallBatch = 200

interface SmallBatch {
  readonly context: DataContext
  readonly request: WriteRequest
  readonly shape: Shape
  readonly target: Target
  readonly rows: readonly ShapedRow[]
  readonly given: Given
  readonly by: 'key' | 'natural'
}

/** Writes a small batch in one statement. Returns undefined if the normal path must be used. */
export async function writeInOneStatement(
  context: DataContext,
  entity: Entity,
  request: WriteRequest,
): Promise<WriteResult | undefined> {
  if (!isSimple(context, entity, request)) return undefined
  const shape = shapeOf(context.model, entity)
  const batch = smallBatchOf(context, shape, request)
  if (batch === undefined) return undefined
  const statement = statementFor(batch)
  const { database, signal } = context
  try {
    const stored = await queryTexts(database, statement, { signal, longest: longestPrepared })
    return resultOf(stored.map(storedRow), request)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** Returns whether constraints of one table are sufficient to check the batch; otherwise the normal path is used. */
function isSimple(context: DataContext, entity: Entity, request: WriteRequest): boolean {
  return (
    Array.isArray(request.rows) &&
    request.rows.length > 0 &&
    request.rows.length <= smallBatch &&
    request.mode !== 'create' &&
    request.returning !== 'outcomes' &&
    !request.dryRun &&
    !request.strict &&
    request.mayAdd &&
    request.mayChange &&
    request.ifMatch === undefined &&
    request.scope === undefined &&
    request.withoutChangeLog !== true &&
    entity.table !== 'operationplan' &&
    // Values of parameters that the service reads must be validated.
    entity.name !== 'common.parameter' &&
    // A given parent may create a circle, which no constraint detects.
    entity.tree === undefined &&
    !entity.fields.some(isAuthor) &&
    !context.storages.has(entity.name)
  )
}

/**
 * Returns the converted batch; undefined unless all records are valid, give the same fields, and are identified in
 * the same way.
 */
function smallBatchOf(context: DataContext, shape: Shape, request: WriteRequest): SmallBatch | undefined {
  const { mode, strict } = request
  const key = request.key === undefined ? {} : { key: keyFromUrl({ shape, context }, request.key) }
  const options = { mode, strict, timeZone: context.timeZone, ...key }
  const rows: ShapedRow[] = []
  for (const raw of Array.isArray(request.rows) ? request.rows : []) {
    const { row, errors } = shapeRow(shape, raw, rows.length, options)
    if (errors !== undefined) return undefined
    rows.push(row)
  }
  const first = rows[0]!
  const sameFields = (row: ShapedRow): boolean =>
    row.values.every((value, position) => (value === undefined) === (first.values[position] === undefined))
  if (!rows.every(sameFields)) return undefined
  const by = shape.surrogate && first.values[0] === undefined ? 'natural' : 'key'
  if (by === 'key' && shape.surrogate && mode === 'upsert') return undefined
  if (by === 'natural' && (shape.naturalPositions.length === 0 || !shape.entity.naturalKeyUnique))
    return undefined
  const identities = new Set(rows.map(({ values }) => identityOf(shape, values, by)))
  if (identities.size < rows.length) return undefined
  const columns = shape.columns.filter(({ position }) => first.values[position] !== undefined)
  const target = targetOf(context.model, shape.entity, context.scenario)
  return { context, request, shape, target, rows, given: { columns, uniform: true }, by }
}

function identityOf(shape: Shape, values: readonly (Coerced | undefined)[], by: 'key' | 'natural'): string {
  const positions = by === 'key' ? [0] : shape.naturalPositions
  return JSON.stringify(positions.map((position) => values[position]))
}

interface StoredRow {
  readonly action: string
  readonly json: string
}

/** Parses a row of the statement: the action, a blank and the record. */
function storedRow(text: string): StoredRow {
  const end = text.indexOf(' ')
  return { action: text.slice(0, end), json: text.slice(end + 1) }
}

/** Cache of statements by model and by the properties on which they depend; a changed model is a new object. */
const statements = new WeakMap<Model, Map<string, string>>()

/**
 * Returns the statement for batches of this form, built once; each connection prepares it, so that PostgreSQL caches
 * its plan as well.
 */
function textFor(batch: SmallBatch): string {
  const { context, request, target, given, by } = batch
  let known = statements.get(context.model)
  if (known === undefined) statements.set(context.model, (known = new Map()))
  const positions = given.columns.map(({ position }) => position)
  const form = [
    context.scenario,
    target.entity.name,
    request.mode,
    request.returning,
    by,
    isSingle(batch),
    ...positions,
  ].join()
  let text = known.get(form)
  if (text === undefined) {
    text = statementText(batch)
    if (known.size >= statementsKept) known.clear()
    known.set(form, text)
  }
  return text
}

/**
 * Maximum number of cached forms of batches per model, so that clients with random combinations of fields cannot fill
 * the memory.
 */
const statementsKept = 500

/**
 * Maximum length of a statement that is prepared, in characters: those of entities with hundreds of custom attributes
 * are longer.
 */
const longestPrepared = 64 * 1024

/**
 * Returns whether the batch has one record. PostgreSQL expects a hundred rows of a list and may join them by reading
 * the whole table; a single record is found by its key.
 */
const isSingle = ({ rows }: SmallBatch): boolean => rows.length === 1

function statementFor(batch: SmallBatch): RowStatement {
  const values = batch.rows.map(({ index, values: row }) => {
    const record: Record<string, Coerced> = { _i: index }
    for (const { field, position } of batch.given.columns) record[field.column] = row[position] ?? null
    return record
  })
  const { userId, channel, origin, task } = batch.context.actor
  const rows = JSON.stringify(isSingle(batch) ? values[0] : values)
  const user = userId === null ? null : String(userId)
  const run = task === undefined ? null : String(task)
  return {
    text: textFor(batch),
    values: [rows, user, channel, origin ?? null, currentTraceparent() ?? null, run],
    settings: {},
  }
}

/**
 * SQLSTATE classes of errors after which the normal path is used: data, constraints and limits; also deadlocks, which
 * the normal path retries.
 */
const refusalClasses = new Set(['22', '23', '40', '54'])

function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error && !('severity' in error) ? error.cause : error
  return (
    cause instanceof Error &&
    'code' in cause &&
    typeof cause.code === 'string' &&
    cause.code.length === 5 &&
    refusalClasses.has(cause.code.slice(0, 2))
  )
}

function statementText(batch: SmallBatch): string {
  const { context, request, shape, target, given, by } = batch
  const { table, key, base } = target
  const same = (left: string, right: string): string => sameRecord(shape, left, right, by)
  const columns = given.columns.map(({ field }) => {
    const type = field.type === 'json' ? 'text' : columnType(context.model, field)
    return [identifier(field.column), type] as const
  })
  const source = columns.map(([name]) =>
    given.columns.some(({ field }) => field.type === 'json' && identifier(field.column) === name)
      ? `x.${name}::jsonb AS ${name}`
      : `x.${name}`,
  )
  const inserted = insertedValues(context, target, given, 's')
  const mayInsert = request.mode === 'upsert'
  const log = qualified(context.scenario, 'change')
  const entity = literal(base.name)
  const echo = request.returning === 'records' ? recordJson(context, target.entity, 'r') : `''`
  const hasChanges = given.columns.some(({ position }) => position !== 0)
  return `WITH s AS MATERIALIZED (
    SELECT x."_i", ${source.join(', ')}
    FROM ${isSingle(batch) ? 'json_to_record' : 'json_to_recordset'}($1::json) AS x("_i" integer, ${columns.map((pair) => pair.join(' ')).join(', ')})),
  "old" AS MATERIALIZED (
    SELECT o.* FROM ${table} o JOIN s ON ${same('o', 's')} ORDER BY o.${key} FOR NO KEY UPDATE OF o),
  upd AS (
    UPDATE ${table} t SET ${hasChanges ? assignments(target, given, 's', 'o') : `${key} = t.${key}`}
    FROM s JOIN "old" o ON ${same('o', 's')}
    WHERE t.${key} = o.${key} AND ${differs(given, 's', 'o')} RETURNING t.*),
  ins AS (
    INSERT INTO ${table} (${inserted.map(([column]) => column).join(', ')})
    SELECT ${inserted.map(([, value]) => value).join(', ')} FROM s
    WHERE ${mayInsert ? `NOT EXISTS (SELECT FROM "old" o WHERE ${same('o', 's')})` : 'false'}
    ON CONFLICT DO NOTHING RETURNING *),
  changeset AS (
    INSERT INTO ${qualified(context.scenario, 'changeset')} ("user", "channel", "origin", "trace", "task")
    SELECT $2::bigint, $3::text, $4::text, $5::text, $6::bigint
    -- Counting them makes the number higher than those of all earlier changes of the records.
    WHERE (SELECT count(*) FROM ins) + (SELECT count(*) FROM upd) > 0
    RETURNING "id"),
  counted AS (
    INSERT INTO ${qualified(context.scenario, 'changesetentity')} ("entity", "changeset", "created", "updated", "deleted")
    SELECT ${entity}, c."id", (SELECT count(*) FROM ins), (SELECT count(*) FROM upd), 0 FROM changeset c),
  logged AS (
    INSERT INTO ${log} ("changeset", "entity", "key", "action", "changes")
    SELECT c."id", ${entity}, ins.${key}::text, 'add', NULL FROM changeset c, ins
    UNION ALL
    SELECT c."id", ${entity}, n.${key}::text, 'change', ${differences(given, 'o', 'n')}
    FROM changeset c, upd n JOIN "old" o ON o.${key} = n.${key}),
  stored AS (
    SELECT 'created' AS "_action", ins.* FROM ins
    UNION ALL SELECT 'updated', upd.* FROM upd
    UNION ALL SELECT 'unchanged', o.* FROM "old" o WHERE NOT EXISTS (SELECT FROM upd WHERE upd.${key} = o.${key}))
  SELECT
    -- A record without outcome was taken by somebody else meanwhile: fail, so that nothing of the batch stays.
    CASE WHEN r."_action" IS NULL THEN ('lost race ' || s."_i")::integer::text ELSE r."_action" END
      || ' ' || ${echo}
  FROM s LEFT JOIN stored r ON ${same('r', 's')} ORDER BY s."_i"`
}

function resultOf(rows: readonly StoredRow[], request: WriteRequest): WriteResult {
  const count = (action: 'created' | 'updated' | 'unchanged'): number =>
    rows.filter((row) => row.action === action).length
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: 0,
    overridden: 0,
    records: request.returning === 'records' ? rows.map(({ json }) => json) : [],
    outcomes: [],
    errors: { total: rows.length, byIndex: new Map() },
    createdReferences: [],
  }
}
