/**
 * Writes the rows that belong to orders: movements and resource usage. For most orders all rows are already stored
 * unchanged. Rows with the same keys and other values, such as the date of a movement, are updated in place; the other
 * rows are deleted and inserted.
 */
import type pg from 'pg'
import { copyRows } from '../../data/write/computed/copy-rows.ts'
import type { PartRows } from '../../planner/result/result.ts'
import { type Counterparts, createComparison, type FormerParts } from './former-plan.ts'
import type { HashedParts, Part } from './hash-parts.ts'
import { replaceRows } from './replace-rows.ts'
import type { RowShape } from './row-shape.ts'
import { isGone } from './store-orders.ts'
import { updateValues } from './update-values.ts'

export interface PartsToStore<Row extends Part> {
  readonly rows: PartRows<Row>
  /**
   * Returns the hashes of the rows. It is called only if stored rows are compared; otherwise the hashes can be
   * computed while the rows are written.
   */
  readonly hashed: () => Promise<HashedParts>
  readonly counterparts: Counterparts
  /** References of orders that are not proposals: their stored rows stay if the plan has none for them. */
  readonly existing: readonly (string | undefined)[]
  /** Undefined if nothing is known about the stored rows. */
  readonly former: FormerParts | undefined
}

export interface ChangedRows {
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** Actions for the rows of an order. */
const [isStored, hasOtherValues, isRenewed] = [0, 1, 2]

/** Stores the rows. Expects that the deleted proposals are staged. */
export async function storeParts<Row extends Part>(
  client: pg.ClientBase,
  table: string,
  shape: RowShape<Row>,
  { rows, hashed, counterparts, existing, former }: PartsToStore<Row>,
): Promise<ChangedRows> {
  const { references } = counterparts
  const fates =
    former === undefined
      ? new Uint8Array(existing.length).fill(isRenewed)
      : findFates(await hashed(), counterparts, former)
  const scope = async (): Promise<string> => {
    const { has } = await hashed()
    const renewed = references.filter(
      (_, number) => fates[number] === isRenewed && (existing[number] === undefined || has[number] === 1),
    )
    await stageRenewed(client, renewed)
    return `(${isGone('t."operationplan"')} OR t."operationplan" IN (SELECT r."reference" FROM ${stage} AS r))`
  }
  const lines = shape.lines(rows.of((number) => fates[number] === isRenewed))
  const replaced = await replaceRows(client, { table, columns: shape.names, lines, scope })
  if (!fates.includes(hasOtherValues)) return { ...replaced, updated: 0 }
  const changed = rows.of((number) => fates[number] === hasOtherValues)
  return { ...replaced, updated: await updateValues(client, { table, shape, rows: changed, dated: true }) }
}

/** Returns the actions by number of the order. */
function findFates(
  { hashes, doubled }: HashedParts,
  counterparts: Counterparts,
  former: FormerParts,
): Uint8Array {
  const fates = new Uint8Array(doubled.length).fill(isRenewed)
  const { touched } = former
  const sameKeys = createComparison(counterparts, { hashes: former.hashes.keys, touched })
  const sameValues = createComparison(counterparts, { hashes: former.hashes.values, touched })
  for (let number = 0; number < fates.length; number += 1) {
    if (!sameKeys(number, hashes.keys)) continue
    if (sameValues(number, hashes.values)) fates[number] = isStored
    else if (doubled[number] === 0) fates[number] = hasOtherValues
  }
  return fates
}

const stage = 'pg_temp."_plan_renewed"'

async function stageRenewed(client: pg.ClientBase, references: readonly string[]): Promise<void> {
  await client.query(
    'CREATE TEMPORARY TABLE IF NOT EXISTS "_plan_renewed" ("reference" text COLLATE "C") ON COMMIT DROP',
  )
  await client.query(`TRUNCATE ${stage}`)
  await copyRows(
    client,
    stage,
    ['reference'],
    references.map((reference) => [reference]),
  )
  await client.query(`ANALYZE ${stage}`)
}
