/** Hashes all rows of a plan, in steps of about a millisecond. */
import type { Steps } from '../../planner/pauses.ts'
import type { MovementResult, PlanResult } from '../../planner/result/result.ts'
import { type BucketDigest, digestBuckets } from './bucket-digest.ts'
import { type HashedParts, hashParts } from './hash-parts.ts'
import { movementShape, useShape } from './plan-rows.ts'
import { addHash, createRowHash, type Hashes, hashPauses } from './row-hash.ts'

export interface RowsToHash {
  /** The hashes of the orders; they are filled. */
  readonly hashes: Hashes
  /** Called with every movement. */
  readonly onMovement?: (movement: MovementResult) => void
  /** Called as soon as all movements are hashed. */
  readonly onMovements?: (hashed: HashedParts) => void
}

export interface HashedPlan {
  readonly movementParts: HashedParts
  readonly useParts: HashedParts
  readonly buckets: BucketDigest
}

/** Hashes all rows. Movements come first, because the comparison with stored movements waits for their hashes. */
export function* hashPlan(
  { orders, movements, uses, resourceBuckets }: PlanResult,
  { hashes, onMovement, onMovements }: RowsToHash,
): Steps<HashedPlan> {
  const count = hashes.first.length
  const movementParts = yield* hashParts(movementShape, movements, count, onMovement)
  onMovements?.(movementParts)
  const hash = createRowHash()
  for (let number = 0; number < count; number += 1) {
    hash.begin()
    orders.mark(number, hash)
    addHash(hashes, number, hash)
    if (hashPauses(number)) yield
  }
  const useParts = yield* hashParts(useShape, uses, count)
  const buckets = yield* digestBuckets(resourceBuckets)
  return { movementParts, useParts, buckets }
}
