/** Names of the next buckets by templates that are not used yet. Pure. */
import { type GranularityName, granularities } from './granularities.ts'
import { type BucketRequest, makeBuckets } from './make-buckets.ts'

export interface BucketNamesRequest {
  readonly request: BucketRequest
  /** `YYYY-MM-DD`. */
  readonly today: string
  readonly wanted: readonly GranularityName[]
}

/** Buckets that are named, from the one of today on. */
const named = 6

/** Returns names by granularity. Throws as `makeBuckets` does, for any of the buckets of the horizon. */
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
        // A horizon that is over is named from its beginning.
        return [name, (ahead.length === 0 ? own : ahead).slice(0, named).map((bucket) => bucket.name)]
      }),
  )
}
