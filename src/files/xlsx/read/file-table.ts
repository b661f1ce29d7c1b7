/** Opens the one table of a workbook that is imported from a folder as the file of an entity. */
import type { Message } from '../../../errors/messages.ts'
import type { SourceTable } from '../../tables/source-table.ts'
import { refusedFile } from './archive.ts'
import type { Workbook } from './open-workbook.ts'

/**
 * Opens the sheet whose title names the entity, otherwise the first one; hidden sheets are ignored. Remarks of the
 * table list what is not read. May be called again. Throws `file_refused`, also for a blank sheet.
 */
export async function openFileTable(
  workbook: Workbook,
  namesEntity: (title: string) => boolean,
): Promise<SourceTable> {
  const { sheets, hidden } = workbook
  const title = sheets.find(namesEntity) ?? sheets[0]
  if (title === undefined) {
    throw refusedFile({ code: hidden.length === 0 ? 'workbook_without_sheet' : 'sheets_all_hidden' })
  }
  const table = await workbook.open(title)
  if (table === undefined) throw refusedFile({ code: 'sheet_blank', params: { sheet: title } })
  const others = sheets.filter((other) => other !== title)
  const remarks = [
    ...(others.length === 0
      ? []
      : [{ code: 'sheets_unread', params: { sheet: title, others: quoted(others) } } as const]),
    ...hiddenRemark(hidden),
  ]
  return {
    ...table,
    // The reader adds later remarks to its own list.
    get remarks() {
      return [...remarks, ...table.remarks]
    },
  }
}

/** Returns the remark about hidden sheets. */
export const hiddenRemark = (hidden: readonly string[]): readonly Message[] =>
  hidden.length === 0 ? [] : [{ code: 'sheets_hidden', params: { sheets: quoted(hidden) } }]

const quoted = (titles: readonly string[]): string =>
  `${titles
    .slice(0, 10)
    .map((title) => `"${title}"`)
    .join(', ')}${titles.length > 10 ? ', …' : ''}`
