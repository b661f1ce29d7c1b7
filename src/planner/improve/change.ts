/** Changes that improved a plan, as data: another thread that has made the same plan can repeat them. */
import type { Demand } from '../network/nodes.ts'
import { deliver } from '../search/deliver.ts'
import type { Delivery } from '../search/delivery.ts'
import type { StepOf } from '../search/interleave.ts'
import type { Seconds } from '../time.ts'
import { isBetter, isNearer } from './judge.ts'
import { planGroup } from './recreate-together.ts'
import { Revision } from './revision.ts'
import type { Search } from '../search/search.ts'

/** A demand that is planned again, by a date if it is wanted earlier than it is due. */
export interface Replanned {
  readonly name: string
  readonly wanted?: Seconds | undefined
}

export type Change =
  | {
      readonly kind: 'demands'
      /** In the sequence in which they are planned. */
      readonly demands: readonly Replanned[]
      readonly aim: Aim
    }
  | {
      readonly kind: 'steps'
      /** Names of the demands that are planned together. */
      readonly demands: readonly string[]
      readonly steps: readonly StepOf[]
    }

/**
 * What planning again is for: less lateness; less changeover time, or work closer to its due date, without additional
 * shipments.
 */
export type Aim = 'lateness' | 'changeovers' | 'nearness'

/** Plans demands again one after the other. Returns the change if the plan improved. */
export function planAgain(
  revision: Revision,
  demands: readonly (readonly [demand: Demand, wanted?: Seconds | undefined])[],
  aim: Aim = 'lateness',
): Change | undefined {
  const better = revision.attempt(
    demands.map(([demand]) => demand),
    () => {
      const made: Delivery[] = []
      for (const [demand, wanted] of demands) {
        const delivery = deliver(revision.search, demand, wanted)
        if (aim !== 'lateness' && delivery.shipments.length > revision.delivery(demand).shipments.length)
          return undefined
        made.push(delivery)
      }
      return made
    },
    aim === 'nearness' ? isNearer : isBetter,
  )
  if (!better) return undefined
  const planned = demands.map(([{ name }, wanted]) => ({ name, wanted }))
  return { kind: 'demands', demands: planned, aim }
}

/**
 * Repeats changes in the plan in which they were found. Yields after each of them; returns the deliveries in the given
 * sequence.
 */
export function* repeatChanges(
  search: Search,
  deliveries: readonly Delivery[],
  changes: readonly Change[],
): Generator<void, readonly Delivery[]> {
  const revision = new Revision(search, deliveries)
  const demands = new Map(deliveries.map(({ demand }) => [demand.name, demand]))
  for (const change of changes) {
    yield
    if (change.kind === 'steps') {
      const group = change.demands.map((name) => demands.get(name)!)
      yield* planGroup(revision, group, change.steps)
      continue
    }
    const again = change.demands.map(({ name, wanted }) => [demands.get(name)!, wanted] as const)
    planAgain(revision, again, change.aim)
  }
  revision.close()
  return deliveries.map(({ demand }) => revision.delivery(demand))
}
