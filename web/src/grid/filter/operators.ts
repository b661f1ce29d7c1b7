/** Comparison operators of each field type in the order of frequent use, with the values that they require. */
import type { FieldMeta } from '../../platform/meta/entity-meta.ts'
import type { Condition, FilterValue } from './filter-model.ts'

/** `one` value, a `list`, a `pair` from–to, or `none` if the operator needs no value. */
export type Arity = 'one' | 'list' | 'pair' | 'none'

export interface Operator {
  /** Translation key: `filter.operator.<name>`. */
  readonly name: string
  readonly lookup: string
  readonly arity: Arity
  /** Value of an operator that needs no input. */
  readonly fixed?: boolean
}

/** Operators that compare a part of a text. */
export const partialLookups: ReadonlySet<string> = new Set([
  'icontains',
  'contains',
  'startswith',
  'endswith',
])

const op = (name: string, lookup: string, arity: Arity = 'one', fixed?: boolean): Operator => ({
  name,
  lookup,
  arity,
  ...(fixed === undefined ? {} : { fixed }),
})

const empty = [op('empty', 'isnull', 'none', true), op('filled', 'isnull', 'none', false)]
const texts = [
  op('contains', 'icontains'),
  op('is', 'exact'),
  op('isNot', 'ne'),
  op('startsWith', 'startswith'),
  op('endsWith', 'endswith'),
  op('containsExactly', 'contains'),
  op('anyOf', 'in', 'list'),
  ...empty,
]
const amounts = [
  op('equals', 'exact'),
  op('differs', 'ne'),
  op('atLeast', 'gte'),
  op('atMost', 'lte'),
  op('moreThan', 'gt'),
  op('lessThan', 'lt'),
  op('between', 'range', 'pair'),
  op('anyOf', 'in', 'list'),
  ...empty,
]
const moments = [
  op('from', 'gte'),
  op('before', 'lt'),
  op('between', 'range', 'pair'),
  op('after', 'gt'),
  op('until', 'lte'),
  op('on', 'exact'),
  ...empty,
]
const choices = [op('anyOf', 'in', 'list'), op('is', 'exact'), op('isNot', 'ne')]
const references = [
  op('is', 'exact'),
  op('anyOf', 'in', 'list'),
  op('within', 'isdescendantof'),
  op('isNot', 'ne'),
  op('contains', 'icontains'),
  op('startsWith', 'startswith'),
  ...empty,
]

const byType: Readonly<Record<FieldMeta['type'], readonly Operator[]>> = {
  text: texts,
  number: amounts,
  integer: amounts,
  identity: amounts,
  duration: amounts,
  date: moments,
  datetime: moments,
  time: moments,
  boolean: [op('is', 'exact')],
  choice: choices,
  reference: references,
  json: [],
}

/** All lookups that operators use, with the values that they require. */
export const knownLookups: ReadonlyMap<string, Arity> = new Map(
  Object.values(byType).flatMap((operators) => operators.map(({ lookup, arity }) => [lookup, arity])),
)

type Comparable = Pick<FieldMeta, 'type' | 'lookups' | 'choices'>

/**
 * Returns the operators of a field. Text fields with labeled values offer a choice first, because their labels differ
 * from the stored values.
 */
const offered = ({ type, choices: known }: Comparable): readonly Operator[] =>
  type === 'text' && known !== undefined
    ? [...choices, ...texts.filter(({ name }) => choices.every((choice) => choice.name !== name))]
    : byType[type]

export const operatorsOf = (field: Comparable): readonly Operator[] =>
  offered(field).filter(({ lookup }) => field.lookups.includes(lookup))

/** Returns the operator of a condition. */
export function operatorOf(field: Comparable, condition: Condition): Operator | undefined {
  const candidates = operatorsOf(field).filter(({ lookup }) => lookup === condition.lookup)
  return (
    candidates.find(({ fixed }) => fixed === undefined || fixed === truth(condition.value)) ?? candidates[0]
  )
}

const truth = (value: FilterValue): boolean => value === true || value === 'true' || value === '1'

/** Converts the value of a condition to the arity of another operator. */
export function fitValue(value: FilterValue, { arity, fixed }: Operator): FilterValue {
  const items = (Array.isArray(value) ? value : [value]).filter(
    (item): item is string | number => (typeof item === 'string' || typeof item === 'number') && item !== '',
  )
  if (arity === 'none') return fixed ?? true
  if (arity === 'list') return items
  if (arity === 'pair') return [items[0] ?? '', items[1] ?? '']
  return items[0] ?? ''
}
