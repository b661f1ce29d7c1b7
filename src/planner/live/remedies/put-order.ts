/** Adds an approved order, in place of a proposal or in addition, as an edit and as data. */
import type { OrderRow, PlannerInput } from '../../input.ts'
import { temporaryPrefix } from '../temporary-keys.ts'
import type { DataEdit, EditValue } from './remedy.ts'

const entities: Readonly<Record<string, string>> = {
  PO: 'input.purchaseorder',
  DO: 'input.distributionorder',
  MO: 'input.manufacturingorder',
}

export const fieldsOf = ({
  type: _type,
  owner: _owner,
  ...fields
}: OrderRow): Readonly<Record<string, EditValue>> => {
  const given: Record<string, EditValue> = {}
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined) given[name] = value
  return given
}

/** Returns the edit that updates the order if it is stored, and creates it otherwise. */
export function editOf(row: OrderRow, changed: readonly (keyof OrderRow)[]): DataEdit {
  const entity = entities[row.type] ?? 'input.operationplan'
  const { reference } = row
  const fields = fieldsOf(row)
  if (reference.startsWith(temporaryPrefix)) {
    const { reference: _reference, ...others } = fields
    return { entity, action: 'create', key: {}, fields: others }
  }
  return {
    entity,
    action: 'update',
    key: { reference },
    fields: Object.fromEntries(changed.map((name) => [name, fields[name] ?? null])),
  }
}

/** Returns the data with the order in place of the one with the same reference. */
export const putOrder =
  (row: OrderRow) =>
  (input: PlannerInput): PlannerInput => ({
    ...input,
    orders: [...input.orders.filter(({ reference }) => reference !== row.reference), row],
  })
