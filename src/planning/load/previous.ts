/** Reads the proposals of the previous plan as input of the planner, with their resources and their demands. */
import type pg from 'pg'
import { readRows } from '../../data/read-rows.ts'
import type { OrderResourceRow, PreviousOrderRow } from '../../planner/input.ts'
import { isProposal, planEntities } from '../store/plan-tables.ts'
import { type Columns, rowMaker, selectList } from './columns.ts'
import * as tables from './tables.ts'

type StoredRow = Omit<PreviousOrderRow, 'resources' | 'materials'>

const { status: _status, quantity_completed: _completed, ...kept } = tables.orders.columns
const columns: Columns<StoredRow> = { ...kept, pegged: 'text' }

/** Reads the proposals by reference. Returns undefined if there are more than `most`, and none if `most` is 0. */
export async function readPrevious(
  client: pg.ClientBase,
  table: (entity: string) => string,
  most: number,
): Promise<readonly PreviousOrderRow[] | undefined> {
  if (most === 0) return []
  const orders = table(tables.orders.entity)
  const isRead = `${isProposal('o')} AND o."type" <> 'STCK'`
  let count = 0
  await readRows(
    client,
    `SELECT count(*)::float8 FROM (SELECT FROM ${orders} AS o WHERE ${isRead} LIMIT ${most + 1}) AS c`,
    ([cell]) => (count = Number(cell)),
  )
  if (count > most) return undefined
  if (count === 0) return []
  const resources = new Map<string, string[]>()
  const make = rowMaker<OrderResourceRow>(tables.orderResources.columns)
  await readRows(
    client,
    `SELECT u."operationplan", u."resource" FROM ${table(tables.orderResources.entity)} AS u
     JOIN ${orders} AS o ON o."reference" = u."operationplan" AND ${isRead} ORDER BY u."id"`,
    (cells) => {
      const { operationplan, resource } = make(cells)
      const list = resources.get(operationplan)
      if (list === undefined) resources.set(operationplan, [resource])
      else list.push(resource)
    },
  )
  const materials = await readMaterials(client, table, isRead)
  const rows: PreviousOrderRow[] = []
  const makeRow = rowMaker<StoredRow>(columns)
  await readRows(
    client,
    `SELECT ${selectList({ ...columns })} FROM (SELECT o.*, ${onlyDemand} AS "pegged" FROM ${orders} AS o WHERE ${isRead}) AS t
     ORDER BY "reference"`,
    (cells) => {
      const row = makeRow(cells)
      const consumed = materials.get(row.reference)
      const uses = { ...row, resources: resources.get(row.reference) ?? [] }
      rows.push(consumed === undefined ? uses : { ...uses, materials: consumed })
    },
  )
  return rows
}

/** Reads the items that proposals of operations with alternate materials consume, by reference. */
async function readMaterials(
  client: pg.ClientBase,
  table: (entity: string) => string,
  isRead: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const materials = new Map<string, string[]>()
  // Alternates of each other have the same name.
  const withAlternates = `SELECT "operation" FROM ${table(tables.materials.entity)} WHERE "name" <> ''
    GROUP BY "operation", "name" HAVING count(*) > 1`
  let hasAlternates = false
  await readRows(client, `${withAlternates} LIMIT 1`, () => (hasAlternates = true))
  if (!hasAlternates) return materials
  await readRows(
    client,
    `SELECT m."operationplan", m."item" FROM ${table(planEntities.movements)} AS m
     JOIN ${table(tables.orders.entity)} AS o ON o."reference" = m."operationplan" AND ${isRead}
     WHERE m."quantity" < 0 AND o."operation" IN (${withAlternates}) ORDER BY m."id"`,
    ([reference, item]) => {
      const list = materials.get(String(reference))
      if (list === undefined) materials.set(String(reference), [String(item)])
      else list.push(String(item))
    },
  )
  return materials
}

/** SQL of the demand of an order that is not a delivery, if it is for one demand only. */
const onlyDemand = `CASE WHEN o."demand" IS NULL AND jsonb_typeof(o."plan"->'pegging') = 'object' THEN
  (SELECT min(k) FROM jsonb_object_keys(o."plan"->'pegging') AS k HAVING count(*) = 1) END`
