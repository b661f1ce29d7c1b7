/** Reads the records of a request: converts them, passes them to the entity's storage, and stages the valid ones. */
import { ServiceError } from '../../../errors/service-error.ts'
import type { Coerced } from '../../codecs.ts'
import { recordEtag, recordTag } from '../../etag.ts'
import { recordJson } from '../../record-sql.ts'
import type { CoercedRecord, EntityStorage } from '../../context.ts'
import { relationOf } from '../../relation.ts'
import { type Batch, keyFromUrl } from '../batch.ts'
import type { NestedRows } from '../orders/nested.ts'
import type { Faults } from './faults.ts'
import { stageCopy } from './copied.ts'
import { cellShaper, type CellShaper } from './cells.ts'
import type { Preconditions } from '../request.ts'
import { type ShapedRow, shapeRow } from './shape.ts'
import { type RowSource, type Staged, stageRows } from './staging.ts'

export interface Intake {
  readonly staged: Staged
  /** Converted records by index, for entities with their own storage. */
  readonly given: ReadonlyMap<number, CoercedRecord>
}

export async function ingestRows(batch: Batch, nested: NestedRows): Promise<Intake> {
  const { client, context, shape, target } = batch
  const storage = context.storages.get(target.entity.name)
  if (storage !== undefined) return takeInThrough(storage, batch, nested)
  const { columns, copy, lastSeen } = batch.request
  if (copy !== undefined) return { staged: await stageCopy(batch, copy), given: new Map() }
  if (columns === undefined) {
    const source = { raw: batch.request.rows, convert: recordConverter(batch, nested) }
    return { staged: await stageRows(client, shape, source), given: new Map() }
  }
  batch.sent.note(0, (name) => columns.some((column) => column?.field === name))
  const shaper = cellShaper(shape, columns, context, lastSeen)
  const source = { raw: batch.request.rows, convert: cellConverter(batch, shaper) }
  return { staged: await stageRows(client, shape, source, shaper), given: new Map() }
}

type Converter = RowSource<unknown>['convert']

/** Returns the converter of objects. */
function recordConverter(batch: Batch, nested: NestedRows): Converter {
  const { context, request, shape, faults, sent } = batch
  const key = request.key === undefined ? {} : { key: keyFromUrl(batch, request.key) }
  const options = { mode: request.mode, strict: request.strict, timeZone: context.timeZone, ...key }
  return (raw) => {
    const index = faults.total
    faults.total += 1
    sent.note(index, (name) => typeof raw === 'object' && raw !== null && name in raw)
    const row = validRow(faults, shapeRow(shape, raw, index, options))
    if (row !== undefined) nested.take(row, raw)
    return row
  }
}

/** Returns the converter of rows of tables. */
function cellConverter({ faults }: Batch, shaper: CellShaper): Converter {
  return (raw) => {
    const index = faults.total
    faults.total += 1
    if (!Array.isArray(raw)) throw new Error('A row of a table must be a list of cells.')
    return validRow(faults, shaper.shape(raw, index))
  }
}

/** Returns the row if it is valid; otherwise adds its errors. */
function validRow(faults: Faults, { row, errors }: ReturnType<CellShaper['shape']>): ShapedRow | undefined {
  if (errors === undefined) return row
  faults.addAll(row.index, errors)
  faults.name(row.index, row.values[0])
  return undefined
}

/** Passes all records of the batch to the storage at once, because control entities have few records. */
async function takeInThrough(storage: EntityStorage, batch: Batch, nested: NestedRows): Promise<Intake> {
  const { client, context, shape, faults } = batch
  const rows: ShapedRow[] = []
  const convert = recordConverter(batch, nested)
  for await (const raw of batch.request.rows) {
    const row = convert(raw)
    if (row !== undefined) rows.push(row)
  }
  const records = rows.map(({ values, virtual }): CoercedRecord => {
    const stored = shape.columns.map(({ field, position }) => [field.name, values[position]] as const)
    return { ...Object.fromEntries(stored.filter(([, value]) => value !== undefined)), ...virtual }
  })
  const problems = await storage.prepare?.(context, client, records)
  for (const [position, errors] of problems ?? []) faults.addAll(rows[position]!.index, errors)
  const prepared = rows.map(({ index }, position) => ({
    index,
    values: shape.columns.map(({ field }) => asCoerced(records[position]![field.name])),
  }))
  return {
    staged: await stageRows(client, shape, { raw: prepared, convert: (row) => row }),
    given: new Map(rows.map(({ index }, position) => [index, records[position]!])),
  }
}

/**
 * Checks a value returned by a storage: values are typed as unknown, but must have a type that a codec could return.
 */
function asCoerced(value: unknown): Coerced | undefined {
  if (value === undefined || value === null) return value
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new Error(`A storage prepared a value of type ${typeof value}.`)
}

export const hasPreconditions = ({ ifMatch, ifNoneMatch }: Preconditions): boolean =>
  ifMatch !== undefined || ifNoneMatch !== undefined

/**
 * Checks the conditions on the stored record, and locks its row until the transaction ends.
 * @throws ServiceError `not_found`; `precondition_failed`, `record_matches` for a condition that does not hold
 */
export async function requireMatch(
  { client, context, target, shape }: Pick<Batch, 'client' | 'context' | 'target' | 'shape'>,
  keyText: string,
  { ifMatch = '*', ifNoneMatch = '' }: Preconditions,
): Promise<void> {
  const key = keyFromUrl({ shape, context }, keyText)
  const where = `t.${target.key} = $1`
  const locked = await client.query(`SELECT FROM ${target.table} t WHERE ${where} FOR NO KEY UPDATE`, [key])
  if (locked.rowCount === 0) throw new ServiceError('not_found')
  if (ifNoneMatch.trim() === '*') throw new ServiceError('record_matches')
  if (ifMatch.trim() === '*' && ifNoneMatch === '') return
  const { rows } = await client.query<{ json: string }>(
    `SELECT ${recordJson(context, target.entity, 't')} AS json
     FROM ${relationOf(context, target.entity)} t WHERE ${where}`,
    [key],
  )
  const current = rows.map(({ json }) => recordEtag(json))
  const isAmong = (tags: readonly string[]): boolean => current.some((tag) => tags.includes(tag))
  if (ifMatch.trim() !== '*' && !isAmong(tagsOf(ifMatch))) throw new ServiceError('precondition_failed')
  // Unlike If-Match, If-None-Match compares weakly.
  if (isAmong(tagsOf(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''))))
    throw new ServiceError('record_matches')
}

const tagsOf = (header: string): readonly string[] => header.split(',').map((tag) => recordTag(tag.trim()))
