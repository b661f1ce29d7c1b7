/** Digest of the capacity and load per time bucket that the last plan has stored: columns of buckets, sorted by resource. */
import type { Steps } from '../../planner/pauses.ts'
import type { ResourceBucketResult } from '../../planner/result/result.ts'
import type { Seconds } from '../../planner/time.ts'
import { storedMoment } from './cells.ts'
import { resourceBucketShape } from './plan-rows.ts'
import { createRowHash, emptyHashes, type Hashes, hashPauses } from './row-hash.ts'

export interface BucketDigest {
  readonly resources: readonly string[]
  /** Index of the first bucket of each resource, and the end index of the last one. */
  readonly begins: Uint32Array
  /** Start of each bucket in seconds, ascending per resource. */
  readonly starts: Uint32Array
  readonly hashes: Hashes
}

/** Computes the digest. Expects the rows of each resource together, sorted by start. */
export function* digestBuckets(rows: Iterable<ResourceBucketResult>): Steps<BucketDigest> {
  const resources: string[] = []
  const begins: number[] = []
  let count = 0
  let starts: Uint32Array = new Uint32Array(firstRoom)
  let hashes = emptyHashes(firstRoom)
  const hash = createRowHash()
  for (const row of rows) {
    if (count === 0 || row.resource !== resources.at(-1)) {
      resources.push(row.resource)
      begins.push(count)
    }
    if (count === starts.length) {
      starts = withRoom(starts)
      hashes = { first: withRoom(hashes.first), second: withRoom(hashes.second) }
    }
    hash.begin()
    resourceBucketShape.markValues(row, hash)
    starts[count] = storedMoment(row.startdate)
    hashes.first[count] = hash.first
    hashes.second[count] = hash.second
    if (hashPauses(count)) yield
    count += 1
  }
  return {
    resources,
    begins: Uint32Array.of(...begins, count),
    starts: starts.subarray(0, count),
    hashes: { first: hashes.first.subarray(0, count), second: hashes.second.subarray(0, count) },
  }
}

const firstRoom = 2 ** 16

function withRoom(column: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * column.length)
  larger.set(column)
  return larger
}

/** Returns the range of bucket indexes of a resource, by the index of the resource in the digest. */
export const rangeOf = ({ begins }: BucketDigest, place: number): readonly [from: number, until: number] => [
  begins[place]!,
  begins[place + 1]!,
]

/** Returns a separate digest for each resource. */
export function splitBuckets(digest: BucketDigest): Map<string, BucketDigest> {
  const { resources, starts, hashes } = digest
  return new Map(
    resources.map((resource, place) => {
      const [from, until] = rangeOf(digest, place)
      const own: BucketDigest = {
        resources: [resource],
        begins: Uint32Array.of(0, until - from),
        starts: starts.slice(from, until),
        hashes: { first: hashes.first.slice(from, until), second: hashes.second.slice(from, until) },
      }
      return [resource, own]
    }),
  )
}

/** Joins the digests of several resources to one. */
export function joinBuckets(digests: readonly BucketDigest[]): BucketDigest {
  const begins = [0]
  for (const { starts } of digests) begins.push(begins.at(-1)! + starts.length)
  const joined = (columnOf: (digest: BucketDigest) => Uint32Array): Uint32Array => {
    const column = new Uint32Array(begins.at(-1)!)
    for (const [place, digest] of digests.entries()) column.set(columnOf(digest), begins[place])
    return column
  }
  return {
    resources: digests.flatMap(({ resources }) => resources),
    begins: Uint32Array.from(begins),
    starts: joined(({ starts }) => starts),
    hashes: { first: joined(({ hashes }) => hashes.first), second: joined(({ hashes }) => hashes.second) },
  }
}

export interface BucketChanges {
  /** By index of the bucket in the new digest: {@link isStored}, {@link hasOtherValues} or {@link isNew}. */
  readonly fates: Uint8Array
  /** Buckets that the new plan does not have, of resources that still have other buckets. */
  readonly gone: readonly { readonly resource: string; readonly start: Seconds }[]
  /** Resources without buckets in the new plan. */
  readonly goneResources: readonly string[]
}

export const [isStored, hasOtherValues, isNew] = [0, 1, 2]

/** Compares the buckets of all resources except the skipped ones. */
export function compareBuckets(
  before: BucketDigest,
  after: BucketDigest,
  skipped: ReadonlySet<string>,
): BucketChanges {
  const fates = new Uint8Array(after.starts.length)
  const gone: { readonly resource: string; readonly start: Seconds }[] = []
  const left = new Map(before.resources.map((resource, place) => [resource, place]))
  for (const [place, resource] of after.resources.entries()) {
    const former = left.get(resource)
    left.delete(resource)
    if (skipped.has(resource)) continue
    const [from, until] = rangeOf(after, place)
    let [at, end] = former === undefined ? [0, 0] : rangeOf(before, former)
    for (let bucket = from; bucket < until; bucket += 1) {
      const start = after.starts[bucket]!
      for (; at < end && before.starts[at]! < start; at += 1)
        gone.push({ resource, start: before.starts[at]! })
      if (at === end || before.starts[at] !== start) fates[bucket] = isNew
      else {
        const same =
          before.hashes.first[at] === after.hashes.first[bucket] &&
          before.hashes.second[at] === after.hashes.second[bucket]
        if (!same) fates[bucket] = hasOtherValues
        at += 1
      }
    }
    for (; at < end; at += 1) gone.push({ resource, start: before.starts[at]! })
  }
  return { fates, gone, goneResources: [...left.keys()].filter((resource) => !skipped.has(resource)) }
}
