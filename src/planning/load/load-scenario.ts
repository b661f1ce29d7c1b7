/**
 * Loads a scenario as input of the planner: one statement per table, all in the same snapshot, so that a concurrent
 * write is either read completely or not at all.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { tablesOf } from '../../data/relation.ts'
import type { DemandRow, OrderRow, PlannerInput } from '../../planner/input.ts'
import type { Seconds } from '../../planner/time.ts'
import { readCalendars } from '../../data/calendars/read-calendars.ts'
import { rowMaker, selectList } from './columns.ts'
import { type IncompleteDemand, isDemandToPlan, sortDemands } from './demands.ts'
import { type Basis, readBasis } from '../history/stored-plan.ts'
import { readRows } from '../../data/read-rows.ts'
import { readPrevious } from './previous.ts'
import * as tables from './tables.ts'
import type { StoredDemand } from './tables.ts'

export interface LoadedScenario {
  /** All input except the settings. */
  readonly tables: Omit<PlannerInput, 'settings'>
  /** Demands that cannot be planned because of missing or invalid fields. */
  readonly incomplete: readonly IncompleteDemand[]
  /** Number of demands that are not planned because of their status. */
  readonly settled: number
  /** Starts of the finest time buckets, ascending, and the end of the last one; empty without buckets. */
  readonly bucketStarts: readonly Seconds[]
  /** Parameters by name. */
  readonly parameters: ReadonlyMap<string, string | null>
  /** State of the data. */
  readonly basis: Basis
}

export interface LoadOptions {
  /** Maximum number of proposals of the previous plan; if there are more, `tables.previous` is missing. */
  readonly mostPrevious?: number
  /** Called with the progress, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
}

/** The tables of the planner input; sales orders as stored, complete or not. */
export interface ScenarioTables extends Omit<PlannerInput, 'settings' | 'previous' | 'demands'> {
  readonly demands: readonly StoredDemand[]
}

export type TableName = keyof ScenarioTables

type NameTable = (entity: string) => string

type Reader<Name extends TableName> = (
  client: pg.ClientBase,
  table: NameTable,
) => Promise<NonNullable<ScenarioTables[Name]>>

const reader =
  <Row extends object>(from: tables.Table<Row>, where?: string) =>
  (client: pg.ClientBase, table: NameTable): Promise<Row[]> =>
    readTable(client, table(from.entity), from, where)

/** Readers of the tables, by name. */
export const readers: { readonly [Name in TableName]-?: Reader<Name> } = {
  calendars: readCalendars,
  locations: reader(tables.locations),
  items: reader(tables.items),
  suppliers: reader(tables.suppliers),
  operations: reader(tables.operations),
  suboperations: reader(tables.suboperations),
  dependencies: reader(tables.dependencies),
  materials: reader(tables.materials),
  resources: reader(tables.resources),
  loads: reader(tables.loads),
  setupRules: reader(tables.setupRules),
  skills: reader(tables.skills),
  buffers: reader(tables.buffers),
  itemSuppliers: reader(tables.itemSuppliers),
  itemDistributions: reader(tables.itemDistributions),
  demands: reader(tables.demands, isDemandToPlan()),
  orders: readOrders,
  orderResources: (client, table) =>
    readTable(
      client,
      table(tables.orderResources.entity),
      tables.orderResources,
      `"operationplan" IN (SELECT o."reference" FROM ${table(tables.orders.entity)} AS o WHERE ${isKept('o')})`,
    ),
}

/** Loads a scenario. Aborting the signal of the context cancels the loading. */
export function loadScenario(context: DataContext, options: LoadOptions = {}): Promise<LoadedScenario> {
  return context.home.withTransaction((client) => readScenario(client, context, options), {
    isolation: 'repeatable read',
    readOnly: true,
    signal: context.signal,
  })
}

/** Loads a scenario within a transaction whose statements all use the same snapshot. */
export async function readScenario(
  client: pg.ClientBase,
  context: DataContext,
  { mostPrevious = 0, onProgress }: LoadOptions = {},
): Promise<LoadedScenario> {
  const table = tablesOf(context)
  let read = 0
  const counted = async <Rows>(reading: Promise<Rows>): Promise<Rows> => {
    const rows = await reading
    onProgress?.((read += 1) / statements)
    return rows
  }
  const demands = await counted(readers.demands(client, table))
  const { complete, incomplete } = sortDemands(demands)
  const previous = await counted(readPrevious(client, table, mostPrevious))
  return {
    tables: {
      calendars: await counted(readers.calendars(client, table)),
      locations: await counted(readers.locations(client, table)),
      items: await counted(readers.items(client, table)),
      suppliers: await counted(readers.suppliers(client, table)),
      operations: await counted(readers.operations(client, table)),
      suboperations: await counted(readers.suboperations(client, table)),
      dependencies: await counted(readers.dependencies(client, table)),
      materials: await counted(readers.materials(client, table)),
      resources: await counted(readers.resources(client, table)),
      loads: await counted(readers.loads(client, table)),
      setupRules: await counted(readers.setupRules(client, table)),
      skills: await counted(readers.skills(client, table)),
      buffers: await counted(readers.buffers(client, table)),
      itemSuppliers: await counted(readers.itemSuppliers(client, table)),
      itemDistributions: await counted(readers.itemDistributions(client, table)),
      demands: complete satisfies readonly DemandRow[],
      orders: await counted(readers.orders(client, table)),
      orderResources: await counted(readers.orderResources(client, table)),
      ...(previous === undefined ? {} : { previous }),
    },
    incomplete,
    settled: await counted(countSettled(client, table)),
    bucketStarts: await counted(readBucketStarts(client, table)),
    parameters: await counted(readParameters(client, table)),
    basis: await counted(readBasis(client, context)),
  }
}

/** Number of statements for which progress is reported. */
const statements = 24

async function countSettled(client: pg.ClientBase, table: (entity: string) => string): Promise<number> {
  let count = 0
  const text = `SELECT count(*)::float8 FROM ${table(tables.demands.entity)} WHERE NOT ${isDemandToPlan()}`
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
 * Reads the orders that the planner must not remove. Closed orders are not part of the plan; only the one with the
 * largest number is read, because references of new orders continue after it.
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

/** Returns the SQL condition for an order that stays and is part of the plan. */
export const isKept = (o: string): string =>
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

export async function readParameters(
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
