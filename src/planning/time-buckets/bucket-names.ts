/** Returns the names of the next buckets for templates that are not stored yet. Pure functions. */
import { type GranularityName, granularities } from './granularities.ts'
import { type BucketRequest, makeBuckets } from './make-buckets.ts'

export interface BucketNamesRequest {
  readonly request: BucketRequest
  /** `YYYY-MM-DD`. */
  readonly today: string
  readonly wanted: readonly GranularityName[]
}

/** Number of buckets that are named, starting with the one of today. */
const named = 6

/** Returns names by granularity. Throws like `makeBuckets`, for any bucket of the horizon. */
export function bucketNames({
  request,
  today,
  wanted,
}: BucketNamesRequest): Readonly<Record<string, readonly string[]>> {
  const buckets = makeBuckets(request)
  return Object.fromEntries(
    granularities
      .filter(({ name }) => wanted.includes(name))
      .map(({ name }) => {
        const own = buckets.filter(({ granularity }) => granularity === name)
        const ahead = own.filter(({ end }) => end > today)
        // For a horizon in the past, the first buckets are named.
        return [name, (ahead.length === 0 ? own : ahead).slice(0, named).map((bucket) => bucket.name)]
      }),
  )
}
