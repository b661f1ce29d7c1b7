/**
 * Computes the dates of the steps of an order after the order or one of its steps was moved: each step keeps its
 * working time, is in open time, and starts after the end of the steps before it. No I/O.
 */
import type { WorkingTime } from '../../../planner/calendar/working-time.ts'
import type { Seconds } from '../../../planner/time.ts'

export interface Step {
  readonly reference: string
  /** Dates before the move. */
  readonly start: Seconds
  readonly end: Seconds
  /**
   * New or unchanged dates of a step that may not be moved: the write gives its dates, or it is completed or closed.
   */
  readonly fixed?: Dates
  /** New working seconds of a step whose quantity has changed; otherwise it keeps its length. */
  readonly seconds?: number
  readonly time: WorkingTime
}

export interface Dates {
  readonly start: Seconds
  readonly end: Seconds
}

/** A move of the order: one of its dates before and after the move. */
export interface OrderMove {
  readonly date: 'start' | 'end'
  readonly from: Seconds
  readonly to: Seconds
}

/**
 * Returns the dates of all steps after a move, in the order of the steps. If the order is moved, steps follow at the
 * same distance in working time. Steps that a moved one would overlap are moved as well: those after it later, those
 * before it earlier.
 */
export function moveSteps(steps: readonly Step[], order: OrderMove | undefined): readonly Dates[] {
  const dates = steps.map((step): Dates => {
    const { start, end, fixed } = step
    return fixed ?? (order === undefined ? { start, end } : follow(step, order))
  })
  // Steps that become longer make room later, and only those before a step with given dates make room earlier.
  for (const [place, step] of steps.entries())
    if (step.seconds !== undefined && step.fixed === undefined)
      dates[place] = beginningAt(step, dates[place]!.start)
  pushEarlier(steps, dates)
  pushLater(steps, dates)
  return dates
}

/** Returns the length of a step in working seconds, or in elapsed seconds if the step is in closed time. */
function lengthOf({ start, end, seconds: given, time }: Step): {
  readonly seconds: number
  readonly isWork: boolean
} {
  if (given !== undefined) return { seconds: given, isWork: true }
  const seconds = time.between(start, end)
  return seconds > 0 || end === start ? { seconds, isWork: true } : { seconds: end - start, isWork: false }
}

function beginningAt(step: Step, date: Seconds): Dates {
  const start = step.time.open(date)
  const { seconds, isWork } = lengthOf(step)
  const end = isWork ? step.time.finish(start, seconds) : start + seconds
  return Number.isFinite(end) ? { start, end } : { start: date, end: date + step.end - step.start }
}

function endingAt(step: Step, date: Seconds): Dates {
  const end = step.time.openBefore(date)
  const { seconds, isWork } = lengthOf(step)
  const start = isWork ? step.time.begin(end, seconds) : end - seconds
  return Number.isFinite(start) ? { start, end } : { start: date - (step.end - step.start), end: date }
}

function follow(step: Step, { date, from, to }: OrderMove): Dates {
  const moved = lengthOf(step).isWork ? atSameDistance(step.time, from, step[date], to) : Number.NaN
  if (!Number.isFinite(moved)) return { start: step.start + to - from, end: step.end + to - from }
  return date === 'start' ? beginningAt(step, moved) : endingAt(step, moved)
}

/** Returns the moment whose distance from `to`, in working time, equals that of `moment` from `from`. */
function atSameDistance(time: WorkingTime, from: Seconds, moment: Seconds, to: Seconds): Seconds {
  return moment >= from
    ? time.finish(to, time.between(from, moment))
    : time.begin(to, time.between(moment, from))
}

const inTurn = (steps: readonly Step[], by: 'start' | 'end'): readonly number[] =>
  steps
    .map((_, place) => place)
    .sort((a, b) => steps[a]![by] - steps[b]![by] || steps[a]!.end - steps[b]!.end)

/** Moves steps that started after the end of others to start after their end again. */
function pushLater(steps: readonly Step[], dates: Dates[]): void {
  const byEnd = inTurn(steps, 'end')
  let ended = 0
  let bound = -Infinity
  for (const place of inTurn(steps, 'start')) {
    const step = steps[place]!
    for (; ended < byEnd.length && steps[byEnd[ended]!]!.end <= step.start; ended += 1) {
      if (byEnd[ended] !== place) bound = Math.max(bound, dates[byEnd[ended]!]!.end)
    }
    if (step.fixed === undefined && dates[place]!.start < bound) dates[place] = beginningAt(step, bound)
  }
}

/** Moves steps that ended before the start of others to end before their start again. */
function pushEarlier(steps: readonly Step[], dates: Dates[]): void {
  const byStart = inTurn(steps, 'start').toReversed()
  /** Steps with given dates, and those that have moved for them. */
  const anchored = new Set(steps.flatMap(({ fixed }, place) => (fixed === undefined ? [] : place)))
  const isResized = steps.some(({ seconds }) => seconds !== undefined)
  let begun = 0
  let bound = Infinity
  for (const place of inTurn(steps, 'end').toReversed()) {
    const step = steps[place]!
    for (; begun < byStart.length && steps[byStart[begun]!]!.start >= step.end; begun += 1) {
      const later = byStart[begun]!
      if (later !== place && (!isResized || anchored.has(later))) bound = Math.min(bound, dates[later]!.start)
    }
    if (step.fixed === undefined && dates[place]!.end > bound) {
      dates[place] = endingAt(step, bound)
      anchored.add(place)
    }
  }
}
