/**
 * Computes the list that a grid shows from the state of its screen, and opens it: the query, its groups and totals, and
 * the reason why it cannot be read.
 */
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../platform/api/api-error.ts'
import { entitiesNeeded, faultOf } from './filter/check-filter.ts'
import type { Condition, FilterNode } from './filter/filter-model.ts'
import { filterParams } from './filter/filter-params.ts'
import { usePlanDay } from '../platform/values/use-plan-day.ts'
import { resolveDates } from './filter/resolve-dates.ts'
import { type FilterFields, useFilterFields } from './filter/use-fields.ts'
import type { GridModel } from './grid-model.ts'
import type { GridSettings } from './grid-settings.ts'
import { type GroupPart, readGroups } from './groups/group-names.ts'
import type { ListQuery } from './rows/row-source.ts'
import { useSignalPart } from '../platform/signal.ts'
import { type MeasuredColumn, measuredColumns } from './summary/measures.ts'
import { useTotals } from './summary/use-totals.ts'
import type { OpenGridState } from './use-grid-state.ts'

export interface GridList {
  readonly query: ListQuery
  readonly conditions: readonly FilterNode[]
  /** The fields that the filter may use. */
  readonly fields: FilterFields
  readonly groups: readonly GroupPart[]
  readonly measured: readonly MeasuredColumn[]
  /** Whether the list is read: its state and fields are known, and its filter is valid. */
  readonly open: boolean
  /** Error message of the service if it rejected the filter. */
  readonly refused: string | undefined
  /** Reason why actions on rows are disabled: the rows that an invalid filter or an unknown view selects are unknown. */
  readonly shut: string | undefined
}

/** Texts about a list whose view is unknown. */
export const unknownViewTexts = {
  missing: { title: 'empty.noView', hint: 'empty.noViewHint' },
  unread: { title: 'empty.viewsFailed', hint: 'empty.viewsFailedHint' },
} as const

export interface GridListOptions {
  /** Conditions that always apply. */
  readonly fixed: readonly Condition[]
  /** Whether the grid is within a record; rows are then not grouped. */
  readonly embedded: boolean
}

export function useGridList(
  model: GridModel,
  { scenario, meta, formats }: GridSettings,
  state: OpenGridState,
  { fixed, embedded }: GridListOptions,
): GridList {
  const { t } = useTranslation('grid')
  // The whole screen is rendered with this hook; while scrolling, the list is loading every now and then.
  const error = useSignalPart(model.list, (list) => list.error)
  const fields = useFilterFields(scenario, meta, entitiesNeeded(meta, state.filter))
  const blocked =
    state.viewFault !== undefined ||
    state.unreadable !== undefined ||
    (fields.settled && faultOf(state.filter, fields.fieldOf, formats) !== undefined)
  const day = usePlanDay()
  const conditions = useMemo(
    (): readonly FilterNode[] =>
      [...fixed, ...state.filter.and].map((node) =>
        resolveDates(node, fields.fieldOf, formats.typedDates, day),
      ),
    [fixed, state.filter, fields, formats.typedDates, day],
  )
  const query = useMemo(
    (): ListQuery => ({
      url: meta.url,
      params: [
        ...filterParams({ and: conditions }),
        ...(state.search === '' ? [] : [['search', state.search] as const]),
      ],
      ordering: state.ordering,
    }),
    [meta.url, conditions, state.search, state.ordering],
  )
  const open = state.settled && fields.settled && !blocked
  const groups = useMemo(() => readGroups(meta, embedded ? '' : state.group), [meta, embedded, state.group])
  const measured = useMemo(
    () => measuredColumns(meta, state.columns, state.measures),
    [meta, state.columns, state.measures],
  )
  useEffect(() => {
    if (open) model.open(query)
    else if (blocked) model.close()
  }, [model, open, blocked, query])
  // After the rows, which are requested first.
  useTotals(model, query, state.columns, measured, open && groups.length === 0)
  const failure = error === undefined ? undefined : asApiError(error)
  const refused = failure?.status === 400 ? failure.detail : undefined
  const shut =
    state.viewFault !== undefined
      ? t(unknownViewTexts[state.viewFault].title)
      : blocked || refused !== undefined
        ? t('empty.wrongFilter')
        : undefined
  return { query, conditions, fields, groups, measured, open, refused, shut }
}
