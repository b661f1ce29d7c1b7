/** Moves the start of an order to working time, which the service knows from all calendars of its work. */
import { call, entityParts } from '../../platform/api/endpoints.ts'
import { ApiError } from '../../platform/api/api-error.ts'

/**
 * Returns the start of the work if an order is to start at a time: that time, or the next one at which its calendars
 * are open. The calendars are those of the stored resources of the order.
 * @param entity such as `input.workorder`
 */
export async function workingStart(
  scenario: string,
  {
    entity,
    reference,
    start,
  }: { readonly entity: string; readonly reference: string; readonly start: string },
): Promise<string> {
  const datesOf = (moved: { readonly startdate: string } | { readonly enddate: string }) =>
    call(
      'POST /api/orderdates/{app}/{entity}/',
      { path: entityParts(entity), body: { reference, ...moved } },
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
