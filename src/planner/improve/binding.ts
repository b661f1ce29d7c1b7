/**
 * Finds which constraints delay an order: those that make it earlier if they are relaxed alone. If no single one does,
 * finds the constraints that must be relaxed together.
 */
import type { Reason } from '../search/reason.ts'
import { never, type Seconds } from '../time.ts'
import type { Candidate } from './constraint-candidates.ts'

/** Maximum number of reasons, besides the constraints that bind only together: each of them names all others. */
const mostReasons = 4
/** Share of the delay that one reason must explain; otherwise usual lead times are evaluated too. */
const share = 0.5
/** Share of what all constraints cost that those that bind together must explain: less would leave days without a cause. */
const shareTogether = 0.9
/** Minimum gain of a reason, in seconds. */
const leastGain = 60

/** What is explained: an order, or several that ship together. */
export interface Delay {
  readonly due: Seconds
  /** The date on which it would be available again with all constraints. */
  readonly base: Seconds
  /** Whether it has more candidates than are evaluated. */
  readonly isPartial: boolean
  /** Returns the date on which it would be available without some constraints; `never` if that is not known. */
  endWithout(relaxed: readonly Candidate[]): Seconds
}

/** A reason with the seconds that it alone, or together with others, costs. */
export type Gained = Reason & { readonly gain: number }

interface Gain {
  readonly candidate: Candidate
  /** Seconds. */
  readonly gain: number
}

/**
 * Returns the binding candidates as reasons, by gain; none if they explain little of the delay, and others were left
 * out. Usual lead times are the last of the candidates.
 */
export function bindingReasons(delay: Delay, candidates: readonly Candidate[]): readonly Gained[] {
  const { base, due, isPartial } = delay
  // To be available before the due date is no gain.
  const soonest = base > due ? due : -never
  const gainOf = (relaxed: readonly Candidate[]): number =>
    base - Math.max(soonest, delay.endWithout(relaxed))
  const gainsOf = (some: readonly Candidate[]): readonly Gain[] =>
    some.map((candidate) => ({ candidate, gain: gainOf([candidate]) }))
  const pays = ({ gain }: Gain): boolean => gain >= leastGain
  let gains = gainsOf(candidates.filter(({ isUsual }) => !isUsual))
  const least = Math.max(leastGain, share * (base - due))
  if (!gains.some(({ gain }) => gain >= least))
    gains = [...gains, ...gainsOf(candidates.filter(({ isUsual }) => isUsual))]
  const alone = gains
    .filter(pays)
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, mostReasons)
  const singly = alone.map(({ candidate, gain }) => within({ ...candidate.reason, gain }, base))
  const most = alone[0]?.gain ?? 0
  if (most < least) {
    // The next constraint binds as soon as one is relaxed.
    const all = gainOf(candidates)
    if (isPartial && all < least) return []
    if (all < leastGain || all * share <= most) return singly
    const group = reasonsTogether(candidates, Math.max(leastGain, all * shareTogether), gainOf, base)
    const others = excludeOwners(group, singly)
    const named = singly.slice(0, Math.max(1, mostReasons - others.length))
    // Those that others refer to are always named.
    return [...named, ...excludeOwners(group, named)]
  }
  // Several resources of the same work have little gain one by one.
  const idle = gains.flatMap(({ candidate, gain }) =>
    'free' in candidate.bound && gain < most ? candidate : [],
  )
  if (idle.length < 2 || gainOf(idle) < most) return singly
  return [...singly, ...reasonsTogether(idle, most, gainOf, base)].slice(0, mostReasons)
}

/** Returns the reasons of a group whose owners have none yet. */
const excludeOwners = (group: readonly Gained[], named: readonly Gained[]): readonly Gained[] =>
  group.filter(({ owner }) => !named.some((one) => one.owner === owner))

/**
 * Returns the smallest part of the candidates that together have a sufficient gain; none if the work that is allowed
 * does not suffice to find it.
 */
function reasonsTogether(
  candidates: readonly Candidate[],
  least: number,
  gainOf: (relaxed: readonly Candidate[]) => number,
  base: Seconds,
): readonly Gained[] {
  let group = candidates
  // Usual lead times are the last candidates and are removed first.
  for (const candidate of candidates.toReversed()) {
    const fewer = group.filter((other) => other !== candidate)
    if (fewer.length > 0 && gainOf(fewer) >= least) group = fewer
  }
  const gain = gainOf(group)
  if (gain < least) return []
  return group.map(({ reason }) => {
    const together = group.flatMap(({ reason: other }) => {
      if (other === reason) return []
      const { owner, buffer } = other
      return buffer === undefined ? { owner } : { owner, buffer }
    })
    return within({ ...reason, gain, together }, base)
  })
}

/** Limits the interval of a reason to its gain. */
const within = (reason: Gained, base: Seconds): Gained =>
  reason.kind === 'lead time' && reason.to === never
    ? { ...reason, from: base - reason.gain, to: base }
    : reason
