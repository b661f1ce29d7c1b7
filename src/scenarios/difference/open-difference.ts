/**
 * Computes the differences of two scenarios record by record, and which side has changed what since their common
 * ancestor. Computed with set operations in the database: from both change logs if they reach back far enough,
 * otherwise from the data.
 */
import type pg from 'pg'
import { identifier } from '../../database/identifiers.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import { baseEntity, type Model } from '../../model/model.ts'
import { type Ancestor, commonAncestor } from '../lineage/ancestor.ts'
import { readLineage } from '../lineage/lineage.ts'
import { scenarioLockKey } from '../registry.ts'
import { addLastSets } from './last-sets.ts'
import { type LoggedSide, openSide, readTouched, type Touched } from './logged-side.ts'
import { differingEntities, isMergeable, isNamed, keyText } from './matching.ts'
import { type Reassigned, readReassigned } from './order-resources.ts'
import { type Former, judgements, type Relation, relationOf, type Sides } from './relation.ts'

/**
 * How the differences of an entity were found: `log` from both change logs; `data` from the data, with previous
 * values from one log; `alone` from the data only, if previous values are unknown.
 */
export type DifferenceMethod = 'log' | 'data' | 'alone'

/** The differences of one entity, as a temporary table that is dropped at the end of the transaction. */
export interface EntityDifferences {
  readonly entity: Entity
  readonly method: DifferenceMethod
  readonly relation: Relation
  /**
   * Name of the table. Columns: position `_i`, the matched columns, `_key` as text, `_key_a`, `_key_b`, whether the
   * record existed before (`_before`), which side changed it (`_by_a`, `_by_b`), whether these changes conflict
   * (`_conflict`), and with `hasSets` the last change set of the first scenario that changed it (`_set`).
   */
  readonly table: string
  /** Whether the change sets of the first scenario are known. */
  readonly hasSets: boolean
  readonly records: number
  readonly conflicts: number
  /** Number of records that the first scenario changed, and the second. */
  readonly byA: number
  readonly byB: number
}

export interface Difference extends Sides {
  /** Undefined if no common ancestor is known. */
  readonly ancestor: Ancestor | undefined
  /** Current position of the first scenario: the end of its log as it was read. */
  readonly head: { readonly line: string; readonly until: number; readonly seen: string } | undefined
  /** Entities that differ, parents first. */
  readonly entities: readonly EntityDifferences[]
}

export interface DifferenceRequest extends Sides {
  /** Names of entities; empty for all whose records users create. */
  readonly entities: readonly string[]
  /** Whether to compare the data only, without the common ancestor. */
  readonly alone?: boolean
  /** Whether to find the last change set of the first scenario that changed a record. */
  readonly decisions?: boolean
  readonly progress?: ((fraction: number, message: string) => void) | undefined
}

/** Returns the entities with the given names; without names all that can be carried from one scenario to another. */
export function chosenEntities(model: Model, names: readonly string[]): readonly Entity[] {
  const all = differingEntities(model)
  if (names.length === 0) return all.filter((entity) => isMergeable(model, entity))
  return all.filter((entity) => names.some((name) => isNamed(entity, name)))
}

/**
 * Computes the differences. The transaction must use one snapshot. Throws `scenario_busy` while the data of one of
 * the scenarios is being replaced.
 */
