/** Counts the durations of a table that are plain numbers, which files have in seconds, but people often mean as days. */
import type { CellColumn } from '../../data/write/request.ts'
import type { Entity } from '../../model/entity.ts'
import { isWithoutUnit } from '../../model/values/durations.ts'
import type { Cell } from './source-table.ts'

export interface BareDurations {
  readonly count: (cells: readonly Cell[]) => void
  /** Returns a sentence for each column with such values. */
  readonly remarks: () => readonly string[]
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
      found.flatMap(({ field, total }) => {
        if (total === 0) return []
        const values =
          total === 1
            ? '1 value without a unit is'
            : `${total.toLocaleString('en')} values without a unit are`
        return [`${field}: ${values} read as seconds. Write 10d for days or 10h for hours.`]
      }),
  }
}
