/** The entries of a week or month as a table, highest priority first, with buttons to edit them. */
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CalendarEntry, CalendarView } from '../../platform/api/calendars.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { timeOf } from '../../platform/calendar/days.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useEntryWords } from './entry-words.ts'
import styles from './calendars.module.css'

interface EntryListProps {
  readonly view: CalendarView
  readonly hours: boolean
  readonly edits: boolean
  /** Whether the view has all unsaved changes; until then its entries cannot be changed. */
  readonly isCurrent: boolean
  readonly onOpen: (entry: CalendarEntry) => void
  readonly onRemove: (entry: CalendarEntry) => void
}

const hourMs = 3_600_000

/** Returns the total hours of an entry. */
const hoursOf = (entry: CalendarEntry): number =>
  entry.stretches.reduce((sum, [start = '', end = '']) => sum + (timeOf(end) - timeOf(start)) / hourMs, 0)

export function EntryList({ view, hours, edits, isCurrent, onOpen, onRemove }: EntryListProps) {
  const { t } = useTranslation('calendars')
  const formats = useFormats()
  const wordsOf = useEntryWords(hours)
  const spans = (id: number | null): number =>
    view.effective.reduce(
      (sum, { start, end, entry }) => (entry === id ? sum + (timeOf(end) - timeOf(start)) / hourMs : sum),
      0,
    )
  const amount = (value: number): string => formats.number(value, { maximumFractionDigits: 1 })
  const actions = (entry: CalendarEntry) =>
    entry.record === null ? null : (
      <EntryActions
        words={wordsOf(entry.record).all}
        isCurrent={isCurrent}
        onOpen={() => onOpen(entry)}
        onRemove={() => onRemove(entry)}
      />
    )
  const columns: readonly Column<CalendarEntry>[] = [
    {
      id: 'what',
      header: t('entry.what'),
      cell: ({ record, edit }) =>
        [...(record === null ? [] : [wordsOf(record).title]), ...(edit === null ? [] : [t('new')])].join(
          ' · ',
        ),
    },
    {
      id: 'days',
      header: t('entry.days'),
      cell: ({ record }) => (record === null ? '' : wordsOf(record).days),
    },
    {
      id: 'hours',
      header: t('entry.hours'),
      cell: ({ record }) => (record === null ? '' : wordsOf(record).hours),
    },
    {
      id: 'priority',
      header: t('entry.priority'),
      align: 'end',
      cell: ({ record }) => formats.number(Number(record?.['priority'] ?? 0)),
    },
    {
      id: 'holds',
      header: t('entry.holds'),
      align: 'end',
      cell: (entry) => t('entry.holdsOf', { hours: amount(spans(entry.id)), all: amount(hoursOf(entry)) }),
    },
    ...(edits
      ? [
          {
            id: 'act',
            header: t('entry.act'),
            cell: (entry: CalendarEntry) => actions(entry),
          },
        ]
      : []),
  ]
  const fallback = Number(view.calendar['defaultvalue'] ?? 0)
  return (
    <section className={styles.panel} aria-labelledby="calendar-entries">
      <h2 id="calendar-entries">{t('entry.title')}</h2>
      <DataTable
        label={t('entry.title')}
        columns={columns}
        rows={view.entries}
        rowKey={({ id }) => id}
        empty={<p className={styles.soft}>{t('entry.none')}</p>}
        stacks
      />
      <p className={styles.soft}>
        {t('entry.otherwise', {
          value: hours ? t(fallback > 0 ? 'words.open' : 'words.closed') : formats.number(fallback),
          hours: amount(spans(null)),
        })}
        {view.entry_count > view.entries.length
          ? ` ${t('entry.cut', { shown: view.entries.length, count: view.entry_count })}`
          : ''}
      </p>
    </section>
  )
}

interface EntryActionsProps {
  readonly words: string
  readonly isCurrent: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function EntryActions({ words, isCurrent, onOpen, onRemove }: EntryActionsProps) {
  const { t } = useTranslation('calendars')
  // Keeps the focus, unlike a disabled button.
  const state = isCurrent ? {} : { 'aria-disabled': true, 'data-disabled': true }
  return (
    <Group gap={4}>
      <Button
        size="compact-xs"
        mih={24}
        variant="subtle"
        aria-label={t('entry.editOf', { what: words })}
        {...state}
        onClick={isCurrent ? onOpen : undefined}
      >
        {t('entry.edit')}
      </Button>
      <Button
        size="compact-xs"
        mih={24}
        variant="subtle"
        color="red"
        aria-label={t('entry.removeOf', { what: words })}
        {...state}
        onClick={isCurrent ? onRemove : undefined}
      >
        {t('entry.remove')}
      </Button>
    </Group>
  )
}
