import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FolderSettings } from './folder.ts'
import { deleteScenarioFiles } from './scenario-files.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scenario-files-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const settings = (own: Readonly<Record<string, string>> = {}): FolderSettings => ({
  VAR: root,
  LOGDIR: join(root, 'log'),
  FILES_URL: 'file:',
  UPLOADFILEFOLDER: join(root, 'upload'),
  DATABASES: Object.fromEntries(
    Object.entries(own).map(([name, path]) => [name, { UPLOADFILEFOLDER: join(root, path) }]),
  ),
})

async function put(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), 'name\nA\n')
  }
}

const left = async (): Promise<readonly string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted()

it('deletes uploads, exports, rejected rows and archived files of one scenario only', async () => {
  const own = [
    'item.csv',
    'export/demand.csv',
    'errors/item.errors.csv',
    'archive/item.csv',
    'uploads/1-ab/file.csv',
    'workbooks/1-ab-e.xlsx',
  ]
  await put(...own.map((name) => `upload/scenario1/${name}`))
  const others = [
    'upload/default/export/demand.csv',
    'upload/scenario10/item.csv',
    'upload/scenario2/item.csv',
  ]
  await put(...others)
  const { counts, kept } = await deleteScenarioFiles(settings(), 'scenario1', ['scenario2', 'scenario10'])
  expect(await left()).toEqual(others.toSorted())
  expect([...counts]).toEqual([
    ['upload', 1],
    ['export', 1],
    ['errors', 1],
    ['archive', 1],
    ['workbooks', 1],
  ])
  expect(kept).toEqual([])
})

it('leaves other files and folders of a configured folder, and what links lead to', async () => {
  await put('own/item.csv', 'own/erp/demand.csv', 'elsewhere/a.csv')
  await symlink(join(root, 'elsewhere'), join(root, 'own/export'))
  await symlink(join(root, 'elsewhere/a.csv'), join(root, 'own/a.csv'))
  await deleteScenarioFiles(settings({ scenario1: 'own' }), 'scenario1', [])
  expect(await left()).toEqual(['elsewhere/a.csv', 'own/a.csv', 'own/erp/demand.csv'])
})

it.each([
  [
    'the same folder',
    { scenario1: 'upload/default' },
    ['upload/default/item.csv', 'upload/default/export/d.csv'],
  ],
  [
    'a folder within the exports of another',
    { scenario1: 'upload/default/export' },
    ['upload/default/export/d.csv'],
  ],
  [
    'a folder whose exports are the folder of another',
    { default: 'own/export', scenario1: 'own' },
    ['own/export/d.csv'],
  ],
  ['the folder of logs', { scenario1: 'log' }, ['log/task-1.log']],
])('never deletes files of another scenario: %s', async (_what, own, files) => {
  await put(...files)
  const { counts, kept } = await deleteScenarioFiles(settings(own), 'scenario1', ['scenario2'])
  expect(await left()).toEqual(files.toSorted())
  expect(counts.size).toBe(0)
  expect(kept.length).toBeGreaterThan(0)
})

it('recognizes the folder of another scenario behind a link', async () => {
  await put('upload/default/item.csv')
  await symlink(join(root, 'upload/default'), join(root, 'link'))
  await deleteScenarioFiles(settings({ scenario1: 'link' }), 'scenario1', [])
  expect(await left()).toContain('upload/default/item.csv')
})

it('never deletes the files of production', async () => {
  await put('upload/default/item.csv')
  await expect(deleteScenarioFiles(settings(), 'default', [])).rejects.toThrow(/production/)
  expect(await left()).toEqual(['upload/default/item.csv'])
})

it('has nothing to delete where no folder is', async () => {
  expect((await deleteScenarioFiles(settings(), 'scenario1', [])).counts.size).toBe(0)
})
