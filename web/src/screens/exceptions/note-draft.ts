/** Entries of the form of an exception: what is sent, and what another user has changed meanwhile. */
import type { ExceptionChange, ExceptionNote } from '../../platform/api/exceptions.ts'

/** Returns the time at which a snoozed exception opens again on a day: at 6:00, before work begins. */
export const endOfSnooze = (day: string): string => `${day}T06:00:00`

/** Entries of the form; empty without a value. */
export interface NoteDraft {
  readonly assignee: string
  readonly note: string
  readonly until: string
}

export const noteFields = ['assignee', 'note', 'until'] as const

export const draftOf = ({ assignee, note, until }: ExceptionNote): NoteDraft => ({
  assignee: assignee ?? '',
  note: note ?? '',
  until: until ?? '',
})

/** The form has days: the time of one is not compared. */
const comparedOf = (draft: NoteDraft, field: keyof NoteDraft): string =>
  field === 'until' ? draft.until.slice(0, 10) : draft[field].trim()

/** Returns whether two drafts differ in a field. */
export const isChanged = (before: NoteDraft, draft: NoteDraft, field: keyof NoteDraft): boolean =>
  comparedOf(before, field) !== comparedOf(draft, field)

/** Returns the fields that differ from the stored ones, so that those that a colleague changes are kept. */
export function changeOf(stored: ExceptionNote, draft: NoteDraft): ExceptionChange {
  const before = draftOf(stored)
  const texts = (['assignee', 'note'] as const).flatMap((field) =>
    isChanged(before, draft, field) ? [[field, draft[field].trim() || null] as const] : [],
  )
  const day = draft.until.slice(0, 10)
  // Without its date a snoozed exception is open again.
  const state = !isChanged(before, draft, 'until')
    ? {}
    : day === ''
      ? ({ status: 'open' } as const)
      : ({ status: 'snoozed', until: endOfSnooze(day) } as const)
  return { ...Object.fromEntries(texts), ...state }
}

/** Returns the fields of the draft that another user has changed since `before` to another value. */
export function changedMeanwhile(
  before: ExceptionNote,
  stored: ExceptionNote,
  draft: NoteDraft,
): readonly (keyof NoteDraft)[] {
  const [first, now] = [draftOf(before), draftOf(stored)]
  return noteFields.filter(
    (field) => isChanged(first, draft, field) && isChanged(first, now, field) && isChanged(now, draft, field),
  )
}
