/** Aggregates of the values of a field, and the default aggregate of lists. */
import type { Entity } from './entity.ts'
import type { Field, FieldType } from './field.ts'

export const measures = ['sum', 'avg', 'min', 'max'] as const
export type Measure = (typeof measures)[number]

const ofNumbers: readonly Measure[] = measures
const ofMoments: readonly Measure[] = ['min', 'max']

const byType: Partial<Readonly<Record<FieldType, readonly Measure[]>>> = {
  number: ofNumbers,
  integer: ofNumbers,
  duration: ofNumbers,
  date: ofMoments,
  datetime: ofMoments,
}

/** Returns the aggregates that are defined for a field; none for text values. */
export const measuresOf = ({ type, writeOnly }: Field): readonly Measure[] =>
  writeOnly ? [] : (byType[type] ?? [])

/** Numeric types that can be summed. */
const summed: ReadonlySet<string> = new Set([
  'backlog',
  'effect',
  'ends',
  'ends_proposed',
  'free',
  'latedemandcount',
  'latedemandquantity',
  'latedemandvalue',
  'load',
  'load_confirmed',
  'onhand',
  'orders',
  'overloadcount',
  'pegged',
  'plannedquantity',
  'quantity_completed',
  'setup',
  'starts',
  'starts_proposed',
  'supply',
  'totaldemand',
  'unplanneddemandcount',
  'unplanneddemandquantity',
  'unplanneddemandvalue',
])

/** Numeric types and durations with a meaningful average. */
const averaged: ReadonlySet<string> = new Set([
  'cost',
  'criticality',
  'daysofcover',
  'delay',
  'duration',
  'efficiency',
  'leadtime',
  'utilization',
])

const earliest: ReadonlySet<string> = new Set(['due', 'startdate', 'flowdate'])
const latest: ReadonlySet<string> = new Set(['enddate', 'deliverydate'])
const moments: readonly string[] = ['due', 'startdate', 'enddate', 'flowdate']

/** Returns the default aggregate of a column; undefined if none is meaningful, as for priorities and lot sizes. */
export function usualMeasure(entity: Entity, field: Field): Measure | undefined {
  const possible = measuresOf(field)
  if (possible.length === 0) return undefined
  const name = field.via?.field.name ?? field.name
  if (field.type === 'date' || field.type === 'datetime') {
    return earliest.has(name) ? 'min' : latest.has(name) ? 'max' : undefined
  }
  if (averaged.has(name)) return 'avg'
  if (summed.has(name)) return 'sum'
  // A quantity of a dated record can be summed; a quantity per unit, as in bills of material, cannot.
  if (
    name === 'quantity' &&
    field.via === undefined &&
    moments.some((moment) => entity.fieldByName.has(moment))
  )
    return 'sum'
  return field.custom && field.type === 'number' ? 'sum' : undefined
}
