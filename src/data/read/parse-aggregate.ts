/**
 * Parses the parameters that group records and compute measures per group:
 * `group=item,due__month&measure=quantity__sum`.
 */
import type { Message } from '../../errors/messages.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { followedField } from '../../model/followed-field.ts'
import { type Measure, measures, measuresOf } from '../../model/measures.ts'
import type { Model } from '../../model/model.ts'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export interface GroupField {
  readonly name: string
  readonly field: Field
  /** A datetime is grouped by the start of its period. */
  readonly period?: Period
}

export interface MeasuredField {
  readonly name: string
  readonly field: Field
  readonly measure: Measure
}

/** Sort order by the value of a group, by the number of records or by a measure. */
export interface GroupOrder {
  readonly by: 'group' | 'count' | 'measure'
  /** Index of the group or measure. */
  readonly place: number
  readonly descending: boolean
}

export interface Aggregate {
  readonly groups: readonly GroupField[]
  readonly measured: readonly MeasuredField[]
  readonly ordering: readonly GroupOrder[]
}

export interface AggregateFault {
  readonly parameter: 'group' | 'measure' | 'ordering'
  readonly message: Message
}

export const mostGroupFields = 2
export const mostMeasures = 40

const isPeriod = (text: string): text is Period => periods.some((period) => period === text)
const isMeasure = (text: string): text is Measure => measures.some((measure) => measure === text)

/** Returns the parts of a comma-separated list; an empty list for an empty text. */
const partsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** Parses the parameters. Returns the first error if a parameter is invalid. */
export function parseAggregate(
  model: Model,
  entity: Entity,
  given: { readonly group: string; readonly measure: string; readonly ordering: string },
): Aggregate | AggregateFault {
  const groups = all(partsOf(given.group), mostGroupFields, (name) => groupOf(model, entity, name))
  if ('code' in groups) return { parameter: 'group', message: groups }
  const measured = all(partsOf(given.measure), mostMeasures, (name) => measureOf(model, entity, name))
  if ('code' in measured) return { parameter: 'measure', message: measured }
  const names = partsOf(given.ordering)
  const ordering = all(names, mostGroupFields + mostMeasures, (name) => orderOf(groups, measured, name))
  if ('code' in ordering) return { parameter: 'ordering', message: ordering }
  const sorted = new Set(ordering.map(({ by, place }) => `${by} ${place}`))
  const rest = groups.flatMap((_, place): readonly GroupOrder[] =>
    sorted.has(`group ${place}`) ? [] : [{ by: 'group', place, descending: false }],
  )
  return { groups, measured, ordering: [...ordering, ...rest] }
}

function all<Item extends object>(
  names: readonly string[],
  most: number,
  read: (name: string) => Item | Message,
): readonly Item[] | Message {
  if (names.length > most) return { code: 'too_many_values', params: { limit: most } }
  const items: Item[] = []
  for (const name of names) {
    const item = read(name)
    if ('code' in item) return item
    items.push(item)
  }
  return items
}

function readable(model: Model, entity: Entity, name: string): Field | undefined {
  const field = entity.fieldByName.get(name) ?? followedField(model, entity, name)
  return field === undefined || field.writeOnly || field.virtual || field.type === 'json' ? undefined : field
}

function groupOf(model: Model, entity: Entity, name: string): GroupField | Message {
  const field = readable(model, entity, name)
  if (field !== undefined) return { name, field }
  const split = name.lastIndexOf('__')
  const period = name.slice(split + 2)
  const dated = split > 0 ? readable(model, entity, name.slice(0, split)) : undefined
  if (dated !== undefined && isPeriod(period) && (dated.type === 'datetime' || dated.type === 'date'))
    return { name, field: dated, period }
  return { code: 'group_field', params: { value: name.slice(0, 100) } }
}

function measureOf(model: Model, entity: Entity, name: string): MeasuredField | Message {
  const split = name.lastIndexOf('__')
  const measure = name.slice(split + 2)
  const field = split > 0 ? readable(model, entity, name.slice(0, split)) : undefined
  if (field !== undefined && isMeasure(measure) && measuresOf(field).includes(measure))
    return { name, field, measure }
  return { code: 'measure_field', params: { value: name.slice(0, 100) } }
}

function orderOf(
  groups: readonly GroupField[],
  measured: readonly MeasuredField[],
  text: string,
): GroupOrder | Message {
  const descending = text.startsWith('-')
  const name = descending ? text.slice(1) : text
  const group = groups.findIndex((one) => one.name === name)
  if (group >= 0) return { by: 'group', place: group, descending }
  const measure = measured.findIndex((one) => one.name === name)
  if (measure >= 0) return { by: 'measure', place: measure, descending }
  if (name === 'count') return { by: 'count', place: 0, descending }
  return { code: 'unknown_order', params: { value: text.slice(0, 100) } }
}
