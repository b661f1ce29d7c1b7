/**
 * Counts the durations of a table that people often mean otherwise than files have them: plain numbers, which are
 * seconds, and times such as `1:30`, which are minutes and seconds.
 */
import type { CellColumn } from '../../data/write/request.ts'
import type { Message } from '../../errors/messages.ts'
import type { Entity } from '../../model/entity.ts'
import { isWithoutHours, isWithoutUnit } from '../../model/values/durations.ts'
import type { Cell } from './source-table.ts'

const kinds = ['values_without_unit', 'values_without_hours'] as const

export interface BareDurations {
  readonly count: (cells: readonly Cell[]) => void
  /** Returns a remark on each column with such values, for each kind. */
  readonly remarks: () => readonly Message[]
}

export function countBareDurations(
  entity: Entity,
  columns: readonly (CellColumn | undefined)[],
): BareDurations {
  const found = columns.flatMap((column, position) =>
    column !== undefined && entity.fieldByName.get(column.field)?.type === 'duration'
      ? [{ field: column.field, position, totals: { values_without_unit: 0, values_without_hours: 0 } }]
      : [],
  )
  return {
    count: (cells) => {
      for (const column of found) {
        const text = String(cells[column.position] ?? '')
        if (isWithoutUnit(text)) column.totals.values_without_unit += 1
        if (isWithoutHours(text)) column.totals.values_without_hours += 1
      }
    },
    remarks: () =>
      found.flatMap(({ field, totals }) =>
        kinds.flatMap((code) =>
          totals[code] === 0 ? [] : [{ code, params: { field, count: totals[code] } }],
        ),
      ),
  }
}
