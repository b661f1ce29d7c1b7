/** Which field each column of a table means, from its header, and how its cells become what codecs understand. */
import type { CellColumn } from '../../data/write/request.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { fieldFinder, foldHeader } from '../../model/headers.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { closest } from '../../settings/suggestion.ts'
import { type CellStyle, cellConverter } from './convert-cells.ts'
import { reasonHeader } from './rejected-row.ts'

export interface TableColumns {
  /** By position in the header; undefined for columns that are passed over. */
  readonly columns: readonly (CellColumn | undefined)[]
  /** Headers that mean no field; they are to be warned of once. */
  readonly unknown: readonly string[]
}

const reasonTitle = foldHeader(reasonHeader)

/** What is refused about a file as a whole. */
export const fileRefused = (reason: string): ServiceError => new ServiceError('file_refused', { reason })

/** What the columns of a header mean, before it is asked whether an import can do with them. */
export function fieldsOfHeader(
  entity: Entity,
  header: readonly string[],
  labels: Labels,
): readonly (Field | undefined)[] {
  const find = fieldFinder(entity, labels)
  return header.map((title) => (title.trim() === '' ? undefined : find(title)))
}

/**
 * Finds the fields of a header. Columns of fields that nobody may write are passed over in silence.
 * @param chosen names of fields by position, empty for columns to pass over, where somebody has said what the
 *   columns mean whatever their headers
 * @throws ServiceError `file_refused` for a header that names a field twice, names none, or cannot tell which
 *   record a row means, and for a choice that does not fit
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
  refuseTwins(header, fields)
  if (fields.every((field) => field === undefined)) {
    const titles = header.slice(0, 10).map((title) => namedTitle(entity, title, new Set()))
    throw fileRefused(
      `the header names no field of ${entity.name}: ${titles.join(', ')}. The first line must hold names of fields, such as ${examples(entity)}.`,
    )
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

/** The fields that somebody has chosen; columns of the header beyond them are passed over. */
function chosenFields(
  entity: Entity,
  header: readonly string[],
  chosen: readonly string[],
): readonly (Field | undefined)[] {
  if (chosen.length > header.length && chosen.slice(header.length).some((name) => name !== '')) {
    throw fileRefused(
      `fields are chosen for ${chosen.length} columns, but the header has ${header.length}. Look at the file again.`,
    )
  }
  return header.map((_, position) => {
    const name = chosen[position] ?? ''
    if (name === '') return undefined
    const field = entity.fieldByName.get(name)
    if (field !== undefined && isWritten(entity, field)) return field
    throw fileRefused(
      `"${short(name)}", chosen for column ${position + 1}, is no field of ${entity.name} that an import writes. Such are ${examples(entity)}.`,
    )
  })
}

/** Whether an import writes the field, or finds the record by it. */
export const isWritten = (entity: Entity, field: Field): boolean =>
  !field.virtual && (field.access === 'write' || field === keyField(entity))

function column(entity: Entity, field: Field, style: CellStyle, labels: Labels): CellColumn {
  const convert = cellConverter(entity, field, style, labels)
  return { field: field.name, ...(convert === undefined ? {} : { convert }) }
}

/** Of two columns for one field the last would win in silence. */
function refuseTwins(header: readonly string[], fields: readonly (Field | undefined)[]): void {
  const seen = new Map<Field, number>()
  for (const [position, field] of fields.entries()) {
    if (field === undefined) continue
    const earlier = seen.get(field)
    if (earlier !== undefined) {
      throw fileRefused(
        `the columns "${short(header[earlier]!)}" (${earlier + 1}) and "${short(header[position]!)}" (${position + 1}) both mean the field ${field.name}. Remove one of them.`,
      )
    }
    seen.set(field, position)
  }
}

/** Rows must tell which record they mean: by key, or by the parts of the natural key that have no default. */
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
    return near === undefined ? [] : [`If the column "${short(title)}" is meant to be ${near}, rename it.`]
  })
  throw fileRefused(
    [
      `the column${missing.length === 1 ? '' : 's'} ${names.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing, without which no row says which ${entity.label} it means.`,
      ...meant.slice(0, 1),
    ].join(' '),
  )
}

/** The field that a title was probably meant to name. Titles of few letters are near to many. */
const nearest = (title: string, names: readonly string[]): string | undefined =>
  title.trim().length < 4 ? undefined : closest(title.trim(), names)

/** Columns of a header that are compared with the names of fields. */
const mostGuessed = 1000

/**
 * The title of a column that means no field, and the field that was probably meant.
 * @param given names of the fields that other columns mean
 */
export function namedTitle(entity: Entity, title: string, given: ReadonlySet<string>): string {
  const free = entity.fields.filter((field) => isWritten(entity, field) && !given.has(field.name))
  const near = nearest(
    title,
    free.map(({ name }) => name),
  )
  return near === undefined ? `"${short(title)}"` : `"${short(title)}" (is ${near} meant?)`
}

const examples = (entity: Entity): string =>
  entity.fields
    .filter(({ access }) => access === 'write')
    .slice(0, 4)
    .map(({ name }) => name)
    .join(', ')

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
