/** Writes capacity and load per time bucket, for the resources of which any bucket may differ from what is stored. */
import type pg from 'pg'
import type { Cell } from '../../data/write/computed/copy-rows.ts'
import { literal } from '../../database/identifiers.ts'
import type { ResourceBucketResult } from '../../planner/result/result.ts'
import type { FormerBuckets } from './former-plan.ts'
import { resourceBucketShape } from './plan-rows.ts'
import { type Replaced, replaceRows } from './replace-rows.ts'
import { createRowHash } from './row-hash.ts'

export interface BucketsToStore {
  readonly rows: Iterable<ResourceBucketResult>
  readonly former: FormerBuckets | undefined
  readonly onRow: (row: ResourceBucketResult) => void
}

export interface StoredBuckets {
  readonly replaced: Replaced
  /** A hash of the buckets of each resource. */
  readonly resources: Readonly<Record<string, string>>
}

export async function storeBuckets(
  client: pg.ClientBase,
  table: string,
  { rows, former, onRow }: BucketsToStore,
): Promise<StoredBuckets> {
  const { columns, cells } = resourceBucketShape
  const sums = new Map<string, [first: number, second: number]>()
  const hash = createRowHash()
  for (const row of rows) {
    onRow(row)
    hash.of(cells(row))
    const sum = sums.get(row.resource)
    if (sum === undefined) sums.set(row.resource, [hash.first, hash.second])
    else {
      sum[0] = (sum[0] + hash.first) >>> 0
      sum[1] = (sum[1] + hash.second) >>> 0
    }
  }
  const resources: Record<string, string> = Object.create(null)
  for (const [resource, sum] of sums) resources[resource] = sum.join(' ')
  const isStored = (resource: string): boolean =>
    former !== undefined &&
    former.resources[resource] === resources[resource] &&
    !former.touched.has(resource)
  const differing = function* differing(): Generator<readonly Cell[]> {
    for (const row of rows) if (!isStored(row.resource)) yield cells(row)
  }
  return {
    replaced: await replaceRows(client, {
      table,
      columns,
      rows: differing(),
      scope: async () => renewedRows(former, [...sums.keys()], isStored),
    }),
    resources,
  }
}

/** SQL: rows of the resources whose rows may differ, and of those that have none any more. */
function renewedRows(
  former: FormerBuckets | undefined,
  planned: readonly string[],
  isStored: (resource: string) => boolean,
): string {
  if (former === undefined) return 'true'
  // What is there was stored by the former plan, or touched since.
  const known = new Set([...Object.keys(former.resources), ...former.touched, ...planned])
  const renewed = [...known].filter((resource) => !isStored(resource))
  return renewed.length === 0 ? 'false' : `t."resource" IN (${renewed.map(literal).join(', ')})`
}
