/**
 * Writes small batches in one round trip: staging, merge, change log and returned records are one prepared statement,
 * checked by the table's own constraints. This path is optimistic: if anything is wrong, or another transaction is
 * faster, the statement changes nothing and the batch is written by the normal path, which finds and reports the
 * errors. The edits of a dry run are written in the same way, without a change log.
 */
import type pg from 'pg'
import { columnType } from '../../../database/ddl.ts'
import { identifier } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import { baseEntity, type Model } from '../../../model/model.ts'
import type { Coerced } from '../../codecs.ts'
import type { DataContext } from '../../context.ts'
import { logOf } from '../../installation-context.ts'
import { queryTexts, queryTextsOf } from '../../read/read-stream.ts'
import type { RowStatement } from '../../read/row-query.ts'
import { recordJson } from '../../record-sql.ts'
import { keyFromUrl } from '../batch.ts'
import { recordText, writeTogether } from '../joint-writes.ts'
import type { ChangeSet } from '../log/change-set.ts'
import type { WriteRequest, WriteResult } from '../request.ts'
import { isPeriodInOrder } from '../checks/period.ts'
import { rulesOf } from '../rules/registry.ts'
import { authorValues, changeSetMembers, isRefusal, type OwnChange } from '../log/own-change-set.ts'
import { hasPreconditions } from '../intake/intake.ts'
import { recordsFrom, returnsRecords } from './echo.ts'
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
  /** Whether it is rolled back: nothing is logged, and no record is returned. */
  readonly isRehearsal: boolean
}

