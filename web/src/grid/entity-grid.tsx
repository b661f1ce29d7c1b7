/**
 * A list of records of any entity with filter, sorting, columns, editing and saving. Everything about the entity
 * comes from its metadata; actions without permission are not offered.
 */
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type EntityMeta, heading, type Row } from '../platform/meta/entity-meta.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { DataGrid } from './data-grid.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import type { Condition } from './filter/filter-model.ts'
import { EditDialogs, GridDialogs, GridMenus } from './grid-panels.tsx'
import type { CellOptions } from './use-model-settings.ts'
import { ListOverlay } from './parts/list-overlay.tsx'
import { late } from '../ui/late.tsx'
import styles from './parts/parts.module.css'
import { Outdated } from './parts/outdated.tsx'
import { SaveBar } from './parts/save-bar.tsx'
import { SelectionBar } from './parts/selection-bar.tsx'
import { StatusBar } from './parts/status-bar.tsx'
import { Toolbar } from './parts/toolbar.tsx'
import type { GridSearch } from './state/grid-search.ts'
import { cycleOrder } from './state/ordering.ts'
import { type OpenGrid, useOpenGrid } from './use-open-grid.ts'

const GroupedList = late(async () => (await import('./groups/grouped-list.tsx')).GroupedList)

export interface EntityGridProps extends CellOptions {
  readonly meta: EntityMeta
  readonly search: GridSearch
  readonly onSearch: (search: GridSearch, replace: boolean) => void
  /** Conditions that always apply, such as the record that the list belongs to. */
  readonly fixed?: readonly Condition[]
  /** Initial values of new rows. */
  readonly defaults?: Row
  /** Whether the grid is a part of another screen. */
  readonly embedded?: boolean
}

/** Remounts the grid for another entity or scenario, so that no state is carried over. */
export function EntityGrid(props: EntityGridProps) {
  const scenario = useScenario()
  return <EntityList key={`${scenario.name} ${props.meta.entity}`} {...props} />
}

const nothingFixed: readonly Condition[] = []

function EntityList({ fixed = nothingFixed, defaults, embedded = false, ...props }: EntityGridProps) {
  const scenario = useScenario()
  const grid = useOpenGrid({ ...props, fixed, embedded, cells: props })
  const { meta, model, state, list, panels } = grid
  const { shut } = list
  const grouped = list.groups.length > 0
  const add = (): void => grid.inRows(() => model.addRows([{ ...defaults }]))
  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <Toolbar
          model={model}
          state={state}
          query={list.query}
          compact={grid.compact}
          mayShare={scenario.superuser}
          embedded={embedded}
          onAdd={add}
          onColumns={() => panels.setDialog({ kind: 'columns' })}
          onRules={() => panels.setDialog({ kind: 'rules' })}
          shut={shut}
          onBulk={() => panels.setDialog({ kind: 'bulk' })}
        />
        <FilterBar
          scenario={scenario.name}
          meta={meta}
          filter={state.filter}
          unreadable={state.unreadable}
          fields={list.fields}
          refused={list.refused}
          onChange={state.setFilter}
          adding={panels.addedField}
          onAdding={panels.setAddedField}
          columns={state.columns}
        />
        <SaveBar model={model} saving={grid.saving} />
        <div className={styles.frame}>
          {grouped && shut === undefined && list.open ? <Groups grid={grid} /> : null}
          <Rows grid={grid} />
          <ListOverlay
            model={model}
            shut={shut}
            state={state}
            embedded={embedded}
            quiet={grouped}
            onAdd={add}
          />
        </div>
        {shut !== undefined || grouped ? null : (
          <SelectionBar
            model={model}
            filtered={state.filtered}
            onBulk={(preset) =>
              panels.setDialog({ kind: 'bulk', ...(preset === undefined ? {} : { preset }) })
            }
            onDelete={() => panels.setDialog({ kind: 'delete' })}
          />
        )}
        {grouped ? (
          <div className={styles.status}>
            <Outdated model={model} />
          </div>
        ) : (
          <StatusBar model={model} jumping={panels.jumping} onJumping={panels.setJumping} />
        )}
      </div>
      <GridMenus grid={grid} />
      <GridDialogs grid={grid} />
      <EditDialogs grid={grid} />
    </div>
  )
}

interface GridPartProps {
  readonly grid: OpenGrid
}

/** The groups of the list, instead of its rows. */
function Groups({ grid: { meta, model, state, list } }: GridPartProps) {
  return (
    <Suspense>
      <GroupedList
        model={model}
        label={heading(meta.label_plural)}
        query={list.query}
        conditions={list.conditions}
        groups={list.groups}
        columns={state.columns}
        measured={list.measured}
        onOpen={state.openGroup}
      />
    </Suspense>
  )
}

/** The rows of the list, hidden behind its groups. */
function Rows({ grid }: GridPartProps) {
  const { t } = useTranslation('grid')
  const { meta, model, state, panels, saving, clipboard } = grid
  const openCellMenu = (row: number, column: string): void => {
    const box = model.engine?.cell(row, column)?.getBoundingClientRect()
    if (box !== undefined) panels.setCellMenu({ row, column, x: box.left, y: box.bottom })
  }
  return (
    <DataGrid
      hidden={grid.list.groups.length > 0}
      model={model}
      columns={grid.columns}
      label={heading(meta.label_plural)}
      words={{ columnMenu: (column) => t('column.menu', { column }), checkAll: t('selection.tickAll') }}
      onSort={(column, more) => state.setOrders(cycleOrder(state.orders, column, more))}
      onMenu={(column, anchor) => panels.setColumnMenu({ column, anchor })}
      onResize={state.setWidth}
      onMove={state.setColumns}
      onPaste={(text) => void clipboard.paste(text)}
      onCopyFar={clipboard.copy}
      onContextMenu={(row, column, x, y) => panels.setCellMenu({ row, column, x, y })}
      save={() => void saving.save()}
      undo={saving.undo}
      redo={saving.redo}
      jump={() => panels.setJumping(true)}
      openLink={grid.openLink}
      openDetail={grid.openDetail}
      menu={openCellMenu}
    />
  )
}
