/**
 * Calendar editor: a week or a month with its effective entries, entries that are drawn or typed, the users of the
 * calendar, and the consequences of changes for the plan before they are saved.
 */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CalendarEntry,
  calendarNamesQuery,
  type CalendarRecord,
  type CalendarView,
  calendarViewQuery,
  readCalendarRecord,
  readEntries,
  readUsualCalendar,
} from '../../platform/api/calendars.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import {
  addDays,
  addMonths,
  dateOf,
  dayMinutes,
  daysFrom,
  firstOfMonth,
  minutesFrom,
  mondayOf,
  timeOf,
} from '../../platform/calendar/days.ts'
import {
  type CalendarReference,
  type Drawn,
  type EntryKind,
  entryEntity,
  entryOf,
  ownCalendarEdits,
  ownName,
  winningPriority,
} from '../../platform/calendar/new-entries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { announce } from '../../ui/live-region.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { toastError } from '../../ui/toasts.ts'
import { recordHref } from '../../platform/record-href.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { EntryList } from './entry-list.tsx'
import { Legend } from './legend.tsx'
import { hasWorkingHours } from './layout.ts'
import { MonthView } from './month-view.tsx'
import type { CalendarsSearch } from './calendars-search.ts'
import { SharedBy } from './shared-by.tsx'
import { StagedLine, useStagedWords } from './staged-line.tsx'
import { useStaged } from './use-staged.ts'
import { WeekView } from './week-view.tsx'
import styles from './calendars.module.css'

/** Loaded when an entry is edited. */
const EntryForm = lazy(async () => ({ default: (await import('./entry-form.tsx')).EntryForm }))
/** Loaded with the first change. */
const TrialTray = lazy(async () => ({ default: (await import('../../trial/trial-tray.tsx')).TrialTray }))

export function CalendarsScreen() {
  const { t } = useTranslation('calendars')
  const scenario = useScenario()
  const search: CalendarsSearch = useSearch({ strict: false })
  const names = useQuery(calendarNamesQuery(scenario.name))
  const usual = useQuery({
    queryKey: ['usual calendar', scenario.name],
    queryFn: async ({ signal }) => (await readUsualCalendar(scenario.name, signal)) ?? '',
    enabled: search.calendar === undefined,
  })
  const chosen = search.calendar ?? (usual.data === '' ? names.data?.[0] : usual.data)
  const error = names.error ?? usual.error
  return (
    <div className="screen-fill">
      <PageHeader
        title={chosen ?? t('title')}
        crumbs={[{ label: t('title') }]}
        help="how-to/edit-calendars"
        actions={
          chosen === undefined ? undefined : (
            <ScreenLink to={recordHref(scenario.name, 'input.calendar', chosen)}>{t('record')}</ScreenLink>
          )
        }
      />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void (names.error === null ? usual : names).refetch()} />
      ) : names.data?.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
      ) : names.data === undefined || chosen === undefined ? (
        <LoadingSkeleton />
      ) : (
        <Editor key={scenario.name} calendar={chosen} calendars={names.data} search={search} />
      )}
    </div>
  )
}

interface EditorProps {
  readonly calendar: string
  readonly calendars: readonly string[]
  readonly search: CalendarsSearch
}

type Opened =
  | { readonly form: 'new' }
  | { readonly form: 'entry'; readonly entry: CalendarEntry; readonly record: CalendarRecord }

const isFinePointer = (): boolean => matchMedia('(pointer: fine)').matches

