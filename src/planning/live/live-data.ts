/** The data of a live plan: read once, then updated from the tables whose records have changed. */
import { tablesOf } from '../../data/relation.ts'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { changeCounter } from '../../data/etag.ts'
import { literal, qualified } from '../../database/identifiers.ts'
import { joinSentences } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { requireEntity } from '../../model/model.ts'
import type { DemandRow, OrderRow, PlannerInput } from '../../planner/input.ts'
import type { Touched } from '../../planner/live/touched.ts'
import { day, type Seconds } from '../../planner/time.ts'
import { type IncompleteDemand, isDemandToPlan, sortDemands } from '../load/demands.ts'
import {
  isKept,
  readParameters,
  readers,
  readScenario,
  readTable,
  type TableName,
} from '../load/load-scenario.ts'
import * as tables from '../load/tables.ts'
import { parameterFaults, readPlanParameters } from '../parameters/plan-parameters.ts'
import { type Basis, type PlanMaking, readPlanMaking } from '../history/stored-plan.ts'
import { planEntities } from '../store/plan-tables.ts'
import { editedTables, plannedEntities } from './edited-tables.ts'

export interface LiveData {
  readonly input: PlannerInput
  readonly incomplete: readonly IncompleteDemand[]
  readonly bucketStarts: readonly Seconds[]
  /** End of the frozen horizon. */
  readonly frozenUntil: Seconds
  /** Time of planning at which the data were read: the start date if a parameter says "now". */
  readonly wallClock: string
  /** How the stored plan was made. */
  readonly making: PlanMaking
  readonly state: DataState
}

/** Values by which changes of the data are detected. */
export interface DataState {
  /** Newest change set, and the snapshot. */
  readonly basis: Basis
  /** Version of the stored plan: a different text after every stored plan, and once other data replace these. */
  readonly plan: string
  /** Change counters by entity. */
  readonly counters: ReadonlyMap<string, string>
  /** Change counter of stock movements, which are stored with a plan and are not its input. */
  readonly movements: string
}

/** Data with edits, and the parts that the edits touch. */
export interface EditedData {
  readonly input: PlannerInput
  readonly incomplete: readonly IncompleteDemand[]
  readonly touched: Touched
}

/** Maximum number of proposals of the stored plan that are read. */
const mostPrevious = 1_000_000

/** Reads all data. Throws `command_failed` if parameters of the plan are invalid. */
export function readLiveData(context: DataContext, now: string): Promise<LiveData> {
  return context.home.withTransaction(
    async (client) => {
      const state = await readState(client, context)
      const loaded = await readScenario(client, context, { mostPrevious })
      const making = await readPlanMaking(client, context)
      const settings = settingsOf(context, loaded.parameters, now, making)
      return {
        input: { ...loaded.tables, settings },
        incomplete: loaded.incomplete,
        bucketStarts: loaded.bucketStarts,
        frozenUntil: frozenUntilOf(settings),
        wallClock: now,
        making,
        state,
      }
    },
    { isolation: 'repeatable read', readOnly: true, signal: context.signal },
  )
}

/** Returns the end of the frozen horizon. */
export const frozenUntilOf = ({ current, frozenHorizon = 0 }: PlannerInput['settings']): Seconds =>
  current + frozenHorizon

/**
 * Seconds for which proposals that should have begun count as begun, long enough for a weekend. Whatever should have begun
 * earlier was probably not done, and is planned again.
 */
const longestBegun = 3 * day

function settingsOf(
  { timeZone }: DataContext,
  parameters: ReadonlyMap<string, string | null>,
  now: string,
  { plantype, constraints, start: current, begunFrom }: PlanMaking,
): PlannerInput['settings'] {
  const [first, ...others] = parameterFaults(parameters, current)
  if (first !== undefined) {
    const reason = joinSentences(first.message, ...others.map(({ message }) => message))
    throw new ServiceError('command_failed', { reason })
  }
  const source = { parameters, now, timeZone, current }
  const { unused: _unused, mistyped: _mistyped, ...given } = readPlanParameters(source)
  return {
    ...given,
    plantype,
    constraints,
    deliveryDuration: 0,
    begunFrom: begunFrom === undefined ? undefined : Math.max(begunFrom, given.current - longestBegun),
  }
}

