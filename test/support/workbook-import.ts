/** Exports and imports workbooks in tests, with files of a temporary folder. */
import { messageText } from '../../src/errors/messages.ts'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { DataContext } from '../../src/data/context.ts'
import type { RejectedRow } from '../../src/files/tables/rejected-row.ts'
import { describeRejected } from '../../src/files/tables/rejected-row.ts'
import { exportWorkbook, type WorkbookExport } from '../../src/files/workbook/export-workbook.ts'
import {
  importWorkbook,
  type SheetEvent,
  type WorkbookImport,
  type WorkbookReport,
} from '../../src/files/workbook/import-workbook.ts'
import type { Cell } from '../../src/files/tables/source-table.ts'
import { openWorkbook } from '../../src/files/xlsx/read/open-workbook.ts'
import { chosenEntities } from '../../src/files/workbook/workbook-entities.ts'
import { englishLabels } from '../../src/model/labels/labels.ts'
import { loadLabels } from '../../src/words/load-labels.ts'

/** Writes a workbook to a file. */
export async function exportTo(
  path: string,
  context: DataContext,
  options: Partial<WorkbookExport> = {},
): Promise<void> {
  const request = {
    entities: chosenEntities(context.model, undefined),
    labels: englishLabels,
    anonymous: false,
    ...options,
  }
  await pipeline((await exportWorkbook(context, request)).stream, createWriteStream(path))
}

/** Returns all sheets of a workbook as read by the import: headers and rows by title. */
export async function sheetsOf(
  path: string,
): Promise<Readonly<Record<string, readonly (readonly Cell[])[]>>> {
  await using workbook = await openWorkbook(path, { decimal: '.' })
  const sheets: Record<string, (readonly Cell[])[]> = {}
  for (const title of workbook.sheets) {
    const rows: (readonly Cell[])[] = (sheets[title] = [])
    const table = await workbook.open(title)
    if (table === undefined) continue
    rows.push(table.header)
    for await (const row of table.rows) rows.push('fault' in row ? [messageText(row.fault)] : row.cells)
  }
  return sheets
}

export interface ImportResult extends WorkbookReport {
  readonly events: readonly SheetEvent[]
  /** Error messages of rows, and sheets that were rejected or ignored, with the reason. */
  readonly told: readonly string[]
}

/** Imports the workbook of a file. */
export async function importFrom(
  path: string,
  context: DataContext,
  options: Partial<WorkbookImport> = {},
): Promise<ImportResult> {
  const events: SheetEvent[] = []
  const told: string[] = []
  const report = await importWorkbook(context, {
    path,
    labels: englishLabels,
    loadLabels,
    rights: () => ({ mayView: true, mayAdd: true, mayChange: true }),
    dateStyle: 'YYYY-MM-DD',
    createMissing: [],
    withoutChangeLog: false,
    dryRun: false,
    allOrNothing: false,
    tolerated: 0,
    onRejected: (_entity, row: RejectedRow) => {
      told.push(...describeRejected(row))
    },
    onSheet: (event) => {
      events.push(event)
      if (event.kind === 'refused' || event.kind === 'left')
        told.push(`${event.title}: ${event.kind}: ${event.reason}`)
      if (event.kind === 'done')
        told.push(...event.report.remarks.map((remark) => `${event.title}: ${messageText(remark)}`))
    },
    ...options,
  })
  return { ...report, events, told }
}
