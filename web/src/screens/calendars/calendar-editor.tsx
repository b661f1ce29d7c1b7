/**
 * Calendar editor: a week or a month with its effective entries, entries that are drawn or typed, the users of the
 * calendar, and the consequences of changes for the plan before they are saved.
 */
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarView } from '../../platform/api/calendars.ts'
import { entryEntity } from '../../platform/calendar/new-entries.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { useDiscard } from '../../trial/use-discard.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { toastError } from '../../ui/toasts.ts'
import { dateLater } from './calendar-period.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { EntryList } from './entry-list.tsx'
import { addsTime, usualHours } from './entry-values.ts'
import { Legend } from './legend.tsx'
import { MonthView } from './month-view.tsx'
import { SharedBy } from './shared-by.tsx'
import { SharedNotes } from './shared-notes.tsx'
import { StagedLine, useStagedWords } from './staged-line.tsx'
import {
  type CalendarEditor as Editor,
  type CalendarEditorOptions,
  type OpenEntry,
  useCalendarEditor,
} from './use-calendar-editor.ts'
import { WeekView } from './week-view.tsx'
import { late } from '../../ui/late.tsx'
import styles from './calendars.module.css'

/** Loaded when an entry is edited. */
const EntryForm = late(async () => (await import('./entry-form.tsx')).EntryForm)
/** Loaded with the first change. */
const TrialTray = late(async () => (await import('../../trial/trial-tray.tsx')).TrialTray)

export function CalendarEditor({ calendar, calendars, search }: CalendarEditorOptions) {
  const editor = useCalendarEditor({ calendar, calendars, search })
  const { view, error, period, changeSearch, opened } = editor
  const resources = (view?.uses ?? []).flatMap(({ entity, keys }) =>
    entity === 'input.resource' ? keys : [],
  )
  const { changes, put, clear } = editor.staged
  const { discard } = useDiscard({ edits: changes, isEmpty: changes.length === 0, put, clear })
  return (
    <>
      <CalendarToolbar
        calendars={calendars.includes(calendar) ? calendars : [...calendars, calendar]}
        calendar={calendar}
        month={period.isMonth}
        date={period.date}
        resources={[...new Set(resources)]}
        resource={search.resource}
        kind={editor.kind}
        edits={editor.editable}
        onCalendar={(name) => changeSearch({ calendar: name, resource: undefined })}
        onMonth={(wanted) => changeSearch({ view: wanted ? 'month' : undefined })}
        onDate={(day) => changeSearch({ date: day })}
        onStep={(by) => changeSearch({ date: dateLater(period, by) })}
        onToday={() => changeSearch({ date: view?.now.slice(0, 10) ?? editor.today })}
        onResource={(name) => changeSearch({ resource: name })}
        onKind={editor.setKind}
        // A new entry takes its value and its priority from the view.
        onAdd={view === undefined ? undefined : () => editor.setOpened({ form: 'new' })}
      />
      <div className={styles.work}>
        {error !== null ? <ErrorState error={error} onRetry={editor.retry} /> : null}
        {view !== undefined ? (
          <Entries editor={editor} view={view} />
        ) : error === null ? (
          <LoadingSkeleton />
        ) : null}
      </div>
      {editor.staged.changes.length === 0 ? null : <StagedTray editor={editor} onDiscard={discard} />}
      <Suspense>{opened === undefined ? null : <OpenForm editor={editor} opened={opened} />}</Suspense>
    </>
  )
}

interface EntriesProps {
  readonly editor: Editor
  readonly view: CalendarView
}

/** The entries of the period as a drawing and as a list, and the records that use the calendar. */
function Entries({ editor, view }: EntriesProps) {
  const scenario = useScenario()
  const { period, hours, editable, changeSearch } = editor
  const count = view.uses.reduce((sum, use) => sum + use.count, 0)
  const drawing = { view, dates: period.dates, hours, kind: editor.kind, onDrawn: editor.addDrawn }
  return (
    <>
      <div className={styles.drawing}>
        {period.isMonth ? (
          <MonthView
            key={period.first}
            {...drawing}
            month={period.date.slice(0, 7)}
            usual={usualHours(view)}
            onOpenDay={(day) => changeSearch({ date: day, view: undefined })}
          />
        ) : (
          <WeekView
            {...drawing}
            onOpen={editor.openEntry}
            onStep={(by) => changeSearch({ date: dateLater(period, by) })}
          />
        )}
      </div>
      <div className={styles.beside}>
        <Legend edits={editable} hours={hours} />
        <SharedBy
          uses={view.uses}
          onOwn={
            editable && count > 1 && scenario.may('input.add_calendar')
              ? (reference) => void editor.giveOwn(reference).catch(toastError)
              : undefined
          }
        />
      </div>
      <div className={styles.below}>
        <EntryList
          view={view}
          hours={hours}
          edits={editable}
          isCurrent={editor.isCurrent}
          onOpen={editor.openEntry}
          onRemove={editor.removeEntry}
        />
      </div>
    </>
  )
}

interface EditorProps {
  readonly editor: Editor
}

interface StagedTrayProps extends EditorProps {
  readonly onDiscard: () => void
}

/** The unsaved changes with their consequences for the plan. */
function StagedTray({ editor: { staged, leaveOwn }, onDiscard }: StagedTrayProps) {
  const wordsOfChange = useStagedWords()
  const sharedNotes = () => <SharedNotes changes={staged.changes} />
  /** Drops the changes, and with them a calendar that they would create. */
  const drop = (): void => {
    leaveOwn()
    staged.clear()
  }
  return (
    <Suspense>
      <TrialTray
        edits={staged.edits}
        suggested={addsTime(staged.changes) ? 'replan' : 'repair'}
        lines={staged.changes.map((one) => ({
          id: one.id,
          words: wordsOfChange(one),
          content: <StagedLine change={one} />,
        }))}
        onTakeBack={(id) => {
          const taken = staged.changes.find((one) => one.id === id)
          if (taken?.what === 'own') leaveOwn(taken)
          staged.takeBack(id)
        }}
        note={sharedNotes}
        // A new calendar is left with its changes.
        onDiscard={staged.changes.some(({ what }) => what === 'own') ? drop : onDiscard}
        onStored={staged.clear}
        onProposed={drop}
      />
    </Suspense>
  )
}

/** The form of a new or a stored entry. */
function OpenForm({ editor, opened }: EditorProps & { readonly opened: OpenEntry }) {
  const { t } = useTranslation('calendars')
  const { calendar, staged, hours, newRecord, kind = 'overtime' } = editor
  const close = (): void => editor.setOpened(undefined)
  if (opened.form === 'new')
    return (
      <EntryForm
        title={t('form.new')}
        record={newRecord(kind)}
        hours={hours}
        kind={kind}
        recordOf={newRecord}
        onClose={close}
        onSave={(fields) => {
          const edit = { entity: entryEntity, action: 'create', fields: { calendar, ...fields } } as const
          staged.add({ what: 'add', edits: [edit], about: edit.fields, hours, uses: editor.uses })
          close()
        }}
      />
    )
  const { entry, record } = opened
  return (
    <EntryForm
      title={t('form.title')}
      record={record}
      hours={hours}
      onClose={close}
      onRemove={() => editor.removeEntry(entry)}
      onSave={(fields) => {
        staged.changeEntry({ id: entry.id, edit: entry.edit, record, hours, uses: editor.uses }, fields)
        close()
      }}
    />
  )
}
