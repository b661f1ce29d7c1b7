/** What a plan changes against the one before: work, purchases and shipments. Deliveries and stock follow from those. */
import type { OrderTraits } from '../../planner/result/order-traits.ts'
import type { Seconds } from '../../planner/time.ts'
import { storedMoment } from './cells.ts'
import type { GivenReferences } from './give-references.ts'
import type { Matchable } from '../../planner/result/match-orders.ts'

export interface PlanChanges {
  /** Proposals as they were. */
  readonly kept: number
  /** With other dates or another quantity. */
  readonly moved: number
  readonly added: number
  readonly dropped: number
  /** Of the proposals that were to start within the frozen horizon, those that were moved or dropped, with new ones there. */
  readonly churn: number
  /** Proposals that were to start within the frozen horizon. */
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
  // Where there was no plan nothing was relied on.
  return isFirst
    ? { kept, moved, added, dropped, churn: 0, frozen: 0 }
    : { kept, moved, added, dropped, churn, frozen }
}

/** Deliveries and stock follow from the other orders. */
export const isCompared = (kind: string): boolean => !kind.startsWith('STCK') && !kind.startsWith('DLVR')

/** Whether an order of the new plan has the dates and the quantity of the one before. */
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
