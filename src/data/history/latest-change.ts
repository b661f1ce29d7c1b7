/** Finds the change that a conflict is about: the latest one of a record, or of some of its fields. */
import type { Entity } from '../../model/entity.ts'
import type { DataContext } from '../context.ts'
import { type HistoryEntry, recordHistory } from './record-history.ts'

/** Maximum number of entries of the change log that are read per record. */
const mostRead = 20

interface Wanted {
  readonly key: string
  /** Names of fields; without any, all changes count. */
  readonly fields: readonly string[]
  /** Change sets that do not count. */
  readonly except: readonly number[]
}

/**
 * Returns the latest change of a record that changed one of the fields, or that added or deleted the record; undefined
 * if none is among the newest entries of the log.
 */
export async function latestChange(
  context: DataContext,
  entity: Entity,
  { key, fields, except }: Wanted,
): Promise<HistoryEntry | undefined> {
  const { entries } = await recordHistory(context, entity, key, mostRead)
  return entries.find(
    ({ changeset, action, changes }) =>
      !except.includes(changeset) &&
      (fields.length === 0 ||
        action !== 'change' ||
        fields.some((name) => Object.hasOwn(changes ?? {}, name))),
  )
}
