/**
 * Copies large files in a copy format of PostgreSQL directly into their table, without staging, which would take half
 * as much time again. Checks that COPY does not perform are executed with set-based statements on the added rows,
 * before they are visible to others.
 *
 * This path is optimistic and adds new records only. If anything is wrong, all of it is rolled back and the file is
 * written by the normal path from its beginning, which finds and reports the errors. A valid file has no additional
 * cost.
 */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import { identifier, literal } from '../../../database/identifiers.ts'
import type { Batch } from '../batch.ts'
import { checkPeriod } from '../checks/period.ts'
import { checkReferences } from '../checks/references.ts'
import { checkCopied, copyInto } from '../intake/copied.ts'
import { untidyTexts } from '../intake/copied-texts.ts'
import { isTime, watchTimes } from '../intake/copied-times.ts'
import { Faults } from '../intake/faults.ts'
import { isAuthor, type ShapeColumn } from '../intake/shape.ts'
import { stage, type Staged } from '../intake/staging.ts'
import { logStatement } from '../log/change-log.ts'
import { bulkRows, inBulk, mayBypassTriggers } from '../merge/bulk.ts'
import type { CopySource } from '../request.ts'
import { rulesOf } from '../rules/registry.ts'

/** Minimum size of a large file, in bytes. */
const largeFile = 2 ** 20

/** Maximum size of the table relative to the file, because the checks read the whole table to find the new rows. */
const tablePerFile = 8

/** The rows need more than a plain copy; the normal path determines the result. */
class NotPlain extends Error {}

/**
 * Adds the records and returns their number. Returns undefined if nothing was done and the normal path must be used.
 */
export async function copyDirectly(batch: Batch): Promise<number | undefined> {
  const { client, request, target } = batch
  const { copy } = request
  if (copy === undefined || copy.size < largeFile) return undefined
  const columns = plainColumns(batch, copy)
  if (columns === undefined || !(await isWorthIt(client, batch, copy.size))) return undefined
  await client.query('SAVEPOINT "direct"')
  try {
    const created = await inBulk(client, target.base.schema, bulkRows, () => addRows(batch, copy, columns))
    await client.query('RELEASE SAVEPOINT "direct"')
    batch.changes.count(
      target.base.name,
      { created },
      request.withoutChangeLog === true ? 'counts' : 'records',
    )
    return created
  } catch (error) {
    if (!isRefusal(error)) throw error
    await client.query('ROLLBACK TO SAVEPOINT "direct"')
    await client.query('RELEASE SAVEPOINT "direct"')
    return undefined
  }
}

/** Returns the column of each cell if the records of the entity are only rows of its table; otherwise undefined. */
function plainColumns(
  { context, request, target, shape }: Batch,
  { columns, blanks }: CopySource,
): readonly ShapeColumn[] | undefined {
  const { entity, base } = target
  const plain =
    request.mode === 'create' &&
    request.mayAdd &&
    request.returning === 'counts' &&
    base.schema === 'scenario' &&
    entity.view === undefined &&
    rulesOf(base) === undefined &&
    !context.storages.has(entity.name) &&
    !entity.fields.some(isAuthor) &&
    (!shape.surrogate || shape.naturalPositions.length === 0 || entity.naturalKeyUnique)
  if (!plain) return undefined
  const given = columns.map((name) => {
    const position = name === undefined ? undefined : shape.inputs.get(name)?.position
    return position === undefined ? undefined : shape.columns[position]
  })
  const known = given.filter((column) => column !== undefined)
  const positions = new Set(known.map(({ position }) => position))
  const fits =
    known.length === given.length &&
    // A key in the file may belong to a record of another scenario.
    positions.has(0) === !shape.surrogate &&
    shape.requiredPositions.every((position) => positions.has(position)) &&
    known.every(({ field }) => field.name !== base.tree && (!hasDefault(field) || !blanks.has(field.name)))
  return fits ? known : undefined
}

const hasDefault = ({ default: fallback }: ShapeColumn['field']): boolean =>
  fallback !== undefined && fallback !== null

