/** The dates above the bars of a tree. */
import { dateOf } from '../../platform/calendar/days.ts'
import { dayMs } from '../../platform/formats/instants.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { shareOf, type Span } from './order-bar.tsx'
import styles from './trees.module.css'

/** Days between two dates of the scale: the first step with at most three dates is used. */
const steps = [1, 2, 7, 14, 28, 56, 91, 182, 364] as const
const most = 3

/** Returns the dates of the scale: whole days at equal distances. */
export function ticksOf({ from, to }: Span): readonly number[] {
  const days = (to - from) / dayMs
  const step = dayMs * (steps.find((each) => days / each <= most) ?? Math.ceil(days / most))
  const first = Math.ceil(from / dayMs) * dayMs
  return Array.from({ length: most + 1 }, (_, at) => first + at * step).filter((time) => time < to)
}

/** Pixels of a character, and of the narrowest column. */
const characterWidth = 6.6
const leastWidth = 240

/** Returns how much of the narrowest column a date takes, in percent: dates in words are longer than digits. */
export const shareOfText = (text: string): number => (100 * (5 + characterWidth * text.length)) / leastWidth

interface TimeScaleProps {
  /** Label of the column. */
  readonly label: string
  readonly span: Span
}

export function TimeScale({ label, span }: TimeScaleProps) {
  const formats = useFormats()
  return (
    <div className={styles.scale} dir="ltr">
      <span className="visually-hidden">{label}</span>
      {ticksOf(span)
        .map((time) => ({ time, at: shareOf(span, time), text: formats.date(dateOf(time)) }))
        // A date needs space up to the end of the column.
        .filter(({ at, text }) => at + shareOfText(text) <= 100)
        .map(({ time, at, text }) => (
          <span key={time} className={styles.tick} style={{ insetInlineStart: `${at}%` }}>
            {text}
          </span>
        ))}
    </div>
  )
}
