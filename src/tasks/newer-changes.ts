/** Parameter that selects whether an import overwrites changes that were made after its file was exported. */
import { Type } from '../contract/type.ts'
import type { Message } from '../errors/messages.ts'
import type { TableReport } from '../files/tables/import-table.ts'

export const overwriteNewerParameter = Type.Boolean({
  default: true,
  title: 'Overwrite newer changes',
  // Off by default in forms, because users see there first what they would overwrite; steps of groups begin with `default`.
  'x-form-default': false,
  'x-hint':
    'Overwrites changes that others made after the file was exported, as its column "last modified" shows. Otherwise such rows are rejected.',
  description:
    'Reject rows that would overwrite changes made after the file was exported, as its column "last modified" shows.',
})

/** Returns how many rows overwrite such changes, or are rejected for it; nothing if there are none. */
export function newerMessages(reports: readonly Pick<TableReport, 'newer'>[]): readonly Message[] {
  const codes = { newer_rows_rejected: true, newer_rows_overwritten: false } as const
  return (['newer_rows_rejected', 'newer_rows_overwritten'] as const).flatMap((code) => {
    const count = reports.reduce(
      (sum, { newer }) => sum + (newer?.rejected === codes[code] ? newer.total : 0),
      0,
    )
    return count === 0 ? [] : [{ code, params: { count } } as const]
  })
}
