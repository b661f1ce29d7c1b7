/**
 * Finds concurrent changes of edited records. An edit may contain the time of the last change of its record when it
 * was read (`lastmodified`), and its values then (`original`). Only values that both sides have changed are
 * conflicts. The records are locked, so the result is valid until the transaction ends.
 */
import type pg from 'pg'
import type { Entity } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import type { DataContext } from '../../context.ts'
import { parseKey, readRecordsByKey, sameValue } from './stored-records.ts'

type Edit = Readonly<Record<string, unknown>>

export interface Conflict {
  readonly list: 'update' | 'delete'
  readonly row: number
  readonly key: string
  /** Time of the last change of the stored record. */
  readonly lastmodified: string | null
  readonly deleted: boolean
  /** Conflicting values, by field. */
  readonly fields: Readonly<Record<string, { readonly yours: unknown; readonly theirs: unknown }>>
}

export async function findConflicts(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  edits: Readonly<Record<'update' | 'delete', readonly Edit[]>>,
): Promise<readonly Conflict[]> {
  if (!entity.fieldByName.has('lastmodified')) return []
  const wanted = (['update', 'delete'] as const).flatMap((list) =>
    edits[list].flatMap((edit, row) => {
      const { [entity.key]: key, lastmodified } = edit
      const named = parseKey(context, entity, key)
      return named !== undefined && typeof lastmodified === 'string'
        ? [{ list, row, edit, key: String(named), lastmodified }]
        : []
    }),
  )
  if (wanted.length === 0) return []
  const keys = wanted.map(({ key }) => key)
  const stored = await readRecordsByKey(client, context, entity, keys, { lock: true })
  return wanted.flatMap(({ list, row, edit, key, lastmodified }): readonly Conflict[] => {
    const record = stored.get(key)
    if (record === undefined) {
      const gone = { list, row, key, lastmodified: null, deleted: true, fields: {} }
      return list === 'delete' ? [] : [gone]
    }
    if (record['lastmodified'] === lastmodified) return []
    const fields = list === 'delete' ? {} : contradictions(context, entity, edit, record)
    if (list === 'update' && Object.keys(fields).length === 0) return []
    return [{ list, row, key, lastmodified: String(record['lastmodified']), deleted: false, fields }]
  })
}

function contradictions(context: DataContext, entity: Entity, edit: Edit, record: Edit): Conflict['fields'] {
  const { original } = edit
  const before = new Map<string, unknown>(typeof original === 'object' ? Object.entries(original ?? {}) : [])
  const same = (field: Field, one: unknown, other: unknown): boolean => sameValue(context, field, one, other)
  const fields = entity.fields.filter(
    ({ name, access }) => access === 'write' && name !== entity.key && Object.hasOwn(edit, name),
  )
  return Object.fromEntries(
    fields
      .filter((field) => !same(field, edit[field.name], record[field.name]))
      .filter((field) => !before.has(field.name) || !same(field, before.get(field.name), record[field.name]))
      .map((field) => [field.name, { yours: edit[field.name], theirs: record[field.name] }]),
  )
}
