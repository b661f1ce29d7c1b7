/**
 * The shape of the records of an entity in a write: the column of each field, and the conversion of a raw object to a
 * row of values with a mask of the given fields.
 */
import type { Message } from '../../../errors/messages.ts'
import { recordLevel, type RecordErrors, ServiceError } from '../../../errors/service-error.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import type { Model } from '../../../model/model.ts'
import { type Codec, type Coerced, codecFor, defaultValue, isInvalid } from '../../codecs.ts'
import { nestedLists } from '../../../model/nested-lists.ts'
import type { WriteMode } from '../request.ts'
import { boundedCodec } from './bounds.ts'

export interface ShapeColumn {
  /** The field that owns the column; aliases write to the same column. */
  readonly field: Field
  readonly position: number
}

export interface Input {
  readonly field: Field
  readonly codec: Codec
  /** Position of the column; undefined for a field that is ignored (read-only, computed). */
  readonly position: number | undefined
}

export interface Shape {
  readonly entity: Entity
  /** Columns of the staging table, starting with the key. */
  readonly columns: readonly ShapeColumn[]
  /** Values of a record without any given field; copying them is many times as fast as creating them. */
  readonly nothing: readonly undefined[]
  readonly inputs: ReadonlyMap<string, Input>
  /** Whether the database assigns the key: records may then be identified by their natural key. */
  readonly surrogate: boolean
  readonly naturalPositions: readonly number[]
  /** Names of lists of child records that a record may contain; the nested write processes them. */
  readonly nested: ReadonlySet<string>
  readonly requiredPositions: readonly number[]
  readonly corePositions: readonly number[]
}

/** One converted record. `values` are by position; `undefined` means that the field was not given. */
export interface ShapedRow {
  readonly index: number
  readonly values: (Coerced | undefined)[]
  /** Values of fields that are stored outside the table, by name; the entity's storage writes them. */
  readonly virtual?: Readonly<Record<string, Coerced>>
  /** Last moment at which the record was as the row shows it, if the row contains that. */
  readonly seen?: string | undefined
}

/** Builds the shape of an entity. This reads all of its fields, so callers cache the result per model. */
export function buildShape(model: Model, entity: Entity): Shape {
  const key = keyField(entity)
  const stored = entity.fields.filter((field) => field.column === field.name)
  const owned = stored.filter((field) => field !== key && !field.virtual && isStaged(entity, field))
  const columns = [key, ...owned].map((field, position) => ({ field, position }))
  const positions = new Map(columns.map(({ field, position }) => [field.column, position]))
  const inputs = new Map(
    entity.fields.flatMap((field) => {
      const writable = field.access === 'write' || field === key
      const input = {
        field,
        codec: boundedCodec(field, codecFor(model, field)),
        position: writable ? positions.get(field.column) : undefined,
      }
      return [field.name, ...(field.aliases ?? [])].map((name) => [name, input] as const)
    }),
  )
  const positionsOf = (names: readonly string[]): readonly number[] =>
    names.flatMap((name) => positions.get(name) ?? [])
  return {
    entity,
    columns,
    nothing: columns.map(() => undefined),
    inputs,
    surrogate: key.type === 'identity',
    nested: new Set(nestedLists(entity).keys()),
    naturalPositions: key.type === 'identity' ? positionsOf(entity.naturalKey) : [],
    requiredPositions: columns
      .filter(({ field }) => field.required && field.access === 'write' && field !== key)
      .map(({ position }) => position),
    corePositions: positionsOf(entity.coreFields),
  }
}

const shapes = new WeakMap<Model, Map<string, Shape>>()

/** Returns the shape of an entity, built once per model. */
export function shapeOf(model: Model, entity: Entity): Shape {
  let known = shapes.get(model)
  if (known === undefined) shapes.set(model, (known = new Map()))
  let shape = known.get(entity.name)
  if (shape === undefined) known.set(entity.name, (shape = buildShape(model, entity)))
  return shape
}

/**
 * Returns whether a field is staged: fields that clients write, and in control tables also those that storages
 * compute, such as the hash of a key.
 */
function isStaged(entity: Entity, field: Field): boolean {
  if (field.access === 'write' || isAuthor(field)) return true
  return entity.schema === 'control' && field.default === undefined
}

/** Returns whether the field is the user who wrote the record; the service sets it when the record is created. */
export function isAuthor(field: Field): boolean {
  return field.access === 'readonly' && field.name === 'user' && field.reference?.entity === 'common.user'
}