/** Writes a small batch in one statement. Returns undefined if the normal path must be used. */
export async function writeInOneStatement(
  context: DataContext,
  entity: Entity,
  request: WriteRequest,
): Promise<WriteResult | undefined> {
  if (!isSimple(context, entity, request)) return undefined
  const shape = shapeOf(context.model, entity)
  const batch = smallBatchOf(context, entity, shape, request)
  if (batch === undefined) return undefined
  try {
    return resultOf(await storeBatch(batch), request)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/**
 * Writes a small batch of strict edits in one statement of a transaction that will be rolled back. Returns undefined,
 * with nothing changed, if the normal path must be used.
 */
export async function rehearseInOneStatement(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  request: WriteRequest,
  changes: ChangeSet,
): Promise<WriteResult | undefined> {
  if (!isSimpleEdit(context, entity, request)) return undefined
  const batch = smallBatchOf(context, entity, shapeOf(context.model, entity), request, true)
  const isNew = request.mode === 'create'
  if (batch === undefined || batch.shape.surrogate || (isNew && !isSingle(batch))) return undefined
  await client.query('SAVEPOINT "edits"')
  const lane = isNew ? 'add' : 'change'
  const rows = await queryTextsOf(client, laneStatement(batch, lane), { longest: longestPrepared }).catch(
    (error: unknown) => {
      if (isRefusal(error)) return undefined
      throw error
    },
  )
  if (rows === undefined || rows.length < batch.rows.length) {
    await client.query('ROLLBACK TO SAVEPOINT "edits"; RELEASE SAVEPOINT "edits"')
    return undefined
  }
  // Many open savepoints would slow down all other sessions.
  await client.query('RELEASE SAVEPOINT "edits"')
  const stored = rows.map(storedRow)
  const result = resultOf(stored, request)
  changes.count(batch.target.base.name, { created: result.created, updated: result.updated })
  return { ...result, outcomes: stored.map(({ action, json }) => ({ outcome: action, key: json })) }
}

/** What a statement can do with records: only add new ones, only change existing ones, or both. */
type Lane = 'add' | 'change' | 'both'

/**
 * Stores the batch. A statement that can both add and change costs half as much again as one that can only add, so a
 * single record is first written as a new one, unless the last such record existed.
 */
async function storeBatch(batch: SmallBatch): Promise<readonly StoredRow[]> {
  const { context, request, shape, by } = batch
  const { existed } = cacheOf(context.model)
  const form = formOf(batch)
  const run = async (lane: Lane): Promise<readonly StoredRow[]> => {
    const statement = laneStatement(batch, lane)
    const options = { signal: context.signal, longest: longestPrepared }
    const rows = isSingle(batch)
      ? await writeTogether(context.home, { ...options, statement, record: recordOf(batch) })
      : await queryTexts(context.home, statement, options)
    return rows.map(storedRow)
  }
  if (!mayInsert(request)) return run('change')
  if (!isSingle(batch) || by !== 'key' || shape.surrogate) return run('both')
  const added = existed.has(form) ? [] : await run('add')
  const stored = added.length > 0 ? added : await run('both')
  if (stored[0]?.action === 'created') existed.delete(form)
  else existed.add(form)
  return stored
}

/** Returns a text that identifies the record of a batch of one record. */
const recordOf = ({ context, target, shape, rows, by }: SmallBatch): string =>
  recordText(context, target.base, shape.surrogate ? [] : identityOf(shape, rows[0]!.values, by))

const laneStatement = (batch: SmallBatch, lane: Lane): RowStatement =>
  statementFor(
    batch,
    textFor(cacheOf(batch.context.model), `${lane},${formOf(batch)}`, () => statementText(batch, lane)),
  )

const mayInsert = ({ mode }: WriteRequest): boolean => mode === 'upsert'

/** Returns whether the batch can be written in one statement; otherwise the normal path is used. */
const isSimple = (context: DataContext, entity: Entity, request: WriteRequest): boolean =>
  request.mode !== 'create' &&
  (returnsRecords(request) || request.returning === 'counts') &&
  !request.dryRun &&
  !request.strict &&
  (request.mayAdd || !mayInsert(request)) &&
  request.mayChange &&
  isChecked(context, entity, request)

/** Returns whether edits of a dry run can be written in one statement. */
const isSimpleEdit = (context: DataContext, entity: Entity, request: WriteRequest): boolean =>
  ((request.mode === 'create' && request.mayAdd) || (request.mode === 'update' && request.mayChange)) &&
  request.returning === 'outcomes' &&
  request.strict &&
  isChecked(context, entity, request)

/** Returns whether constraints of one table are sufficient to check the batch. */
function isChecked(context: DataContext, entity: Entity, request: WriteRequest): boolean {
  return (
    Array.isArray(request.rows) &&
    request.rows.length > 0 &&
    request.rows.length <= smallBatch &&
    !hasPreconditions(request) &&
    request.scope === undefined &&
    request.withoutChangeLog !== true &&
    rulesOf(baseEntity(context.model, entity)) === undefined &&
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
function smallBatchOf(
  context: DataContext,
  entity: Entity,
  shape: Shape,
  request: WriteRequest,
  isRehearsal = false,
): SmallBatch | undefined {
  const { mode, strict } = request
  const key = request.key === undefined ? {} : { key: keyFromUrl({ shape, context }, request.key) }
  const options = { mode, strict, timeZone: context.timeZone, ...key }
  const rows: ShapedRow[] = []
  for (const raw of Array.isArray(request.rows) ? request.rows : []) {
    const { row, errors } = shapeRow(shape, raw, rows.length, options)
    if (errors !== undefined || !isPeriodInOrder(shape, entity.period, row.values)) return undefined
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
  const identities = new Set(rows.map(({ values }) => JSON.stringify(identityOf(shape, values, by))))
  if (identities.size < rows.length) return undefined
  const columns = shape.columns.filter(({ position }) => first.values[position] !== undefined)
  const target = targetOf(context.model, shape.entity, context.scenario)
  return { context, request, shape, target, rows, given: { columns, uniform: true }, by, isRehearsal }
}

const identityOf = (shape: Shape, values: ShapedRow['values'], by: 'key' | 'natural'): ShapedRow['values'] =>
  (by === 'key' ? [0] : shape.naturalPositions).map((position) => values[position])

const actions = ['created', 'updated', 'unchanged'] as const

interface StoredRow {
  readonly action: (typeof actions)[number]
  /** The record as JSON; its key in a dry run. */
  readonly json: string
}

/** Parses a row of the statement: the action, a blank and the record. */
function storedRow(text: string): StoredRow {
  const end = text.indexOf(' ')
  const action = actions.find((one) => text.startsWith(`${one} `))
  if (action === undefined) throw new Error(`The statement returned ${text.slice(0, end)}.`)
  return { action, json: text.slice(end + 1) }
}

interface StatementCache {
  /** Texts of statements by form and lane. */
  readonly forms: Map<string, string>
  /** Forms whose last single record existed. */
  readonly existed: Set<string>
}

/** Cache by model; a changed model is a new object. */
const caches = new WeakMap<Model, StatementCache>()

function cacheOf(model: Model): StatementCache {
  let cache = caches.get(model)
  if (cache === undefined) caches.set(model, (cache = { forms: new Map(), existed: new Set() }))
  return cache
}

/** Returns the properties of a batch on which its statement depends, as text. */
function formOf(batch: SmallBatch): string {
  const { context, request, target, given, by } = batch
  const positions = given.columns.map(({ position }) => position)
  return [
    context.scenario,
    logOf(context),
    target.entity.name,
    request.mode,
    returnsRecords(request),
    by,
    isSingle(batch),
    batch.isRehearsal,
    ...positions,
  ].join()
}

/**
 * Returns the statement for batches of this form, built once; each connection prepares it, so that PostgreSQL caches
 * its plan as well.
 */
function textFor({ forms, existed }: StatementCache, form: string, build: () => string): string {
  let text = forms.get(form)
  if (text === undefined) {
    text = build()
    if (forms.size >= statementsKept) {
      forms.clear()
      existed.clear()
    }
    forms.set(form, text)
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

function statementFor(batch: SmallBatch, text: string): RowStatement {
  const values = batch.rows.map(({ index, values: row }) => {
    const record: Record<string, Coerced> = { _i: index }
    for (const { field, position } of batch.given.columns) record[field.column] = row[position] ?? null
    return record
  })
  const rows = JSON.stringify(isSingle(batch) ? values[0] : values)
  const author = batch.isRehearsal ? [] : authorValues(batch.context.actor)
  return { text, values: [rows, ...author], settings: {} }
}

/** Returns the query of the records of the batch, with one column per given field. */
function stagedRows({ context, given, rows }: SmallBatch): string {
  const columns = given.columns.map(({ field }) => {
    const name = identifier(field.column)
    return field.type === 'json'
      ? { value: `x.${name}::jsonb AS ${name}`, type: `${name} text` }
      : { value: `x.${name}`, type: `${name} ${columnType(context.model, field)}` }
  })
  const read = rows.length === 1 ? 'json_to_record' : 'json_to_recordset'
  return `SELECT x."_i", ${columns.map(({ value }) => value).join(', ')}
    FROM ${read}($1::json) AS x("_i" integer, ${columns.map(({ type }) => type).join(', ')})`
}

function statementText(batch: SmallBatch, lane: Lane): string {
  const { context, request, shape, target, given, by, isRehearsal } = batch
  const { table, key, base } = target
  const same = (left: string, right: string): string => sameRecord(shape, left, right, by)
  const echo = isRehearsal
    ? `r.${key}::text`
    : returnsRecords(request)
      ? recordJson(context, target.entity, 'r')
      : `''`
  const inserted = insertedValues(context, target, given, 's')
  const insertOf = (source: string): string =>
    `ins AS (
    INSERT INTO ${table} (${inserted.map(([column]) => column).join(', ')})
    SELECT ${inserted.map(([, value]) => value).join(', ')} FROM ${source}
    ON CONFLICT DO NOTHING RETURNING *)`
  const added: OwnChange = { member: 'ins', action: 'add', from: 'ins', key: `ins.${key}::text` }
  const changed: OwnChange = {
    member: 'upd',
    action: 'change',
    from: `upd n JOIN "old" o ON o.${key} = n.${key}`,
    key: `n.${key}::text`,
    changes: differences(given, 'o', 'n'),
  }
  const changeSet = (changes: readonly OwnChange[]): readonly string[] =>
    isRehearsal ? [] : [changeSetMembers(logOf(context), base.name, isSingle(batch), changes)]
  if (lane === 'add') {
    const insert = insertOf(`(
    ${stagedRows(batch)}) s`)
    return `WITH ${[insert, ...changeSet([added])].join(',\n  ')}\n  SELECT 'created ' || ${echo} FROM ins r`
  }
  const isNew = `NOT EXISTS (SELECT FROM "old" o WHERE ${same('o', 's')})`
  const adds = lane === 'both' ? [insertOf(`s WHERE ${isNew}`)] : []
  const hasChanges = given.columns.some(({ position }) => position !== 0)
  const stored = [
    ...adds.map(() => `SELECT 'created' AS "_action", ins.* FROM ins`),
    `SELECT 'updated' AS "_action", upd.* FROM upd`,
    `SELECT 'unchanged', o.* FROM "old" o WHERE NOT EXISTS (SELECT FROM upd WHERE upd.${key} = o.${key})`,
  ]
  const members = [
    `s AS MATERIALIZED (
    ${stagedRows(batch)})`,
    `"old" AS MATERIALIZED (
    SELECT o.* FROM ${table} o JOIN s ON ${same('o', 's')} ORDER BY o.${key} FOR NO KEY UPDATE OF o)`,
    `upd AS (
    UPDATE ${table} t SET ${hasChanges ? assignments(target, given, 's', 'o') : `${key} = t.${key}`}
    FROM s JOIN "old" o ON ${same('o', 's')}
    WHERE t.${key} = o.${key} AND ${differs(given, 's', 'o')} RETURNING t.*)`,
    ...adds,
    ...changeSet([...adds.map(() => added), changed]),
    `stored AS (
    ${stored.join('\n    UNION ALL ')})`,
  ]
  return `WITH ${members.join(',\n  ')}
  SELECT
    -- A record without outcome was taken by somebody else meanwhile: fail, so that nothing of the batch stays.
    CASE WHEN r."_action" IS NULL THEN ('lost race ' || s."_i")::integer::text ELSE r."_action" END
      || ' ' || ${echo}
  FROM s LEFT JOIN stored r ON ${same('r', 's')} ORDER BY s."_i"`
}

function resultOf(rows: readonly StoredRow[], request: WriteRequest): WriteResult {
  const count = (action: StoredRow['action']): number => rows.filter((row) => row.action === action).length
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: 0,
    overridden: 0,
    outcomes: [],
    errors: { total: rows.length, byIndex: new Map() },
    createdReferences: [],
    ...recordsFrom(request, rows),
  }
}
