/**
 * Digest of the last stored plan: the identities of its orders, a hash of the rows of each, and the transactions that
 * have written them. It is one value with consecutive columns, because a plan has hundreds of thousands of orders.
 */
import type pg from 'pg'
import { readBytes, replaceBytes } from './bytes.ts'
import type { Matchable } from '../../planner/result/match-orders.ts'
import type { PlanTables } from './plan-tables.ts'
import type { BucketDigest } from './bucket-digest.ts'
import type { Hashes, PartHashes } from './row-hash.ts'
import type { WrittenRows } from './written-rows.ts'

/** Tables whose unmodified rows are recognized by the transaction that wrote them. */
export const digestedTables = ['orders', 'movements', 'uses', 'resourceBuckets'] as const

export type DigestedTable = (typeof digestedTables)[number]

export interface PlanDigest {
  readonly references: readonly string[]
  /** Orders by index in the digest. */
  readonly orders: Matchable
  /** 1 for proposals. */
  readonly proposals: Uint8Array
  /** Hashes of the row of each order, of its movements and of its resource usage. */
  readonly rows: Hashes
  readonly movements: PartHashes
  readonly uses: PartHashes
  readonly buckets: BucketDigest
  readonly written: Readonly<Record<DigestedTable, WrittenRows>>
}

interface Head {
  /** Version of the format; digests of other versions are ignored. */
  readonly form: 5
  readonly count: number
  readonly references: readonly string[]
  readonly kinds: readonly string[]
  readonly demands: readonly string[]
  readonly resources: readonly string[]
  readonly written: PlanDigest['written']
}

/** Number of rows of the digest that were deleted since, by table; empty without deletions. */
export type DeletedRows = Partial<Readonly<Record<DigestedTable, number>>>

/** Reads how many rows were deleted by differences stored after the digest. */
export async function readDeleted(client: pg.ClientBase, tables: PlanTables): Promise<DeletedRows> {
  const { rows } = await client.query<{ deleted: string | null }>(
    `SELECT "deleted"::text AS "deleted" FROM ${tables.digest}`,
  )
  const [found] = rows
  const deleted: DeletedRows = found?.deleted === null || found === undefined ? {} : JSON.parse(found.deleted)
  return deleted
}

/**
 * Stores the numbers of deleted rows after a part of the plan was stored; the change also shows readers that the plan
 * is a different one.
 */
export async function writeDeleted(
  client: pg.ClientBase,
  tables: PlanTables,
  deleted: DeletedRows,
): Promise<void> {
  await client.query(`UPDATE ${tables.digest} SET "deleted" = $1::json`, [JSON.stringify(deleted)])
}

export function writeDigest(client: pg.ClientBase, tables: PlanTables, digest: PlanDigest): Promise<void> {
  return replaceBytes(client, tables.digest, 'content', encode(digest))
}

/** Returns the digest; undefined if no plan was stored, or if it was stored by a release with another format. */
export async function readDigest(client: pg.ClientBase, tables: PlanTables): Promise<PlanDigest | undefined> {
  const content = await readBytes(client, tables.digest, 'content')
  return content === undefined ? undefined : decode(content)
}

/** Alignment of the columns in bytes: the width of the widest type, so that they are read in place. */
const width = 8

function encode({
  references,
  orders,
  proposals,
  rows,
  movements,
  uses,
  buckets,
  written,
}: PlanDigest): readonly Buffer[] {
  const [kinds, demands] = [numbered(orders.kinds), numbered(orders.demands)]
  const head: Head = {
    form: 5,
    count: orders.count,
    references,
    kinds: kinds.texts,
    demands: demands.texts,
    resources: buckets.resources,
    written,
  }
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const rest = (4 + text.length) % width
  const columns = [
    orders.starts,
    orders.ends,
    orders.quantities,
    kinds.places,
    demands.places,
    orders.owners,
    ...[rows, movements.keys, movements.values, uses.keys, uses.values].flatMap(bothOf),
    buckets.begins,
    buckets.starts,
    ...bothOf(buckets.hashes),
    proposals,
  ]
  return [
    length,
    text,
    Buffer.alloc(rest === 0 ? 0 : width - rest),
    ...columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ]
}

const bothOf = ({ first, second }: Hashes): readonly Uint32Array[] => [first, second]

/** Decodes a digest. Its columns share the memory of the content. */
function decode(content: Buffer): PlanDigest | undefined {
  const until = 4 + content.readUInt32LE()
  const head: Partial<Head> = JSON.parse(content.toString('utf8', 4, until))
  const { form, count, references, kinds, demands, resources, written } = head
  if (
    form !== 5 ||
    count === undefined ||
    references === undefined ||
    kinds === undefined ||
    demands === undefined ||
    resources === undefined ||
    written === undefined
  )
    return undefined
  const { buffer } = content
  let at = content.byteOffset + Math.ceil(until / width) * width
  const take = (bytes: number): number => {
    const from = at
    at += bytes
    return from
  }
  const floats = (): Float64Array => new Float64Array(buffer, take(8 * count), count)
  const integers = (): Int32Array => new Int32Array(buffer, take(4 * count), count)
  const naturals = (length = count): Uint32Array => new Uint32Array(buffer, take(4 * length), length)
  const hashes = (length = count): Hashes => ({ first: naturals(length), second: naturals(length) })
  const parts = (): PartHashes => ({ keys: hashes(), values: hashes() })
  const bucketsOf = (): BucketDigest => {
    const begins = naturals(resources.length + 1)
    const length = begins.at(-1)!
    return { resources, begins, starts: naturals(length), hashes: hashes(length) }
  }
  const [starts, ends, quantities] = [floats(), floats(), floats()]
  const [kindPlaces, demandPlaces, owners] = [integers(), integers(), integers()]
  return {
    references,
    orders: {
      count,
      kinds: Array.from(kindPlaces, (place) => kinds[place]!),
      demands: Array.from(demandPlaces, (place) => demands[place]!),
      owners,
      starts,
      ends,
      quantities,
    },
    rows: hashes(),
    movements: parts(),
    uses: parts(),
    buckets: bucketsOf(),
    proposals: new Uint8Array(buffer, take(count), count),
    written,
  }
}

/** Replaces texts, which repeat often, by indexes in a list of distinct texts. */
function numbered(all: readonly string[]): {
  readonly texts: readonly string[]
  readonly places: Int32Array
} {
  const known = new Map<string, number>()
  const places = new Int32Array(all.length)
  for (let index = 0; index < all.length; index += 1) {
    const text = all[index]!
    let place = known.get(text)
    if (place === undefined) known.set(text, (place = known.size))
    places[index] = place
  }
  return { texts: [...known.keys()], places }
}
