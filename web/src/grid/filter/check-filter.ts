/** Validates a filter before it is sent: unknown fields, missing or invalid values. */
import { type EntityMeta, type FieldMeta } from '../../platform/meta/entity-meta.ts'
import type { FieldFormats } from '../../platform/values/field-formats.ts'
import { type Fault, parseValue } from '../../platform/values/parse-value.ts'
import {
  type Condition,
  conditionsOf,
  type FilterNode,
  isCondition,
  isNot,
  membersOf,
} from './filter-model.ts'
import { operatorOf } from './operators.ts'

export type FilterFault =
  | {
      readonly code: 'field' | 'operator' | 'missing' | 'filter'
      readonly params?: Readonly<Record<string, string>>
    }
  | Fault

/** Finds a field that conditions may use by its path; fields of referenced entities follow after two underscores. */
export type FieldOf = (path: string) => FieldMeta | undefined

/**
 * Returns a function that finds fields by path. A path such as `item__category` is found only after the referenced
 * entity was read.
 */
export function fieldsOf(
  meta: EntityMeta,
  related: Readonly<Record<string, EntityMeta | undefined>> = {},
): FieldOf {
  const own = new Map(meta.fields.map((field) => [field.name, field]))
  return (path) => {
    const field = own.get(path)
    if (field !== undefined) return field
    const cut = path.indexOf('__')
    const via = cut < 0 ? undefined : own.get(path.slice(0, cut))
    const target = via?.reference === undefined ? undefined : related[via.reference.entity]
    return target?.fields.find(({ name }) => name === path.slice(cut + 2))
  }
}

/** Returns the referenced entity if a path goes through a reference; otherwise undefined. */
export function leadsElsewhere(meta: EntityMeta, path: string): string | undefined {
  const cut = path.indexOf('__')
  if (cut < 0) return undefined
  return meta.fields.find(({ name }) => name === path.slice(0, cut))?.reference?.entity
}

/** Returns the first error of a node and its descendants. */
export function faultOf(node: FilterNode, fieldOf: FieldOf, formats: FieldFormats): FilterFault | undefined {
  if (isNot(node)) return faultOf(node.not, fieldOf, formats)
  if (isCondition(node)) return conditionFault(node, fieldOf, formats)
  for (const member of membersOf(node)) {
    const fault = faultOf(member, fieldOf, formats)
    if (fault !== undefined) return fault
  }
  return undefined
}

function conditionFault(
  condition: Condition,
  fieldOf: FieldOf,
  formats: FieldFormats,
): FilterFault | undefined {
  const field = fieldOf(condition.field)
  if (field === undefined || !field.filterable) return { code: 'field', params: { value: condition.field } }
  const operator = operatorOf(field, condition)
  const known = operator !== undefined || field.lookups.includes(condition.lookup)
  if (!known) return { code: 'operator', params: { value: condition.lookup } }
  const arity = operator?.arity ?? 'one'
  if (arity === 'none') return undefined
  const values = Array.isArray(condition.value) ? condition.value : [condition.value]
  if (values.length === 0 || values.some((value) => value === '' || value === null))
    return { code: 'missing' }
  if (['icontains', 'contains', 'startswith', 'endswith'].includes(condition.lookup)) return undefined
  for (const value of values) {
    if (typeof value === 'number' || typeof value === 'boolean') continue
    // Values in the format of the API are validated with the same rules as typed text.
    const parsed = parseValue({ ...field, max_length: undefined, minimum: undefined }, String(value), {
      ...formats,
      decimal: '.',
      group: '',
    })
    if ('fault' in parsed) return parsed.fault
  }
  return undefined
}

/** Returns the entities whose metadata is required to validate a filter. */
export const entitiesNeeded = (meta: EntityMeta, filter: FilterNode): readonly string[] => [
  ...new Set(conditionsOf(filter).flatMap(({ field }) => leadsElsewhere(meta, field) ?? [])),
]
