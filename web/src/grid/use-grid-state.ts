/**
 * State of a grid: the URL overrides a saved view, which overrides the last layout of the user. All changes of the
 * state are made here.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AllOf, type Condition, noFilter, readFilter } from './filter/filter-model.ts'
import type { EntityMeta } from '../platform/meta/entity-meta.ts'
import { knownColumns, type Layout } from './state/columns.ts'
import { type SearchParts, withFilter, withParts } from './state/change-search.ts'
import { filterOfSearch, type GridSearch } from './state/grid-search.ts'
import { type ColorRule, readRules } from './rules/color-rules.ts'
import { type MeasureChoice, type MeasureChoices, measuresText, readMeasures } from './summary/measures.ts'
import { type Order, orderingText, readOrdering } from './state/ordering.ts'
import { useLayout, withoutParts } from './state/use-layout.ts'
import { type SavedView, viewsQuery } from './state/views.ts'

export interface GridState {
  readonly filter: AllOf
  /** Invalid filter of the URL, unchanged. */
  readonly unreadable: string | undefined
  readonly search: string
  readonly orders: readonly Order[]
  readonly ordering: string
  readonly columns: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly frozen: number
  readonly view: SavedView | undefined
  /** Whether the list differs from its view. */
  readonly modified: boolean
  readonly group: string
  readonly measures: MeasureChoices
  readonly rules: readonly ColorRule[]
  /** The view that opens with the list for this user. */
  readonly opening: SavedView | undefined
  /** Whether a filter or search applies. */
  readonly filtered: boolean
  /**
   * Why the rows of the view are unknown: it does not exist for this user, or the views could not be read. Undefined if
   * they are known.
   */
  readonly viewFault: 'missing' | 'unread' | undefined
}

export interface GridStateActions {
  readonly setFilter: (filter: AllOf) => void
  readonly setSearch: (text: string) => void
  readonly setOrders: (orders: readonly Order[]) => void
  readonly setColumns: (columns: readonly string[]) => void
  readonly setWidth: (column: string, width: number) => void
  readonly setFrozen: (count: number) => void
  readonly setGroup: (group: string) => void
  readonly setMeasure: (column: string, measure: MeasureChoice) => void
  readonly setRules: (rules: readonly ColorRule[]) => void
  /** Sets the view that opens with the list; undefined for none. */
  readonly setOpening: (view: SavedView | undefined) => void
  readonly resetLayout: () => void
  /** Shows the rows of a group as a list. */
  readonly openGroup: (conditions: readonly Condition[]) => void
  readonly setView: (view: SavedView | undefined) => void
  readonly resetView: () => void
  /** Reads the views again. */
  readonly readViews: () => void
}

/** State of an open list with its saved views. */
export interface OpenGridState extends GridState, GridStateActions {
  readonly views: readonly SavedView[]
  /** Whether layout and views were read. */
  readonly settled: boolean
}

const modifying = ['ordering', 'columns', 'search', 'group', 'measures', 'rules'] as const

/** Returns the default view that the user has chosen, else the shared default. */
function openingView(views: readonly SavedView[], { view }: Layout): SavedView | undefined {
  if (view === 0) return undefined
  return views.find(({ id }) => id === view) ?? views.find((one) => one.default)
}

