/**
 * Writes child records that are part of orders (`resources`, `materials`) in the transaction of the order, with the
 * same batch code as child records on their own. A given list replaces the order's rows of that kind.
 */
import type { Message } from '../../../errors/messages.ts'
import { recordLevel, type RecordErrors } from '../../../errors/service-error.ts'
import { identifier } from '../../../database/identifiers.ts'
import { type Action, type Entity, keyField, permissionName } from '../../../model/entity.ts'
import { type Model, requireEntity } from '../../../model/model.ts'
import type { Coerced } from '../../codecs.ts'
import { type Batch, refusal, whenStored } from '../batch.ts'
import { type Faults, isMissingPermission } from '../intake/faults.ts'
import { type NestedList, nestedLists } from '../../../model/nested-lists.ts'
import { loggedDelete, tableOf } from '../log/logged.ts'
import { completeChildren, type Order, ordersOf, otherParent } from './nested-rows.ts'
import type { RecordOutcome, WriteRequest } from '../request.ts'
import type { ShapedRow } from '../intake/shape.ts'

export interface Parent {
  readonly index: number
  readonly key: Coerced
  readonly children: readonly unknown[]
}

/** Collects the nested lists while the records of a batch are read. */
export class NestedRows {
  readonly #lists: ReadonlyMap<string, NestedList>
  readonly parents = new Map<string, Map<Coerced, Parent>>()
  readonly #model: Model
  readonly #faults: Faults

  constructor(model: Model, entity: Entity, faults: Faults) {
    this.#model = model
    this.#lists = nestedLists(entity)
    this.#faults = faults
  }

  take(row: ShapedRow, raw: unknown): void {
    if (this.#lists.size === 0 || typeof raw !== 'object' || raw === null) return
    const record: Record<string, unknown> = { ...raw }
    for (const [name, list] of this.#lists) {
      const children = record[name]
      if (children === undefined || children === null) continue
      if (!Array.isArray(children)) {
        this.#faults.add(row.index, name, { code: 'not_a_list' })
        continue
      }
      const key = row.values[0] ?? null
      for (const [place, child] of children.entries()) {
        const fault = otherParent(list, child, key)
        if (fault !== undefined)
          this.#faults.addAll(row.index, {
            [name]: flatten(requireEntity(this.#model, list.entity), fault, place),
          })
      }
      // Of several records with the same key, the last one and its lists are used.
      const parents = this.parents.get(name) ?? new Map<Coerced, Parent>()
      this.parents.set(name, parents.set(key, { index: row.index, key, children }))
    }
  }

  listOf(name: string): NestedList {
    return this.#lists.get(name)!
  }

  /** Keys of the records that contain lists. */
  get keys(): readonly string[] {
    return [...new Set([...this.parents.values()].flatMap((parents) => [...parents.keys()].map(String)))]
  }
}

type WriteChildren = (
  entity: Entity,
  request: WriteRequest,
) => Promise<{ readonly faults: Faults; readonly outcomes: readonly RecordOutcome[] }>

/**
 * Writes the collected lists with `write`; an error of a child is reported for the list of its parent. Children that
 * change require the permissions of their own entity.
 * @returns the keys of the records of which only lists changed: they count as updated and get a new `lastmodified`
 */
export async function writeNested(
  batch: Batch,
  nested: NestedRows,
  write: WriteChildren,
): Promise<ReadonlySet<string>> {
  const { context, request, faults } = batch
  const faulty = new Set(faults.indexes)
  const changed = new Set<string>()
  let [refused, lacksRights] = [false, false]
  const reject = (index: number, name: string, message: Message): void => {
    faults.add(index, name, message)
    lacksRights ||= isMissingPermission(message)
    refused = true
  }
  const permits = (entity: Entity, action: Action): boolean =>
    context.actor.permits?.(context.scenario, entity, action) ?? true
  const orders: ReadonlyMap<string, Order> =
    nested.parents.size === 0 ? new Map() : await ordersOf(batch, nested.keys)
  for (const [name, parents] of nested.parents) {
    const list = nested.listOf(name)
    const entity = requireEntity(context.model, list.entity)
    const kept = [...parents.values()].filter(({ index }) => !faulty.has(index))
    const holding = kept.filter(({ key }) => !holdsNothing(list, orders.get(String(key))))
    const owners = holding.flatMap(({ index, key, children }) =>
      children.map((_, place) => ({ index, key: String(key), place })),
    )
    const rows = await completeChildren(batch, list, entity, holding, orders)
    const { faults: problems, outcomes } = await write(entity, {
      rows,
      mode: 'upsert',
      onError: 'skip',
      strict: request.strict,
      createMissing: request.createMissing,
      dryRun: request.dryRun,
      returning: 'outcomes',
      mayAdd: permits(entity, 'add'),
      mayChange: permits(entity, 'change'),
    })
    for (const position of problems.indexes) {
      const { index, place } = owners[position]!
      for (const message of flatten(entity, problems.of(position)!, place)) reject(index, name, message)
    }
    for (const [position, { outcome }] of outcomes.entries()) {
      if (outcome === 'created' || outcome === 'updated') changed.add(owners[position]!.key)
    }
    if (refused) continue
    const dropped = await dropOthers(batch, entity, kept, outcomes)
    for (const key of dropped) changed.add(key)
    if (dropped.length === 0 || permits(entity, 'delete')) continue
    for (const { index, key } of kept) {
      if (dropped.includes(String(key))) reject(index, name, missingPermission(entity, 'delete'))
    }
  }
  // A missing right rejects the whole batch, even with `skip`.
  if (refused) throw lacksRights ? refusal(batch) : whenStored(batch)
  return changed.size === 0 ? changed : touch(batch, [...changed])
}

/**
 * Sets a new `lastmodified` for records of which only lists changed, so that clients that query changed records find
 * them. Records written by this transaction already have it.
 */
async function touch(
  { client, changes, target }: Batch,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const key = identifier(keyField(target.entity).column)
  const { rows } = await client.query<{ key: string }>(
    `UPDATE ${target.table} t SET "lastmodified" = LOCALTIMESTAMP(6)
     WHERE t.${key} = ANY($1::text[]) AND t."lastmodified" IS DISTINCT FROM LOCALTIMESTAMP(6)
     RETURNING t.${key} AS "key"`,
    [keys],
  )
  changes.count(target.base.name, { updated: rows.length })
  return new Set(rows.map((row) => row.key))
}

/**
 * Returns whether the list of an order must be empty: completed and closed orders use no capacity, even if a client
 * sends a list that it read before.
 */
const holdsNothing = (list: NestedList, order: Order | undefined): boolean =>
  list.entity === 'input.operationplanresource' && order?.done === true

/** Returns the message that the writer may not perform an action on the child records of an order. */
export const missingPermission = (child: Entity, action: Action): Message => ({
  code: 'entity_not_permitted',
  params: { action, entity: child.labelPlural, permission: permissionName(child, action) },
})

/** Returns the errors of the child at an index (from 0) of its list, as messages about the list. */
const flatten = (child: Entity, errors: RecordErrors, place: number): RecordErrors[string] =>
  Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => ({
      code: 'nested' as const,
      params: {
        field: field === recordLevel ? `[${place}]` : `[${place}].${field}`,
        message: namingEntity(child, message),
      },
    })),
  )

