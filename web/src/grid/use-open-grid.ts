/** Creates everything that belongs to an open grid: its model, state, list, edits and panels. */
import { useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { EntityMeta } from '../platform/meta/entity-meta.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { engineColumns } from './engine/engine-columns.ts'
import type { EngineColumn } from './engine/engine-types.ts'
import type { Condition } from './filter/filter-model.ts'
import { createGridModel, type GridModel } from './grid-model.ts'
import { readGroups } from './groups/group-names.ts'
import { useInRows } from './groups/use-in-rows.ts'
import { rememberList } from './record/adjacent-records.ts'
import { withFilter, withParts } from './state/change-search.ts'
import type { GridSearch } from './state/grid-search.ts'
import { type GridClipboard, useClipboard } from './use-clipboard.tsx'
import { useEditKeys } from './use-edit-keys.ts'
import { type GridList, useGridList } from './use-grid-list.ts'
import { type GridPanelsState, useGridPanels } from './use-grid-panels.ts'
import { type OpenGridState, useGridState } from './use-grid-state.ts'
import { useListStatus } from './use-list-status.ts'
import { type CellOptions, useModelSettings } from './use-model-settings.ts'
import { useNews } from './use-news.ts'
import { type Saving, useSaving } from './use-saving.tsx'
import { useShowRecord } from './use-show-record.ts'

export interface OpenGridOptions {
  readonly meta: EntityMeta
  readonly search: GridSearch
  readonly onSearch: (search: GridSearch, replace: boolean) => void
  /** Conditions that always apply, such as the record that the list belongs to. */
  readonly fixed: readonly Condition[]
  /** Whether the grid is a part of another screen; views, import and groups are then not offered. */
  readonly embedded: boolean
  readonly cells: CellOptions
}

export interface OpenGrid {
  readonly meta: EntityMeta
  readonly model: GridModel
  readonly state: OpenGridState
  readonly list: GridList
  /** Columns as the engine draws them. */
  readonly columns: readonly EngineColumn[]
  readonly saving: Saving
  readonly clipboard: GridClipboard
  readonly panels: GridPanelsState
  readonly embedded: boolean
  /** Whether the screen is narrow. */
  readonly compact: boolean
  /** Opens a link of a cell; the record that it opens offers the adjacent records of this list. */
  readonly openLink: (href: string) => void
  /** Opens the panel with all fields of the record of a row. */
  readonly openDetail: (row: number) => void
  /** Runs an action on the rows, once they are shown if the list shows its groups. */
  readonly inRows: (action: () => void) => void
}

export function useOpenGrid({ meta, search, onSearch, fixed, embedded, cells }: OpenGridOptions): OpenGrid {
  const scenario = useScenario()
  const router = useRouter()
  const compact = useMediaQuery('(max-width: 48em)')
  const state = useGridState(scenario.name, meta, search, onSearch, embedded)
  const settings = useModelSettings(scenario.name, meta, state.columns, state.rules, cells)
  const [model] = useState(() => createGridModel(settings))
  const isGrouped = !embedded && readGroups(meta, state.group).length > 0
  const inRows = useInRows(isGrouped, () => state.setGroup(''))
  const showRecord = useShowRecord(model, (filter) => {
    const base: GridSearch = state.view === undefined ? search : { ...search, view: state.view.id }
    onSearch(withParts(withFilter(base, filter), { search: undefined }), false)
  })
  useLayoutEffect(
    () => model.setSettings({ ...settings, inRows, showRecord }),
    [model, settings, inRows, showRecord],
  )
  const saving = useSaving(model)
  const clipboard = useClipboard(model)
  // Cells handle their keys themselves.
  useEditKeys({ save: () => void saving.save(), undo: saving.undo, redo: saving.redo })
  const panels = useGridPanels()
  useNews(model, scenario.name, panels.dialog !== undefined)
  const list = useGridList(model, settings, state, { fixed, embedded })
  useListStatus(model, settings.formats)
  const columns = useEngineColumns(meta, state, list.shut, compact)
  const openLink = (href: string): void => {
    rememberList(scenario.name, meta.entity, list.query, model.range.get()?.head.row ?? 0)
    router.history.push(href)
  }
  const openDetail = (row: number): void => {
    const head = model.range.get()?.head
    // The menu of a check box does not move the cursor.
    if (head?.row !== row) model.select({ row, column: head?.column ?? 0 })
    panels.setDetail(true)
  }
  const parts = { saving, clipboard, panels, embedded, compact }
  return { meta, model, state, list, columns, ...parts, openLink, openDetail, inRows }
}

/** Returns the columns of the engine; a narrow screen has no frozen columns and no check boxes. */
function useEngineColumns(
  meta: EntityMeta,
  state: OpenGridState,
  shut: string | undefined,
  compact: boolean,
): readonly EngineColumn[] {
  const { columns, widths, orders } = state
  const frozen = compact ? 0 : state.frozen
  const { change, delete: remove, add } = meta.permissions
  const checks = !compact && !meta.readonly && (change || remove || add)
  return useMemo(
    () => engineColumns(meta, { columns, widths, frozen, orders }, { checks, shut }),
    [meta, columns, widths, frozen, orders, checks, shut],
  )
}
