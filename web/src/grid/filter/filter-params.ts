/** Writes filters as parameters of URLs. */
import { joinList } from '../../../../src/model/values/value-list.ts'
import {
  type Condition,
  type FilterNode,
  type FilterValue,
  isAllOf,
  isCondition,
  isEmpty,
  pruned,
} from './filter-model.ts'

/** Returns the value as one URL parameter. */
export function listText(value: FilterValue): string {
  return Array.isArray(value) ? joinList(value.map(String)) : String(value)
}

/**
 * Returns the filter as URL parameters: plain lookups if they are sufficient, so that copied addresses are readable;
 * `filter=` for groups or repeated lookups.
 */
export function filterParams(filter: FilterNode): readonly (readonly [string, string])[] {
  const whole = pruned(filter)
  if (isEmpty(whole)) return []
  const members = isAllOf(whole) ? whole.and : [whole]
  const pairs = members.flatMap((node) => (isCondition(node) && isPlain(node) ? [pair(node)] : []))
  const distinct = new Set(pairs.map(([name]) => name)).size === members.length
  return distinct ? pairs : [['filter', JSON.stringify(whole)]]
}

const isPlain = ({ value }: Condition): boolean => value !== null && value !== ''

const pair = ({ field, lookup, value }: Condition): readonly [string, string] => [
  lookup === 'exact' ? field : `${field}__${lookup}`,
  listText(value),
]
