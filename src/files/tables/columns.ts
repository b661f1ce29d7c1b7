/** Which field each column of a table means, from its header, and how its cells become what codecs understand. */
import { ServiceError } from '../../errors/service-error.ts'
import type { CellColumn } from '../../data/write/request.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { fieldFinder, foldHeader } from '../../model/headers.ts'
import type { Labels } from '../../model/labels/labels.ts'
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
    const titles = header.map((title) => `"${short(title)}"`).slice(0, 10)
    throw fileRefused(
      `the header names no field of ${entity.name}: ${titles.join(', ')}. The first line must hold names of fields, such as ${examples(entity)}.`,
    )
  }
  requireIdentity(entity, new Set(fields))
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
function requireIdentity(entity: Entity, given: ReadonlySet<Field | undefined>): void {
  const key = keyField(entity)
  if (given.has(key)) return
  const parts = key.type === 'identity' ? entity.naturalKey : [entity.key]
  const missing = parts
    .map((name) => entity.fieldByName.get(name)!)
    .filter((field) => !given.has(field) && !field.nullable && !field.nullMeansDefault && !field.inherited)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw fileRefused(
    `the column${missing.length === 1 ? '' : 's'} ${names} ${missing.length === 1 ? 'is' : 'are'} missing, without which no row says which ${entity.label} it means.`,
  )
}

const examples = (entity: Entity): string =>
  entity.fields
    .filter(({ access }) => access === 'write')
    .slice(0, 4)
    .map(({ name }) => name)
    .join(', ')

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
