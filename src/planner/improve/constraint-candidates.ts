/** The constraints that may delay an order: found at its orders, and relaxed one by one to see what they cost. */
import type { Buffer, Method, Operation, Resource } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Reason } from '../search/reason.ts'
import { never } from '../time.ts'

/** A constraint that may bind, and how it is relaxed. */
export interface Candidate {
  readonly reason: Reason
  readonly bound: Resource | Operation | Buffer | Method
  /** Whether it is only a usual lead time, which is a reason only if other candidates explain little. */
  readonly isUsual: boolean
}

/** Returns the candidates, each bound once. */
export function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
  const found = new Map<Candidate['bound'], Candidate>()
  for (const candidate of candidates) if (!found.has(candidate.bound)) found.set(candidate.bound, candidate)
  return [...found.values()]
}

/** Returns the first candidates, with usual lead times last. */
export const firstOf = (candidates: readonly Candidate[], most: number): readonly Candidate[] =>
  candidates.slice(0, most).toSorted((a, b) => Number(a.isUsual) - Number(b.isUsual))

/** Relaxes a constraint; returns a function that restores it. */
export function relax(bound: Candidate['bound']): () => void {
  if ('stock' in bound) {
    const { infinite } = bound
    bound.infinite = true
    return () => {
      bound.infinite = infinite
    }
  }
  if ('free' in bound) {
    const { constrained, setups } = bound
    bound.constrained = false
    bound.setups = undefined
    return () => {
      bound.constrained = constrained
      bound.setups = setups
    }
  }
  if ('per' in bound) {
    const { effectiveStart, effectiveEnd } = bound
    Object.assign(bound, { effectiveStart: -never, effectiveEnd: never })
    return () => {
      Object.assign(bound, { effectiveStart, effectiveEnd })
    }
  }
  const { duration, durationPer, fence, softPost, hardPost } = bound
  Object.assign(bound, { duration: 0, durationPer: 0, fence: 0, softPost: 0, hardPost: 0 })
  return () => {
    Object.assign(bound, { duration, durationPer, fence, softPost, hardPost })
  }
}

export const capacityOf = ({ uses, operation, start, end }: Order): readonly Reason[] =>
  uses.flatMap(({ resource }) =>
    resource.constrained ? [{ kind: 'capacity', owner: resource.name, operation, from: start, to: end }] : [],
  )

/** Sorts by length, the longest first. */
export const compareLengths = (a: Reason, b: Reason): number => b.to - b.from - (a.to - a.from)

export const leadTimeOf = ({ operation, start, end }: Order): readonly Reason[] =>
  operation.kind === 'delivery' || operation.kind === 'routing' || end <= start
    ? []
    : [{ kind: 'lead time', owner: operation.name, operation, from: start, to: end }]

/** Returns the receipts of existing orders that an order consumes on their dates. */
export const awaitedBy = ({ movements }: Order): readonly Reason[] =>
  movements.flatMap(({ buffer, date, quantity }) =>
    quantity < 0 && buffer.lockedSupply.includes(date)
      ? [
          {
            kind: 'await supply',
            owner: buffer.item.name,
            buffer,
            operation: undefined,
            from: date,
            to: date,
          },
        ]
      : [],
  )
