/**
 * Loads a scenario as the planner is given it: one statement per table, all of them over the same snapshot, so that
 * whatever is written meanwhile is either all there or not at all.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { relationOf } from '../../data/relation.ts'
import { requireEntity } from '../../model/model.ts'
import type { DemandRow, OrderRow, PlannerInput } from '../../planner/input.ts'
import type { Seconds } from '../../planner/time.ts'
import { readCalendars } from '../../data/calendars/read-calendars.ts'
import { rowMaker, selectList } from './columns.ts'
import { type IncompleteDemand, sortDemands } from './demands.ts'
import { readRows } from '../../data/read-rows.ts'
import { readPrevious } from './previous.ts'
import * as tables from './tables.ts'

export interface LoadedScenario {
  /** Everything but the settings. */
  readonly tables: Omit<PlannerInput, 'settings'>
  /** Demands with which nothing can be planned. */
  readonly incomplete: readonly IncompleteDemand[]
  /** Number of demands that are not planned because of their status. */
  readonly settled: number
  /** Begins of the finest time buckets, ascending, and the end of the last one; empty when there are none. */
  readonly bucketStarts: readonly Seconds[]
  /** Parameters by name. */
  readonly parameters: ReadonlyMap<string, string | null>
}

export interface LoadOptions {
  /** Upper limit of proposals of the previous plan; if there are more, `tables.previous` is missing. */
  readonly mostPrevious?: number
  /** Told from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
}

/** Aborting the signal of the context cancels it. */
export function loadScenario(
  context: DataContext,
  { mostPrevious = 0, onProgress }: LoadOptions = {},
): Promise<LoadedScenario> {
  const table = (entity: string): string => relationOf(context, requireEntity(context.model, entity))
  return context.database.withTransaction(
    async (client) => {
      let read = 0
      const told = async <Rows>(reading: Promise<Rows>): Promise<Rows> => {
        const rows = await reading
        onProgress?.((read += 1) / statements)
        return rows
      }
      const all = <Row extends object>(from: tables.Table<Row>, where?: string): Promise<Row[]> =>
        told(readTable(client, table(from.entity), from, where))
      const demands = await all(tables.demands, isToPlan)
      const { complete, incomplete } = sortDemands(demands)
      const previous = await told(readPrevious(client, table, mostPrevious))
      return {
        tables: {
          calendars: await told(readCalendars(client, table)),
          locations: await all(tables.locations),
          items: await all(tables.items),
          suppliers: await all(tables.suppliers),
          operations: await all(tables.operations),
          suboperations: await all(tables.suboperations),
          dependencies: await all(tables.dependencies),
          materials: await all(tables.materials),
          resources: await all(tables.resources),
          loads: await all(tables.loads),
          setupRules: await all(tables.setupRules),
          skills: await all(tables.skills),
          buffers: await all(tables.buffers),
          itemSuppliers: await all(tables.itemSuppliers),
          itemDistributions: await all(tables.itemDistributions),
          demands: complete satisfies readonly DemandRow[],
          orders: await told(readOrders(client, table)),
          orderResources: await all(
            tables.orderResources,
            `"operationplan" IN (SELECT o."reference" FROM ${table(tables.orders.entity)} AS o WHERE ${isKept('o')})`,
          ),
          ...(previous === undefined ? {} : { previous }),
        },
        incomplete,
        settled: await told(countSettled(client, table)),
        bucketStarts: await told(readBucketStarts(client, table)),
        parameters: await told(readParameters(client, table)),
      }
    },
    { isolation: 'repeatable read', readOnly: true, signal: context.signal },
  )
}

/** Statements of which progress is told. */
const statements = 23

/** SQL: a demand whose status asks for a plan. */
const isToPlan = `coalesce("status", 'open') IN ('open', 'quote')`

async function countSettled(client: pg.ClientBase, table: (entity: string) => string): Promise<number> {
  let count = 0
  const text = `SELECT count(*)::float8 FROM ${table(tables.demands.entity)} WHERE NOT ${isToPlan}`
  await readRows(client, text, ([cell]) => (count = Number(cell)))
  return count
}

export async function readTable<Row extends object>(
  client: pg.ClientBase,
  relation: string,
  { key, columns }: tables.Table<Row>,
  where = 'true',
): Promise<Row[]> {
  const make = rowMaker<Row>(columns)
  const rows: Row[] = []
  const text = `SELECT ${selectList({ ...columns })} FROM ${relation} AS t WHERE ${where} ORDER BY "${key}"`
  await readRows(client, text, (cells) => void rows.push(make(cells)))
  return rows
}

/**
 * Orders that are not the planner's to remove. Closed ones take no part in the plan; of them only the one with the largest
 * number comes along, because references of new orders continue after it.
 */
async function readOrders(
  client: pg.ClientBase,
  table: (entity: string) => string,
): Promise<readonly OrderRow[]> {
  const relation = table(tables.orders.entity)
  const rows = await readTable(client, relation, tables.orders, isKept('t'))
  const closed = await readTable(
    client,
    `(SELECT * FROM ${relation} AS o WHERE "status" = 'closed' AND "type" <> 'STCK' AND "reference" ~ '^\\d{1,15}$'
      ORDER BY "reference"::bigint DESC LIMIT 1)`,
    tables.orders,
  )
  return [...rows, ...closed]
}

/** SQL: an order that stays and takes part in the plan. */
const isKept = (o: string): string =>
  `(${o}."status" IN ('approved', 'confirmed', 'completed') AND ${o}."type" <> 'STCK')`

async function readBucketStarts(
  client: pg.ClientBase,
  table: (entity: string) => string,
): Promise<readonly Seconds[]> {
  const starts: Seconds[] = []
  let end = -Infinity
  await readRows(
    client,
    `SELECT extract(epoch FROM d."startdate")::float8, extract(epoch FROM d."enddate")::float8
     FROM ${table('common.bucketdetail')} AS d
     WHERE d."bucket" = (
       SELECT b."name" FROM ${table('common.bucket')} AS b
       WHERE EXISTS (SELECT FROM ${table('common.bucketdetail')} AS e WHERE e."bucket" = b."name")
       ORDER BY b."level" DESC, b."name" LIMIT 1)
     ORDER BY d."startdate"`,
    ([from, to]) => {
      starts.push(Number(from))
      end = Math.max(end, Number(to))
    },
  )
  return starts.length === 0 ? [] : [...starts, end]
}

async function readParameters(
  client: pg.ClientBase,
  table: (entity: string) => string,
): Promise<ReadonlyMap<string, string | null>> {
  const parameters = new Map<string, string | null>()
  await readRows(
    client,
    `SELECT "name", "value" FROM ${table('common.parameter')} ORDER BY "name"`,
    ([name, value]) => parameters.set(String(name), typeof value === 'string' ? value : null),
  )
  return parameters
}
