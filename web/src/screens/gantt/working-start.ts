/** Moves an order to working time, which the service knows from all calendars of its work. */
import { call, entityParts } from '../../platform/api/endpoints.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { momentText, timeOf } from '../../platform/calendar/days.ts'

interface MovedOrder {
  /** Such as `input.workorder`. */
  readonly entity: string
  readonly reference: string
  readonly start: string
  /** The resource that it moves to, with the key of its assignment; its own one if not given. */
  readonly onto?: { readonly resource: string; readonly use: number } | undefined
  /** How an order is made that is not stored yet, with the resource unless the planner selects it. */
  readonly made?:
    | { readonly operation: string; readonly quantity: number | null; readonly resource?: string }
    | undefined
}

/** When an order is worked on; without an end if its duration cannot be computed. */
export interface WorkingDates {
  readonly start: string
  readonly end?: string
}

type Dates = { readonly startdate: string } | { readonly enddate: string }
type DatesOf = (
  moved: Dates,
) => Promise<{ readonly startdate: string | null; readonly enddate: string | null }>

/**
 * Returns the dates of the work if an order is to start at a time: from that time, or from the next one at which its
 * calendars are open.
 */
export const workingDates = (scenario: string, { start, ...order }: MovedOrder): Promise<WorkingDates> =>
  openDates(datesOf(scenario, order), start)

/**
 * Returns the dates of the work if an order that starts at `start` is to start a number of milliseconds earlier. In
 * closed time that is the same number of milliseconds before the closed time, because the next time with open
 * calendars would be its start again.
 */
export async function earlierDates(
  scenario: string,
  { start, ...order }: MovedOrder,
  by: number,
): Promise<WorkingDates> {
  const dates = datesOf(scenario, order)
  const wanted = earlier(start, by)
  const found = await openDates(dates, wanted)
  if (found.start < start) return found
  const closed = await closedSince(dates, wanted)
  return closed === undefined ? found : openDates(dates, earlier(closed, by))
}

const earlier = (time: string, by: number): string => momentText(timeOf(time) - by)

const datesOf =
  (scenario: string, { entity, reference, onto, made }: Omit<MovedOrder, 'start'>): DatesOf =>
  (moved) =>
    call(
      'POST /api/orderdates/{app}/{entity}/',
      { path: entityParts(entity), body: { reference, ...moved, ...onto, ...made } },
      { scenario },
    )

async function openDates(dates: DatesOf, start: string): Promise<WorkingDates> {
  try {
    const { enddate: end } = await dates({ startdate: start })
    if (end === null || end <= start) return { start }
    // The latest start with that end: closed time is before it.
    const { startdate } = await dates({ enddate: end })
    return { start: startdate !== null && startdate > start && startdate < end ? startdate : start, end }
  } catch (error) {
    // Orders without a computable duration keep the start; faults of the move are shown by its trial.
    if (error instanceof ApiError) return { start }
    throw error
  }
}

/** Returns the end of the last open time before a time in closed time: the end of work that has to be done by then. */
async function closedSince(dates: DatesOf, time: string): Promise<string | undefined> {
  try {
    const { startdate } = await dates({ enddate: time })
    if (startdate === null) return undefined
    const { enddate } = await dates({ startdate })
    return enddate !== null && enddate <= time ? enddate : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
