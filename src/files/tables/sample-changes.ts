/** Reads examples of what a dry run has changed, before its transaction is rolled back. */
import type { DataContext } from '../../data/context.ts'
import { readChangedRecords } from '../../data/history/change-sets.ts'
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import type { Entity } from '../../model/entity.ts'
import { baseEntity } from '../../model/model.ts'

/** A record that an import would change, with the old and the new value of each field. */
export interface SampleChange {
  readonly key: string
  readonly fields: readonly {
    readonly field: string
    readonly before: unknown
    readonly after: unknown
  }[]
}

/** Maximum number of records, so that a result stays readable. */
const mostRecords = 20

/** Returns the first records of an entity that the transaction has changed since a step, in the order of their keys. */
export async function sampleChanges(
  { client, changes }: OpenWrite,
  context: DataContext,
  entity: Entity,
  step: number,
): Promise<readonly SampleChange[]> {
  const entities = [baseEntity(context.model, entity).name]
  const records = await readChangedRecords(client, context, changes.id, {
    entities,
    action: 'change',
    step,
    limit: mostRecords,
  })
  return records.map(({ key, changes: values }) => ({
    key,
    fields: Object.entries(values ?? {}).map(([field, pair]) => {
      const [before, after]: readonly unknown[] = Array.isArray(pair) ? pair : []
      return { field, before: before ?? null, after: after ?? null }
    }),
  }))
}

/** Formats a change for the log, such as `SO-1: quantity 5 → 7, due 2026-01-05 → 2026-02-02`. */
export function describeSample({ key, fields }: SampleChange): string {
  const values = fields.map(
    ({ field, before, after }) => `${field} ${shownValue(before)} → ${shownValue(after)}`,
  )
  return `${key.slice(0, longest)}: ${values.join(', ')}`
}

/** Maximum number of characters of a value. */
const longest = 60

function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return value === null ? 'empty' : text.toWellFormed().slice(0, longest)
}