export async function openDifference(
  client: pg.ClientBase,
  model: Model,
  { a, b, entities, alone = false, decisions = false, progress }: DifferenceRequest,
): Promise<Difference> {
  await holdScenarios(client, [a, b])
  const [lineageA, lineageB] = [await readLineage(client, a), await readLineage(client, b)]
  const ancestor = alone ? undefined : commonAncestor([a, lineageA], [b, lineageB])
  const parted = ancestor?.parted === undefined ? undefined : { changeset: ancestor.parted }
  const sides = [
    await openSide(client, model, {
      name: 'a',
      scenario: a,
      lineage: lineageA,
      other: { scenario: b, lineage: lineageB },
      since: ancestor?.back.a ?? parted,
    }),
    await openSide(client, model, {
      name: 'b',
      scenario: b,
      lineage: lineageB,
      other: { scenario: a, lineage: lineageA },
      since: ancestor?.back.b ?? parted,
    }),
  ] as const
  const chosen = chosenEntities(model, entities)
  const read = new Map<string, Promise<readonly [Touched, Touched]>>()
  const orders = new Map<string, Promise<Reassigned | undefined>>()
  const found: EntityDifferences[] = []
  for (const [index, entity] of chosen.entries()) {
    progress?.(index / chosen.length, `Comparing ${entity.model}`)
    const one = await compareEntity(client, model, entity, {
      a,
      b,
      ancestor,
      sides,
      read,
      orders,
      decisions,
    })
    if (one !== undefined) found.push(one)
  }
  const line = lineageA.lines.findLast(({ until }) => until === null)?.line
  return {
    a,
    b,
    ancestor,
    head: line === undefined ? undefined : { line, ...(await headOf(client, a)) },
    entities: found,
  }
}

/** Locks the scenarios, so that their data is not replaced until the end of the transaction. */
async function holdScenarios(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  for (const scenario of names) {
    const { rows } = await client.query<{ mine: boolean }>(
      `SELECT pg_catalog.pg_try_advisory_xact_lock_shared(${scenarioLockKey('$1')}) AS "mine"`,
      [scenario],
    )
    if (rows[0]?.mine !== true)
      throw new ServiceError('scenario_busy', { scenario }, { headers: { 'Retry-After': '10' } })
  }
}

async function headOf(
  client: pg.ClientBase,
  scenario: string,
): Promise<{ readonly until: number; readonly seen: string }> {
  const { rows } = await client.query<{ until: number; seen: string }>(
    `SELECT coalesce(max("id"), 0)::float8 AS "until", pg_current_snapshot()::text AS "seen"
     FROM ${identifier(scenario)}."changeset"`,
  )
  return rows[0]!
}

interface Comparison extends Sides {
  readonly ancestor: Ancestor | undefined
  readonly sides: readonly [LoggedSide, LoggedSide]
  /** Log tables that were already read; the types of orders share theirs. */
  readonly read: Map<string, Promise<readonly [Touched, Touched]>>
  readonly orders: Map<string, Promise<Reassigned | undefined>>
  readonly decisions: boolean
}

async function compareEntity(
  client: pg.ClientBase,
  model: Model,
  entity: Entity,
  { a, b, ancestor, sides, read, orders, decisions }: Comparison,
): Promise<EntityDifferences | undefined> {
  const [sideA, sideB] = sides
  const isKept = (side: LoggedSide): boolean => isMergeable(model, entity) && side.complete?.(entity) === true
  const [keptA, keptB] = [isKept(sideA), isKept(sideB)]
  const bothKept = keptA && keptB && ancestor?.parted !== undefined
  const reassigned = await reassignedOf(client, model, entity, sideA, orders)
  // Only an order that both have assigned can conflict.
  const reassignedByB = reassigned && (await reassignedOf(client, model, entity, sideB, orders))
  if (bothKept && !sideA.touches(entity) && !sideB.touches(entity) && reassigned === undefined)
    return undefined
  // The previous state is computed from a side whose log contains all changes since.
  const back = ancestor?.back
  const from = back?.a !== undefined && keptA ? 'a' : back?.b !== undefined && keptB ? 'b' : undefined
  const table = baseEntity(model, entity).name
  let logs: readonly [Touched, Touched] | undefined
  if (from !== undefined) {
    if (!read.has(table)) {
      const reading = bothKept
        ? readTouched(client, model, sideA, entity).then(
            async (one) => [one, await readTouched(client, model, sideB, entity)] as const,
          )
        : readTouched(client, model, from === 'a' ? sideA : sideB, entity).then((one) => [one, one] as const)
      read.set(table, reading)
    }
    logs = await read.get(table)
  }
  const former: Former | undefined = logs && from && { ...logs[from === 'a' ? 0 : 1], side: from }
  const relation = relationOf(model, entity, { a, b }, former, [reassigned, reassignedByB])
  const names = `_named_${entity.model}`
  await createNames(client, entity, relation, {
    table: names,
    logs: bothKept ? logs : undefined,
    former: former?.former,
    reassigned: reassigned?.orders,
  })
  const counts = await createDifferences(client, entity, relation, names)
  await client.query(`DROP TABLE ${identifier(names)}`)
  if (counts.records === 0) return undefined
  const hasSets = decisions && former !== undefined && keptA && counts.byA > 0
  if (hasSets) await addLastSets(client, model, sideA, entity, counts.table)
  const method = former === undefined ? 'alone' : bothKept ? 'log' : 'data'
  return { entity, method, relation, hasSets, ...counts }
}

