/** Converts the columns of an entity to columns of the grid engine. */
import { checkColumn } from '../grid-model.ts'
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import type { Order } from '../state/ordering.ts'
import type { GridState } from '../use-grid-state.ts'
import type { EngineColumn } from './engine-types.ts'

type ColumnLayout = Pick<GridState, 'columns' | 'widths' | 'frozen' | 'orders'>

/**
 * Returns the columns, with a check box column in front if rows can be ticked; `shut` is the reason why rows cannot
 * be ticked at the moment.
 */
export function engineColumns(
  meta: EntityMeta,
  { columns: names, widths, frozen, orders }: ColumnLayout,
  { checks, shut }: { readonly checks: boolean; readonly shut: string | undefined },
): readonly EngineColumn[] {
  const fields = names.flatMap((name) => meta.fields.find((field) => field.name === name) ?? [])
  const columns = fields.map((field, index): EngineColumn => {
    const place = orders.findIndex((order) => order.field === field.name)
    return {
      id: field.name,
      label: heading(field.label),
      help: field.help,
      width:
        widths[field.name] ??
        Math.max(field.type === 'datetime' ? 162 : field.width, Math.min(220, 40 + field.label.length * 7.5)),
      frozen: index < frozen,
      alignRight: field.align === 'right',
      sortable: field.sortable,
      readonly: !field.editable || meta.readonly,
      sorted: place < 0 ? undefined : sortedAs(orders, place),
    }
  })
  if (!checks) return columns
  return [
    {
      id: checkColumn,
      label: '',
      width: 36,
      frozen: true,
      alignRight: false,
      sortable: false,
      readonly: true,
      check: true,
      shut,
    },
    ...columns,
  ]
}

/** Returns the sort direction of a column, and its position if several columns are sorted. */
function sortedAs(orders: readonly Order[], place: number): NonNullable<EngineColumn['sorted']> {
  const { descending = false } = orders[place] ?? {}
  return orders.length > 1 ? { descending, place: place + 1 } : { descending }
}
