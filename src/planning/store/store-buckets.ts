/** Writes capacity and load per time bucket: only the buckets that differ from the stored ones. */
import type pg from 'pg'
import { copyLines } from '../../data/write/computed/copy-rows.ts'
import { literal } from '../../database/identifiers.ts'
import type { ResourceBucketResult } from '../../planner/result/result.ts'
import {
  type BucketChanges,
  type BucketDigest,
  compareBuckets,
  hasOtherValues,
  isNew,
} from './bucket-digest.ts'
import { timestamp } from './cells.ts'
import type { FormerBuckets } from './former-plan.ts'
import { resourceBucketShape } from './plan-rows.ts'
import { type Replaced, replaceRows } from './replace-rows.ts'
import type { ChangedRows } from './store-parts.ts'
import { updateValues } from './update-values.ts'

export interface BucketsToStore {
  readonly rows: Iterable<ResourceBucketResult>
  readonly digest: BucketDigest
  /** Undefined if nothing is known about the stored rows. */
  readonly former: FormerBuckets | undefined
  /** Deleted rows with a number up to this one are counted separately. */
  readonly last?: number
}

export interface ChangedBuckets extends ChangedRows {
  /** Number of deleted rows with a number up to `last`. */
  readonly deletedBefore: number
}

export async function storeBuckets(
  client: pg.ClientBase,
  table: string,
  { rows, digest, former, last = 0 }: BucketsToStore,
): Promise<ChangedBuckets> {
  if (former === undefined) return { ...(await replaceBuckets(client, table, rows, 'true')), updated: 0 }
  const { touched } = former
  const changes = compareBuckets(former.digest, digest, touched)
  const { fates } = changes
  let { deleted, deletedBefore } = await deleteGone(client, table, changes, last)
  let created = 0
  if (fates.includes(isNew)) {
    const { names } = resourceBucketShape
    created = await copyLines(client, table, names, resourceBucketShape.lines(rowsWith(rows, fates, isNew)))
  }
  let updated = 0
  if (fates.includes(hasOtherValues)) {
    const changed = rowsWith(rows, fates, hasOtherValues)
    updated = await updateValues(client, { table, shape: resourceBucketShape, rows: changed, dated: false })
  }
  if (touched.size > 0) {
    const scope = `t."resource" IN (${[...touched].map(literal).join(', ')})`
    const replaced = await replaceBuckets(client, table, rowsOf(rows, touched), scope)
    created += replaced.created
    deleted += replaced.deleted
    deletedBefore += replaced.deletedBefore
  }
  return { created, updated, deleted, deletedBefore }
}

const replaceBuckets = (
  client: pg.ClientBase,
  table: string,
  rows: Iterable<ResourceBucketResult>,
  scope: string,
): Promise<Replaced> =>
  replaceRows(client, {
    table,
    columns: resourceBucketShape.names,
    lines: resourceBucketShape.lines(rows),
    scope: async () => scope,
  })

function* rowsWith(
  rows: Iterable<ResourceBucketResult>,
  fates: Uint8Array,
  fate: number,
): Generator<ResourceBucketResult> {
  let place = 0
  for (const row of rows) {
    if (fates[place] === fate) yield row
    place += 1
  }
}

function* rowsOf(
  rows: Iterable<ResourceBucketResult>,
  resources: ReadonlySet<string>,
): Generator<ResourceBucketResult> {
  for (const row of rows) if (resources.has(row.resource)) yield row
}

async function deleteGone(
  client: pg.ClientBase,
  table: string,
  { gone, goneResources }: BucketChanges,
  last: number,
): Promise<{ readonly deleted: number; readonly deletedBefore: number }> {
  if (gone.length === 0 && goneResources.length === 0) return { deleted: 0, deletedBefore: 0 }
  const { rows } = await client.query<{ deleted: number; deletedBefore: number }>(
    `WITH "deleted" AS (
       DELETE FROM ${table} AS t WHERE t."resource" = ANY ($1)
         OR (t."resource", t."startdate") IN (SELECT * FROM unnest($2::text[], $3::timestamp[]))
       RETURNING t."id")
     SELECT count(*) AS "deleted", count(*) FILTER (WHERE "id" <= $4) AS "deletedBefore" FROM "deleted"`,
    [goneResources, gone.map(({ resource }) => resource), gone.map(({ start }) => timestamp(start)), last],
  )
  return rows[0]!
}
