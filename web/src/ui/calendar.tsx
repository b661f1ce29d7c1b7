/** Month calendar for picking a day. Loaded when the first date is edited. */
/* oxlint-disable import/no-unassigned-import -- languages of dates add themselves */
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import 'dayjs/locale/it'
import 'dayjs/locale/ja'
import 'dayjs/locale/nl'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/zh-cn'
import { DatePicker } from '@mantine/dates'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './calendar.module.css'

export interface CalendarProps {
  /** Date in the format of the API. */
  readonly value: string | undefined
  /** First day that can be picked, `2026-11-24`. */
  readonly minimum?: string | undefined
  /** Whether a day has the focus from the beginning. */
  readonly focused?: boolean
  /** Called with the day, `2026-11-24`. */
  readonly onPick: (day: string) => void
}

export function Calendar({ value, minimum, focused = false, onPick }: CalendarProps) {
  const { t, i18n } = useTranslation('common')
  const [earlier, later] = [t('date.earlier'), t('date.later')]
  const day = value?.slice(0, 10)
  const frame = useRef<HTMLDivElement>(null)
  // The focus trap of the popover finds no day while this module is loaded for the first time.
  useEffect(() => {
    if (focused) frame.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus()
  }, [focused])
  return (
    <div ref={frame}>
      <DatePicker
        size="xs"
        p={6}
        locale={i18n.language === 'zh-hans' ? 'zh-cn' : i18n.language}
        ariaLabels={{
          previousMonth: earlier,
          nextMonth: later,
          previousYear: earlier,
          nextYear: later,
          previousDecade: earlier,
          nextDecade: later,
        }}
        classNames={{ day: styles.day }}
        value={day ?? null}
        {...(minimum === undefined ? {} : { minDate: minimum })}
        {...(day === undefined ? {} : { defaultDate: day })}
        onChange={(picked) => {
          if (picked !== null) onPick(picked)
        }}
      />
    </div>
  )
}
