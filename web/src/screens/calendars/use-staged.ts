/** Unsaved changes of calendars. */
import { useRef, useState } from 'react'
import type { CalendarRecord, CalendarUse } from '../../platform/api/calendars.ts'
import type { PlanEdit } from '../../platform/api/plan-trials.ts'
import { entryEntity } from '../../platform/calendar/new-entries.ts'

export interface Change {
  readonly id: number
  readonly what: 'add' | 'change' | 'remove' | 'own'
  readonly edits: readonly PlanEdit[]
  /**
   * The entry before or after the change; for a new calendar, its name, that of its record, and the `calendar` that it
   * copies.
   */
  readonly about: CalendarRecord
  /** The stored entry, if it is changed. */
  readonly before?: CalendarRecord
  /** Whether the calendar contains working hours. */
  readonly hours: boolean
  /** The records that use the calendar, which the change affects. */
  readonly uses: readonly CalendarUse[]
}

export interface Staged {
  readonly changes: readonly Change[]
  readonly edits: readonly PlanEdit[]
  readonly add: (change: Omit<Change, 'id'>) => void
  /** Changes an entry: updates its unsaved change, or adds one. */
  readonly changeEntry: (entry: EditedEntry, fields: CalendarRecord) => void
  readonly removeEntry: (entry: EditedEntry) => void
  readonly takeBack: (id: number) => void
  /** Replaces some edits by one change. */
  readonly replace: (replaced: readonly PlanEdit[], change: Omit<Change, 'id'>) => void
  readonly clear: () => void
  /** Puts discarded changes back. */
  readonly put: (changes: readonly Change[]) => void
}

/** An entry of a calendar, with the index of the edit that created or changed it. */
export interface EditedEntry {
  readonly id: number
  readonly edit: number | null
  readonly record: CalendarRecord
  /** Whether the calendar contains working hours. */
  readonly hours: boolean
  /** The records that use the calendar, which the change affects. */
  readonly uses: readonly CalendarUse[]
}

export function useStaged(): Staged {
  const [changes, setChanges] = useState<readonly Change[]>([])
  const next = useRef(1)
  const edits = changes.flatMap((change) => change.edits)
  const add = (change: Omit<Change, 'id'>): void => {
    next.current += 1
    setChanges([...changes, { ...change, id: next.current }])
  }
  /** Replaces the edit at an index; a change without edits is removed. */
  const replaceAt = (place: number, put: readonly PlanEdit[], about: CalendarRecord): void => {
    let before = 0
    setChanges(
      changes.flatMap((change) => {
        const at = place - before
        before += change.edits.length
        if (at < 0 || at >= change.edits.length) return [change]
        const kept = change.edits.toSpliced(at, 1, ...put)
        if (kept.length === 0) return []
        return [{ ...change, edits: kept, about: change.what === 'own' ? change.about : about }]
      }),
    )
  }
  return {
    changes,
    edits,
    add,
    changeEntry: ({ id, edit, record, hours, uses }, fields) => {
      const about = { ...record, ...fields }
      const known = edit === null ? undefined : edits[edit]
      if (edit === null || known === undefined) {
        const update = { entity: entryEntity, action: 'update', key: id, fields } as const
        add({ what: 'change', edits: [update], about, before: record, hours, uses })
      } else replaceAt(edit, [{ ...known, fields: { ...known.fields, ...fields } }], about)
    },
    removeEntry: ({ id, edit, record, hours, uses }) => {
      const known = edit === null ? undefined : edits[edit]
      const removal: PlanEdit = { entity: entryEntity, action: 'delete', key: id }
      if (edit === null || known === undefined)
        add({ what: 'remove', edits: [removal], about: record, hours, uses })
      else if (known.action === 'create') replaceAt(edit, [], record)
      else {
        // Removes the stored entry, and its earlier change.
        const others = changes.filter((change) => !change.edits.includes(known))
        next.current += 1
        const removed = { what: 'remove', edits: [removal], about: record, hours, uses } as const
        setChanges([...others, { ...removed, id: next.current }])
      }
    },
    takeBack: (id) => {
      const taken = changes.find((change) => change.id === id)
      // Later entries of a newly created calendar depend on that change.
      const own = taken?.what === 'own' ? taken.about['name'] : undefined
      const depends = ({ edits: made }: Change): boolean =>
        own !== undefined && made.some(({ fields }) => fields?.['calendar'] === own)
      setChanges(changes.filter((change) => change.id !== id && !depends(change)))
    },
    replace: (replaced, change) => {
      next.current += 1
      const added = { ...change, id: next.current }
      // More may have been changed while the calendar was read.
      setChanges((now) => [
        ...now
          .map((one) => ({ ...one, edits: one.edits.filter((edit) => !replaced.includes(edit)) }))
          .filter((one) => one.edits.length > 0),
        added,
      ])
    },
    clear: () => setChanges([]),
    put: setChanges,
  }
}
