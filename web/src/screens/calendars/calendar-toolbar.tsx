/** Toolbar of the calendar editor: calendar, period, view, and the kind of entry to draw. */
import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type EntryKind, entryKinds } from '../../platform/calendar/new-entries.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { IconTool } from '../../ui/icon-tool.tsx'
import styles from './calendars.module.css'

interface CalendarToolbarProps {
  readonly calendars: readonly string[]
  readonly calendar: string
  readonly month: boolean
  readonly date: string
  /** Resources that use the calendar, and the one whose capacity is shown. */
  readonly resources: readonly string[]
  readonly resource: string | undefined
  /** Undefined if drawing is off. */
  readonly kind: EntryKind | undefined
  readonly edits: boolean
  readonly onCalendar: (name: string) => void
  readonly onMonth: (month: boolean) => void
  readonly onDate: (date: string) => void
  /** Moves by a number of weeks or months. */
  readonly onStep: (by: number) => void
  readonly onToday: () => void
  readonly onResource: (name: string | undefined) => void
  readonly onKind: (kind: EntryKind | undefined) => void
  /** Undefined while the calendar is read. */
  readonly onAdd: (() => void) | undefined
}

export function CalendarToolbar(props: CalendarToolbarProps) {
  const { calendars, calendar, month, date, resources, resource, kind, edits } = props
  const { t } = useTranslation('calendars')
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('toolbar')}>
      <Select
        className={styles.choose}
        aria-label={t('calendar')}
        data={[...calendars]}
        value={calendar}
        searchable
        allowDeselect={false}
        limit={200}
        onChange={(name) => {
          if (name !== null) props.onCalendar(name)
        }}
      />
      <SegmentedControl
        aria-label={t('show')}
        data={[
          { value: 'week', label: t('week.name') },
          { value: 'month', label: t('month.name') },
        ]}
        value={month ? 'month' : 'week'}
        onChange={(value) => props.onMonth(value === 'month')}
      />
      <Group gap={4} wrap="nowrap">
        <IconTool label={t(month ? 'month.earlier' : 'week.earlier')} onClick={() => props.onStep(-1)}>
          <IconChevronLeft size={16} />
        </IconTool>
        <Button variant="default" onClick={props.onToday}>
          {t('today')}
        </Button>
        <IconTool label={t(month ? 'month.later' : 'week.later')} onClick={() => props.onStep(1)}>
          <IconChevronRight size={16} />
        </IconTool>
      </Group>
      <DateInput
        inline
        label={t('date')}
        value={date}
        onChange={(day) => {
          if (day !== '') props.onDate(day)
        }}
      />
      {resources.length === 0 ? null : (
        <Select
          className={styles.choose}
          aria-label={t('capacityOf')}
          placeholder={t('capacityOf')}
          data={[...resources]}
          value={resource ?? null}
          clearable
          clearButtonProps={{ 'aria-label': t('capacityNone') }}
          onChange={(name) => props.onResource(name ?? undefined)}
        />
      )}
      {edits ? (
        <>
          <Button
            leftSection={<IconPlus size={15} />}
            variant="default"
            // Keeps the focus, unlike a disabled button.
            {...(props.onAdd === undefined ? { 'aria-disabled': true, 'data-disabled': true } : {})}
            onClick={props.onAdd}
          >
            {t('add')}
          </Button>
          <SegmentedControl
            aria-label={t('draw')}
            className={styles.kinds ?? ''}
            data={[
              { value: '', label: t('look') },
              ...entryKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
            ]}
            value={kind ?? ''}
            onChange={(value) => props.onKind(entryKinds.find((one) => one === value))}
          />
        </>
      ) : null}
    </div>
  )
}
