/**
 * Child records that orders carry along (`resources`, `materials`): written in the transaction of the order,
 * by the same batch as if they had come alone. A list given replaces the order's rows of that kind.
 */
import { recordLevel, type RecordErrors } from '../../../errors/service-error.ts'
import { identifier } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import { requireEntity } from '../../../model/model.ts'
import type { Coerced } from '../../codecs.ts'
import { type Batch, refusal } from '../batch.ts'
import type { Faults } from '../intake/faults.ts'
import { type NestedList, nestedLists } from '../../../model/nested-lists.ts'
import { loggedDelete } from '../log/logged.ts'
import { completeChildren, type Order, ordersOf, otherParent } from './nested-rows.ts'
import type { RecordOutcome, WriteRequest } from '../request.ts'
import type { ShapedRow } from '../intake/shape.ts'

export interface Parent {
  readonly index: number
  readonly key: Coerced
  readonly children: readonly unknown[]
}

/** The nested lists met while the records of a batch are read. */
export class NestedRows {
  readonly #lists: ReadonlyMap<string, NestedList>
  readonly parents = new Map<string, Map<Coerced, Parent>>()
  readonly #faults: Faults

  constructor(entity: Entity, faults: Faults) {
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
        if (fault !== undefined) this.#faults.addAll(row.index, { [name]: flatten(fault, place) })
      }
      // Of several records with one key the last one counts, and so do its lists.
      const parents = this.parents.get(name) ?? new Map<Coerced, Parent>()
      this.parents.set(name, parents.set(key, { index: row.index, key, children }))
    }
  }

  listOf(name: string): NestedList {
    return this.#lists.get(name)!
  }

  /** The records that carry lists, by key. */
  get keys(): readonly string[] {
    return [...new Set([...this.parents.values()].flatMap((parents) => [...parents.keys()].map(String)))]
  }
}

type WriteChildren = (
  entity: Entity,
  request: WriteRequest,
) => Promise<{ readonly faults: Faults; readonly outcomes: readonly RecordOutcome[] }>

/** Writes the collected lists with `write`; a fault of a child is told under the list of its parent. */
export async function writeNested(batch: Batch, nested: NestedRows, write: WriteChildren): Promise<void> {
  const { context, request, faults } = batch
  const faulty = new Set(faults.indexes)
  let refused = false
  const orders: ReadonlyMap<string, Order> =
    nested.parents.size === 0 ? new Map() : await ordersOf(batch, nested.keys)
  for (const [name, parents] of nested.parents) {
    const list = nested.listOf(name)
    const entity = requireEntity(context.model, list.entity)
    const kept = [...parents.values()].filter(({ index }) => !faulty.has(index))
    const holding = kept.filter(({ key }) => !holdsNothing(list, orders.get(String(key))))
    const owners = holding.flatMap(({ index, children }) => children.map((_, place) => ({ index, place })))
    const rows = await completeChildren(batch, list, entity, holding, orders)
    const { faults: problems, outcomes } = await write(entity, {
      rows,
      mode: 'upsert',
      onError: 'skip',
      strict: request.strict,
      createMissing: request.createMissing,
      dryRun: request.dryRun,
      returning: 'outcomes',
      mayAdd: true,
      mayChange: true,
    })
    for (const position of problems.indexes) {
      const { index, place } = owners[position]!
      for (const message of flatten(problems.of(position)!, place)) faults.add(index, name, message)
    }
    refused ||= problems.count > 0
    if (!refused) await dropOthers(batch, entity, kept, outcomes)
  }
  if (refused) throw refusal(batch)
}

/** Orders that are done have given their capacity back, whatever a client that read it before sends along. */
const holdsNothing = (list: NestedList, order: Order | undefined): boolean =>
  list.entity === 'input.operationplanresource' && order?.done === true

/** Faults of the child at a place (from 0) of its list, as messages about the list. */
const flatten = (errors: RecordErrors, place: number): RecordErrors[string] =>
  Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => ({
      code: 'nested' as const,
      params: { field: field === recordLevel ? `[${place}]` : `[${place}].${field}`, message },
    })),
  )

async function dropOthers(
  batch: Batch,
  entity: Entity,
  parents: readonly Parent[],
  outcomes: readonly RecordOutcome[],
): Promise<void> {
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
  await loggedDelete(
    batch,
    entity,
    `t."operationplan" IN (SELECT k FROM pg_temp."_owners") AND t.${key} NOT IN (SELECT id FROM pg_temp."_kept")`,
  )
  await batch.client.query('DROP TABLE pg_temp."_kept", pg_temp."_owners"')
}