/** Returns the orders whose resources were written in a scenario; the types of orders share them. */
function reassignedOf(
  client: pg.ClientBase,
  model: Model,
  entity: Entity,
  side: LoggedSide,
  orders: Comparison['orders'],
): Promise<Reassigned | undefined> {
  const table = `${side.name} ${baseEntity(model, entity).name}`
  const known = orders.get(table) ?? readReassigned(client, model, side, entity)
  orders.set(table, known)
  return known
}

/** Creates the table of records that can differ: those in the logs, or all. */
async function createNames(
  client: pg.ClientBase,
  entity: Entity,
  relation: Relation,
  from: {
    readonly table: string
    readonly logs: readonly [Touched, Touched] | undefined
    readonly former: string | undefined
    /** Orders whose resources were written in the first scenario. */
    readonly reassigned: string | undefined
  },
): Promise<void> {
  const { matched, rows, formerRows } = relation
  const key = identifier(keyField(entity).column)
  const columns = matched.map(({ column }) => `t.${identifier(column)}`).join(', ')
  const { logs, former, reassigned } = from
  const sources =
    logs === undefined
      ? [rows('a'), rows('b'), ...(former === undefined ? [] : [formerRows(former)])]
      : [
          ...logs.map((log) => formerRows(log.former)),
          ...(['a', 'b'] as const).map(
            (side, index) =>
              `(SELECT r.* FROM ${rows(side)} r JOIN ${logs[index]!.touched} u ON u."key" = r.${key})`,
          ),
          ...(reassigned === undefined
            ? []
            : [`(SELECT r.* FROM ${rows('a')} r JOIN ${reassigned} u ON u."key" = r.${key})`]),
        ]
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(from.table)} ON COMMIT DROP AS
     ${sources.map((source) => `SELECT ${columns} FROM ${source} t`).join(' UNION ')}`,
  )
  await client.query(`ANALYZE ${identifier(from.table)}`)
}

async function createDifferences(
  client: pg.ClientBase,
  entity: Entity,
  relation: Relation,
  names: string,
): Promise<Pick<EntityDifferences, 'table' | 'records' | 'conflicts' | 'byA' | 'byB'>> {
  const { matched, inO } = relation
  const { differs, byA, byB, conflicts } = judgements(relation)
  const key = identifier(keyField(entity).column)
  const columns = matched.map(({ column }) => identifier(column))
  const table = `_differences_${entity.model}`
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(table)} ON COMMIT DROP AS
     SELECT row_number() OVER (ORDER BY ${columns.map((column) => `t.${column}`).join(', ')})::integer AS "_i",
       ${keyText(matched)} AS "_key", t.*
     FROM (
       SELECT ${columns.map((column) => `k.${column}`).join(', ')}, a.${key}::text AS "_key_a", b.${key}::text AS "_key_b",
         ${inO} AS "_before", (${byA}) AS "_by_a", (${byB}) AS "_by_b", (${conflicts}) AS "_conflict"
       FROM ${relation.from(identifier(names))} AND ${differs}) t`,
  )
  await client.query(`ANALYZE ${identifier(table)}`)
  const { rows } = await client.query<
    Omit<EntityDifferences, 'entity' | 'method' | 'relation' | 'table' | 'hasSets'>
  >(
    `SELECT count(*)::float8 AS "records", count(*) FILTER (WHERE "_conflict")::float8 AS "conflicts",
       count(*) FILTER (WHERE "_by_a")::float8 AS "byA", count(*) FILTER (WHERE "_by_b")::float8 AS "byB"
     FROM ${identifier(table)}`,
  )
  return { table, ...rows[0]! }
}
