/** Saves staged edits in one transaction, shows the errors of the service, and updates the saved rows. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../platform/api/api-error.ts'
import { planAgeQuery } from '../platform/api/plan-history.ts'
import { keyNames } from '../platform/key-names.ts'
import { announce } from '../ui/live-region.tsx'
import { toastInfo } from '../ui/toasts.ts'
import type { UndoTarget } from '../undo/undo-target.ts'
import { showUndoable, startUndo } from '../undo/undo-later.ts'
import { goToFault } from './go-to-fault.ts'
import type { GridModel } from './grid-model.ts'
import { hasTag, newListTag, outdatedQuery } from './rows/list-tag.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { type Conflict, savedText, saveStage } from './stage/save.ts'
import { invalidCells, type ServerFault } from './stage/stage.ts'

export interface Saving {
  readonly saving: boolean
  /** Message that does not concern a single cell. */
  readonly message: string | undefined
  readonly conflicts: readonly Conflict[]
  /** Returns whether everything is saved: nothing was edited meanwhile. */
  readonly save: () => Promise<boolean>
  /**
   * Resolves once the edits are complete: whether there are any and all are valid. Otherwise moves to the first one
   * that is not.
   */
  readonly check: () => Promise<boolean>
  /** Marks the cells of errors that the service has reported, and moves to the first one. */
  readonly showFaults: (faults: readonly ServerFault[]) => void
  /** Whether saving approves changed proposed orders. */
  readonly approving: boolean
  readonly setApproving: (approving: boolean) => void
  readonly clearConflicts: () => void
  /**
   * Saves after conflicts are resolved. If edits of deleted records were dropped, the list is read again, but only
   * after saving: a reload meanwhile would show the values from before.
   */
  readonly saveResolved: (hasDropped: boolean) => Promise<void>
  /** Discards all unsaved edits; `undo` brings them back. */
  readonly discard: () => void
  /** Reverts the last unsaved edit; without one, undoes the last save. */
  readonly undo: () => void
  /** Makes the reverted edit again; without unsaved edits, undoes the undo of the last save. */
  readonly redo: () => void
}

