/**
 * A list of records of any entity with filter, sorting, columns, editing and saving. Everything about the entity
 * comes from its metadata; actions without permission are not offered.
 */
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../platform/api/api-error.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { announce } from '../ui/live-region.tsx'
import { DataGrid } from './data-grid.tsx'
import { LeaveDialog } from './dialogs/leave-dialog.tsx'
import { scopeOf } from './dialogs/scope.ts'
import { entitiesNeeded, faultOf } from './filter/check-filter.ts'
import { FilterBar } from './filter/filter-bar.tsx'
import { type Condition, type FilterNode, filterParams } from './filter/filter-model.ts'
import { useFilterFields } from './filter/use-fields.ts'
import { createGridModel, type GridModel } from './grid-model.ts'
import type { GridSettings } from './grid-settings.ts'
import { showTicks } from './grid-edits.ts'
import { engineColumns } from './engine/engine-columns.ts'
import { type EntityMeta, heading, type Row } from '../platform/meta/entity-meta.ts'
import { CellMenu } from './parts/cell-menu.tsx'
import { ColumnMenu } from './parts/header-menu.tsx'
import styles from './parts/parts.module.css'
import { ListOverlay } from './parts/list-overlay.tsx'
import { SaveBar } from './parts/save-bar.tsx'
import { SelectionBar } from './parts/selection-bar.tsx'
import { StatusBar } from './parts/status-bar.tsx'
import { Toolbar } from './parts/toolbar.tsx'
import { rememberList } from './record/adjacent-records.ts'
import type { GridSearch } from './state/grid-search.ts'
import { cycleOrder } from './state/ordering.ts'
import { useSignal } from './state/signal.ts'
import { readGroups } from './groups/group-names.ts'
import { measuredColumns } from './summary/measures.ts'
import { useTotals } from './summary/use-totals.ts'
import { useClipboard } from './use-clipboard.tsx'
import { useGridState } from './use-grid-state.ts'
import { useModelSettings } from './use-model-settings.ts'
import { useNews } from './use-news.ts'
import { useSaving } from './use-saving.tsx'

const PastePreview = lazy(async () => ({
  default: (await import('./dialogs/paste-preview.tsx')).PastePreview,
}))
const ColumnsPanel = lazy(async () => ({
  default: (await import('./dialogs/columns-panel.tsx')).ColumnsPanel,
}))
const DeleteRows = lazy(async () => ({ default: (await import('./dialogs/delete-rows.tsx')).DeleteRows }))
const ConflictDialog = lazy(async () => ({
  default: (await import('./dialogs/conflict-dialog.tsx')).ConflictDialog,
}))
const DetailPanel = lazy(async () => ({ default: (await import('./parts/detail-panel.tsx')).DetailPanel }))
const GroupedList = lazy(async () => ({ default: (await import('./groups/grouped-list.tsx')).GroupedList }))
const RulesDialog = lazy(async () => ({ default: (await import('./rules/rules-dialog.tsx')).RulesDialog }))
const BulkEdit = lazy(async () => ({ default: (await import('./dialogs/bulk-edit.tsx')).BulkEdit }))

export interface EntityGridProps {
  readonly meta: EntityMeta
  readonly search: GridSearch
  readonly onSearch: (search: GridSearch, replace: boolean) => void
  /** Conditions that always apply, such as the record that the list belongs to. */
  readonly fixed?: readonly Condition[]
  /** Initial values of new rows. */
  readonly defaults?: Row
  /** Whether the grid is a part of another screen. */
  readonly embedded?: boolean
  /** Returns the link target of cells whose fields are not references; must be a stable function. */
  readonly linkOf?: NonNullable<GridSettings['linkOf']>
}

/** Remounts the grid for another entity or scenario, so that no state is carried over. */
export function EntityGrid(props: EntityGridProps) {
  const scenario = useScenario()
  return <OpenGrid key={`${scenario.name} ${props.meta.entity}`} {...props} />
}

const nothingFixed: readonly Condition[] = []

