/** Counts the durations of a table that are plain numbers, which files have in seconds, but people often mean as days. */
import type { CellColumn } from '../../data/write/request.ts'
import type { Message } from '../../errors/messages.ts'
import type { Entity } from '../../model/entity.ts'
import { isWithoutUnit } from '../../model/values/durations.ts'
import type { Cell } from './source-table.ts'

export interface BareDurations {
  readonly count: (cells: readonly Cell[]) => void
  /** Returns a remark on each column with such values. */
  readonly remarks: () => readonly Message[]
}

export function countBareDurations(
  entity: Entity,
  columns: readonly (CellColumn | undefined)[],
): BareDurations {
  const found = columns.flatMap((column, position) =>
    column !== undefined && entity.fieldByName.get(column.field)?.type === 'duration'
      ? [{ field: column.field, position, total: 0 }]
      : [],
  )
  return {
    count: (cells) => {
      for (const column of found) {
        if (isWithoutUnit(String(cells[column.position] ?? ''))) column.total += 1
      }
    },
    remarks: () =>
      found
        .filter(({ total }) => total > 0)
        .map(({ field, total }) => ({ code: 'values_without_unit', params: { field, count: total } })),
  }
}
