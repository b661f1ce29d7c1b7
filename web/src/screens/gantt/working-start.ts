/** Moves the start of an order to working time, which the service knows from all calendars of its work. */
import { call, entityParts } from '../../platform/api/endpoints.ts'
import { ApiError } from '../../platform/api/api-error.ts'

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

/**
 * Returns the start of the work if an order is to start at a time: that time, or the next one at which its calendars
 * are open.
 */
export async function workingStart(
  scenario: string,
  { entity, reference, start, onto, made }: MovedOrder,
): Promise<string> {
  const datesOf = (moved: { readonly startdate: string } | { readonly enddate: string }) =>
    call(
      'POST /api/orderdates/{app}/{entity}/',
      { path: entityParts(entity), body: { reference, ...moved, ...onto, ...made } },
      { scenario },
    )
  try {
    const { enddate } = await datesOf({ startdate: start })
    if (enddate === null || enddate <= start) return start
    // The latest start with that end: closed time is before it.
    const { startdate } = await datesOf({ enddate })
    return startdate !== null && startdate > start && startdate < enddate ? startdate : start
  } catch (error) {
    // Orders without a computable duration keep the start; faults of the move are shown by its trial.
    if (error instanceof ApiError) return start
    throw error
  }
}
