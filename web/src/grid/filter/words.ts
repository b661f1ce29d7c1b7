/** Describes filters and their errors as text. */
import type { TFunction } from 'i18next'
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import type { FieldFormats } from '../../platform/values/field-formats.ts'
import { formatValue } from '../../platform/values/format-value.ts'
import type { FieldOf, FilterFault } from './check-filter.ts'
import { type Condition, type FilterNode, isAllOf, isCondition, isNot, membersOf } from './filter-model.ts'
import { operatorOf, partialLookups } from './operators.ts'

export type Words = TFunction<'grid'>

export interface FilterWords {
  readonly t: Words
  readonly formats: FieldFormats
  readonly meta: EntityMeta
  readonly fieldOf: FieldOf
}

/** Returns `Item › category` for a field of a referenced entity. */
export function fieldLabel({ meta, fieldOf }: Pick<FilterWords, 'meta' | 'fieldOf'>, path: string): string {
  const field = fieldOf(path)
  const cut = path.indexOf('__')
  const via = cut < 0 ? undefined : meta.fields.find(({ name }) => name === path.slice(0, cut))
  if (via === undefined || path === field?.name) return heading(field?.label ?? path)
  return `${heading(via.label)} › ${field?.label ?? path.slice(cut + 2)}`
}

export function nodeText(words: FilterWords, node: FilterNode, inner = false): string {
  const { t } = words
  if (isCondition(node)) return conditionText(words, node)
  if (isNot(node)) return t('filter.not', { text: nodeText(words, node.not, true) })
  const joined = membersOf(node)
    .map((member) => nodeText(words, member, true))
    .join(isAllOf(node) ? ` ${t('filter.and')} ` : ` ${t('filter.or')} `)
  return inner ? `(${joined})` : joined
}

/** Words that set a date with one click. */
export const quickDates = ['today', 'today+7', 'bom', 'eom'] as const

export const quickDateText = (t: Words, word: (typeof quickDates)[number]): string =>
  t(`editor.date.${word.replace('+', '_')}`)

/** Adds the time to the text of a moment at midnight, which is shown as a date elsewhere: in a filter, a date is a day. */
export const withMidnight = (text: string, value: unknown): string =>
  typeof value === 'string' && /T00:00(?::00)?$/.test(value) ? `${text} 00:00` : text

function conditionText(words: FilterWords, condition: Condition): string {
  const { t, formats } = words
  const field = words.fieldOf(condition.field)
  const operator = field === undefined ? undefined : operatorOf(field, condition)
  const label = fieldLabel(words, condition.field)
  const name = operator === undefined ? condition.lookup : t(`filter.operator.${operator.name}`)
  if (operator?.arity === 'none') return `${label} ${name}`
  const values = Array.isArray(condition.value) ? condition.value : [condition.value]
  const texts = values.map((value) => {
    if (field === undefined || partialLookups.has(condition.lookup)) return String(value)
    if (field.type === 'boolean') return t(value === true || value === 'true' ? 'yes' : 'no')
    const quick = quickDates.find((word) => word === value)
    return quick === undefined
      ? withMidnight(formatValue(field, value, formats), value)
      : quickDateText(t, quick)
  })
  const shown =
    texts.length > 4 ? [...texts.slice(0, 3), t('filter.more', { count: texts.length - 3 })] : texts
  return `${label} ${name} ${shown.join(operator?.arity === 'pair' ? ' – ' : ', ')}`
}

export function filterFaultText(t: Words, fault: FilterFault): string {
  switch (fault.code) {
    case 'field':
    case 'operator':
    case 'missing':
    case 'filter':
      return t(`filter.fault.${fault.code}`, { ...fault.params })
    default:
      return t(`fault.${fault.code}`, { ...fault.params })
  }
}
