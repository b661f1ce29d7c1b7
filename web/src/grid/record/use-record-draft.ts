/**
 * Stores the unsaved changes of a form with one record: typed texts, their values and errors. When a date of an order
 * changes, its other date follows.
 */
import { useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type EntityMeta, type FieldMeta, heading, keyOf, type Row } from '../../platform/meta/entity-meta.ts'
import { faultText } from '../../platform/values/fault-text.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { editText } from '../../platform/values/format-value.ts'
import { parseValue } from '../../platform/values/parse-value.ts'
import { announce } from '../../ui/live-region.tsx'
import { writable } from '../range/plan-paste.ts'
import { resolveConflicts } from '../stage/resolve-conflicts.ts'
import { type Settlers, useSettlers } from '../../ui/use-settlers.ts'
import type { Conflict } from '../stage/save.ts'
import { createStage, newRowId, type Stage } from '../stage/stage.ts'
import type { SavedRow } from '../stage/staged-rows.ts'
import { datesOf, followingDate } from './order-dates.ts'

export interface RecordDraftOptions {
  readonly scenario: string
  readonly meta: EntityMeta
  /** The record; undefined for a new one. */
  readonly record: Row | undefined
}

export interface RecordDraft extends Settlers {
  /** Id of the row in the stage. */
  readonly id: string
  readonly stage: Stage
  /** Increases with every change of the stage. */
  readonly version: number
  readonly dirty: boolean
  /** Whether the user may change the record, or create it. */
  readonly editable: boolean
  readonly isEditable: (field: FieldMeta) => boolean
  /** Whether a field of an existing record has an unsaved value. */
  readonly isChanged: (field: FieldMeta) => boolean
  readonly textOf: (field: FieldMeta) => string
  readonly errorOf: (field: FieldMeta) => string | undefined
  readonly change: (field: FieldMeta, text: string) => void
  readonly reset: () => void
  /** Decides about conflicting values: those of the user stay changed, or those of the other user replace them. */
  readonly resolve: (conflict: Conflict, choice: 'yours' | 'theirs') => void
  /** Removes the saved changes; those that were made meanwhile stay. Returns whether none was. */
  readonly removeSaved: (rows: readonly SavedRow[]) => boolean
}

export function useRecordDraft({ scenario, meta, record }: RecordDraftOptions): RecordDraft {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  const [id] = useState(() => (record === undefined ? newRowId() : keyOf(meta, record)))
  const [stage] = useState(() => {
    const made = createStage()
    if (record === undefined) made.edit([], [id])
    return made
  })
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const { version } = useSyncExternalStore(stage.subscribe, stage.summary)
  const cells = stage.row(id)?.cells
  const editable = record === undefined ? meta.permissions.add : meta.permissions.change
  const isEditable = (field: FieldMeta): boolean => editable && writable(field, meta, record)

  /** Dates that the user has typed; the other dates are computed from them. */
  const typed = useRef(new Set<string>())
  const asked = useRef(0)
  const follow = async (field: FieldMeta, value: unknown): Promise<void> => {
    const name = followingDate(meta, field.name)
    const other = meta.fields.find((one) => one.name === name)
    if (record === undefined || name === undefined || other === undefined || typeof value !== 'string') return
    if (typed.current.has(name) || !isEditable(other)) return
    asked.current += 1
    const question = asked.current
    const quantity = stage.row(id)?.cells.get('quantity')
    const moved = {
      [field.name]: value,
      ...(quantity === undefined || quantity.fault !== undefined ? {} : { quantity: quantity.value }),
    }
    try {
      const { [name]: date } = await datesOf(scenario, meta, record, moved)
      // The response is outdated, because the user has typed more meanwhile.
      if (date === null || question !== asked.current || typed.current.has(name)) return
      const text = editText(other, date, formats)
      setTexts((known) => ({ ...known, [name]: text }))
      stage.edit([{ id, base: record, field: name, cell: { value: date } }])
      announce(t('record.follows', { field: heading(other.label), value: text }))
    } catch {
      // Errors of the date are reported when it is saved.
    }
  }
  const change = (field: FieldMeta, text: string): void => {
    setTexts((known) => ({ ...known, [field.name]: text }))
    typed.current.add(field.name)
    const empty = record === undefined && text.trim() === ''
    const parsed = parseValue(field, text, formats)
    const cell = empty
      ? undefined
      : 'fault' in parsed
        ? { value: text, text, fault: parsed.fault }
        : { value: parsed.value }
    stage.edit([{ id, base: record, field: field.name, cell }])
    if ('value' in parsed) stage.addPending(follow(field, parsed.value))
  }
  const textOf = (field: FieldMeta): string => {
    const given = texts[field.name]
    if (given !== undefined) return given
    // After a conflict the changes start from a newer version of the record.
    const base = stage.row(id)?.base ?? record
    return base === undefined ? standardText(field) : editText(field, base[field.name], formats)
  }
  const errorOf = (field: FieldMeta): string | undefined => {
    const fault = stage.fault(id, field.name)
    return fault === undefined ? undefined : faultText(t, fault)
  }
  const settlers = useSettlers()
  const settle = async (): Promise<boolean> => {
    const isMeant = await settlers.settle()
    await stage.settled()
    return isMeant
  }
  const reset = (): void => {
    stage.clear()
    if (record === undefined) stage.edit([], [id])
    setTexts({})
    typed.current.clear()
    asked.current += 1
  }
  /** Forgets the texts of fields that are not changed any more. */
  const dropTexts = (): void => {
    const left = stage.row(id)?.cells
    setTexts((known) =>
      Object.fromEntries(Object.entries(known).filter(([name]) => left?.has(name) === true)),
    )
    for (const name of typed.current) if (left?.has(name) !== true) typed.current.delete(name)
  }
  const resolve = (conflict: Conflict, choice: 'yours' | 'theirs'): void => {
    resolveConflicts({ stage, source: () => ({ replace: () => undefined }) }, [conflict], () => choice)
    dropTexts()
  }
  const removeSaved = (rows: readonly SavedRow[]): boolean => {
    stage.removeSaved(rows)
    if (stage.row(id) === undefined) {
      reset()
      return true
    }
    dropTexts()
    return false
  }
  return {
    id,
    stage,
    version,
    dirty: cells !== undefined && cells.size > 0,
    editable,
    isEditable,
    isChanged: (field) => record !== undefined && cells?.has(field.name) === true,
    textOf,
    errorOf,
    change,
    register: settlers.register,
    settle,
    reset,
    resolve,
    removeSaved,
  }
}

/** Returns the default value of a field of a new record, if its input shows one. */
function standardText({ type, default: standard }: FieldMeta): string {
  const shown = type === 'boolean' || type === 'choice'
  return shown && (typeof standard === 'string' || typeof standard === 'boolean') ? String(standard) : ''
}
