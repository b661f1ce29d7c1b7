/** Computes the drawing of the stock of one material over time. */
import type { StockRow } from '../../platform/api/order-materials.ts'
import { timeOf } from '../../platform/calendar/days.ts'

export interface StockSteps {
  /** SVG paths in a square of 1,000 units: the stock as a step line, and the safety stock. */
  readonly stock: string
  readonly safety: string
  /** Rectangles of the buckets that end below the safety stock, as an SVG path. */
  readonly below: string
  /** Number of these buckets. */
  readonly belowCount: number
  readonly lowest: number
  readonly highest: number
}

/** Width and height of the drawing, in units of its view box. */
const side = 1_000

/** `from` and `to` are the window in milliseconds. */
export function stockSteps(
  { buckets }: Pick<StockRow, 'buckets'>,
  from: number,
  to: number,
): StockSteps | undefined {
  if (buckets.length === 0) return undefined
  const amounts = buckets.map(({ endonhand }) => endonhand)
  const lowest = Math.min(...amounts)
  const highest = Math.max(...amounts)
  const top = Math.max(highest, ...buckets.map(({ safetystock }) => safetystock ?? 0), 1)
  const floor = Math.min(0, lowest)
  const x = (moment: string): number => Math.round(((timeOf(moment) - from) / (to - from)) * side)
  const y = (amount: number): number => Math.round(side - ((amount - floor) / (top - floor)) * side)
  const line = (amountOf: (bucket: StockRow['buckets'][number]) => number): string =>
    buckets
      .map((bucket, place) => {
        const height = y(amountOf(bucket))
        return `${place === 0 ? 'M' : 'L'}${x(bucket.startdate)} ${height}H${x(bucket.enddate)}`
      })
      .join('')
  const below = buckets.filter(({ endonhand, safetystock }) => endonhand < (safetystock ?? 0))
  return {
    stock: line(({ endonhand }) => endonhand),
    safety: buckets.some(({ safetystock }) => (safetystock ?? 0) > 0)
      ? line(({ safetystock }) => safetystock ?? 0)
      : '',
    below: below
      .map(({ startdate, enddate }) => `M${x(startdate)} 0H${x(enddate)}V${side}H${x(startdate)}Z`)
      .join(''),
    belowCount: below.length,
    lowest,
    highest,
  }
}