export function useSaving(model: GridModel): Saving {
  const { t } = useTranslation('grid')
  const client = useQueryClient()
  const { number } = useFormats()
  const [saving, setSaving] = useState(false)
  const [message, setMessage] = useState<string>()
  const [approving, setApproving] = useState(true)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])

  /** Whether the list contains deleted records. */
  const hasGone = useRef(false)
  const reload = (): void => {
    hasGone.current = false
    model.reload()
  }
  /** The last save, and the undo of the last save. */
  const last = useRef<UndoTarget | undefined>(undefined)
  const undone = useRef<UndoTarget | undefined>(undefined)
  const targetOf = (changeset: number, isUndo: boolean): UndoTarget => ({
    scenario: model.settings.scenario,
    changeset,
    isRedo: isUndo,
    onUndone: (by) => {
      // There is nothing more to undo, or to redo, unless something else was saved since.
      const kept = isUndo ? undone : last
      if (by === null && isUndoOf(kept.current, changeset)) kept.current = undefined
      model.reload()
    },
    redoOf: (by) => {
      const next = targetOf(by, !isUndo)
      last.current = isUndo ? next : undefined
      undone.current = isUndo ? undefined : next
      return next
    },
  })
  const hasEdits = (): boolean => {
    const { changed, created } = model.stage.summary()
    return changed + created > 0
  }
  useEffect(
    () =>
      model.stage.subscribe(() => {
        const { changed, created } = model.stage.summary()
        // The message is about edits that are no longer there.
        if (changed + created === 0) setMessage(undefined)
      }),
    [model],
  )
  const undo = (): void => {
    if (model.stage.summary().canUndo || hasEdits()) model.undo()
    else if (last.current !== undefined) startUndo(last.current)
  }
  const redo = (): void => {
    if (model.stage.summary().canRedo || hasEdits()) model.redo()
    else if (undone.current !== undefined) startUndo(undone.current)
  }

  const showFirstFault = (): void => {
    const faults = model.stage.faults()
    const first = faults.find(({ id }) => model.place(id) !== undefined) ?? faults[0]
    if (first !== undefined) goToFault(model, first)
  }

  const showFaults = (faults: readonly ServerFault[]): void => {
    model.stage.setServerFaults(faults)
    model.redraw()
    announce(t('save.faults', { count: faults.length }))
    setMessage(t('save.nothingSaved'))
    showFirstFault()
  }

  /** Returns whether there are edits and all are valid; moves to the first one that is not. */
  const isReady = (): boolean => {
    if (!hasEdits()) return false
    if (invalidCells(model.stage).length === 0) return true
    announce(t('save.faults', { count: model.stage.summary().faults }))
    showFirstFault()
    return false
  }

  /** Returns whether the list must be read again, because others have changed it; shows that too. */
  const checkOutdated = async (): Promise<boolean> => {
    if (!hasTag(model.settings.meta)) return false
    return await client.fetchQuery(outdatedQuery(model.settings, model.tag.get())).catch(() => false)
  }

  const save = async (): Promise<boolean> => {
    if (saving) return false
    model.draft.get()?.commit()
    setMessage(undefined)
    // Immediately, so that the next key is pressed in the invalid cell.
    if (!model.stage.summary().isPending && !isReady()) return false
    setSaving(true)
    try {
      await model.stage.settled()
      const outdated = await checkOutdated()
      // Edits may have been made or undone meanwhile.
      if (!isReady()) return false
      const { created } = model.stage.summary()
      const outcome = await saveStage(model.settings.scenario, model.settings.meta, model.stage, {
        approving,
      })
      if (outcome.kind === 'saved') {
        const { created: made, updated, records, changeset } = outcome.saved
        model.source().replace(records?.update ?? [])
        model.stage.removeSaved(outcome.rows)
        void client.invalidateQueries({ queryKey: planAgeQuery(model.settings.scenario).queryKey })
        last.current = changeset === null ? undefined : targetOf(changeset, false)
        undone.current = undefined
        if (created > 0 || records === undefined || hasGone.current) reload()
        else {
          model.redraw()
          // Sums and groups are computed from stored values.
          model.revision.set(model.revision.get() + 1)
          if (!outdated) model.tag.set(newListTag())
        }
        const count = made + updated
        const { entity } = model.settings.meta
        // Its words may be loaded first; by then the list must be reading, or the focus moves to another row.
        const done = await savedText(t('save.done', { count }), outcome.rows, { t, number })
        showUndoable(done, last.current, undefined, { entity, count })
        announce(done)
        // Leaving would lose what was edited meanwhile.
        return !hasEdits()
      }
      if (outcome.kind === 'refused') showFaults(outcome.faults)
      else setConflicts(outcome.conflicts)
    } catch (error) {
      const { detail, unreachable } = asApiError(error)
      setMessage(unreachable || detail === '' ? t('save.failed') : detail)
    } finally {
      setSaving(false)
    }
    return false
  }
  return {
    saving,
    message,
    conflicts,
    save,
    check: async () => {
      // Immediately too, as for saving.
      if (!isReady()) return false
      await model.stage.settled()
      return isReady()
    },
    showFaults,
    approving,
    setApproving,
    clearConflicts: () => setConflicts([]),
    saveResolved: async (hasDropped) => {
      hasGone.current ||= hasDropped
      await save()
      if (hasGone.current && !hasEdits()) reload()
    },
    discard: () => {
      // As a step of its own, which can be undone.
      model.stage.drop(model.stage.rows().map(({ id }) => id))
      setMessage(undefined)
      if (hasGone.current) reload()
      else model.redraw()
      toastInfo({ id: 'discarded', message: t('common:discarded', { keys: keyNames('mod+Z') }) })
    },
    undo,
    redo,
  }
}

const isUndoOf = (target: UndoTarget | undefined, changeset: number): boolean =>
  target !== undefined && 'changeset' in target && target.changeset === changeset
