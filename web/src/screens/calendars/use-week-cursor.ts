/** The selected slots of a week, moved and extended by arrow keys; a move announces the time and its value. */
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, clockText, dayMinutes } from '../../platform/calendar/days.ts'
import { type Selection, slotMinutes, type Spot } from '../../platform/calendar/new-entries.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { announce } from '../../ui/live-region.tsx'
import type { DayLayout } from './layout.ts'

interface WeekCursorOptions {
  readonly days: readonly DayLayout[]
  /** Whether the calendar contains working hours. */
  readonly hours: boolean
  /** First day of the week. */
  readonly first: string
}

export interface WeekCursor {
  readonly selection: Selection
  /** Whether the selection was extended to several slots. */
  readonly isExtended: boolean
  readonly moveTo: (spot: Spot) => void
  /** Reduces the selection to the slot of the cursor. */
  readonly collapse: () => void
  /** Handles an arrow key; returns false for other keys. */
  readonly pressArrow: (event: KeyboardEvent) => boolean
}

export function useWeekCursor({ days, hours, first }: WeekCursorOptions): WeekCursor {
  const { t } = useTranslation('calendars')
  const formats = useFormats()
  const [cursor, setCursor] = useState<Spot>({ date: first, minute: 8 * 60 })
  const [anchor, setAnchor] = useState<Spot>()
  const isShown = (date: string): boolean => days.some((day) => day.date === date)
  const shown = isShown(cursor.date) ? cursor : { ...cursor, date: first }
  const announceSlot = ({ date, minute }: Spot): void => {
    const band = days
      .find((day) => day.date === date)
      ?.bands.find(({ from, to }) => from <= minute && to > minute)
    const value = band?.value ?? 0
    const state = hours ? t(value > 0 ? 'words.open' : 'words.closed') : formats.number(value)
    announce(`${formats.date(date)} ${clockText(minute)} · ${state}`)
  }
  const pressArrow = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const rtl = document.documentElement.dir === 'rtl'
    const forward = rtl ? 'ArrowLeft' : 'ArrowRight'
    const back = rtl ? 'ArrowRight' : 'ArrowLeft'
    const byDay = key === forward ? 1 : key === back ? -1 : 0
    const bySlot = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (byDay === 0 && bySlot === 0) return false
    const date = addDays(shown.date, byDay)
    const next = {
      date: isShown(date) ? date : shown.date,
      minute: Math.max(0, Math.min(dayMinutes - slotMinutes, shown.minute + bySlot * slotMinutes)),
    }
    setAnchor(shiftKey ? (anchor ?? shown) : undefined)
    setCursor(next)
    announceSlot(next)
    return true
  }
  return {
    selection: { anchor: anchor ?? shown, cursor: shown },
    isExtended: anchor !== undefined,
    moveTo: (spot) => {
      setCursor(spot)
      setAnchor(undefined)
    },
    collapse: () => setAnchor(undefined),
    pressArrow,
  }
}
