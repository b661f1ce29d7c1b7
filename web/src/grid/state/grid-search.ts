/**
 * The state of a grid as the query of its address: what is filtered, sorted, shown. Other parameters are plain
 * lookups such as `item=A` or `status__in=open,quote`, so that links from anywhere are easily made.
 */
import { type AllOf, type FilterNode, isEmpty, readFilter } from '../filter/filter-model.ts'

export interface GridSearch {
  /** Words that any text of a record may hold. */
  readonly search?: string
  /** `-due,name` */
  readonly ordering?: string
  /** Names of the columns in their order, with commas. */
  readonly columns?: string
  /** Names of fields by which rows are grouped, of dates with a period: `item,due__month`. */
  readonly group?: string
  /** What stands below columns: `quantity__avg,cost__none`. */
  readonly measures?: string
  /** Colour rules, as JSON. */
  readonly rules?: unknown
  /** Number of a saved view that the rest changes; 0 for none, where one would be chosen otherwise. */
  readonly view?: number
  /** A filter of the grid; one that cannot be read stays as it was given. */
  readonly filter?: FilterNode | string
  readonly [lookup: string]: unknown
}

const texts = ['search', 'ordering', 'columns', 'group', 'measures'] as const
const own = new Set<string>([...texts, 'rules', 'view', 'filter'])
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** What an address says; unreadable parts are kept out, except a filter, which must not be lost in silence. */
export function readGridSearch(given: Readonly<Record<string, unknown>>): GridSearch {
  const view = Number(given['view'])
  const { filter, rules } = given
  const parts = texts.flatMap((name) => {
    const text = textOf(given[name])
    // Without groups, where the view has some.
    return text === undefined || (text === '' && name !== 'group') ? [] : [[name, text] as const]
  })
  const lookups = Object.entries(given).flatMap(([name, value]) => {
    const text = textOf(value)
    return own.has(name) || text === undefined ? [] : [[name, text] as const]
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

/** The filter of an address, plain lookups among its conditions; undefined when the address has none. */
export function filterOfSearch(search: GridSearch): AllOf | { readonly unreadable: string } | undefined {
  const { filter } = search
  if (typeof filter === 'string') return { unreadable: filter }
  const lookups = Object.entries(search).flatMap(([name, value]): readonly FilterNode[] => {
    // An address that is read as it is has numbers, too: a condition that is lost would widen the list.
    const text = textOf(value)
    return own.has(name) || text === undefined ? [] : [conditionOfLookup(name, text)]
  })
  if (filter === undefined && lookups.length === 0) return undefined
  const members = filter === undefined || isEmpty(filter) ? [] : (readFilter(filter)?.and ?? [])
  return { and: [...lookups, ...members] }
}

const knownLookups = new Set([
  'exact',
  'in',
  'ne',
  'isnull',
  'contains',
  'icontains',
  'startswith',
  'endswith',
  'gt',
  'gte',
  'lt',
  'lte',
  'range',
  'isdescendantof',
])

/** A plain lookup such as `due__lt` as a condition. */
export function conditionOfLookup(name: string, value: string): FilterNode {
  const parts = name.split('__')
  const last = parts.at(-1) ?? ''
  const named = parts.length > 1 && knownLookups.has(last)
  const field = named ? parts.slice(0, -1).join('__') : name
  const lookup = named ? last : 'exact'
  if (lookup === 'in' || lookup === 'range') return { field, lookup, value: value.split(',') }
  return { field, lookup, value: lookup === 'isnull' ? value !== 'false' && value !== '0' : value }
}

/** The address with another filter; plain lookups become part of it. */
export function withFilter(search: GridSearch, filter: AllOf | undefined): GridSearch {
  const rest = Object.fromEntries(
    Object.entries(search).filter(([name]) => own.has(name) && name !== 'filter'),
  )
  return filter === undefined ? rest : { ...rest, filter }
}

/** The address with some parts set anew; undefined takes one out. */
export type SearchParts = { readonly [Name in keyof GridSearch]?: GridSearch[Name] | undefined }

export function withParts(search: GridSearch, parts: SearchParts): GridSearch {
  return Object.fromEntries(
    Object.entries({ ...search, ...parts }).filter(([, value]) => value !== undefined),
  )
}