export function useGridState(
  scenario: string,
  meta: EntityMeta,
  search: GridSearch,
  navigate: (search: GridSearch, replace: boolean) => void,
  /** Whether the grid is within a record; views are then not offered. */
  embedded = false,
): OpenGridState {
  const { layout, settled, change } = useLayout(meta.entity)
  const views = useQuery(viewsQuery(scenario, meta.entity))
  const opening = embedded ? undefined : openingView(views.data ?? [], layout)
  const opens = embedded || views.data !== undefined ? opening?.id : layout.view
  // A URL with its own parameters does not use the default view.
  const wanted = search.view ?? (Object.keys(search).length === 0 ? opens : undefined) ?? 0
  const view = views.data?.find(({ id }) => id === wanted)
  // Without its view, a list would show more records than intended.
  const isViewUnknown = wanted > 0 && view === undefined && !views.isPending
  const viewFault = isViewUnknown ? (views.isError ? 'unread' : 'missing') : undefined

  const state = useMemo((): GridState => {
    const given = filterOfSearch(search)
    const unreadable = given !== undefined && 'unreadable' in given ? given.unreadable : undefined
    const own = given !== undefined && 'and' in given ? given : undefined
    const value = view?.value ?? {}
    const text = (name: string): string | undefined =>
      typeof value[name] === 'string' ? value[name] : undefined
    const filter = own ?? readFilter(value['filter'] ?? noFilter) ?? noFilter
    const ordering = search.ordering ?? text('ordering') ?? ''
    const names = search.columns ?? text('columns')
    const words = search.search ?? text('search') ?? ''
    return {
      filter,
      unreadable,
      search: words,
      orders: readOrdering(ordering),
      ordering: orderingText(readOrdering(ordering)),
      columns: knownColumns(meta, names === undefined ? layout.columns : names.split(',')),
      widths: layout.widths ?? {},
      frozen: layout.frozen ?? 1,
      group: search.group ?? text('group') ?? '',
      measures: readMeasures(search.measures ?? text('measures') ?? layout.measures ?? ''),
      rules: readRules(search.rules ?? value['rules'] ?? layout.rules),
      opening,
      view,
      modified:
        view !== undefined &&
        [own, unreadable, ...modifying.map((name) => search[name])].some((part) => part !== undefined),
      filtered: filter.and.length > 0 || words !== '' || unreadable !== undefined,
      viewFault,
    }
  }, [search, view, viewFault, opening, layout, meta])

  // The first change adds the default view to the URL.
  const base: GridSearch = view === undefined ? search : { ...search, view: view.id }
  const remember = (part: Layout): void => change((known) => ({ ...known, ...part }))
  const parts = (next: SearchParts, replace = false): void => navigate(withParts(base, next), replace)
  return {
    ...state,
    views: views.data ?? [],
    settled: settled && (embedded || !views.isPending),
    setFilter: (filter) =>
      navigate(withFilter(base, view === undefined && filter.and.length === 0 ? undefined : filter), false),
    setSearch: (words) => parts({ search: words === '' && view === undefined ? undefined : words }, true),
    setOrders: (orders) =>
      parts({ ordering: orders.length === 0 && view === undefined ? undefined : orderingText(orders) }),
    setColumns: (columns) => {
      if (view === undefined) remember({ columns })
      parts({ columns: columns.join(',') }, true)
    },
    setWidth: (column, width) =>
      change((known) => ({ ...known, widths: { ...known.widths, [column]: width } })),
    setFrozen: (frozen) => remember({ frozen }),
    resetLayout: () => {
      change((known) =>
        withoutParts(known, ['widths', 'frozen', ...(view === undefined ? (['columns'] as const) : [])]),
      )
      parts({ columns: undefined }, true)
    },
    setGroup: (group) => parts({ group: group === '' && view === undefined ? undefined : group }),
    openGroup: (conditions) =>
      navigate(
        withParts(withFilter(base, { and: [...state.filter.and, ...conditions] }), {
          group: view === undefined ? undefined : '',
        }),
        false,
      ),
    setMeasure: (column, measure) => {
      const text = measuresText({ ...state.measures, [column]: measure })
      if (view === undefined) remember({ measures: text })
      parts({ measures: text }, true)
    },
    setRules: (rules) => {
      if (view === undefined) remember({ rules })
      parts({ rules }, true)
    },
    setOpening: (next) => remember({ view: next?.id ?? 0 }),
    // To leave the default view, the URL must state it explicitly.
    setView: (next) =>
      navigate(next === undefined ? (opens === undefined ? {} : { view: 0 }) : { view: next.id }, false),
    readViews: () => void views.refetch(),
    resetView: () => navigate(view === undefined ? {} : { view: view.id }, false),
  }
}
