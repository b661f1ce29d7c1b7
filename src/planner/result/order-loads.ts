/** The capacity that orders use within a window of time: working hours times units of the resource, or quantities. */
import { openTimes, openTimesCost, type OpenTimesInput } from '../calendar/open-times.ts'
import { alwaysOpen, workingTimeOf } from '../calendar/working-time.ts'
import { hour, type Seconds } from '../time.ts'

export interface DatedUse {
  /** Start of the order, its changeover included. */
  readonly start: Seconds
  /** End of its changeover; equals `start` without one. */
  readonly begin: Seconds
  readonly end: Seconds
  /** Units of the resource in use. */
  readonly quantity: number
  /** Whether the resource counts quantities instead of hours: an order then loads it at its start. */
  readonly isCounted: boolean
  /** Index of its set of calendars. */
  readonly set: number
}

export interface LoadQuestion extends OpenTimesInput {
  readonly uses: readonly DatedUse[]
}

export interface OrderLoad {
  readonly load: number
  readonly setup: number
}

/** Returns the load of each use between `from` and `to`, as the planner adds it up per time bucket. */
export function answerLoads({ uses, ...input }: LoadQuestion): readonly OrderLoad[] {
  const times = openTimes(input).map((open) => workingTimeOf(open))
  return uses.map(({ start, begin, end, quantity, isCounted, set }) => {
    const { from, to } = input
    if (isCounted) return { load: start >= from && start < to ? quantity : 0, setup: 0 }
    const work = times[set] ?? alwaysOpen
    const hours = (first: Seconds, last: Seconds): number =>
      (quantity * work.between(Math.max(first, from), Math.min(last, to))) / hour
    return { load: hours(begin, end), setup: hours(start, begin) }
  })
}

/** Estimated duration of `answerLoads`, in nanoseconds. */
export const loadsCost = (question: LoadQuestion): number =>
  openTimesCost(question) + question.uses.length * perUse

/** Estimated time per use, in nanoseconds. */
const perUse = 1_000
