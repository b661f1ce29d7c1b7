/** Tests that a query that PostgreSQL refuses affects only its own file of an export. */
import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { exportFiles, type WantedFile } from '../../src/files/export/export-files.ts'
import { csvStyle } from '../../src/files/export/csv-style.ts'
import { fileFormat } from '../../src/files/export/file-format.ts'
import { requireEntity } from '../../src/model/model.ts'
import { requestFor } from '../../src/service/exports/arguments.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { createTestContext } from '../support/database.ts'
import { openImports } from '../support/folder-import.ts'
import { write } from '../support/records.ts'

const { test, folder } = await openImports()

it('the other files are exported, before and after it, and its previous version stays', async () => {
  const context = createTestContext(test.database)
  await write(context, 'input.item', [{ name: 'bolt' }])
  await folder.put('second.csv', 'previous')
  const item = requireEntity(context.model, 'input.item')
  const rules = { model: context.model, timeZone: context.timeZone, mayFollow: () => true }
  const wanted = (file: string, statement: string): WantedFile => ({
    file,
    format: fileFormat('csv'),
    source: async ({ context: reading }, use) => {
      await reading.home.query({ text: statement })
      return use({
        context: reading,
        request: requestFor(item, { columns: ['name'], ordering: 'name' }, rules),
      })
    },
  })
  const results = await exportFiles({
    context,
    folder: { kind: 'upload', path: folder.path },
    files: [
      wanted('first.csv', 'SELECT 1'),
      wanted('second.csv', 'SELECT 1 / 0'),
      wanted('third.csv', 'SELECT 1'),
    ],
    options: {
      timeout: 60,
      indent: 0,
      labels: await loadLabels('en'),
      csv: {
        ...csvStyle({ LANGUAGE_CODE: 'en', CSV_CHARSET: 'utf-8', CSV_ESCAPE_FORMULAS: false }),
        decimal: '.',
      },
    },
  })
  expect(results).toMatchObject([
    { file: 'first.csv', rows: 1 },
    { file: 'second.csv', fault: { code: 'export_failed', message: expect.stringContaining('division') } },
    { file: 'third.csv', rows: 1 },
  ])
  expect(await folder.read('second.csv')).toBe('previous')
  expect(await readdir(folder.path)).toEqual(['first.csv', 'second.csv', 'third.csv'])
})
