/** List format for records as a workbook with one sheet: `?format=xlsx`. */
import { Readable } from 'node:stream'
import type { ListFormat } from '../../data/read/index.ts'
import { englishLabels, entityLabel } from '../../model/labels/labels.ts'
import { openRecordRows } from './record-rows.ts'
import { recordColumns } from './record-sheet.ts'
import { sheetTitle } from './sheet-titles.ts'
import { workbookMediaType, writeWorkbook } from './write/write-workbook.ts'

export const xlsxFormat: ListFormat = {
  name: 'xlsx',
  mediaType: workbookMediaType,
  open: async (context, request, { labels = englishLabels, ...run }): Promise<Readable> => {
    const { entity, fields } = request
    const rows = await openRecordRows(context, request, run)
    const sheet = {
      title: sheetTitle(entityLabel(entity, labels)),
      columns: recordColumns(context.model, entity, fields, labels),
      rows,
    }
    const workbook = writeWorkbook([sheet], { language: labels.language, tooLong: 'cut' })
    // If the response is aborted before its first byte, the writer has not started and does not end the query; this
    // does.
    return workbook.once('close', () => rows.close())
  },
}
