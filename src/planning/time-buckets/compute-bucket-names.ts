/** Makes the buckets of a request to check and to name them, in a thread if the horizon is long. */
import { compute, type Computation } from '../../data/threads/computation.ts'
import { bucketNames, type BucketNamesRequest } from './bucket-names.ts'
import type { BucketRequest } from './make-buckets.ts'

type BucketNames = ReturnType<typeof bucketNames>

const computation: Computation<BucketNamesRequest, BucketNames> = {
  module: import.meta.resolve('./bucket-names.ts'),
  name: 'bucketNames',
  run: bucketNames,
}

/** Computing time of the buckets of one day, in nanoseconds. */
const perDay = 4_000

/** Returns the names like `bucketNames`. Throws `invalid_parameter` with the name of the parameter. */
export function computeBucketNames(asked: BucketNamesRequest, signal?: AbortSignal): Promise<BucketNames> {
  const days = (Date.parse(asked.request.end) - Date.parse(asked.request.start)) / 86_400_000
  return compute(computation, asked, { cost: Number.isFinite(days) ? days * perDay : 0, signal })
}

/** Checks the horizon and the templates of all buckets. Throws `invalid_parameter` with the name of the parameter. */
export async function checkBuckets(request: BucketRequest, signal?: AbortSignal): Promise<void> {
  // Making the buckets finds the errors; no names are returned.
  await computeBucketNames({ request, today: request.start, wanted: [] }, signal)
}
