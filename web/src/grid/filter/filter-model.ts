/**
 * Filters as values: a tree of conditions in the format of the API parameter `filter=`. The root is always a group of
 * which all members must hold; each member is displayed as a pill.
 */

export type FilterValue = string | number | boolean | null | readonly (string | number)[]

export interface Condition {
  readonly field: string
  readonly lookup: string
  readonly value: FilterValue
}
export interface AllOf {
  readonly and: readonly FilterNode[]
}
export interface AnyOf {
  readonly or: readonly FilterNode[]
}
export interface Not {
  readonly not: FilterNode
}
export type FilterNode = Condition | AllOf | AnyOf | Not

export const noFilter: AllOf = { and: [] }

export const isCondition = (node: FilterNode): node is Condition => 'field' in node
export const isAllOf = (node: FilterNode): node is AllOf => 'and' in node
export const isAnyOf = (node: FilterNode): node is AnyOf => 'or' in node
export const isNot = (node: FilterNode): node is Not => 'not' in node

/** Returns the members of a group; an empty array for a condition or negation. */
export function membersOf(node: FilterNode): readonly FilterNode[] {
  if (isAllOf(node)) return node.and
  return isAnyOf(node) ? node.or : []
}

export const groupOf = (kind: 'and' | 'or', members: readonly FilterNode[]): FilterNode =>
  kind === 'and' ? { and: members } : { or: members }

/** Maximum depth and number of nodes of a filter in a URL. */
const deepest = 6
const most = 200

/** Parses a filter of a URL; returns undefined if it is invalid. */
export function readFilter(given: unknown): AllOf | undefined {
  const count = { left: most }
  const node = readNode(typeof given === 'string' ? parsed(given) : given, 0, count)
  if (node === undefined) return undefined
  return isAllOf(node) ? node : { and: [node] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readNode(given: unknown, depth: number, count: { left: number }): FilterNode | undefined {
  count.left -= 1
  if (typeof given !== 'object' || given === null || depth > deepest || count.left < 0) return undefined
  const many = (members: unknown): readonly FilterNode[] | undefined => {
    if (!Array.isArray(members)) return undefined
    const nodes = members.map((member: unknown) => readNode(member, depth + 1, count))
    return nodes.every((node) => node !== undefined) ? nodes : undefined
  }
  if ('and' in given || 'or' in given) {
    const kind = 'and' in given ? 'and' : 'or'
    const members = many('and' in given ? given.and : 'or' in given ? given.or : undefined)
    return members === undefined ? undefined : groupOf(kind, members)
  }
  if ('not' in given) {
    const inner = readNode(given.not, depth + 1, count)
    return inner === undefined ? undefined : { not: inner }
  }
  if (!('field' in given) || typeof given.field !== 'string') return undefined
  const lookup = 'lookup' in given && typeof given.lookup === 'string' ? given.lookup : 'exact'
  const value = 'value' in given ? given.value : null
  return isFilterValue(value) ? { field: given.field, lookup, value } : undefined
}

function isFilterValue(value: unknown): value is FilterValue {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')
}

/** Returns whether a filter matches all records. */
export const isEmpty = (filter: FilterNode): boolean =>
  !isCondition(filter) && !isNot(filter) && membersOf(filter).length === 0

/** Returns a filter without empty groups, as the API requires. */
export function pruned(node: FilterNode): FilterNode {
  if (isCondition(node)) return node
  if (isNot(node)) {
    const inner = pruned(node.not)
    // A negated group that holds nothing is not finished yet.
    return isEmpty(inner) ? inner : { not: inner }
  }
  const members = membersOf(node)
    .map(pruned)
    .filter((member) => !isEmpty(member))
  return groupOf(isAllOf(node) ? 'and' : 'or', members)
}

/** Returns all conditions of a filter at any depth. */
export function conditionsOf(node: FilterNode): readonly Condition[] {
  if (isCondition(node)) return [node]
  return isNot(node) ? conditionsOf(node.not) : membersOf(node).flatMap(conditionsOf)
}
