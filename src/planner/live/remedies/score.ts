/** Rates remedies, so that they can be ranked. */
import type { RemedyState, Tried } from './remedy.ts'

/** Days late that count for a sales order that is not delivered in full. */
export const daysOfNone = 365

/** Maximum share of the lateness that counts if other sales orders are delivered earlier. */
const mostRelief = 0.5

/** The figures by which a remedy is rated. */
export interface Rated extends Pick<Tried, 'gain' | 'harm' | 'price'> {
  readonly candidate: Pick<Tried['candidate'], 'effort'>
  readonly remedy: Pick<Tried['remedy'], 'before' | 'after' | 'others'>
}

/**
 * Returns the score of a remedy; the remedy with the highest score is the best.
 *
 *     net         = (gain + sooner) / 2 - harm
 *     disturbance = days of others / own days + later others / 10 + effort / 10 + cost / value
 *     score       = net² / (1 + disturbance), or net × (1 + disturbance) if net is not positive
 *
 * - `gain`: share of the quantity-days late of the sales order that the remedy removes.
 * - `sooner`: share of its days late by which the last delivery is earlier; negative if that is later.
 * - `harm`: quantity-days late that are added to other sales orders, as a share of those of the sales order; negative
 *   if the others lose some, of which at most half the lateness of the sales order counts.
 * - `effort`: days of overtime and expediting; `value`: the sales order at the cost of its item.
 *
 * Better values of any part make the score higher. A remedy can therefore only rank before one with an earlier
 * delivery and fewer quantity-days late if it delays others less or takes less effort or cost.
 */
export function scoreOf({ candidate, remedy, gain, harm, price }: Rated, benefitPower = 2): number {
  const { before, after, others } = remedy
  const net = (gain + soonerOf(before, after)) / 2 - Math.max(harm, -mostRelief)
  const own = Math.max(1, daysOf(before) - daysOf(after))
  const disturbance = others.days / own + others.later / 10 + candidate.effort / 10 + price
  return net > 0 ? net ** benefitPower / (1 + disturbance) : net * (1 + disturbance)
}

const daysOf = ({ days_late: days }: RemedyState): number => days ?? daysOfNone

/** Returns the share of the days late by which the last delivery is earlier, from -1 to 1. */
function soonerOf(before: RemedyState, after: RemedyState): number {
  const days = daysOf(before)
  return days === 0 ? 0 : Math.max(-1, (days - daysOf(after)) / days)
}