function Editor({ calendar, calendars, search }: EditorProps) {
  const { t } = useTranslation('calendars')
  const scenario = useScenario()
  const navigate = useNavigate()
  const staged = useStaged()
  const wordsOfChange = useStagedWords()
  const edits = scenario.may('input.change_calendarbucket') && scenario.may('input.add_calendarbucket')
  const [kind, setKind] = useState<EntryKind | undefined>(() =>
    edits && isFinePointer() ? 'overtime' : undefined,
  )
  const [opened, setOpened] = useState<Opened>()
  const [today] = useState(() => dateOf(Date.now()))
  const month = search.view === 'month'
  const date = search.date ?? today
  const first = mondayOf(month ? firstOfMonth(date) : date)
  const weeks = month
    ? Math.ceil((timeOf(addMonths(date, 1)) - timeOf(first)) / (7 * dayMinutes * 60_000))
    : 1
  const dates = daysFrom(first, weeks * 7)
  const question = {
    calendar,
    start: `${first}T00:00:00`,
    end: `${addDays(first, weeks * 7)}T00:00:00`,
    ...(search.resource === undefined ? {} : { resource: search.resource }),
    edits: staged.edits,
  }
  const { data: view, error, refetch } = useQuery(calendarViewQuery(scenario.name, question))
  const change = (changes: {
    readonly [Name in keyof CalendarsSearch]: CalendarsSearch[Name] | undefined
  }): void => {
    void navigate({
      to: '/app/$scenario/calendars',
      params: { scenario: scenario.name },
      search: Object.fromEntries(
        Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined),
      ),
      replace: true,
    })
  }
  const step = (by: number): void => change({ date: month ? addMonths(date, by) : addDays(date, 7 * by) })
  const hours = view === undefined || hasWorkingHours(view)
  const valueOf = (of: EntryKind): number => (of === 'down' || view === undefined ? 0 : largestValue(view))
  const priority = winningPriority(view?.lowest_priority ?? null)
  const add = (of: EntryKind, drawn: Drawn): void => {
    const edit = entryOf(of, drawn, { calendar, value: valueOf(of), priority })
    staged.add({ what: 'add', edits: [edit], about: edit.fields ?? {} })
    announce(t('staged.done'))
  }
  const giveOwn = async (reference: CalendarReference): Promise<void> => {
    const name = ownName(calendar, reference.key, calendars)
    const own = ownCalendarEdits({
      name,
      calendar: await readCalendarRecord(scenario.name, calendar),
      entries: await readEntries(scenario.name, calendar),
      staged: staged.edits.filter(({ entity }) => entity === entryEntity),
      reference,
    })
    staged.replaceAll({ what: 'own', edits: own, about: { name, key: reference.key } })
    change({
      calendar: name,
      resource: reference.entity === 'input.resource' ? reference.key : search.resource,
    })
    announce(t('staged.done'))
  }
  const leaveOwn = (): void => {
    // The calendar of the address no longer exists.
    if (calendars.includes(calendar)) return
    change({ calendar: undefined, resource: undefined })
  }
  const openEntry = (entry: CalendarEntry): void => {
    if (edits && entry.record !== null) setOpened({ form: 'entry', entry, record: entry.record })
  }
  const removeEntry = (entry: CalendarEntry): void => {
    if (entry.record !== null) staged.removeEntry({ id: entry.id, edit: entry.edit, record: entry.record })
    setOpened(undefined)
  }
  /** The hours that are open on most days. */
  const usual = view === undefined ? defaultHours : usualHours(view)
  const newRecord = (of: EntryKind): CalendarRecord => {
    const day = dates.includes(today) ? today : first
    const spot = (minute: number) => ({ date: day, minute })
    const drawn: Drawn =
      of === 'down'
        ? { first: day, last: day, from: 0, until: dayMinutes, through: true }
        : { first: spot(0).date, last: day, from: usual[0], until: usual[1], through: false }
    return entryOf(of, drawn, { calendar, value: valueOf(of), priority }).fields ?? {}
  }
  const resources = (view?.uses ?? []).flatMap(({ entity, keys }) =>
    entity === 'input.resource' ? keys : [],
  )
  const count = (view?.uses ?? []).reduce((sum, use) => sum + use.count, 0)
  return (
    <>
      <CalendarToolbar
        calendars={calendars.includes(calendar) ? calendars : [...calendars, calendar]}
        calendar={calendar}
        month={month}
        date={date}
        resources={[...new Set(resources)]}
        resource={search.resource}
        kind={kind}
        edits={edits}
        onCalendar={(name) => {
          change({ calendar: name, resource: undefined })
        }}
        onMonth={(wanted) => change({ view: wanted ? 'month' : undefined })}
        onDate={(day) => change({ date: day })}
        onStep={step}
        onToday={() => change({ date: view?.now.slice(0, 10) ?? today })}
        onResource={(name) => change({ resource: name })}
        onKind={setKind}
        onAdd={() => setOpened({ form: 'new' })}
      />
      <div className={styles.work}>
        {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {view === undefined ? (
          error === null ? (
            <LoadingSkeleton />
          ) : null
        ) : (
          <>
            <div className={styles.drawing}>
              {month ? (
                <MonthView
                  key={first}
                  view={view}
                  dates={dates}
                  month={date.slice(0, 7)}
                  hours={hours}
                  kind={kind}
                  usual={usual}
                  onDrawn={(drawn) => {
                    if (kind !== undefined) add(kind, drawn)
                  }}
                  onOpenDay={(day) => change({ date: day, view: undefined })}
                />
              ) : (
                <WeekView
                  view={view}
                  dates={dates}
                  hours={hours}
                  kind={kind}
                  onDrawn={(drawn) => {
                    if (kind !== undefined) add(kind, drawn)
                  }}
                  onOpen={openEntry}
                  onStep={step}
                />
              )}
            </div>
            <div className={styles.beside}>
              <Legend edits={edits} hours={hours} />
              <SharedBy
                uses={view.uses}
                onOwn={
                  edits && count > 1 && scenario.may('input.add_calendar')
                    ? (reference) => void giveOwn(reference).catch(toastError)
                    : undefined
                }
              />
            </div>
            <div className={styles.below}>
              <EntryList view={view} hours={hours} edits={edits} onOpen={openEntry} onRemove={removeEntry} />
            </div>
          </>
        )}
      </div>
      {staged.changes.length === 0 ? null : (
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
              if (staged.changes.some((one) => one.id === id && one.what === 'own')) leaveOwn()
              staged.takeBack(id)
            }}
            onDiscard={() => {
              leaveOwn()
              staged.clear()
            }}
          />
        </Suspense>
      )}
      <Suspense>
        {opened === undefined ? null : opened.form === 'new' ? (
          <EntryForm
            title={t('form.new')}
            record={newRecord(kind ?? 'overtime')}
            kind={kind ?? 'overtime'}
            recordOf={newRecord}
            onClose={() => setOpened(undefined)}
            onSave={(fields) => {
              const edit = { entity: entryEntity, action: 'create', fields: { calendar, ...fields } } as const
              staged.add({ what: 'add', edits: [edit], about: edit.fields })
              setOpened(undefined)
            }}
          />
        ) : (
          <EntryForm
            title={t('form.title')}
            record={opened.record}
            onClose={() => setOpened(undefined)}
            onRemove={() => removeEntry(opened.entry)}
            onSave={(fields) => {
              staged.changeEntry(
                { id: opened.entry.id, edit: opened.entry.edit, record: opened.record },
                fields,
              )
              setOpened(undefined)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

const largestValue = ({ effective, entries, calendar }: CalendarView): number => {
  const values = [
    ...effective.map(({ value }) => value),
    ...entries.map(({ record }) => Number(record?.['value'] ?? 0)),
    Number(calendar['defaultvalue'] ?? 0),
  ]
  return Math.max(0, ...values) || 1
}

const defaultHours: readonly [number, number] = [8 * 60, 16 * 60]

/** Returns the hours that are open on most open days, in minutes. */
function usualHours({ effective }: CalendarView): readonly [number, number] {
  const counts = new Map<string, number>()
  for (const { start, end, value } of effective) {
    const day = start.slice(0, 10)
    const [from, until] = [minutesFrom(day, start), minutesFrom(day, end)]
    if (value <= 0 || until > dayMinutes || until - from === dayMinutes) continue
    const hours = `${from} ${until}`
    counts.set(hours, (counts.get(hours) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one)
  const [from = defaultHours[0], until = defaultHours[1]] = best?.[0].split(' ').map(Number) ?? []
  return [from, until]
}

/** Returns whether some of the changes add working time; a trial that keeps every order in its place would not use it. */
const addsTime = (changes: readonly { readonly what: string; readonly about: CalendarRecord }[]): boolean =>
  changes.some(({ what, about }) => {
    const value = Number(about['value'] ?? 0)
    return what === 'remove' ? value <= 0 : what !== 'own' && value > 0
  })