/** Reads the state of the data in one statement. */
export async function readState(client: pg.ClientBase, context: DataContext): Promise<DataState> {
  const { model, scenario } = context
  const counters = plannedEntities.map(
    (name) => `(${changeCounter(context, [requireEntity(model, name)]) ?? 'NULL'})`,
  )
  const movements = changeCounter(context, [requireEntity(model, planEntities.movements)]) ?? 'NULL'
  const { rows } = await client.query<{
    changeset: number
    snapshot: string
    plan: string
    counters: string[]
    movements: string | null
  }>(
    prepared(`SELECT (SELECT coalesce(max("id"), 0)::float8 FROM ${qualified(scenario, 'changeset')}) AS "changeset",
       pg_current_snapshot()::text AS "snapshot",
       concat(${literal(qualified(scenario, 'plandigest'))}::regclass::oid, ' ',
         (SELECT xmin::text FROM ${qualified(scenario, 'plandigest')})) AS "plan",
       ARRAY[${counters.join(', ')}]::text[] AS "counters", (${movements}) AS "movements"`),
  )
  const { changeset, snapshot, plan, counters: texts, movements: moved } = rows[0]!
  return {
    basis: { changeset, snapshot },
    plan,
    counters: new Map(plannedEntities.map((name, index) => [name, texts[index] ?? ''])),
    movements: moved ?? '',
  }
}

/** Makes a statement one that is prepared on each connection: planning this one takes longer than executing it. */
const prepared = (text: string): pg.QueryConfig => ({
  name: createHash('sha256').update(text).digest('base64url'),
  text,
})

/** Returns the entities whose records have changed between two states. */
export const changedEntities = (before: DataState, after: DataState): readonly string[] =>
  plannedEntities.filter((name) => before.counters.get(name) !== after.counters.get(name))

/** Records of an entity that were edited individually. */
export interface EditedRecords {
  readonly keys: ReadonlySet<string>
  /** Those that count as edited even if the input of the planner does not differ. */
  readonly touched: ReadonlySet<string>
}

/** Edited records by entity; only entities without other changes. */
export type EditedKeys = ReadonlyMap<string, EditedRecords>

/** Returns the data as read in the transaction of the client, after records of these entities have changed. */
export async function readEdited(
  client: pg.ClientBase,
  context: DataContext,
  data: LiveData,
  changed: readonly string[],
  keys: EditedKeys = new Map(),
): Promise<EditedData> {
  const { input, incomplete } = data
  const table = tablesOf(context)
  const replaced: { -readonly [Name in keyof PlannerInput]?: PlannerInput[Name] } = {}
  const touched = { demands: none, orders: none, tables: new Set<OtherTable>() }
  let left = incomplete
  const names = editedTables(changed)
  for (const name of names) {
    if (name === 'demands') {
      const found = await readDemands(client, table, input.demands, keys.get(tables.demands.entity))
      replaced.demands = found.rows
      touched.demands = found.touched
      left = [...incomplete.filter((row) => !found.read(row.name)), ...found.incomplete]
    } else if (name === 'orders') {
      const edited = keys.get(tables.orders.entity)
      const rows = await readOrders(client, table, edited?.keys)
      const scope = edited?.keys ?? new Set([...input.orders, ...rows].map(referenceOf))
      const merged = merge(input.orders, rows, scope, referenceOf)
      replaced.orders = merged.rows
      touched.orders = new Set([...merged.touched, ...(edited?.touched ?? [])])
    } else if (name !== 'orderResources') {
      const isChanged = await readOther(client, context, data, name, replaced)
      if (isChanged) touched.tables.add(name)
    }
  }
  if (names.has('orderResources')) {
    const rows = await readUses(client, table, replaced.orders ?? input.orders)
    if (!isDeepStrictEqual(rows, input.orderResources)) {
      replaced.orderResources = rows
      touched.tables.add('orderResources')
    }
  }
  return { input: { ...input, ...replaced }, incomplete: left, touched }
}

