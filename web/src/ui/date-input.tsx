/**
 * Date field of a form or toolbar. The date is typed as in grid cells (in the order of `typedDates`, or as words
 * such as today+7) or picked from a calendar. The date input of the browser would use the format of the browser
 * instead of the user's preferences.
 */
import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../platform/values/format-value.ts'
import { useFieldFormats } from '../platform/values/field-formats.ts'
import { addDays, isMidnight } from '../platform/calendar/days.ts'
import { dateMeanings, parseDateExpression } from '../platform/values/parse-dates.ts'
import { late } from './late.tsx'
import styles from './date-input.module.css'

const Calendar = late(async () => (await import('./calendar.tsx')).Calendar)

export interface DateInputProps {
  /** Identifier of the input in the page. */
  readonly id?: string
  readonly label: string
  /** Shown in place of the label, if it has more parts than its text. */
  readonly heading?: ReactNode
  readonly description?: string
  readonly required?: boolean
  /** Whether the dialog that contains the field opens with the focus on it. */
  readonly focused?: boolean
  /** First allowed day, `2026-11-24`. */
  readonly minimum?: string
  /** Message of the service about the value. */
  readonly error?: string | undefined
  /** Value in the format of the API; empty for none. */
  readonly value: string
  /** Whether the value has hours and minutes. */
  readonly time?: boolean
  /**
   * Whether the value is the end of a period, which begins the first moment after it: a day without a time includes
   * the whole day. Needs `time`.
   */
  readonly endsPeriod?: boolean
  /** What `today` means, such as the time of the service for what it compares with its clock; by default the plan's. */
  readonly now?: Date
  /** Whether the label is beside the field, as in toolbars. */
  readonly inline?: boolean
  /** Called with a day, with `time` a time to the minute; empty if the field was cleared. */
  readonly onChange: (value: string) => void
}

export function DateInput({
  id,
  label,
  heading = label,
  description,
  required = false,
  focused = false,
  minimum,
  error,
  value,
  time = false,
  endsPeriod = false,
  now,
  inline = false,
  onChange,
}: DateInputProps) {
  const { t } = useTranslation('common')
  const formats = useFieldFormats()
  const field = useRef<HTMLInputElement>(null)
  /** Typed text that was not parsed yet. */
  const [draft, setDraft] = useState<string>()
  const [fault, setFault] = useState<'wrong' | 'early'>()
  const [open, setOpen] = useState(false)
  const [first, second] =
    draft === undefined ? [] : dateMeanings(draft, formats.typedDates, now ?? formats.now())
  const message =
    fault === 'wrong'
      ? second === undefined
        ? t('date.wrong')
        : t('fault.dateOrder', { value: draft, first: first?.slice(0, 10), second: second.slice(0, 10) })
      : fault === 'early'
        ? t('date.early', { day: formatDate(minimum ?? '', formats) })
        : undefined
  // A form is not submitted with the previous value while the typed text is invalid.
  useLayoutEffect(() => field.current?.setCustomValidity(message ?? ''), [message])
  /** The value as it is shown: the end of a day as that day. */
  const shown = endsPeriod && value !== '' && isMidnight(value) ? addDays(value, -1) : value
  /** Returns what a day without a time means. */
  const ofDay = (day: string): string => `${endsPeriod ? addDays(day, 1) : day.slice(0, 10)}T00:00`
  const take = (moment: string): void => {
    setDraft(undefined)
    setFault(undefined)
    const next = moment.slice(0, time ? 16 : 10)
    if (next !== value.slice(0, time ? 16 : 10)) onChange(next)
  }
  const read = (): void => {
    if (draft === undefined) return
    if (draft.trim() === '') {
      take('')
      return
    }
    const typed = parseDateExpression(draft, formats.typedDates, now ?? formats.now())
    if (typed === undefined) setFault('wrong')
    else if (minimum !== undefined && typed.start.slice(0, 10) < minimum) setFault('early')
    else take(typed.wholeDay ? ofDay(typed.start) : typed.start)
  }
  return (
    <TextInput
      ref={field}
      {...(id === undefined ? {} : { id })}
      label={heading}
      {...(description === undefined ? {} : { description })}
      required={required}
      {...(focused ? { 'data-autofocus': true } : {})}
      autoComplete="off"
      classNames={{ root: inline ? styles.inline : styles.above, label: styles.label }}
      value={draft ?? formatDate(shown, formats)}
      error={message ?? error}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        setFault(undefined)
      }}
      data-unsent={draft !== undefined || undefined}
      onBlur={read}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) read()
      }}
      rightSection={
        <Popover
          opened={open}
          onChange={setOpen}
          position="bottom-end"
          trapFocus
          returnFocus
          withinPortal
          shadow="md"
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('date.pick', { label })}
              onClick={() => setOpen(!open)}
            >
              <IconCalendar size={16} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p={0} aria-label={label}>
            <Suspense fallback={<Skeleton h={250} w={240} m={6} />}>
              <Calendar
                focused
                value={shown === '' ? undefined : shown}
                minimum={minimum}
                onPick={(day) => {
                  const hours = shown.slice(10, 16)
                  take(!time ? day : hours === '' ? ofDay(day) : `${day.slice(0, 10)}${hours}`)
                  setOpen(false)
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
