/** Describes calendar entries in words: effect, days and hours. */
import { useTranslation } from 'react-i18next'
import type { CalendarRecord } from '../../platform/api/calendars.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { addDays, isMidnight, timeOf } from '../../platform/calendar/days.ts'
import { dayFormat } from '../../platform/calendar/day-format.ts'
import { weekdays } from '../../../../src/model/weekdays.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Dates that mean no start and no end. */
export const noBegin = '1971-01-01T00:00:00'
export const noEnd = '2030-12-31T00:00:00'

/** Returns the start date; empty without one. */
export const beginOf = ({ startdate }: CalendarRecord): string =>
  textOf(startdate).startsWith(noBegin.slice(0, 10)) ? '' : textOf(startdate)
export const endOf = ({ enddate }: CalendarRecord): string =>
  textOf(enddate).startsWith(noEnd.slice(0, 10)) ? '' : textOf(enddate)

/** Returns the start time, such as `06:00`. */
export const hourFrom = ({ starttime }: CalendarRecord): string => textOf(starttime).slice(0, 5) || '00:00'
/** Returns the end time, such as `14:00`; `24:00` for the end of the day. */
export function hourUntil({ endtime }: CalendarRecord): string {
  const text = textOf(endtime).slice(0, 5)
  return text === '' || text === '23:59' || text === '00:00' ? '24:00' : text
}

const valueOf = ({ value }: CalendarRecord): number => (typeof value === 'number' ? value : 0)

export interface EntryWords {
  readonly title: string
  readonly days: string
  readonly hours: string
  readonly all: string
}

/** Returns an entry after a change in words: of what has changed, also how it was before. */
export const changedWords = (before: EntryWords, after: EntryWords): string =>
  (['title', 'days', 'hours'] as const)
    .map((part) => (before[part] === after[part] ? after[part] : `${before[part]} → ${after[part]}`))
    .join(' · ')

/** @param hours whether the calendar contains working hours */
export function useEntryWords(hours: boolean): (record: CalendarRecord) => EntryWords {
  const { t, i18n } = useTranslation('calendars')
  const formats = useFormats()
  const weekday = dayFormat(i18n.language, { weekday: 'short' })
  // A Sunday and the following days.
  const dayNames = weekdays.map((_, index) => weekday.format(timeOf(addDays('2026-01-04', index))))
  const moment = (text: string): string => (isMidnight(text) ? formats.date(text) : formats.dateTime(text))
  /** Returns the last day of an interval that ends at midnight. */
  const lastMoment = (text: string): string =>
    isMidnight(text) ? formats.date(addDays(text, -1)) : formats.dateTime(text)
  return (record) => {
    const value = valueOf(record)
    const [begin, end] = [beginOf(record), endOf(record)]
    const period =
      begin !== '' && end !== ''
        ? isMidnight(begin) && end.startsWith(addDays(begin, 1)) && isMidnight(end)
          ? formats.date(begin)
          : t('words.between', { from: moment(begin), until: lastMoment(end) })
        : begin !== ''
          ? t('words.from', { from: moment(begin) })
          : end !== ''
            ? t('words.until', { until: lastMoment(end) })
            : t('words.always')
    const chosen = weekdays.flatMap((name, index) => (record[name] === false ? [] : [dayNames[index] ?? '']))
    // The week starts on Monday.
    const ordered = record['sunday'] === false ? chosen : [...chosen.slice(1), ...chosen.slice(0, 1)]
    const times = `${hourFrom(record)}–${hourUntil(record)}`
    const words = {
      title:
        hours && value === 0
          ? t('words.closed')
          : hours && value === 1
            ? t('words.open')
            : formats.number(value),
      days: chosen.length === weekdays.length ? period : `${period} · ${ordered.join(', ')}`,
      hours: times === '00:00–24:00' ? t('words.allDay') : times,
    }
    return { ...words, all: [words.title, words.days, words.hours].join(' · ') }
  }
}
