import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chosenEntities } from '../../src/files/workbook/workbook-entities.ts'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { createTestFolder } from '../support/folder-import.ts'
import { importFrom } from '../support/workbook-import.ts'

const samples = join(import.meta.dirname, '../../docs/samples')

it('imports the samples of the guide without a remark, and a second time without a change', async () => {
  await using test = await createTestDatabase()
  await using folder = await createTestFolder(createTestContext(test.database))
  const names = (await readdir(samples)).filter((name) => name.endsWith('.csv'))
  for (const name of names) await copyFile(join(samples, name), join(folder.path, name))
  for (const times of ['first', 'second']) {
    const { report, log } = await folder.import()
    const earlier = /was imported before/
    expect(log.filter((line) => line.startsWith('!') && !earlier.test(line))).toEqual([
      '! item.csv: Passed over 1 line beginning with "#".',
    ])
    expect(report.outcomes).toHaveLength(names.length)
    const tables = report.outcomes.flatMap((outcome) => (outcome.kind === 'table' ? [outcome.report] : []))
    expect(tables.filter(({ rejected }) => rejected > 0)).toEqual([])
    const changed = tables.filter(({ created, updated }) => created + updated > 0)
    expect([times, changed.length]).toEqual([times, times === 'first' ? names.length : 0])
  }
})

it('imports the sample workbook, which holds the same records as the files', async () => {
  await using test = await createTestDatabase()
  const context = createTestContext(test.database)
  await using folder = await createTestFolder(context)
  const names = (await readdir(samples)).filter((name) => name.endsWith('.csv'))
  const first = await importFrom(join(samples, 'bicycle.xlsx'), context)
  expect(first.told).toEqual([])
  const brought = chosenEntities(
    context.model,
    names.map((name) => name.replace(/\.csv$/, '')),
  )
  expect(first.sheets.map(({ entity }) => entity.name)).toEqual(brought.map(({ name }) => name))
  expect(first.sheets.filter(({ created, updated }) => created === 0 || updated > 0)).toEqual([])
  for (const name of names) await copyFile(join(samples, name), join(folder.path, name))
  const { report } = await folder.import()
  const tables = report.outcomes.flatMap((outcome) => (outcome.kind === 'table' ? [outcome.report] : []))
  expect(tables).toHaveLength(names.length)
  expect(tables.filter(({ created, updated, rejected }) => created + updated + rejected > 0)).toEqual([])
})

it('imports the smallest set of the guide, and makes what it refers to', async () => {
  await using test = await createTestDatabase()
  await using folder = await createTestFolder(createTestContext(test.database))
  const guide = await readFile(join(samples, '../bring-your-data.md'), 'utf8')
  const files = [...guide.matchAll(/^`(\w+\.csv)`\n\n```csv\n([\s\S]*?)```$/gm)]
  for (const [, name = '', content = ''] of files) await folder.put(name, content)
  const { report } = await folder.import({
    createMissing: ['input.location', 'input.customer', 'input.item', 'input.supplier'],
  })
  const told = report.outcomes.map((outcome) =>
    outcome.kind === 'table'
      ? [outcome.file, outcome.report.created, outcome.report.createdReferences.map(({ entity }) => entity)]
      : outcome,
  )
  expect(told).toEqual([
    ['itemsupplier.csv', 1, expect.arrayContaining(['input.item', 'input.location', 'input.supplier'])],
    ['demand.csv', 1, ['input.customer']],
  ])
})
