/** Renders the menus, dialogs and the detail panel of a grid; dialogs are loaded when they open. */
import { Suspense } from 'react'
import { useScenario } from '../platform/use-scenario.ts'
import { LeaveStage } from './dialogs/leave-stage.tsx'
import { scopeOf } from './dialogs/scope.ts'
import { CellMenu } from './parts/cell-menu.tsx'
import { ColumnMenu } from './parts/header-menu.tsx'
import type { OpenGrid } from './use-open-grid.ts'
import { late } from '../ui/late.tsx'

const PastePreview = late(async () => (await import('./dialogs/paste-preview.tsx')).PastePreview)
const ColumnsPanel = late(async () => (await import('./dialogs/columns-panel.tsx')).ColumnsPanel)
const DeleteRows = late(async () => (await import('./dialogs/delete-rows.tsx')).DeleteRows)
const ConflictDialog = late(async () => (await import('./dialogs/conflict-dialog.tsx')).ConflictDialog)
const DetailPanel = late(async () => (await import('./parts/detail-panel.tsx')).DetailPanel)
const RulesDialog = late(async () => (await import('./rules/rules-dialog.tsx')).RulesDialog)
const BulkEdit = late(async () => (await import('./dialogs/bulk-edit.tsx')).BulkEdit)

interface GridPartProps {
  readonly grid: OpenGrid
}

/** The detail panel, and the menus of a column and of a cell. */
export function GridMenus({ grid }: GridPartProps) {
  const { meta, model, state, panels, clipboard } = grid
  const { columnMenu, cellMenu } = panels
  return (
    <>
      {panels.detail ? (
        <Suspense>
          <DetailPanel model={model} onClose={() => panels.setDetail(false)} />
        </Suspense>
      ) : null}
      {columnMenu === undefined ? null : (
        <ColumnMenu
          meta={meta}
          menu={columnMenu}
          state={state}
          embedded={grid.embedded}
          onFilter={panels.setAddedField}
          onFit={(column) => model.engine?.fit(column)}
          onClose={() => panels.setColumnMenu(undefined)}
        />
      )}
      {cellMenu === undefined ? null : (
        <CellMenu
          model={model}
          {...cellMenu}
          openLink={grid.openLink}
          onCopy={() => void clipboard.copy()}
          onCut={() => void clipboard.cut()}
          onDetail={grid.openDetail}
          onFilter={(condition) => state.setFilter({ and: [...state.filter.and, condition] })}
          onClose={() => panels.setCellMenu(undefined)}
        />
      )}
    </>
  )
}

/** The dialog that the user has opened. */
export function GridDialogs({ grid: { meta, model, state, panels } }: GridPartProps) {
  const scenario = useScenario()
  const { dialog, setDialog } = panels
  const close = (): void => setDialog(undefined)
  const reload = (): void => {
    model.selection.set({ all: false, rows: new Map() })
    model.reload()
  }
  if (dialog === undefined) return null
  return (
    <Suspense>
      {dialog.kind === 'bulk' ? (
        <BulkEdit
          model={model}
          filtered={state.filtered}
          onClose={close}
          onDone={reload}
          {...(dialog.preset === undefined ? {} : { preset: dialog.preset })}
        />
      ) : dialog.kind === 'delete' ? (
        <DeleteRows model={model} scope={scopeOf(model)} onClose={close} onDone={reload} />
      ) : dialog.kind === 'columns' ? (
        <ColumnsPanel
          meta={meta}
          columns={state.columns}
          frozen={state.frozen}
          onColumns={state.setColumns}
          onFrozen={state.setFrozen}
          onReset={state.resetLayout}
          onClose={close}
        />
      ) : (
        <RulesDialog
          scenario={scenario.name}
          meta={meta}
          columns={state.columns}
          rules={state.rules}
          view={state.view?.name}
          mayShare={scenario.superuser}
          onRules={state.setRules}
          onClose={close}
        />
      )}
    </Suspense>
  )
}

/** Questions about a paste, about conflicts of a save, and about unsaved edits before leaving. */
export function EditDialogs({ grid: { meta, model, clipboard, saving, embedded } }: GridPartProps) {
  const { plan } = clipboard
  return (
    <>
      {plan === undefined ? null : (
        <Suspense>
          <PastePreview
            meta={meta}
            plan={plan}
            onApply={() => clipboard.apply(plan)}
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
            onResolved={(hasDropped) => void saving.saveResolved(hasDropped)}
          />
        </Suspense>
      ) : null}
      <LeaveStage model={model} onSave={saving.save} chosenPart={embedded} />
    </>
  )
}