/** Reads orders that stay, either all or those with the given keys. */
const readOrders = (
  client: pg.ClientBase,
  table: (entity: string) => string,
  keys: ReadonlySet<string> | undefined,
): Promise<readonly OrderRow[]> =>
  keys === undefined
    ? readers.orders(client, table)
    : readTable(
        client,
        table(tables.orders.entity),
        tables.orders,
        `${isKept('t')} AND ${isOneOf('reference', keys)}`,
      )

const isOpen = ({ status }: OrderRow): boolean => status !== 'closed'

/** Maximum number of orders whose resources are read by their references. */
const mostNamed = 20_000

/** Reads the resources of orders that stay, which are few beside the proposals in the same table. */
const readUses = (
  client: pg.ClientBase,
  table: (entity: string) => string,
  orders: PlannerInput['orders'],
): Promise<NonNullable<PlannerInput['orderResources']>> =>
  orders.length > mostNamed
    ? readers.orderResources(client, table)
    : readTable(
        client,
        table(tables.orderResources.entity),
        tables.orderResources,
        isOneOf('operationplan', new Set(orders.filter(isOpen).map(referenceOf))),
      )

type OtherTable = Exclude<TableName, 'demands' | 'orders'> | 'settings'

const none: ReadonlySet<string> = new Set()

const referenceOf = ({ reference }: OrderRow): string => reference
const nameOf = ({ name }: DemandRow): string => name

/** Reads sales orders, either all or those with the given keys. `read` returns whether the order of a name was read. */
async function readDemands(
  client: pg.ClientBase,
  table: (entity: string) => string,
  before: readonly DemandRow[],
  edited: EditedRecords | undefined,
): Promise<{
  readonly rows: readonly DemandRow[]
  readonly touched: ReadonlySet<string>
  readonly incomplete: readonly IncompleteDemand[]
  readonly read: (name: string) => boolean
}> {
  const keys = edited?.keys
  const read =
    keys === undefined
      ? await readers.demands(client, table)
      : await readTable(
          client,
          table(tables.demands.entity),
          tables.demands,
          `${isDemandToPlan()} AND ${isOneOf('name', keys)}`,
        )
  const { complete, incomplete } = sortDemands(read)
  const scope = keys ?? new Set([...before, ...complete].map(nameOf))
  const { rows, touched } = merge(before, complete, scope, nameOf)
  return {
    rows,
    touched: new Set([...touched, ...(edited?.touched ?? [])]),
    incomplete,
    read: (name) => keys?.has(name) ?? true,
  }
}

/** Reads any other table, or the parameters. Returns whether they differ. */
async function readOther(
  client: pg.ClientBase,
  context: DataContext,
  { input, wallClock, making }: LiveData,
  name: Exclude<OtherTable, 'orderResources'>,
  replaced: { -readonly [Name in keyof PlannerInput]?: PlannerInput[Name] },
): Promise<boolean> {
  const table = tablesOf(context)
  if (name === 'settings') {
    const parameters = await readParameters(client, table)
    const settings = settingsOf(context, parameters, wallClock, making)
    if (isDeepStrictEqual(settings, input.settings)) return false
    replaced.settings = settings
    return true
  }
  const rows = await readers[name](client, table)
  if (isDeepStrictEqual(rows, input[name])) return false
  Object.assign(replaced, { [name]: rows })
  return true
}

const isOneOf = (column: string, keys: ReadonlySet<string>): string =>
  keys.size === 0 ? 'false' : `"${column}" IN (${[...keys].map(literal).join(', ')})`

/** Replaces the rows within a scope. Unchanged rows stay the same objects. */
function merge<Row>(
  before: readonly Row[],
  read: readonly Row[],
  scope: ReadonlySet<string>,
  keyOf: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly touched: ReadonlySet<string> } {
  const fresh = new Map(read.map((row) => [keyOf(row), row]))
  const touched = new Set<string>()
  const rows: Row[] = []
  for (const row of before) {
    const key = keyOf(row)
    const now = scope.has(key) ? fresh.get(key) : row
    fresh.delete(key)
    if (now === undefined) touched.add(key)
    else if (now === row || isDeepStrictEqual(now, row)) rows.push(row)
    else {
      touched.add(key)
      rows.push(now)
    }
  }
  for (const [key, row] of fresh) {
    touched.add(key)
    rows.push(row)
  }
  return { rows, touched }
}
