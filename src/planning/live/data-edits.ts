/** Converts edits of the planner to edits of the data API: records by their keys, dates and times of day as text. */
import { randomUUID } from 'node:crypto'
import type { DataContext } from '../../data/context.ts'
import { tableOf } from '../../data/write/log/logged.ts'
import { identifier } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import { baseEntity, requireEntity } from '../../model/model.ts'
import type { DataEdit, EditValue } from '../../planner/live/remedies/remedy.ts'
import { datetimeText } from './present-trial.ts'
import type { PlanEdit } from './questions.ts'

/** Returns the converted edits, new orders with a reference; undefined if an edited record no longer exists. */
export async function planEdits(
  context: DataContext,
  edits: readonly DataEdit[],
): Promise<readonly PlanEdit[] | undefined> {
  const found: PlanEdit[] = []
  for (const { entity: name, action, key, fields } of edits) {
    const entity = requireEntity(context.model, name)
    const values = textFields(entity, fields)
    if (action === 'create') {
      const order = baseEntity(context.model, entity).name === 'input.operationplan'
      const given = order ? { [entity.key]: `Remedy ${randomUUID().slice(0, 8)}`, ...values } : values
      found.push({ entity: name, action, fields: given })
      continue
    }
    const known = await keyOf(context, entity, textFields(entity, key))
    if (known === undefined) return undefined
    found.push({ entity: name, action, key: known, fields: values })
  }
  return found
}

const textFields = (
  entity: Entity,
  values: Readonly<Record<string, EditValue>>,
): Readonly<Record<string, EditValue>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'number') return [name, value]
      const type = entity.fieldByName.get(name)?.type
      return [name, type === 'datetime' ? datetimeText(value) : type === 'time' ? timeText(value) : value]
    }),
  )

const lastSecond = 86_399

/**
 * Formats a time of day as `HH:MM:SS`. The end of the day becomes its last second, which calendars treat as the end
 * of the day.
 */
const timeText = (seconds: number): string =>
  new Date(Math.min(seconds, lastSecond) * 1000).toISOString().slice(11, 19)

/** Returns the key of the record that the fields identify. */
async function keyOf(
  context: DataContext,
  entity: Entity,
  fields: Readonly<Record<string, EditValue>>,
): Promise<string | number | undefined> {
  const given = fields[entity.key]
  if (typeof given === 'string' || typeof given === 'number') return given
  const names = Object.keys(fields)
  const conditions = names.map((name, index) => {
    const field = entity.fieldByName.get(name)
    if (field === undefined) throw new Error(`${entity.name} has no field "${name}".`)
    return `t.${identifier(field.column)}::text IS NOT DISTINCT FROM $${index + 1}`
  })
  const { rows } = await context.home.query<{ key: string | number }>(
    {
      text: `SELECT t.${identifier(keyField(entity).column)} AS "key" FROM ${tableOf(context, baseEntity(context.model, entity))} AS t
        WHERE ${conditions.join(' AND ')} ORDER BY 1 LIMIT 1`,
      values: names.map((name) => (fields[name] === null ? null : String(fields[name]).replace('T', ' '))),
    },
    { signal: context.signal },
  )
  return rows[0]?.key
}
