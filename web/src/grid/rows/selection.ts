/** Ticked rows: some by key, or all that match the filter, including rows that were not read. */
import type { Row } from '../../platform/meta/entity-meta.ts'

export interface RowSelection {
  /** Whether all matching rows are selected; they are then not stored individually. */
  readonly all: boolean
  readonly rows: ReadonlyMap<string, Row>
}

/** Maximum number of rows that one step may tick, or that are meant by a range of cells. */
export const mostTicked = 5_000

export const noSelection: RowSelection = { all: false, rows: new Map() }

export const isTicked = ({ all, rows }: RowSelection, id: string): boolean => all || rows.has(id)

export const selectedCount = ({ all, rows }: RowSelection, total: number): number => (all ? total : rows.size)

/**
 * Ticks or unticks rows. Unticking one row while all are selected clears the selection, because the other rows may
 * not have been read.
 */
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
