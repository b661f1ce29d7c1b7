/** Relaxes constraints, to find what an order would gain without them. */
import type { Buffer, Method, Operation, Resource } from '../network/nodes.ts'
import { never } from '../time.ts'

/** What binds an order: the capacity, duration or effective dates of its object, or its stock. */
export type Bound = Resource | Operation | Buffer | Method

/** Relaxes a constraint; returns a function that restores it. */
export function relax(bound: Bound): () => void {
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
