/** The time scale above the rows of a Gantt chart, and the stripes of days behind them. */
import { dayMs } from '../../platform/formats/instants.ts'
import type { GanttColors, GanttView } from './gantt-view.ts'

/** Height of the scale in pixels. */
export const scaleHeight = 34
/** Minimum width of a month name in pixels. */
const monthRoom = 70
/** Width of the number of a day in pixels. */
const dateRoom = 20
/** Minimum width of a day in pixels for displaying hours, and the displayed hours. */
const hoursRoom = 300
/** Minimum width of a day in pixels for its weekday name, and for a single letter. */
const weekdayRoom = 48
const letterRoom = 34
const hours = [6, 12, 18].map((hour) => hour * 3_600_000)

const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs

/** Draws the past darker, and the stripes of days, weekends darker; no stripes if days are too narrow. */
export function drawGrid(
  pen: CanvasRenderingContext2D,
  view: GanttView,
  colors: GanttColors,
  today: number,
): void {
  const wide = dayMs / view.perPixel
  const past = Math.min(view.width, (today - view.from) / view.perPixel)
  if (past > 0) {
    pen.globalAlpha = 0.5
    pen.fillStyle = colors.sunken
    pen.fillRect(0, scaleHeight, past, view.height)
    pen.globalAlpha = 1
  }
  if (wide < 2) return
  const end = view.from + view.width * view.perPixel
  pen.fillStyle = colors.sunken
  for (let time = dayOf(view.from); time < end; time += dayMs) {
    // The first of January 1970 was a Thursday.
    const weekday = (time / dayMs + 4) % 7
    if (weekday === 0 || weekday === 6)
      pen.fillRect((time - view.from) / view.perPixel, scaleHeight, wide, view.height)
  }
  if (wide < 14) return
  pen.fillStyle = colors.line
  for (let time = dayOf(view.from); time < end; time += dayMs)
    for (const hour of wide >= hoursRoom ? [0, ...hours] : [0])
      pen.fillRect((time + hour - view.from) / view.perPixel, scaleHeight, 1, view.height)
}

export interface ScaleWords {
  readonly month: (time: number) => string
  readonly day: (time: number) => string
  readonly weekday: (time: number) => string
  /** Weekday as one letter. */
  readonly letter: (time: number) => string
  readonly hour: (time: number) => string
}

/** Returns the formats of a language; cached, because creating them takes longer than drawing a frame. */
export function scaleWords(language: string): ScaleWords {
  const month = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const number = new Intl.DateTimeFormat(language, { day: 'numeric', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const letter = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' })
  const hour = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return {
    month: (time) => month.format(time),
    day: (time) => number.format(time),
    weekday: (time) => weekday.format(time),
    letter: (time) => letter.format(time),
    hour: (time) => hour.format(time),
  }
}

/** Returns the text of a day for its width in pixels: its number, with the weekday if there is room. */
export function dayText(words: ScaleWords, time: number, wide: number): string {
  if (wide < letterRoom) return words.day(time)
  return `${wide < weekdayRoom ? words.letter(time) : words.weekday(time)} ${words.day(time)}`
}

/**
 * Returns the months that are named, each with the position of its name in pixels: the first one only if it leaves room
 * for the next, below whose days its name would stand.
 */
export function monthsOf({
  from,
  width,
  perPixel,
}: Pick<GanttView, 'from' | 'width' | 'perPixel'>): readonly { readonly time: number; readonly x: number }[] {
  const end = from + width * perPixel
  const found = [{ time: dayOf(from), x: 0 }]
  for (let time = dayOf(from) + dayMs; time < end; time += dayMs) {
    if (new Date(time).getUTCDate() !== 1) continue
    const x = Math.max(0, (time - from) / perPixel)
    const last = found.at(-1)
    if (last === undefined || x > last.x + monthRoom) found.push({ time, x })
    else if (found.length === 1) found[0] = { time, x }
  }
  return found
}

export function drawScale(
  pen: CanvasRenderingContext2D,
  view: GanttView,
  colors: GanttColors,
  words: ScaleWords,
): void {
  pen.fillStyle = colors.sunken
  pen.fillRect(0, 0, view.width, scaleHeight)
  pen.fillStyle = colors.line
  pen.fillRect(0, scaleHeight - 1, view.width, 1)
  const wide = dayMs / view.perPixel
  const end = view.from + view.width * view.perPixel
  const each = wide >= 22 ? 1 : wide >= 4 ? 7 : 31
  pen.fillStyle = colors.ink
  for (const { time, x } of monthsOf(view)) pen.fillText(words.month(time), x + 4, 10)
  for (let time = dayOf(view.from); time < end; time += dayMs) {
    const date = new Date(time)
    const x = (time - view.from) / view.perPixel
    if (each === 1 || (each === 7 && date.getUTCDay() === 1 && x + dateRoom <= view.width)) {
      pen.fillStyle = colors.soft
      pen.fillText(dayText(words, time, wide), x + 4, 25)
    }
    for (const hour of wide >= hoursRoom ? hours : []) {
      pen.fillStyle = colors.soft
      pen.fillText(words.hour(time + hour), x + hour / view.perPixel + 4, 25)
    }
  }
}
