/**
 * Counts the changes of a plan against the previous one: work, transport and purchase orders. Deliveries and stock
 * are not counted because they follow from the other orders.
 */
import type { OrderTraits } from '../../planner/result/order-traits.ts'
import type { Seconds } from '../../planner/time.ts'
import { storedMoment } from './cells.ts'
import type { GivenReferences } from './give-references.ts'
import type { Matchable } from '../../planner/result/match-orders.ts'

export interface PlanChanges {
  /** Number of unchanged proposals. */
  readonly kept: number
  /** Number of proposals with other dates or another quantity. */
  readonly moved: number
  readonly added: number
  readonly dropped: number
  /** Number of proposals that started within the frozen horizon and were moved or dropped, plus new ones there. */
  readonly churn: number
  /** Number of previous proposals that started within the frozen horizon. */
  readonly frozen: number
}

export function comparePlans(
  previous: Matchable,
  traits: Pick<OrderTraits, 'count' | 'kinds' | 'starts' | 'ends' | 'quantities'> &
    Partial<Pick<OrderTraits, 'existing'>>,
  { matches }: Pick<GivenReferences, 'matches'>,
  frozenUntil: Seconds,
  isFirst = previous.count === 0,
): PlanChanges {
  let [kept, moved, added, dropped, churn, frozen] = [0, 0, 0, 0, 0, 0]
  const matched = new Uint8Array(previous.count)
  for (let number = 0; number < traits.count; number += 1) {
    const match = matches[number]!
    if (match >= 0) matched[match] = 1
    if (traits.existing?.[number] !== undefined || !isCompared(traits.kinds[number]!)) continue
    const start = storedMoment(traits.starts[number]!)
    if (match < 0) added += 1
    else if (isSame(previous, match, traits, number)) {
      kept += 1
      continue
    } else moved += 1
    if (Math.min(start, match < 0 ? start : previous.starts[match]!) < frozenUntil) churn += 1
  }
  for (let place = 0; place < previous.count; place += 1) {
    if (!isCompared(previous.kinds[place]!)) continue
    const within = previous.starts[place]! < frozenUntil
    if (within) frozen += 1
    if (matched[place] === 1) continue
    dropped += 1
    if (within) churn += 1
  }
  // Without a previous plan there is no churn.
  return isFirst
    ? { kept, moved, added, dropped, churn: 0, frozen: 0 }
    : { kept, moved, added, dropped, churn, frozen }
}

/** Returns whether orders of this kind are compared. Deliveries and stock follow from the other orders. */
export const isCompared = (kind: string): boolean => !kind.startsWith('STCK') && !kind.startsWith('DLVR')

/** Returns whether an order of the new plan has the same dates and quantity as the previous one. */
export function isSame(
  previous: Matchable,
  place: number,
  traits: Pick<OrderTraits, 'starts' | 'ends' | 'quantities'>,
  number: number,
): boolean {
  return (
    previous.starts[place] === storedMoment(traits.starts[number]!) &&
    previous.ends[place] === storedMoment(traits.ends[number]!) &&
    previous.quantities[place] === traits.quantities[number]
  )
}
