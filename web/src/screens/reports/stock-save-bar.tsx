/** Bar for unsaved edits of the safety stock: their number and errors, their effect on the plan, save and discard. */
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { planAgeQuery } from '../../platform/api/plan-history.ts'
import { keyNames } from '../../platform/key-names.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { faultText } from '../../platform/values/fault-text.ts'
import { announce } from '../../ui/live-region.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { ConsequencesButton } from '../../grid/parts/consequences-button.tsx'
import bar from '../../grid/parts/parts.module.css'
import { type Conflict, saveStage, withTheirs } from '../../grid/stage/save.ts'
import { invalidCells } from '../../grid/stage/stage.ts'
import { cellFaults, editsOf, editsWithBase } from '../../grid/stage/stage-edits.ts'
import { useEditKeys } from '../../grid/use-edit-keys.ts'
import { ProposeButton } from '../../propose/propose-button.tsx'
import { showUndoable } from '../../undo/undo-later.ts'
import type { UndoTarget } from '../../undo/undo-target.ts'
import { minimum, type StockEdits } from './use-stock-edits.ts'

interface StockSaveBarProps {
  readonly edits: StockEdits
}

export function StockSaveBar({ edits }: StockSaveBarProps) {
  const { meta, stage } = edits
  const { t } = useTranslation('grid')
  const { t: words } = useTranslation('reports')
  const scenario = useScenario()
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)
  const [message, setMessage] = useState<string>()
  const { changed, cells, faults, canUndo, canRedo } = stage.summary()
  const isFaulty = invalidCells(stage).length > 0

  const targetOf = (changeset: number, isRedo: boolean): UndoTarget => ({
    scenario: scenario.name,
    changeset,
    isRedo,
    onUndone: edits.refresh,
    redoOf: (by) => targetOf(by, !isRedo),
  })
  /** Takes over the values of others as the original ones, so that saving again is a decision. */
  const meet = (conflicts: readonly Conflict[]): void => {
    const told = conflicts.map((conflict) => {
      const { id, deleted, fields } = conflict
      const base = stage.row(id)?.base ?? {}
      const name = `${String(base['item'])} @ ${String(base['location'])}`
      if (deleted) stage.drop([id])
      else stage.rebase(id, withTheirs(base, conflict))
      const { theirs = null } = fields[minimum] ?? {}
      if (deleted) return words('stock.deleted', { name })
      if (theirs === null) return words('stock.conflictEmptied', { name })
      return words('stock.conflict', { name, theirs: edits.textOf(theirs) })
    })
    edits.refresh()
    setMessage(told.join(' '))
  }
  const save = async (): Promise<boolean> => {
    setMessage(undefined)
    // An editor can close with the same key.
    if (invalidCells(stage).length > 0) {
      announce(t('save.faults', { count: stage.summary().faults }))
      return false
    }
    setSaving(true)
    try {
      const outcome = await saveStage(scenario.name, meta, stage)
      if (outcome.kind === 'conflict') meet(outcome.conflicts)
      if (outcome.kind === 'refused') {
        stage.setServerFaults(outcome.faults)
        setMessage(t('save.nothingSaved'))
      }
      if (outcome.kind !== 'saved') return false
      const { updated, changeset } = outcome.saved
      stage.removeSaved(outcome.rows)
      edits.refresh()
      void client.invalidateQueries({ queryKey: planAgeQuery(scenario.name).queryKey })
      const done = t('save.done', { count: updated })
      showUndoable(done, changeset === null ? undefined : targetOf(changeset, false))
      announce(done)
      return true
    } catch (error) {
      const { detail, unreachable } = asApiError(error)
      setMessage(unreachable || detail === '' ? t('save.failed') : detail)
      return false
    } finally {
      setSaving(false)
    }
  }
  useEditKeys({
    save: () => {
      if (stage.summary().changed > 0 && !saving) void save()
    },
    undo: () => void stage.undo(),
    redo: () => void stage.redo(),
  })
  const guard = <LeaveGuard dirty={changed > 0} onSave={save} />
  if (changed === 0 && message === undefined) return guard
  const first = stage.faults()[0]
  const faultTitle = isFaulty ? t('save.faultList') : undefined
  return (
    <>
      {guard}
      <div className={bar.saveBar} role="region" aria-label={t('save.label')}>
        <div className={bar.saveLine}>
          <span className={bar.dot} aria-hidden="true" />
          <span role="status">
            {[
              t('save.cells', { count: cells }),
              ...(faults > 0 ? [t('save.faults', { count: faults })] : []),
            ].join(' · ')}
          </span>
          <span className={bar.grow} />
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('save.undo')}
            title={keyNames('mod+Z')}
            disabled={!canUndo}
            onClick={() => void stage.undo()}
          >
            <IconArrowBackUp size={16} />
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('save.redo')}
            title={keyNames('mod+Y')}
            disabled={!canRedo}
            onClick={() => void stage.redo()}
          >
            <IconArrowForwardUp size={16} />
          </Button>
          <ConsequencesButton
            meta={meta}
            faulty={isFaulty}
            editsOf={async () => (isFaulty ? undefined : editsOf(stage, meta, {}))}
            onFaults={(found) => stage.setServerFaults(cellFaults(stage, meta, found))}
          />
          <ProposeButton
            fault={faultTitle}
            editsOf={() => editsWithBase(stage, meta, {})}
            onSaved={() => stage.clear()}
          />
          <Button
            size="compact-sm"
            variant="default"
            disabled={saving}
            onClick={() => {
              stage.drop(stage.rows().map(({ id }) => id))
              setMessage(undefined)
            }}
          >
            {t('save.discard')}
          </Button>
          <Button
            size="compact-sm"
            leftSection={<IconDeviceFloppy size={15} />}
            loading={saving}
            title={keyNames('mod+S')}
            onClick={() => void save()}
          >
            {t('save.save')}
          </Button>
        </div>
        {message === undefined && first === undefined ? null : (
          <p className={bar.message} role="alert">
            {message} {first === undefined ? null : faultText(t, first.fault)}
          </p>
        )}
      </div>
    </>
  )
}
