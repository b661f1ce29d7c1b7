/**
 * Plans sales orders again that have lost their place to an edit: instead of the first time that is free behind all
 * others, they displace less urgent ones, and those in turn still less urgent ones, so that work moves back in its
 * queue. This only counts if it makes the whole plan less late.
 */
import { latenessOf } from '../lateness.ts'
import type { Demand } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import { shipsTogether } from '../search/deliver-together.ts'
import { byUrgency } from '../search/sequences.ts'
import { deliverDisplacing } from './displace.ts'
import type { Edit } from './edit.ts'
import { explainLateOf } from './explain-worse.ts'
import { finishRepair } from './repair-demands.ts'
import type { LiveState } from './state.ts'
import { takeDemand } from './taken.ts'

/** Lateness of sales orders by name, in quantity-days. */
export type LatenessByName = ReadonlyMap<string, number>

/** Maximum number of orders placed for all sales orders together. */
const mostPlaced = 40_000
/** Share of the lateness of the plan that has to be gained. */
const leastShare = 1e-3
/** Smaller differences in quantity-days are ignored. */
const slight = 1e-5

export const latenessByName = ({ deliveries }: LiveState): LatenessByName =>
  new Map([...deliveries].map(([name, delivery]) => [name, latenessOf([delivery])]))

/**
 * Plans the sales orders again that are later than before the edit.
 * @param before lateness before the edit
 * @param kept names of sales orders that are left as they are: those that the edit changes, and those that wait for
 * orders which it moves
 */
export function* placeDisplaced(edit: Edit, before: LatenessByName, kept: ReadonlySet<string>): Steps<void> {
  const { state } = edit
  const isWorse = (name: string): boolean => {
    const delivery = state.deliveries.get(name)
    const former = before.get(name)
    return delivery !== undefined && former !== undefined && latenessOf([delivery]) > former + slight
  }
  const waiting = new Set<Demand>()
  for (const { demand } of state.deliveries.values())
    if (isWorse(demand.name) && !kept.has(demand.name) && !shipsTogether(demand)) waiting.add(demand)
  if (waiting.size === 0) return
  const changed = new Set<Demand>()
  const [start, worst] = [edit.mark(), lateness(state)]
  const until = state.plan.placed + mostPlaced
  const done = new Set<Demand>()
  while (waiting.size > 0 && state.plan.placed < until) {
    const [demand] = [...waiting].toSorted(byUrgency)
    if (demand === undefined) break
    waiting.delete(demand)
    done.add(demand)
    yield
    if (!isWorse(demand.name)) continue
    const released = new Set([demand])
    takeDemand(edit, demand)
    edit.setDelivery(demand.name, undefined)
    edit.setDelivery(demand.name, yield* deliverDisplacing(edit, demand, released, { kept }))
    for (const one of released) {
      changed.add(one)
      if (!done.has(one) && isWorse(one.name)) waiting.add(one)
    }
  }
  if (lateness(state) >= worst * (1 - leastShare)) {
    edit.undoTo(start)
    return
  }
  finishRepair(edit, changed)
  explainLateOf(edit, new Set([...changed].map(({ name }) => name)))
}

const lateness = ({ deliveries }: LiveState): number => latenessOf([...deliveries.values()])
