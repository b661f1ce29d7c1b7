import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { createTestFolder } from '../support/folder-import.ts'

const samples = join(import.meta.dirname, '../../docs/samples')

it('imports the samples of the guide without a remark, and a second time without a change', async () => {
  await using test = await createTestDatabase()
  await using folder = await createTestFolder(createTestContext(test.database))
  const names = (await readdir(samples)).filter((name) => name.endsWith('.csv'))
  for (const name of names) await copyFile(join(samples, name), join(folder.path, name))
  for (const times of ['first', 'second']) {
    const { report, log } = await folder.import()
    expect(log.filter((line) => line.startsWith('!'))).toEqual([
      '! item.csv: Passed over 1 line beginning with "#".',
    ])
    expect(report.outcomes).toHaveLength(names.length)
    const tables = report.outcomes.flatMap((outcome) => (outcome.kind === 'table' ? [outcome.report] : []))
    expect(tables.filter(({ rejected }) => rejected > 0)).toEqual([])
    const changed = tables.filter(({ created, updated }) => created + updated > 0)
    expect([times, changed.length]).toEqual([times, times === 'first' ? names.length : 0])
  }
})