async function isWorthIt(client: pg.ClientBase, { target }: Batch, size: number): Promise<boolean> {
  if (!(await mayBypassTriggers(client, target.base.schema))) return false
  const { rows } = await client.query<{ size: number }>(
    `SELECT pg_relation_size(${literal(target.table)}::regclass)::float8 AS size`,
  )
  return rows[0]!.size <= size * tablePerFile
}

function needConversion(): never {
  throw new NotPlain('A date or a time must be converted.')
}

async function addRows(batch: Batch, source: CopySource, columns: readonly ShapeColumn[]): Promise<number> {
  const { client, target } = batch
  const names = columns.map(({ field }) => identifier(field.column))
  const copy = copyInto(client, target.table, names, source)
  const bytes = columns.some(isTime) ? watchTimes(source.bytes(), needConversion) : source.bytes()
  await pipeline(bytes, copy)
  await showAdded(batch)
  await checkAdded(batch, columns, copy.rowCount)
  await logAdded(batch, copy.rowCount)
  await client.query(`DROP VIEW ${stage}`)
  return copy.rowCount
}

/** Makes the added rows available as staged rows for the checks of all writes, by a view, which costs nothing. */
async function showAdded({ client, shape, target }: Batch): Promise<void> {
  // A savepoint has its own transaction number, which is found from a row added in it.
  await client.query(`CREATE TEMPORARY TABLE "_mark" ON COMMIT DROP AS SELECT 1`)
  const { rows } = await client.query<{ mark: string }>('SELECT xmin::text AS mark FROM pg_temp."_mark"')
  await client.query('DROP TABLE pg_temp."_mark"')
  const columns = shape.columns.map(({ field }) => `t.${identifier(field.column)}`)
  await client.query(
    `CREATE TEMPORARY VIEW "_stage" AS SELECT 0 AS "_i", ${columns.join(', ')}
     FROM ${target.table} t WHERE t.xmin = ${literal(rows[0]!.mark)}::xid`,
  )
}

/** Throws `NotPlain` for rows that COPY accepts but a write would reject or modify. */
async function checkAdded(batch: Batch, columns: readonly ShapeColumn[], rows: number): Promise<void> {
  const { client } = batch
  const faults = new Faults(1)
  const settle = (): void => {
    if (faults.count > 0) throw new NotPlain('A record is faulty.')
  }
  // An empty cell of a new record means the default of its field.
  const empty = columns
    .filter(({ field }) => field.nullable && hasDefault(field))
    .map(({ field }) => `${identifier(field.column)} IS NULL`)
  const untidy = untidyTexts(batch.context.model, columns)
  const counts = ['true', ...empty, ...untidy].map(
    (condition) => `count(*) FILTER (WHERE ${condition})::float8`,
  )
  const { rows: counted } = await client.query<number[]>({
    text: `SELECT ${counts.join(', ')} FROM ${stage}`,
    rowMode: 'array',
  })
  const [all, ...others] = counted[0]!
  if (all !== rows || others.some((count) => count > 0))
    throw new NotPlain('A record needs a default or has a text that is stored differently.')
  await checkCopied(client, columns, { ...batch, faults })
  settle()
  const staged: Staged = { rows, given: columns, uniform: true, blanks: new Set() }
  await checkPeriod({ ...batch, faults }, staged)
  settle()
  await checkReferences({ ...batch, faults, mayInsert: false }, staged, { createMissing: [], lock: true })
  settle()
}

async function logAdded({ client, changes, request, target }: Batch, rows: number): Promise<void> {
  if (request.withoutChangeLog === true) return
  const entries = {
    entity: target.base.name,
    action: 'add',
    from: `(SELECT s.${target.key} FROM ${stage} s ORDER BY s.${target.key}) AS fresh`,
    key: `${target.key}::text`,
  } as const
  await client.query(logStatement(changes, entries, rows < bulkRows ? 'records' : 'blocks'))
}

/** SQLSTATE classes of errors caused by the rows: data, constraints and limits. */
const refusalClasses = new Set(['22', '23', '54'])

const isRefusal = (error: unknown): boolean =>
  error instanceof NotPlain ||
  (error instanceof DatabaseError && refusalClasses.has((error.code ?? '').slice(0, 2)))
