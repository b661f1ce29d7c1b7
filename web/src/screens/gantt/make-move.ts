/** Makes a move of an order on the plan board: from its stored place to working time. Loaded with the first move. */
import type { TFunction } from 'i18next'
import { ApiError } from '../../platform/api/api-error.ts'
import type { Trial } from '../../platform/api/plan-trials.ts'
import { orderUse } from '../../platform/api/resource-uses.ts'
import type { TimelineRow } from '../../platform/api/timeline.ts'
import { momentText } from '../../platform/calendar/days.ts'
import type { PlacedBar } from './lanes.ts'
import { impossibleStatus, type Move, type Place, placeOf } from './moves.ts'
import { orderModel } from './order-entities.ts'
import { earlierDates, workingDates } from './working-start.ts'

interface MoveMaking {
  readonly scenario: string
  /** The stored plan. */
  readonly rows: readonly TimelineRow[]
  /** The moves that are made already. */
  readonly moves: readonly Move[]
  readonly trial: Trial | undefined
  readonly t: TFunction<['common', 'gantt']>
}

/**
 * @param to the part of its place that changes
 * @param back milliseconds by which the start is to move back from that of `to`
 * Throws `ApiError` for an order that has no assignment on the resource that it leaves.
 */
export async function makeMove(
  { scenario, rows, moves, trial, t }: MoveMaking,
  placed: PlacedBar,
  to: Partial<Place>,
  back: number,
): Promise<Move> {
  const { reference, operation, item, type } = placed.bar
  const known = moves.find((one) => one.reference === reference)
  const pushed = trial?.orders.list.find((one) => one.reference === reference)?.after?.resources ?? []
  const from = known?.from ?? storedPlace(rows, placed, pushed)
  const production = placed.production ?? known?.production
  const entity = `input.${orderModel(type) ?? 'operationplan'}`
  // It is moved from where it is seen.
  const wanted = { ...(known?.to ?? placeOf(placed)), ...to }
  const { resource, quantity } = wanted
  const use =
    resource === from.resource || production !== undefined
      ? undefined
      : (known?.use ?? (await orderUse(scenario, reference, from.resource)))
  if (use === undefined && resource !== from.resource && production === undefined)
    throw new ApiError({
      status: impossibleStatus,
      detail: t('gantt:board.noUse', { reference, resource: from.resource }),
    })
  const made =
    production === undefined
      ? undefined
      : { operation: production.operation, quantity, ...(production.isRouting ? {} : { resource }) }
  const onto = use === undefined ? undefined : { resource, use }
  const isMoved = to.start !== undefined || onto !== undefined
  const moved = { entity, reference, start: wanted.start, onto, made }
  const { start, end } = !isMoved
    ? wanted
    : back > 0
      ? await earlierDates(scenario, moved, back)
      : await workingDates(scenario, moved)
  const place = { ...wanted, start, end: end ?? endAfter(from, start) }
  const label = operation ?? item ?? reference
  return { reference, entity, label, from, to: place, bar: placed.bar, use, production }
}

/**
 * Returns the stored place of an order that an unsaved move of another order may have pushed away.
 * @param rows the stored plan
 * @param pushedTo resources on which a trial has placed it
 */
export function storedPlace(
  rows: readonly TimelineRow[],
  placed: Pick<PlacedBar, 'resource' | 'bar'>,
  pushedTo: readonly string[],
): Place {
  const places = rows.flatMap(({ resource, bars }) =>
    bars.flatMap((bar) => (bar.reference === placed.bar.reference ? [placeOf({ resource, bar })] : [])),
  )
  return (
    places.find(({ resource }) => resource === placed.resource) ??
    // Of several resources, the one that it has left.
    places.find(({ resource }) => !pushedTo.includes(resource)) ??
    places[0] ??
    placeOf(placed)
  )
}

/** Returns the end of an order that starts at another time and takes as long as before. */
export const endAfter = (from: Place, start: string): string =>
  momentText(Date.parse(`${from.end}Z`) + Date.parse(`${start}Z`) - Date.parse(`${from.start}Z`))
