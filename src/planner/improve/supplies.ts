/** When the material of a step is there, and what is left of it for others. */
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import type { Shop, Supply } from './shop.ts'

type Supplied = Pick<Shop, 'supplies' | 'takeFrom' | 'takes' | 'taken'>

/** Sets what is left to all that there is: of each supply from each of its dates on, one supply after the other. */
export function fillSupplies(supplies: readonly Supply[], left: Float64Array): void {
  for (const { first, totals } of supplies) left.set(totals, first)
}

/** Returns the date from which a quantity is left at all later dates too. */
export function leftFrom({ first, dates }: Supply, left: Float64Array, quantity: number): Seconds {
  let at = dates.length
  while (at > 0 && left[first + at - 1]! >= quantity - epsilon) at -= 1
  return at === dates.length ? never : dates[at]!
}

/** Returns the date from which all material of a step is left. */
export function suppliedFrom(
  { supplies, takeFrom, takes, taken }: Supplied,
  step: number,
  left: Float64Array,
): Seconds {
  let date = -never
  for (let take = takeFrom[step]!; take < takeFrom[step + 1]!; take += 1)
    date = Math.max(date, leftFrom(supplies[takes[take]!]!, left, taken[take]!))
  return date
}

/** Takes the material of a step that begins at a date. */
export function takeSupplies(
  { supplies, takeFrom, takes, taken }: Supplied,
  step: number,
  begin: Seconds,
  left: Float64Array,
): void {
  for (let take = takeFrom[step]!; take < takeFrom[step + 1]!; take += 1) {
    const { first, dates } = supplies[takes[take]!]!
    for (let at = dates.length - 1; at >= 0; at -= 1) {
      left[first + at]! -= taken[take]!
      if (dates[at]! <= begin) break
    }
  }
}
