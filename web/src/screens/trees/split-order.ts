/** Splits a sales order for a trial: a part of it becomes an order of its own, with another due date. */
import { getJson } from '../../platform/api/client.ts'
import { entityPath, withQuery } from '../../platform/api/paths.ts'
import type { PlanEdit } from '../../platform/api/plan-trials.ts'
import { list, object, text } from '../../platform/api/shape.ts'
import type { Row } from '../../platform/meta/entity-meta.ts'
import { demandEntity } from '../../trial/use-demand-fields.ts'

/** What is delivered separately. */
export interface Part {
  readonly quantity: number
  /** Planning time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly due: string
}

interface Split {
  /** The stored sales order. */
  readonly record: Row
  /** Names of the fields that users set. */
  readonly writable: readonly string[]
  /** Changed fields of the order. */
  readonly changed: Row
  readonly part: Part
  /** Name of the new order. */
  readonly name: string
}

/** Returns the quantity of the order, with the changed fields. */
export const quantityOf = (record: Row, changed: Row): number =>
  Number(changed['quantity'] ?? record['quantity'] ?? 0)

/**
 * Returns the edits that reduce the order and create one like it for the part. The part is not of the source of the
 * order, and does not wait for the other lines of its owner.
 */
export function splitEdits({ record, writable, changed, part, name }: Split): readonly PlanEdit[] {
  const { minshipment } = record
  /** No shipment is larger than its order. */
  const shipment = (quantity: number): Row =>
    typeof minshipment === 'number' && minshipment > quantity ? { minshipment: quantity } : {}
  const rest = differenceOf(quantityOf(record, changed), part.quantity)
  const copied = Object.fromEntries(
    writable.flatMap((field) =>
      record[field] === null || record[field] === undefined || field === 'source'
        ? []
        : [[field, record[field]]],
    ),
  )
  const isTogether = record['policy'] === 'alltogether' && typeof record['owner'] === 'string'
  return [
    {
      entity: demandEntity,
      action: 'update',
      key: String(record['name']),
      fields: { ...changed, quantity: rest, ...shipment(rest) },
    },
    {
      entity: demandEntity,
      action: 'create',
      fields: {
        ...copied,
        ...changed,
        ...(isTogether ? { policy: 'independent' } : {}),
        name,
        ...part,
        ...shipment(part.quantity),
      },
    },
  ]
}

/** Returns a difference without the rounding errors of floating-point numbers. */
const differenceOf = (one: number, other: number): number => Number((one - other).toPrecision(12))

/** Returns the first name such as `SO-1-2` that no other order has. */
export function partName(name: string, taken: readonly string[]): string {
  let count = 2
  while (taken.includes(`${name}-${count}`)) count += 1
  return `${name}-${count}`
}

/** Returns a name for a part of a sales order. Throws `ApiError`. */
export async function readPartName(scenario: string, name: string): Promise<string> {
  const path = withQuery(entityPath(scenario, demandEntity), { name__startswith: `${name}-`, fields: 'name' })
  const found = await getJson(path, list(object({ name: text })))
  return partName(
    name,
    found.map((one) => one.name),
  )
}
