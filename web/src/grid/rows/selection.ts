/** Which rows are ticked: some by key, or all that match the filter, whether they have been read or not. */
import type { Row } from '../meta/entity-meta.ts'

export interface RowSelection {
  /** All that match; the rows are then not counted one by one. */
  readonly all: boolean
  readonly rows: ReadonlyMap<string, Row>
}

export const noSelection: RowSelection = { all: false, rows: new Map() }

export const isTicked = ({ all, rows }: RowSelection, id: string): boolean => all || rows.has(id)

export const selectedCount = ({ all, rows }: RowSelection, total: number): number => (all ? total : rows.size)

/** Ticks or unticks rows. Whoever unticks one of all has none of the others counted: they were never read. */
export function tick(
  { all, rows }: RowSelection,
  changed: readonly { readonly id: string; readonly row: Row }[],
  on: boolean,
): RowSelection {
  if (all) return on ? { all, rows } : noSelection
  const next = new Map(rows)
  for (const { id, row } of changed) {
    if (on) next.set(id, row)
    else next.delete(id)
  }
  return { all: false, rows: next }
}
