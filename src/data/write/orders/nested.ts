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
import { loggedDelete } from '../log/logged.ts'
import { nestedLists } from '../intake/nested-lists.ts'
import type { RecordOutcome, WriteRequest } from '../request.ts'
import type { ShapedRow } from '../intake/shape.ts'

interface Parent {
  readonly index: number
  readonly key: Coerced
  readonly children: readonly unknown[]
}

/** The nested lists met while the records of a batch are read. */
export class NestedRows {
  readonly #entityByList: ReadonlyMap<string, string>
  readonly parents = new Map<string, Parent[]>()
  readonly #faults: Faults

  constructor(entity: Entity, faults: Faults) {
    this.#entityByList = nestedLists(entity)
    this.#faults = faults
  }

  take(row: ShapedRow, raw: unknown): void {
    if (this.#entityByList.size === 0 || typeof raw !== 'object' || raw === null) return
    const record: Record<string, unknown> = { ...raw }
    for (const list of this.#entityByList.keys()) {
      const children = record[list]
      if (children === undefined || children === null) continue
      if (!Array.isArray(children)) {
        this.#faults.add(row.index, list, { code: 'not_a_list' })
        continue
      }
      const parents = this.parents.get(list) ?? []
      parents.push({ index: row.index, key: row.values[0] ?? null, children })
      this.parents.set(list, parents)
    }
  }

  entityOf(list: string): string {
    return this.#entityByList.get(list)!
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
  for (const [list, parents] of nested.parents) {
    const kept = parents.filter(({ index }) => !faulty.has(index))
    const owners = kept.flatMap(({ index, children }) => children.map((_, place) => ({ index, place })))
    const rows = kept.flatMap(({ key, children }) => children.map((child) => withParent(child, key)))
    const entity = requireEntity(context.model, nested.entityOf(list))
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
      for (const message of flatten(problems.of(position)!, place)) faults.add(index, list, message)
    }
    refused ||= problems.count > 0
    if (!refused) await dropOthers(batch, entity, kept, outcomes)
  }
  if (refused) throw refusal(batch)
}

function withParent(child: unknown, key: Coerced): unknown {
  return typeof child === 'object' && child !== null && !Array.isArray(child)
    ? { ...child, operationplan: key }
    : child
}

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
