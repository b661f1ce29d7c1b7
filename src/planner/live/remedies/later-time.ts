/** Removes from a remedy the additional time that the sales order does not use: days after its last work there. */
import type { Attempt } from '../attempt.ts'
import { Supplies } from '../supplies.ts'
import { attempt, type Tries } from './attempt.ts'
import type { Candidate, EndsOfUse, Situation, Tried } from './remedy.ts'

/** Without later days other orders can move, and the sales order with them: then there may be later days again. */
const mostRounds = 3

/**
 * Returns the remedy without time after its delivery and after the last work for the sales order on each resource. Time
 * after that work stays if the sales order is later without it: other orders use it, and make room.
 */
export function* withoutLaterTime(
  situation: Situation,
  tried: Tried,
  tries: Tries,
): Generator<undefined, Tried> {
  let best = tried
  for (let round = 0; round < mostRounds && best.candidate.before !== undefined; round += 1) {
    let ends = always
    let delivered = Infinity
    yield* attempt(situation, best.candidate, tries, (made) => {
      ends = endsOfUse(situation, made)
      const shipments = made.deliveryOf(situation.delivery.demand.name)?.shipments ?? []
      delivered = Math.max(...shipments.map(({ order }) => order.end))
    })
    const next = yield* tryBefore(situation, best, tries, ends)
    if (next === undefined) {
      best = (yield* tryBefore(situation, best, tries, () => delivered)) ?? best
      for (const name of resourcesOf(best)) {
        const endsOfOne: EndsOfUse = (resource) => (resource === name ? ends(resource) : Infinity)
        best = (yield* tryBefore(situation, best, tries, endsOfOne)) ?? best
      }
      break
    }
    best = next
  }
  return best
}

const resourcesOf = ({ candidate: { summary } }: Tried): ReadonlySet<string> =>
  new Set(
    (summary.parts ?? [summary]).flatMap(({ values: { resource } }) =>
      typeof resource === 'string' ? resource : [],
    ),
  )

const always: EndsOfUse = () => Infinity

/** Tries the remedy without time after the ends; returns undefined if nothing is left out, or it helps less. */
function* tryBefore(
  situation: Situation,
  { candidate, gain }: Tried,
  tries: Tries,
  ends: EndsOfUse,
): Generator<undefined, Tried | undefined> {
  const less = candidate.before?.(ends)
  if (less === undefined || isSame(less, candidate)) return undefined
  const tried = yield* attempt(situation, less, tries)
  return tried === undefined || tried.gain < gain ? undefined : tried
}

const isSame = (one: Candidate, other: Candidate): boolean =>
  JSON.stringify(one.summary) === JSON.stringify(other.summary)

/** Returns the ends of the last work for the sales order on each resource in a plan. */
function endsOfUse({ delivery }: Situation, made: Attempt): EndsOfUse {
  const shipments = made.deliveryOf(delivery.demand.name)?.shipments ?? []
  const ends = new Map<string, number>()
  for (const { uses, end } of new Supplies(made.state).upstreamOf(shipments.map(({ order }) => order)))
    for (const { resource } of uses)
      ends.set(resource.name, Math.max(ends.get(resource.name) ?? -Infinity, end))
  return (resource) => ends.get(resource) ?? -Infinity
}
