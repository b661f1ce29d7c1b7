/** Maps the columns of a table to fields by their headers, and their cells to values that codecs accept. */
import type { CellColumn } from '../../data/write/request.ts'
import { joinSentences, listNames, type Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { fieldFinder, foldHeader } from '../../model/headers.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { closest } from '../../settings/suggestion.ts'
import { type CellStyle, cellConverter } from './convert-cells.ts'
import { reasonHeader } from './rejected-row.ts'

export interface TableColumns {
  /** Columns by position in the header; undefined for columns that are skipped. */
  readonly columns: readonly (CellColumn | undefined)[]
  /** Headers that match no field; a remark lists them once. */
  readonly unknown: readonly string[]
}

const reasonTitle = foldHeader(reasonHeader)

/** Returns the error that refuses a whole file. */
export const fileRefused = (reason: Message): ServiceError => new ServiceError('file_refused', { reason })

/** Returns the field of each header, without checking whether an import can use them. */
export function fieldsOfHeader(
  entity: Entity,
  header: readonly string[],
  labels: Labels,
): readonly (Field | undefined)[] {
  const find = fieldFinder(entity, labels)
  return header.map((title) => (title.trim() === '' ? undefined : find(title)))
}

/**
 * Maps the columns of a header to fields. Columns of read-only fields are skipped without a remark.
 * @param chosen field names by column position, empty for columns to skip, if the user has mapped the columns
 *   regardless of their headers
 * @throws ServiceError `file_refused` for a header that names a field twice, names none, or lacks the fields that
 *   identify the record of a row, and for chosen fields that do not fit
 */
export function mapColumns(
  entity: Entity,
  header: readonly string[],
  labels: Labels,
  style: CellStyle,
  chosen?: readonly string[],
): TableColumns {
  const fields =
    chosen === undefined ? fieldsOfHeader(entity, header, labels) : chosenFields(entity, header, chosen)
  rejectDuplicates(header, fields)
  if (fields.every((field) => field === undefined)) {
    const titles = listNames(header.slice(0, 10).map((title) => namedTitle(entity, title, new Set())))
    const params = { entity: entity.name, titles, examples: examples(entity) }
    throw fileRefused({ code: 'header_without_field', params })
  }
  requireIdentity(entity, header, fields)
  return {
    columns: fields.map((field) =>
      field !== undefined && isWritten(entity, field) ? column(entity, field, style, labels) : undefined,
    ),
    unknown: header.filter(
      (title, position) =>
        chosen === undefined &&
        fields[position] === undefined &&
        title.trim() !== '' &&
        foldHeader(title) !== reasonTitle,
    ),
  }
}

/** Returns the chosen fields; columns of the header beyond them are skipped. */
function chosenFields(
  entity: Entity,
  header: readonly string[],
  chosen: readonly string[],
): readonly (Field | undefined)[] {
  if (chosen.length > header.length && chosen.slice(header.length).some((name) => name !== '')) {
    throw fileRefused({
      code: 'more_fields_than_columns',
      params: { fields: chosen.length, columns: header.length },
    })
  }
  return header.map((_, position) => {
    const name = chosen[position] ?? ''
    if (name === '') return undefined
    const field = entity.fieldByName.get(name)
    if (field !== undefined && isWritten(entity, field)) return field
    throw fileRefused({
      code: 'chosen_field_not_written',
      params: {
        name: short(name),
        column: position + 1,
        entity: entity.name,
        examples: examples(entity),
      },
    })
  })
}

/** Returns whether an import writes the field or finds the record by it. */
export const isWritten = (entity: Entity, field: Field): boolean =>
  !field.virtual && (field.access === 'write' || field === keyField(entity))

function column(entity: Entity, field: Field, style: CellStyle, labels: Labels): CellColumn {
  const convert = cellConverter(entity, field, style, labels)
  return { field: field.name, ...(convert === undefined ? {} : { convert }) }
}

/** Throws `file_refused` if two columns map to the same field, because the last one would silently override the other. */
function rejectDuplicates(header: readonly string[], fields: readonly (Field | undefined)[]): void {
  const seen = new Map<Field, number>()
  for (const [position, field] of fields.entries()) {
    if (field === undefined) continue
    const earlier = seen.get(field)
    if (earlier !== undefined) {
      throw fileRefused({
        code: 'columns_of_one_field',
        params: {
          first: short(header[earlier]!),
          firstColumn: earlier + 1,
          second: short(header[position]!),
          secondColumn: position + 1,
          field: field.name,
        },
      })
    }
    seen.set(field, position)
  }
}

/**
 * Throws `file_refused` unless rows identify their record: by key, or by the parts of the natural key that have no
 * default.
 */
function requireIdentity(
  entity: Entity,
  header: readonly string[],
  fields: readonly (Field | undefined)[],
): void {
  const given = new Set(fields)
  const key = keyField(entity)
  if (given.has(key)) return
  const parts = key.type === 'identity' ? entity.naturalKey : [entity.key]
  const missing = parts
    .map((name) => entity.fieldByName.get(name)!)
    .filter((field) => !given.has(field) && !field.nullable && !field.nullMeansDefault && !field.inherited)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name)
  const meant = header.slice(0, mostGuessed).flatMap((title, position) => {
    const near = fields[position] === undefined ? nearest(title, names) : undefined
    return near === undefined
      ? []
      : [{ code: 'column_to_rename', params: { column: short(title), field: near } } as const]
  })
  const params = { count: names.length, columns: names.join(', '), entity: entity.label }
  throw fileRefused(joinSentences({ code: 'key_columns_missing', params }, ...meant.slice(0, 1)))
}

/**
 * Returns the field that a title was probably meant to name. Titles with fewer than 4 characters are similar to too
 * many names.
 */
const nearest = (title: string, names: readonly string[]): string | undefined =>
  title.trim().length < 4 ? undefined : closest(title.trim(), names)

/** Maximum number of columns of a header that are compared with the names of fields. */
const mostGuessed = 1000

/**
 * Describes the title of a column that matches no field, and the field that was probably meant.
 * @param given names of the fields to which other columns map
 */
export function namedTitle(entity: Entity, title: string, given: ReadonlySet<string>): Message {
  const free = entity.fields.filter((field) => isWritten(entity, field) && !given.has(field.name))
  const near = nearest(
    title,
    free.map(({ name }) => name),
  )
  return near === undefined
    ? { code: 'title_named', params: { title: short(title) } }
    : { code: 'title_meant', params: { title: short(title), field: near } }
}

const examples = (entity: Entity): string =>
  entity.fields
    .filter(({ access }) => access === 'write')
    .slice(0, 4)
    .map(({ name }) => name)
    .join(', ')

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
