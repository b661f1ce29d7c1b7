/**
 * Builds a sheet with the records of a read: with the filters, the order and the fields of the request, headers in
 * one language, and a comment on each header that describes its field.
 *
 *   writeWorkbook([recordSheet(context, request, { labels, timeout })], { language, tooLong: 'cut' })
 */
import type { DataContext } from '../../data/context.ts'
import type { ReadRequest, RunOptions } from '../../data/read/index.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field, FieldType } from '../../model/field.ts'
import { fieldHeaders } from '../../model/headers.ts'
import { followedLabel } from '../../model/labels/followed-label.ts'
import { entityLabel, type Labels } from '../../model/labels/labels.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import type { CellKind } from './cell-kinds.ts'
import { headerNote } from './header-note.ts'
import { openRecordRows } from './record-rows.ts'
import { sheetTitle } from './sheet-titles.ts'
import type { SheetColumn, SheetSource } from './write/sheet-source.ts'

export interface RecordSheetOptions extends RunOptions {
  readonly labels: Labels
  /** By default the label of the entity. */
  readonly title?: string
}

const kinds: Readonly<Record<Exclude<FieldType, 'reference'>, CellKind>> = {
  text: 'text',
  choice: 'text',
  json: 'text',
  number: 'general',
  integer: 'general',
  identity: 'general',
  boolean: 'boolean',
  datetime: 'moment',
  date: 'date',
  time: 'time',
  duration: 'span',
}

/** Returns the kind of the cells of a field. */
export function kindOf(model: Model, field: Field): CellKind {
  if (field.type !== 'reference') return kinds[field.type]
  return kindOf(model, keyField(requireEntity(model, field.reference!.entity)))
}

/** Returns the columns of the fields, in their order. */
export function recordColumns(
  model: Model,
  entity: Entity,
  fields: readonly Field[],
  labels: Labels,
): readonly SheetColumn[] {
  const headers = fieldHeaders(entity, labels)
  return fields.map((field) => ({
    header: headers.get(field) ?? followedLabel(model, entity, field, labels),
    kind: kindOf(model, field),
    note: headerNote(model, entity, field, labels),
    ...(field.choices === undefined ? {} : { choices: field.choices }),
  }))
}

/** Returns the sheet. The query starts when the sheet is written. */
export function recordSheet(
  context: DataContext,
  request: ReadRequest,
  { labels, title, ...run }: RecordSheetOptions,
): SheetSource {
  const { entity, fields } = request
  return {
    title: title ?? sheetTitle(entityLabel(entity, labels)),
    columns: recordColumns(context.model, entity, fields, labels),
    rows: recordRows(context, request, run),
  }
}

async function* recordRows(context: DataContext, request: ReadRequest, options: RunOptions) {
  const rows = await openRecordRows(context, request, options)
  try {
    yield* rows
  } finally {
    rows.close()
  }
}
