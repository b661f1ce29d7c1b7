/**
 * The first order of the critical path of a delivery: what it waits for, and what that waits for, as long as nothing lies
 * in between. Whatever would make that order end sooner would make the delivery sooner.
 */
import type { Numbering } from './numbering.ts'
import type { Pegging } from './shares.ts'

/** Seconds in between that are no waiting. */
const tight = 1

export function criticalOrder({ edges, upstream }: Pegging, { orders }: Numbering, delivery: number): number {
  let order = delivery
  for (const seen = new Set<number>(); !seen.has(order);) {
    seen.add(order)
    let next: number | undefined
    let smallest = Infinity
    for (let at = upstream.begins[order]!; at < upstream.begins[order + 1]!; at += 1) {
      const edge = upstream.list[at]!
      const producer = edges.producers[edge]!
      // Stock at the start was there all the time.
      if (producer >= orders.length || edges.gaps[edge]! > tight || edges.gaps[edge]! >= smallest) continue
      ;[next, smallest] = [producer, edges.gaps[edge]!]
    }
    if (next === undefined) return order
    order = next
  }
  return order
}
