/** What is wrong with a filter before it is sent: conditions that name nothing, or hold no value of their field. */
import { type EntityMeta, type FieldMeta } from '../meta/entity-meta.ts'
import type { Formats } from '../values/formats.ts'
import { type Fault, parseValue } from '../values/parse-value.ts'
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

/** Fields of an entity that conditions may name, those of what it refers to after two underscores. */
export type FieldOf = (path: string) => FieldMeta | undefined

/** Fields by name; of a reference such as `item__category`, known only once its entity has been read. */
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

/** Whether a path leads over a reference whose entity has not been read. */
export function leadsElsewhere(meta: EntityMeta, path: string): string | undefined {
  const cut = path.indexOf('__')
  if (cut < 0) return undefined
  return meta.fields.find(({ name }) => name === path.slice(0, cut))?.reference?.entity
}

/** The first fault of a node and what stands below it. */
export function faultOf(node: FilterNode, fieldOf: FieldOf, formats: Formats): FilterFault | undefined {
  if (isNot(node)) return faultOf(node.not, fieldOf, formats)
  if (isCondition(node)) return conditionFault(node, fieldOf, formats)
  for (const member of membersOf(node)) {
    const fault = faultOf(member, fieldOf, formats)
    if (fault !== undefined) return fault
  }
  return undefined
}

function conditionFault(condition: Condition, fieldOf: FieldOf, formats: Formats): FilterFault | undefined {
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
    // Typed values of the API are read by the same rules as what people type.
    const parsed = parseValue({ ...field, max_length: undefined }, String(value), {
      ...formats,
      decimal: '.',
      group: '',
    })
    if ('fault' in parsed) return parsed.fault
  }
  return undefined
}

/** Entities that must be read before a filter can be judged. */
export const entitiesNeeded = (meta: EntityMeta, filter: FilterNode): readonly string[] => [
  ...new Set(conditionsOf(filter).flatMap(({ field }) => leadsElsewhere(meta, field) ?? [])),
]
