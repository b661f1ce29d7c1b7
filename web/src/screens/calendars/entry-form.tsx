/** Form of a calendar entry, with all fields, including those that drawing does not set. */
import { Button, Checkbox, Group, NumberInput, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarRecord } from '../../platform/api/calendars.ts'
import { addDays, timeOf } from '../../platform/calendar/days.ts'
import { dayFormat } from '../../platform/calendar/day-format.ts'
import { weekdays } from '../../../../src/model/weekdays.ts'
import { type EntryKind, entryKinds } from '../../platform/calendar/new-entries.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { TimeInput } from '../../ui/time-input.tsx'
import { movedEnd } from './entry-values.ts'
import { beginOf, endOf, hourFrom, hourUntil, noBegin, noEnd, useEntryWords } from './entry-words.ts'
import styles from './calendars.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'

interface EntryFormProps {
  readonly title: string
  /** Initial values of the fields. */
  readonly record: CalendarRecord
  /** Whether the calendar contains working hours. */
  readonly hours: boolean
  /** Selected kind of a new entry; undefined when an existing entry is changed. */
  readonly kind?: EntryKind | undefined
  /** Returns the fields for another kind. */
  readonly recordOf?: ((kind: EntryKind) => CalendarRecord) | undefined
  readonly onSave: (fields: CalendarRecord, kind: EntryKind | undefined) => void
  readonly onRemove?: (() => void) | undefined
  readonly onClose: () => void
}

export function EntryForm({
  title,
  record,
  hours,
  kind: given,
  recordOf,
  onSave,
  onRemove,
  onClose,
}: EntryFormProps) {
  const { t } = useTranslation('calendars')
  const wordsOf = useEntryWords(hours)
  const [kind, setKind] = useState(given)
  /** What the kind of the entry presets, and what the user has changed. */
  const [preset, setPreset] = useState(record)
  const [changes, setChanges] = useState<CalendarRecord>({})
  // Until the user sets the end, it follows the start.
  const enddate = changes['enddate'] ?? movedEnd(preset, beginOf({ ...preset, ...changes }))
  const draft: CalendarRecord = { ...preset, ...changes, ...(enddate === undefined ? {} : { enddate }) }
  const change = (more: CalendarRecord): void => setChanges({ ...changes, ...more })
  const { close, question } = useAskingClose(Object.keys(changes).length > 0, onClose, true)
  const [begin, end] = [beginOf(draft), endOf(draft)]
  const fault = begin !== '' && end !== '' && timeOf(end) <= timeOf(begin) ? t('form.endFault') : undefined
  const none = weekdays.every((name) => draft[name] === false) ? t('form.dayFault') : undefined
  const save = (): void =>
    onSave(
      {
        ...Object.fromEntries(weekdays.map((name) => [name, draft[name] !== false])),
        value: draft['value'] ?? 0,
        priority: draft['priority'] ?? 0,
        startdate: begin === '' ? noBegin : begin,
        enddate: end === '' ? noEnd : end,
        starttime: `${hourFrom(draft)}:00`,
        endtime: hourUntil(draft) === '24:00' ? '23:59:59' : `${hourUntil(draft)}:00`,
      },
      kind,
    )
  return (
    <Dialog title={title} size="md" closeButtonProps={{ 'aria-label': t('common:close') }} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (fault === undefined && none === undefined) save()
        }}
      >
        <Stack gap="sm">
          {kind === undefined || recordOf === undefined ? null : (
            <SegmentedControl
              aria-label={t('form.kind')}
              data={entryKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
              value={kind}
              onChange={(value) => {
                const next = entryKinds.find((one) => one === value) ?? kind
                setKind(next)
                setPreset(recordOf(next))
                // Value and priority say what the kind is; the rest is work of the user.
                setChanges(({ value: _value, priority: _priority, ...kept }) => kept)
              }}
            />
          )}
          <PeriodFields draft={draft} onChange={change} />
          <WeekdayFields draft={draft} onChange={change} />
          {fault === undefined && none === undefined ? (
            <p role="status" className={styles.soft}>
              {wordsOf(draft).all}
            </p>
          ) : (
            <p role="alert" className={styles.fault}>
              {fault ?? none}
            </p>
          )}
          <Group justify="flex-end" gap="xs">
            {onRemove === undefined ? null : (
              <Button variant="light" color="red" mr="auto" onClick={onRemove}>
                {t('form.remove')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" disabled={fault !== undefined || none !== undefined}>
              {t('form.stage')}
            </Button>
          </Group>
        </Stack>
      </form>
      {question}
    </Dialog>
  )
}

interface EntryFieldsProps {
  readonly draft: CalendarRecord
  readonly onChange: (changes: CalendarRecord) => void
}

/** Start, end, hours, value and priority of an entry. */
function PeriodFields({ draft, onChange }: EntryFieldsProps) {
  const { t } = useTranslation('calendars')
  return (
    <div className={styles.fields}>
      <DateInput
        time
        label={t('form.begin')}
        value={beginOf(draft)}
        onChange={(startdate) => onChange({ startdate: startdate || noBegin })}
      />
      <DateInput
        time
        endsPeriod
        label={t('form.end')}
        value={endOf(draft)}
        onChange={(enddate) => onChange({ enddate: enddate || noEnd })}
      />
      <TimeInput
        label={t('form.from')}
        value={hourFrom(draft)}
        onChange={(time) => onChange({ starttime: `${time}:00` })}
      />
      <TimeInput
        label={t('form.until')}
        description={t('form.untilHint')}
        value={hourUntil(draft)}
        onChange={(time) => onChange({ endtime: `${time}:00` })}
      />
      <NumberInput
        label={t('form.value')}
        description={t('form.valueHint')}
        value={Number(draft['value'] ?? 0)}
        onChange={(value) => onChange({ value: Number(value) || 0 })}
      />
      <NumberInput
        label={t('entry.priority')}
        description={t('form.priorityHint')}
        allowDecimal={false}
        value={Number(draft['priority'] ?? 0)}
        onChange={(value) => onChange({ priority: Math.round(Number(value)) || 0 })}
      />
    </div>
  )
}

/** The days of the week on which an entry applies. */
function WeekdayFields({ draft, onChange }: EntryFieldsProps) {
  const { t, i18n } = useTranslation('calendars')
  const weekday = dayFormat(i18n.language, { weekday: 'long' })
  return (
    <fieldset className={styles.weekdays}>
      <legend>{t('form.days')}</legend>
      {[1, 2, 3, 4, 5, 6, 0].map((day) => {
        const name = weekdays[day]!
        return (
          <Checkbox
            key={name}
            size="xs"
            // A Sunday and the following days.
            label={weekday.format(timeOf(addDays('2026-01-04', day)))}
            checked={draft[name] !== false}
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
          />
        )
      })}
    </fieldset>
  )
}
