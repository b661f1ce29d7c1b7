/** The time scale above the rows of a Gantt chart, and the stripes of days behind them. */
import { dayMs } from '../../platform/formats/instants.ts'
import type { GanttColors, GanttView } from './gantt-view.ts'

/** Height of the scale in pixels. */
export const scaleHeight = 34
/** Minimum width of a month name in pixels. */
const monthRoom = 70
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
  let last = -monthRoom
  for (let time = dayOf(view.from); time < end; time += dayMs) {
    const date = new Date(time)
    const x = (time - view.from) / view.perPixel
    if ((date.getUTCDate() === 1 && x > last + monthRoom) || x <= 0) {
      pen.fillStyle = colors.ink
      pen.fillText(words.month(time), Math.max(4, x + 4), 10)
      last = Math.max(0, x)
    }
    if (each === 1 || (each === 7 && date.getUTCDay() === 1)) {
      pen.fillStyle = colors.soft
      pen.fillText(dayText(words, time, wide), x + 4, 25)
    }
    for (const hour of wide >= hoursRoom ? hours : []) {
      pen.fillStyle = colors.soft
      pen.fillText(words.hour(time + hour), x + hour / view.perPixel + 4, 25)
    }
  }
}
