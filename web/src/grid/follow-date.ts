/** Updates the other date of an order in a grid after one date was typed, unless both were typed. */
import type { GridModel } from './grid-model.ts'
import type { RowRef } from './rows/list-rows.ts'
import type { FieldMeta } from '../platform/meta/entity-meta.ts'
import { datesOf, followingDate } from './record/order-dates.ts'

/** Errors of the typed date are reported when it is saved. */
export async function followDate(model: GridModel, ref: RowRef, field: FieldMeta): Promise<void> {
  const { meta, scenario } = model.settings
  const name = followingDate(meta, field.name)
  const cells = model.stage.row(ref.id)?.cells
  const cell = cells?.get(field.name)
  if (name === undefined || ref.base === undefined || cells?.has(name) === true) return
  if (cell === undefined || cell.fault !== undefined || typeof cell.value !== 'string') return
  const quantity = cells?.get('quantity')
  const moved = {
    [field.name]: cell.value,
    ...(quantity === undefined || quantity.fault !== undefined ? {} : { quantity: quantity.value }),
  }
  try {
    const { [name]: date } = await datesOf(scenario, meta, ref.base, moved)
    const now = model.stage.row(ref.id)?.cells
    if (date === null || now?.get(field.name)?.value !== cell.value || now.has(name)) return
    model.edit([{ id: ref.id, base: ref.base, field: name, cell: { value: date } }])
  } catch {
    // The service did not answer, or it rejected the date for this order; saving reports the error.
  }
}
