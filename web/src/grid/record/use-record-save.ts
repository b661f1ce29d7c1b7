/** Saves the draft of a record, shows the errors of the service, and resolves a conflict with another user. */
import { useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import type { EntityMeta, FieldMeta, Row } from '../../platform/meta/entity-meta.ts'
import { announce } from '../../ui/live-region.tsx'
import { showUndoable } from '../../undo/undo-later.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { type Conflict, savedText, saveStage } from '../stage/save.ts'
import type { RecordDraft, RecordDraftOptions } from './use-record-draft.ts'

export interface RecordSaveOptions extends RecordDraftOptions {
  /** Called with the saved record. */
  readonly onSaved: (record: Row) => void
  readonly onReload: () => void
}

export interface RecordSave {
  readonly saving: boolean
  /** Message that does not concern a single field. */
  readonly message: string | undefined
  readonly conflict: Conflict | undefined
  /** Whether saving approves a changed proposed order. */
  readonly approving: boolean
  readonly setApproving: (approving: boolean) => void
  /** Returns whether the record was saved, and not changed meanwhile. */
  readonly save: () => Promise<boolean>
  /**
   * Decides whose conflicting values stay, and saves the changes. For a record that another user has deleted, the
   * changes are discarded.
   */
  readonly resolve: (choice: 'yours' | 'theirs') => void
  readonly discard: () => void
}

export function useRecordSave(
  { scenario, meta, record, onSaved, onReload }: RecordSaveOptions,
  draft: RecordDraft,
): RecordSave {
  const { t } = useTranslation('grid')
  const client = useQueryClient()
  const { id, stage } = draft
  const { number } = useFormats()
  const [saving, setSaving] = useState(false)
  const [message, setMessage] = useState<string>()
  const [conflict, setConflict] = useState<Conflict>()
  const [approving, setApproving] = useState(true)
  const discard = (): void => {
    draft.reset()
    setMessage(undefined)
    setConflict(undefined)
  }
  /** Marks empty required fields, and moves the focus to the first invalid field. Returns whether there is none. */
  const isValid = (): boolean => {
    const missing = record === undefined ? missingFields(meta, draft) : []
    if (missing.length > 0)
      stage.setServerFaults(missing.map(({ name }) => ({ id, field: name, message: t('fault.required') })))
    const invalid = stage.faults().some(({ fault }) => typeof fault !== 'string')
    if (missing.length === 0 && !invalid) return true
    focusField(stage.faults()[0]?.field)
    announce(t('save.faults', { count: stage.summary().faults }))
    return false
  }
  const save = async (): Promise<boolean> => {
    if (saving) return false
    setSaving(true)
    setMessage(undefined)
    try {
      // The text of a field may still be searched.
      if (!(await draft.settle())) return false
      if ((stage.row(id)?.cells.size ?? 0) === 0 || !isValid()) return false
      const outcome = await saveStage(scenario, meta, stage, { approving })
      if (outcome.kind === 'saved') {
        const { create = [], update = [] } = outcome.saved.records ?? {}
        const saved = create[0] ?? update[0]
        const isClean = draft.removeSaved(outcome.rows)
        setConflict(undefined)
        const { changeset } = outcome.saved
        showUndoable(
          await savedText(t('save.done', { count: 1 }), outcome.rows, { t, number }),
          changeset === null
            ? undefined
            : { scenario, changeset, onUndone: () => void client.invalidateQueries() },
          undefined,
          { entity: meta.entity, count: 1 },
        )
        if (saved === undefined) onReload()
        else onSaved(saved)
        return isClean
      }
      if (outcome.kind === 'conflict') setConflict(outcome.conflicts[0])
      else {
        stage.setServerFaults(outcome.faults)
        setMessage(
          outcome.faults.find(({ field }) => field === '')?.message ??
            t('save.faults', { count: outcome.faults.length }),
        )
        focusField(outcome.faults[0]?.field)
      }
    } catch (error) {
      const { detail } = asApiError(error)
      setMessage(detail === '' ? t('save.failed') : detail)
    } finally {
      setSaving(false)
    }
    return false
  }
  useHotkeys([['mod+S', () => void save()]], [])
  const resolve = (choice: 'yours' | 'theirs'): void => {
    if (conflict === undefined) return
    if (!conflict.deleted) draft.resolve(conflict, choice)
    setConflict(undefined)
    if (!conflict.deleted && stage.summary().changed > 0) {
      void save()
      return
    }
    // Nothing is left of the own changes.
    discard()
    onReload()
  }
  return { saving, message, conflict, approving, setApproving, save, resolve, discard }
}

const focusField = (name: string | undefined): void => document.getElementById(`field-${name}`)?.focus()

/** Returns the required fields of a new record without a value. */
const missingFields = (meta: EntityMeta, { id, stage, isEditable }: RecordDraft): readonly FieldMeta[] =>
  meta.fields.filter(
    (field) =>
      field.required &&
      isEditable(field) &&
      field.type !== 'identity' &&
      stage.row(id)?.cells.has(field.name) !== true &&
      (field.default === undefined || field.default === null),
  )
