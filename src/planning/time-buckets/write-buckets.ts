/**
 * Stores time buckets in a scenario, in one transaction. They replace the buckets of their granularities; identical
 * buckets and granularities created by users stay unchanged.
 */
import type { DataContext } from '../../data/context.ts'
import { loggedDelete } from '../../data/write/log/logged.ts'
import { allOrNothing, type WriteResult } from '../../data/write/request.ts'
import { writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { requireEntity } from '../../model/model.ts'
import { granularities } from './granularities.ts'
import type { TimeBucket } from './make-buckets.ts'

export interface BucketCounts extends Pick<WriteResult, 'created' | 'updated' | 'unchanged'> {
  readonly deleted: number
}

/**
 * Stores the buckets.
 * @returns the counts of bucket dates that were written, or with `dryRun` would be written
 */
export async function writeBuckets(
  context: DataContext,
  buckets: readonly TimeBucket[],
  { dryRun }: { readonly dryRun: boolean },
): Promise<BucketCounts> {
  const bucket = requireEntity(context.model, 'common.bucket')
  const bucketDetail = requireEntity(context.model, 'common.bucketdetail')
  return writeInTransaction(context, { dryRun, attempts: 5 }, async ({ client, changes, write }) => {
    const types = granularities.map(({ name, level }) => ({ name, level }))
    await write(bucket, { ...allOrNothing, rows: types })
    const kept = { granularity: column(buckets, 'granularity'), start: column(buckets, 'start') }
    const deleted = await loggedDelete(
      { client, context, changes },
      bucketDetail,
      `t."bucket" = ANY ($1::text[]) AND NOT EXISTS (
         SELECT FROM unnest($2::text[], $3::timestamp[]) AS kept("bucket", "startdate")
         WHERE kept."bucket" = t."bucket" AND kept."startdate" = t."startdate")`,
      { values: [types.map(({ name }) => name), kept.granularity, kept.start] },
    )
    const rows = buckets.map(({ granularity, name, start, end }) => ({
      bucket: granularity,
      name,
      startdate: start,
      enddate: end,
    }))
    const { created, updated, unchanged } = await write(bucketDetail, { ...allOrNothing, rows })
    return { created, updated, unchanged, deleted }
  })
}

const column = (buckets: readonly TimeBucket[], name: 'granularity' | 'start'): readonly string[] =>
  buckets.map((bucket) => bucket[name])