/** Names the entity and the permission in a message about a record that the writer may not add or change. */
function namingEntity(child: Entity, message: Message): Message {
  const action = message.code === 'not_permitted' ? message.params?.['action'] : undefined
  return action === 'add' || action === 'change' ? missingPermission(child, action) : message
}

/** Deletes the rows that a list no longer contains. Returns the keys of their parents. */
async function dropOthers(
  batch: Batch,
  entity: Entity,
  parents: readonly Parent[],
  outcomes: readonly RecordOutcome[],
): Promise<readonly string[]> {
  const keys = outcomes.map(({ key }) => Number(key))
  const owners = parents.map(({ key }) => String(key))
  const key = identifier(keyField(entity).column)
  await batch.client.query(
    'CREATE TEMPORARY TABLE "_kept" ON COMMIT DROP AS SELECT unnest($1::bigint[]) AS id',
    [keys],
  )
  await batch.client.query(
    'CREATE TEMPORARY TABLE "_owners" ON COMMIT DROP AS SELECT unnest($1::text[]) AS k',
    [owners],
  )
  const dropped = `t."operationplan" IN (SELECT k FROM pg_temp."_owners") AND t.${key} NOT IN (SELECT id FROM pg_temp."_kept")`
  const { rows } = await batch.client.query<{ key: string }>(
    `SELECT DISTINCT t."operationplan" AS "key" FROM ${tableOf(batch.context, entity)} t WHERE ${dropped}`,
  )
  if (rows.length > 0) await loggedDelete(batch, entity, dropped)
  await batch.client.query('DROP TABLE pg_temp."_kept", pg_temp."_owners"')
  return rows.map((row) => row.key)
}
