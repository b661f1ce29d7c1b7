/** Tests that a file that takes the name of another one while that is imported is neither archived nor deleted. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openImports } from '../support/folder-import.ts'
import { rowsOf } from '../support/records.ts'

const { context, folder } = await openImports({ empty: ['item'], channel: 'import' })

const names = async (): Promise<readonly unknown[]> =>
  (await rowsOf(context, 'item', '"name"')).map(({ name }) => name)

/** Puts another file in the place of the imported one as soon as the import has read it. */
function replacement(): { readonly progress: (fraction: number) => void; readonly isDone: () => boolean } {
  let isDone = false
  const progress = (fraction: number): void => {
    if (isDone || fraction === 0) return
    isDone = true
    writeFileSync(join(folder.path, 'next'), 'name\nnewer\n')
    renameSync(join(folder.path, 'next'), join(folder.path, 'item.csv'))
  }
  return { progress, isDone: () => isDone }
}

it.each(['archive', 'delete'] as const)('is imported by the next run with %s', async (onProcessed) => {
  await folder.put('item.csv', 'name\nolder\n')
  const { progress, isDone } = replacement()
  const first = await folder.import({ onProcessed, progress })
  expect(isDone()).toBe(true)
  expect(await names()).toEqual(['older'])
  expect(await folder.list()).toEqual(['item.csv'])
  expect(await folder.read('item.csv')).toBe('name\nnewer\n')
  expect(first.log).toContain('! item.csv stays: another file has taken its place meanwhile.')
  await folder.import({ onProcessed })
  expect(await names()).toEqual(['newer', 'older'])
  expect(await folder.list()).not.toContain('item.csv')
})
