/** State of the calendar editor: the displayed period with its entries, and unsaved changes of the calendar. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CalendarEntry,
  type CalendarRecord,
  type CalendarUse,
  type CalendarView,
  calendarViewQuery,
  readCalendarRecord,
  readEntries,
} from '../../platform/api/calendars.ts'
import { todayInPlan } from '../../platform/calendar/days.ts'
import {
  type CalendarReference,
  type Drawn,
  type EntryKind,
  editsEntryOf,
  entryOf,
  ownCalendarEdits,
  ownName,
} from '../../platform/calendar/new-entries.ts'
import { changedSearch } from '../../platform/changed-search.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { announce } from '../../ui/live-region.tsx'
import { type CalendarPeriod, periodOf } from './calendar-period.ts'
import type { CalendarsSearch } from './calendars-search.ts'
import { newPriority, newValue, usualPeriod } from './entry-values.ts'
import { hasWorkingHours } from './layout.ts'
import { type Change, type Staged, useStaged } from './use-staged.ts'

export interface CalendarEditorOptions {
  readonly calendar: string
  readonly calendars: readonly string[]
  readonly search: CalendarsSearch
}

type SearchChanges = { readonly [Name in keyof CalendarsSearch]: CalendarsSearch[Name] | undefined }

/** The open form: a new entry, or a stored one. */
export type OpenEntry =
  | { readonly form: 'new' }
  | { readonly form: 'entry'; readonly entry: CalendarEntry; readonly record: CalendarRecord }

export interface CalendarEditor {
  readonly calendar: string
  readonly period: CalendarPeriod
  readonly today: string
  /** The entries of the period with the unsaved changes; undefined while they are read. */
  readonly view: CalendarView | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** Whether the calendar contains working hours. */
  readonly hours: boolean
  readonly changeSearch: (changes: SearchChanges) => void
  /** Whether the user may change entries. */
  readonly editable: boolean
  /** Whether the view has all unsaved changes, so that its entries can be changed. */
  readonly isCurrent: boolean
  /** The kind of entry to draw; undefined if drawing is off. */
  readonly kind: EntryKind | undefined
  readonly setKind: (kind: EntryKind | undefined) => void
  readonly staged: Staged
  /** The records that use the calendar. */
  readonly uses: readonly CalendarUse[]
  readonly addDrawn: (drawn: Drawn) => void
  /** Returns the fields of a new entry in the period. */
  readonly newRecord: (kind: EntryKind) => CalendarRecord
  /** Gives a record a copy of the calendar for itself. */
  readonly giveOwn: (reference: CalendarReference) => Promise<void>
  /** Returns from a new calendar whose creation is dropped to the one that it copies: of one change, or of any. */
  readonly leaveOwn: (change?: Change) => void
  readonly opened: OpenEntry | undefined
  readonly setOpened: (opened: OpenEntry | undefined) => void
  readonly openEntry: (entry: CalendarEntry) => void
  readonly removeEntry: (entry: CalendarEntry) => void
}

const isFinePointer = (): boolean => matchMedia('(pointer: fine)').matches

export function useCalendarEditor({ calendar, calendars, search }: CalendarEditorOptions): CalendarEditor {
  const { t } = useTranslation('calendars')
  const scenario = useScenario()
  const navigate = useNavigate()
  const staged = useStaged()
  const editable = scenario.may('input.change_calendarbucket') && scenario.may('input.add_calendarbucket')
  const [kind, setKind] = useState<EntryKind | undefined>(() =>
    editable && isFinePointer() ? 'overtime' : undefined,
  )
  const [opened, setOpened] = useState<OpenEntry>()
  const [today] = useState(() => todayInPlan(scenario.name))
  const period = periodOf(search, today)
  const question = {
    calendar,
    start: period.start,
    end: period.end,
    ...(search.resource === undefined ? {} : { resource: search.resource }),
    edits: staged.edits,
  }
  /** A new calendar whose creation was dropped: it does not exist, while the address still names it. */
  const [dropped, setDropped] = useState<string>()
  const read = useQuery({
    ...calendarViewQuery(scenario.name, question),
    enabled: calendar !== dropped || calendars.includes(calendar),
  })
  const { data: view, error, refetch } = read
  // Entries name their unsaved change by its index in the edits that the view was read with.
  const isCurrent = !read.isPlaceholderData
  const hours = view === undefined || hasWorkingHours(view)
  const uses = view?.uses ?? []
  const changeSearch = (changes: SearchChanges): void => {
    void navigate({
      to: '/app/$scenario/calendars',
      params: { scenario: scenario.name },
      search: changedSearch(search, changes),
      replace: true,
    })
  }
  const newEntry = (of: EntryKind, drawn: Drawn) =>
    entryOf(of, drawn, {
      calendar,
      value: newValue(view, of),
      priority: newPriority(calendar, view?.lowest_priority ?? null, staged.edits),
    })
  const giveOwn = async (reference: CalendarReference): Promise<void> => {
    const name = ownName(calendar, reference.key, calendars)
    const entries = await readEntries(scenario.name, calendar)
    const own = ownCalendarEdits({
      name,
      calendar: await readCalendarRecord(scenario.name, calendar),
      entries,
      staged: staged.edits,
      reference,
    })
    setDropped(undefined)
    // Unsaved changes of other calendars stay.
    staged.replace(staged.edits.filter(editsEntryOf(calendar, entries)), {
      what: 'own',
      edits: own,
      about: { name, key: reference.key, calendar },
      hours,
      uses: [],
    })
    changeSearch({
      calendar: name,
      resource: reference.entity === 'input.resource' ? reference.key : search.resource,
    })
    announce(t('staged.done'))
  }
  return {
    calendar,
    period,
    today,
    view,
    error,
    retry: () => void refetch(),
    hours,
    changeSearch,
    editable,
    isCurrent,
    kind,
    setKind,
    staged,
    uses,
    addDrawn: (drawn) => {
      if (kind === undefined) return
      const edit = newEntry(kind, drawn)
      staged.add({ what: 'add', edits: [edit], about: edit.fields ?? {}, hours, uses })
      announce(t('staged.done'))
    },
    newRecord: (of) => {
      const day = period.dates.includes(today) ? today : period.first
      return newEntry(of, usualPeriod(view, of, day)).fields ?? {}
    },
    giveOwn,
    leaveOwn: (change) => {
      const dropped = (change === undefined ? staged.changes : [change]).filter(({ what }) => what === 'own')
      const copiedFrom = new Map(
        dropped.map(({ about }) => [String(about['name']), String(about['calendar'])]),
      )
      let left = calendar
      // A copy may be of another new one.
      for (let next = copiedFrom.get(left); next !== undefined; next = copiedFrom.get(left)) left = next
      if (left === calendar) return
      setDropped(calendar)
      changeSearch({ calendar: left, resource: undefined })
    },
    opened,
    setOpened,
    openEntry: (entry) => {
      if (editable && isCurrent && entry.record !== null)
        setOpened({ form: 'entry', entry, record: entry.record })
    },
    removeEntry: (entry) => {
      if (entry.record !== null)
        staged.removeEntry({ id: entry.id, edit: entry.edit, record: entry.record, hours, uses })
      setOpened(undefined)
    },
  }
}