export interface ShapeOptions {
  readonly mode: WriteMode
  readonly strict: boolean
  readonly timeZone: string
  /** Converted key from the URL; the body may contain the same value but not another one. */
  readonly key?: Coerced
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '')

/**
 * Converts one raw record. Errors are collected by field; a valid record has none. A record whose text is not valid
 * JSON arrives as its error `malformed_json`.
 */
export function shapeRow(
  shape: Shape,
  raw: unknown,
  index: number,
  options: ShapeOptions,
): { readonly row: ShapedRow; readonly errors: RecordErrors | undefined } {
  const values: (Coerced | undefined)[] = shape.nothing.slice()
  const virtual: Record<string, Coerced> = {}
  const row = { index, values, virtual }
  if (raw instanceof ServiceError) {
    return { row, errors: { [recordLevel]: [{ code: 'malformed_json', params: raw.params }] } }
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    const type = raw === null ? 'null' : Array.isArray(raw) ? 'list' : typeof raw
    return { row, errors: { [recordLevel]: [{ code: 'not_an_object', params: { type } }] } }
  }
  const faults = new Map<string, Message>()
  const record: Record<string, unknown> = { ...raw }
  if (options.key !== undefined) values[0] = options.key
  for (const name of Object.keys(record)) {
    const value = record[name]
    const input = shape.inputs.get(name)
    if (input === undefined && shape.nested.has(name)) continue
    // The key of a new record may be null, because the database assigns it.
    if (value === null && shape.surrogate && input?.position === 0) continue
    if (input?.field.inherited === true && isEmpty(value)) continue
    const beside = input?.field.virtual === true && input.field.access === 'write'
    if (input === undefined || (input.position === undefined && !beside)) {
      if (options.strict) faults.set(name, { code: input === undefined ? 'unknown_field' : 'readonly_field' })
      continue
    }
    const coerced = input.codec.parse(value, options)
    if (isInvalid(coerced)) faults.set(name, coerced.message)
    else if (input.position === undefined) virtual[name] = coerced
    else {
      const { position } = input
      setValue(values, position, coerced, (before) => {
        faults.set(name, conflictMessage(shape, record, name, position, before))
      })
    }
  }
  complete(shape, values, options, faults)
  return { row, errors: faults.size === 0 ? undefined : errorsOf(faults) }
}

export function errorsOf(faults: ReadonlyMap<string, Message>): RecordErrors {
  return Object.fromEntries([...faults].map(([name, message]) => [name, [message]]))
}

/**
 * Sets a value. A field and its alias may both be given, as in a record that a client has read, but must not
 * contradict each other.
 */
export function setValue(
  values: (Coerced | undefined)[],
  position: number,
  value: Coerced,
  conflict: (before: Coerced) => void,
): void {
  const before = values[position]
  if (before !== undefined && before !== value) conflict(before)
  values[position] = value
}

/**
 * Returns the error of two values for one column: the key of the URL and that of the body, or a field and its alias.
 */
function conflictMessage(
  shape: Shape,
  record: object,
  name: string,
  position: number,
  before: Coerced,
): Message {
  if (position === 0) return { code: 'key_changed', params: { value: String(before) } }
  const other = Object.keys(record).find(
    (key) => key !== name && shape.inputs.get(key)?.position === position,
  )
  return { code: 'alias_conflict', params: { other: other ?? name } }
}

export function complete(
  shape: Shape,
  values: (Coerced | undefined)[],
  options: ShapeOptions,
  faults: Map<string, Message>,
): void {
  const give = (position: number): void => {
    values[position] ??= defaultValue(shape.columns[position]!.field, options)
  }
  const require = (position: number): void => {
    const { name } = shape.columns[position]!.field
    if (values[position] === undefined && !faults.has(name)) faults.set(name, { code: 'required' })
  }
  if (options.mode === 'replace') {
    for (const position of shape.corePositions) require(position)
    for (const { position, field } of shape.columns) {
      if (
        position !== 0 &&
        field.access === 'write' &&
        values[position] === undefined &&
        !faults.has(field.name)
      ) {
        if (field.nullable || field.default !== undefined) values[position] = defaultValue(field, options)
      }
    }
  }
  if (!shape.surrogate) require(0)
  else if (values[0] === undefined) {
    if (shape.naturalPositions.length === 0 && options.mode !== 'upsert' && options.mode !== 'create')
      require(0)
    for (const position of shape.naturalPositions) {
      const { field } = shape.columns[position]!
      if (field.nullMeansDefault || field.nullable) give(position)
      else if (!isAuthor(field) && !field.inherited) require(position)
    }
  }
}
