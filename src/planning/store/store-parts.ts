/**
 * Writes what belongs to orders, their movements and their uses of capacity: for the orders of which any row may differ from what
 * is stored.
 */
import type pg from 'pg'
import { type Cell, copyRows } from '../../data/write/computed/copy-rows.ts'
import { type Counterparts, createComparison, type FormerRows } from './former-plan.ts'
import type { RowShape } from './plan-rows.ts'
import { type Replaced, replaceRows } from './replace-rows.ts'
import { addHash, createRowHash, emptyHashes, type Hashes } from './row-hash.ts'
import { isGone } from './store-orders.ts'

interface Part {
  /** Of the order. */
  readonly number: number
}

export interface PartsToStore<Row extends Part> {
  readonly rows: Iterable<Row>
  readonly counterparts: Counterparts
  /** Which orders are no proposals: where the plan has no row of them, theirs stay. */
  readonly existing: readonly (string | undefined)[]
  readonly former: FormerRows | undefined
  readonly onRow?: (row: Row) => void
}

export interface StoredParts {
  readonly replaced: Replaced
  readonly hashes: Hashes
}

/** Expects the proposals that go to be staged. */
export async function storeParts<Row extends Part>(
  client: pg.ClientBase,
  table: string,
  { columns, cells }: RowShape<Row>,
  parts: PartsToStore<Row>,
): Promise<StoredParts> {
  const { rows, counterparts, existing, former, onRow } = parts
  const { references } = counterparts
  const hashes = emptyHashes(references.length)
  const has = new Uint8Array(references.length)
  const hash = createRowHash()
  const note = (row: Row): readonly Cell[] => {
    const made = cells(row)
    has[row.number] = 1
    hash.of(made)
    addHash(hashes, row.number, hash)
    onRow?.(row)
    return made
  }
  const isStored = createComparison(counterparts, former)
  // Where nothing is known, rows are written while they are hashed.
  if (former !== undefined) for (const row of rows) note(row)
  const differing = function* differing(): Generator<readonly Cell[]> {
    for (const row of rows) {
      if (former === undefined) yield note(row)
      else if (!isStored(row.number, hashes)) yield cells(row)
    }
  }
  const scope = async (): Promise<string> => {
    const renewed = references.filter(
      (_, number) => (existing[number] === undefined || has[number] === 1) && !isStored(number, hashes),
    )
    await stageRenewed(client, renewed)
    return `(${isGone('t."operationplan"')} OR t."operationplan" IN (SELECT r."reference" FROM ${stage} AS r))`
  }
  const replaced = await replaceRows(client, { table, columns, rows: differing(), scope })
  return { replaced, hashes }
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