function OpenGrid({
  meta,
  search,
  onSearch,
  fixed = nothingFixed,
  defaults,
  embedded = false,
  linkOf,
}: EntityGridProps) {
  const { t } = useTranslation('grid')
  const scenario = useScenario()
  const router = useRouter()
  const compact = useMediaQuery('(max-width: 48em)')
  const state = useGridState(scenario.name, meta, search, onSearch, embedded)
  const settings = useModelSettings(scenario.name, meta, state.columns, state.rules, linkOf)
  const [model] = useState<GridModel>(() => createGridModel(settings))
  useLayoutEffect(() => model.setSettings(settings), [model, settings])
  useNews(model, scenario.name)
  const saving = useSaving(model)
  const clipboard = useClipboard(model)
  const list = useSignal(model.list)
  // These shortcuts work anywhere on the screen; cells handle their keys themselves.
  useHotkeys([['mod+S', () => void saving.save()]], [])
  useHotkeys([
    ['mod+Z', saving.undo],
    ['mod+Y', () => model.redo()],
    ['mod+shift+Z', () => model.redo()],
  ])
  const [dialog, setDialog] = useState<
    | {
        readonly kind: 'bulk'
        readonly preset?: { readonly field: string; readonly value: string | number | boolean }
      }
    | { readonly kind: 'columns' | 'delete' | 'rules' }
  >()
  const [menu, setMenu] = useState<{ readonly column: string; readonly anchor: HTMLElement }>()
  const [cellMenu, setCellMenu] = useState<{
    readonly row: number
    readonly column: string
    readonly x: number
    readonly y: number
  }>()
  const [adding, setAdding] = useState<string>()
  const [jumping, setJumping] = useState(false)
  const [detail, setDetail] = useState(false)

  const fields = useFilterFields(scenario.name, meta, entitiesNeeded(meta, state.filter))
  const blocked =
    state.unreadable !== undefined ||
    (fields.settled && faultOf(state.filter, fields.fieldOf, settings.formats) !== undefined)
  const conditions = useMemo(
    (): readonly FilterNode[] => [...fixed, ...state.filter.and],
    [fixed, state.filter],
  )
  const query = useMemo(
    () => ({
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
  useTotals(model, query, state.columns, measured, open && groups.length === 0)
  useEffect(() => {
    if (open) model.open(query)
    else if (blocked) model.close()
  }, [model, open, blocked, query])

  const refused =
    list.error !== undefined && asApiError(list.error).status === 400
      ? asApiError(list.error).detail
      : undefined
  /** Reason why actions on rows are disabled: the rows that an invalid filter selects are unknown. */
  const shut = blocked || refused !== undefined ? t('empty.wrongFilter') : undefined

  const counted = useRef<number | undefined>(undefined)
  useEffect(() => {
    model.engine?.setBusy(list.loading)
    if (!list.loading && list.total !== undefined && counted.current !== list.total) {
      counted.current = list.total
      announce(t('count.rows', { count: list.total, number: settings.formats.numbers.format(list.total) }))
    }
    showTicks(model)
  }, [model, list, t, settings.formats])

  const checks =
    !meta.readonly && (meta.permissions.change || meta.permissions.delete || meta.permissions.add)
  const columns = useMemo(
    () =>
      engineColumns(
        meta,
        state.columns,
        state.widths,
        compact ? 0 : state.frozen,
        state.orders,
        checks && !compact,
        shut,
      ),
    [meta, state.columns, state.widths, state.frozen, state.orders, checks, compact, shut],
  )
  const openLink = (href: string): void => {
    rememberList(scenario.name, meta.entity, query, model.range.get()?.head.row ?? 0)
    router.history.push(href)
  }
  const done = (): void => {
    model.selection.set({ all: false, rows: new Map() })
    model.reload()
  }
  const add = (): void => model.addRows([{ ...defaults }])

  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <Toolbar
          model={model}
          state={state}
          compact={compact}
          mayShare={scenario.superuser}
          embedded={embedded}
          onAdd={add}
          onColumns={() => setDialog({ kind: 'columns' })}
          onRules={() => setDialog({ kind: 'rules' })}
          shut={shut}
          onBulk={() => setDialog({ kind: 'bulk' })}
        />
        <FilterBar
          scenario={scenario.name}
          meta={meta}
          filter={state.filter}
          unreadable={state.unreadable}
          fields={fields}
          refused={refused}
          onChange={state.setFilter}
          adding={adding}
          onAdding={setAdding}
          columns={state.columns}
        />
        <SaveBar
          model={model}
          saving={saving.saving}
          message={saving.message}
          approving={saving.approving}
          onApproving={saving.setApproving}
          onSave={() => void saving.save()}
          onDiscard={() => {
            model.stage.clear()
            saving.forget()
            model.redraw()
          }}
        />
        <div className={styles.frame}>
          {groups.length === 0 || shut !== undefined || !open ? null : (
            <Suspense>
              <GroupedList
                model={model}
                label={heading(meta.label_plural)}
                query={query}
                conditions={conditions}
                groups={groups}
                columns={state.columns}
                measured={measured}
                onOpen={state.openGroup}
              />
            </Suspense>
          )}
          <DataGrid
            hidden={groups.length > 0}
            model={model}
            columns={columns}
            label={heading(meta.label_plural)}
            words={{ columnMenu: (column) => t('column.menu', { column }), checkAll: t('selection.tickAll') }}
            onSort={(column, more) => state.setOrders(cycleOrder(state.orders, column, more))}
            onMenu={(column, anchor) => setMenu({ column, anchor })}
            onResize={state.setWidth}
            onMove={state.setColumns}
            onPaste={(text) => void clipboard.paste(text)}
            onCopyFar={() => void clipboard.copyFar()}
            onContextMenu={(row, column, x, y) => setCellMenu({ row, column, x, y })}
            save={() => void saving.save()}
            undo={saving.undo}
            jump={() => setJumping(true)}
            openLink={openLink}
            openDetail={() => setDetail(true)}
            menu={(row) => {
              const column = model.field(model.range.get()?.head.column ?? 0)
              const box =
                column === undefined
                  ? undefined
                  : model.engine?.cell(row, column.name)?.getBoundingClientRect()
              if (column !== undefined && box !== undefined)
                setCellMenu({ row, column: column.name, x: box.left, y: box.bottom })
            }}
          />
          <ListOverlay
            model={model}
            shut={shut}
            state={state}
            embedded={embedded}
            quiet={groups.length > 0}
            onAdd={add}
          />
        </div>
        {shut !== undefined || groups.length > 0 ? null : (
          <SelectionBar
            model={model}
            filtered={state.filtered}
            onBulk={(preset) => setDialog({ kind: 'bulk', ...(preset === undefined ? {} : { preset }) })}
            onDelete={() => setDialog({ kind: 'delete' })}
          />
        )}
        {groups.length > 0 ? null : <StatusBar model={model} jumping={jumping} onJumping={setJumping} />}
      </div>
      {detail ? (
        <Suspense>
          <DetailPanel model={model} onClose={() => setDetail(false)} />
        </Suspense>
      ) : null}
      {menu === undefined ? null : (
        <ColumnMenu
          meta={meta}
          menu={menu}
          state={state}
          embedded={embedded}
          onFilter={setAdding}
          onFit={(column) => model.engine?.fit(column)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {cellMenu === undefined ? null : (
        <CellMenu
          model={model}
          {...cellMenu}
          openLink={openLink}
          onDetail={() => setDetail(true)}
          onFilter={(condition) => state.setFilter({ and: [...state.filter.and, condition] })}
          onClose={() => setCellMenu(undefined)}
        />
      )}
      {dialog?.kind === 'bulk' ? (
        <Suspense>
          <BulkEdit
            model={model}
            filtered={state.filtered}
            onClose={() => setDialog(undefined)}
            onDone={done}
            {...(dialog.preset === undefined ? {} : { preset: dialog.preset })}
          />
        </Suspense>
      ) : null}
      {dialog?.kind === 'delete' ? (
        <Suspense>
          <DeleteRows
            model={model}
            scope={scopeOf(model)}
            onClose={() => setDialog(undefined)}
            onDone={done}
          />
        </Suspense>
      ) : null}
      {dialog?.kind === 'columns' ? (
        <Suspense>
          <ColumnsPanel
            meta={meta}
            columns={state.columns}
            frozen={state.frozen}
            onColumns={state.setColumns}
            onFrozen={state.setFrozen}
            onReset={state.resetLayout}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      ) : null}
      {dialog?.kind === 'rules' ? (
        <Suspense>
          <RulesDialog
            scenario={scenario.name}
            meta={meta}
            columns={state.columns}
            rules={state.rules}
            view={state.view?.name}
            onRules={state.setRules}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      ) : null}
      {clipboard.plan === undefined ? null : (
        <Suspense>
          <PastePreview
            meta={meta}
            plan={clipboard.plan}
            onApply={() => clipboard.plan !== undefined && clipboard.apply(clipboard.plan)}
            onClose={clipboard.forget}
          />
        </Suspense>
      )}
      {saving.conflicts.length > 0 ? (
        <Suspense>
          <ConflictDialog
            model={model}
            conflicts={saving.conflicts}
            onClose={saving.clearConflicts}
            onResolved={() => void saving.save()}
          />
        </Suspense>
      ) : null}
      <LeaveDialog stage={model.stage} onSave={saving.save} />
    </div>
  )
}
