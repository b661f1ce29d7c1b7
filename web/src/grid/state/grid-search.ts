/**
 * State of a grid in the query of its URL: filter, order, columns. Other parameters are plain lookups such as
 * `item=A` or `status__in=open,quote`, so that other sites can easily link to a list.
 */
import { splitList } from '../../../../src/model/values/value-list.ts'
import { type AllOf, type Condition, type FilterNode, isEmpty, readFilter } from '../filter/filter-model.ts'
import { knownLookups } from '../filter/operators.ts'

export interface GridSearch {
  /** Words to search in all texts of a record. */
  readonly search?: string
  /** `-due,name` */
  readonly ordering?: string
  /** Names of the columns in display order, separated by commas. */
  readonly columns?: string
  /** Names of fields to group by, for dates with a period: `item,due__month`. */
  readonly group?: string
  /** Measures below columns: `quantity__avg,cost__none`. */
  readonly measures?: string
  /** Color rules, as JSON. */
  readonly rules?: unknown
  /** Id of a saved view that the other parameters modify; 0 for no view if a default view exists. */
  readonly view?: number
  /** A filter of the grid; an invalid one is kept as text. */
  readonly filter?: FilterNode | string
  readonly [lookup: string]: unknown
}

const texts = ['search', 'ordering', 'columns', 'group', 'measures'] as const
/** Names of the parameters that are not lookups. */
export const ownParameters = new Set<string>([...texts, 'rules', 'view', 'filter'])

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/**
 * Parses the query of a URL; ignores invalid parts except the filter, because ignoring it would show more records
 * than intended.
 */
export function readGridSearch(given: Readonly<Record<string, unknown>>): GridSearch {
  const view = Number(given['view'])
  const { filter, rules } = given
  const parts = texts.flatMap((name) => {
    const text = textOf(given[name])
    // An empty value removes the groups of the view.
    return text === undefined || (text === '' && name !== 'group') ? [] : [[name, text] as const]
  })
  const lookups = Object.entries(given).flatMap(([name, value]) => {
    const text = textOf(value)
    return ownParameters.has(name) || text === undefined ? [] : [[name, text] as const]
  })
  return {
    ...Object.fromEntries(lookups),
    ...Object.fromEntries(parts),
    ...(Array.isArray(rules) ? { rules } : {}),
    ...(given['view'] !== undefined && Number.isInteger(view) && view >= 0 ? { view } : {}),
    ...(filter === undefined
      ? {}
      : { filter: readFilter(filter) ?? (typeof filter === 'string' ? filter : JSON.stringify(filter)) }),
  }
}

/** Returns the filter of a URL including plain lookups; undefined without one. */
export function filterOfSearch(search: GridSearch): AllOf | { readonly unreadable: string } | undefined {
  const { filter } = search
  if (typeof filter === 'string') return { unreadable: filter }
  const lookups: Condition[] = []
  for (const [name, value] of Object.entries(search)) {
    // Parsed URLs may also contain numbers; ignoring such a condition would show more records than intended.
    const text = textOf(value)
    if (ownParameters.has(name) || text === undefined) continue
    const condition = conditionOfLookup(name, text)
    if (condition === undefined) return { unreadable: `${name}=${text}` }
    lookups.push(condition)
  }
  if (filter === undefined && lookups.length === 0) return undefined
  const members = filter === undefined || isEmpty(filter) ? [] : (readFilter(filter)?.and ?? [])
  return { and: [...lookups, ...members] }
}

/** Returns the condition of a plain lookup such as `due__lt`; undefined if a quote in its list is not closed. */
export function conditionOfLookup(name: string, value: string): Condition | undefined {
  const parts = name.split('__')
  const last = parts.at(-1) ?? ''
  const named = parts.length > 1 && knownLookups.has(last)
  const field = named ? parts.slice(0, -1).join('__') : name
  const lookup = named ? last : 'exact'
  const arity = knownLookups.get(lookup)
  if (arity === 'list' || arity === 'pair') {
    const values = splitList(value)
    return values === undefined ? undefined : { field, lookup, value: values }
  }
  return { field, lookup, value: arity === 'none' ? value !== 'false' && value !== '0' : value }
}
