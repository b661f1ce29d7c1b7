/** Layout of calendar entries in the days of a week: bands of effective time, and blocks in lanes, highest priority first. */
import type { CalendarEntry, CalendarView } from '../../platform/api/calendars.ts'
import { addDays, dayMinutes, minutesFrom } from '../../platform/calendar/days.ts'

export interface Band {
  /** Minutes of the day. */
  readonly from: number
  readonly to: number
}

export interface ValueBand extends Band {
  readonly value: number
}

export interface Block extends Band {
  readonly entry: CalendarEntry
  readonly lane: number
  /** The parts in which the entry is effective; elsewhere an entry with higher priority covers it. */
  readonly effective: readonly Band[]
}

export interface DayLayout {
  readonly date: string
  readonly bands: readonly ValueBand[]
  readonly blocks: readonly Block[]
  readonly lanes: number
  /** Number of blocks without a lane. */
  readonly hidden: number
  /** Hours with a value above 0. */
  readonly open: number
}

/** Maximum number of lanes of a day; more would be too narrow. */
const mostLanes = 4

export function layoutDays(
  { effective, entries }: Pick<CalendarView, 'effective' | 'entries'>,
  dates: readonly string[],
): readonly DayLayout[] {
  return dates.map((date) => {
    const bands = effective.flatMap(({ start, end, value, entry }) =>
      within(date, start, end).map(({ from, to }) => ({ from, to, value, entry })),
    )
    const blocks: Block[] = []
    let hidden = 0
    for (const entry of entries) {
      const own = bands.filter((band) => band.entry === entry.id)
      for (const band of entry.stretches.flatMap(([start = '', end = '']) => within(date, start, end))) {
        const lane = freeLane(blocks, band)
        if (lane >= mostLanes) hidden += 1
        else blocks.push({ ...band, entry, lane, effective: own.flatMap((one) => common(one, band)) })
      }
    }
    return {
      date,
      bands,
      blocks,
      lanes: blocks.reduce((most, { lane }) => Math.max(most, lane + 1), 1),
      hidden,
      open: bands.reduce((sum, { from, to, value }) => (value > 0 ? sum + (to - from) / 60 : sum), 0),
    }
  })
}

/** Returns the part of an interval within a day. */
function within(date: string, start: string, end: string): readonly Band[] {
  if (end.slice(0, 10) < date || start.slice(0, 10) >= addDays(date, 1)) return []
  return common({ from: minutesFrom(date, start), to: minutesFrom(date, end) }, { from: 0, to: dayMinutes })
}

function common(one: Band, other: Band): readonly Band[] {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
  return from < to ? [{ from, to }] : []
}

function freeLane(blocks: readonly Block[], band: Band): number {
  for (let lane = 0; ; lane += 1)
    if (blocks.every((block) => block.lane !== lane || common(block, band).length === 0)) return lane
}

/** Returns whether a calendar contains working hours: all its values are 0 or 1. */
export const hasWorkingHours = ({ effective, entries, calendar }: CalendarView): boolean =>
  [
    ...effective.map(({ value }) => value),
    ...entries.map(({ record }) => record?.['value']),
    calendar['defaultvalue'],
  ]
    .filter((value) => typeof value === 'number')
    .every((value) => value === 0 || value === 1)
