import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FolderSettings } from './folder.ts'
import { type DeletedFiles, deleteScenarioFiles, type ScenarioFiles } from './scenario-files.ts'

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

const remove = (place: FolderSettings, options: Partial<ScenarioFiles> = {}): Promise<DeletedFiles> =>
  deleteScenarioFiles(place, { scenario: 'scenario1', scenarios: ['scenario1'], ...options })

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
  const { counts, kept } = await remove(settings(), { scenarios: ['scenario1', 'scenario2', 'scenario10'] })
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

it('deletes nothing in a folder that the settings declare, and names it', async () => {
  const files = ['own/item.csv', 'own/export/demand.csv', 'own/archive/erp/deep.csv', 'own/errors/x/y.csv']
  await put(...files)
  const { counts, kept } = await remove(settings({ scenario1: 'own' }))
  expect(await left()).toEqual(files.toSorted())
  expect(counts.size).toBe(0)
  expect(kept).toEqual([{ path: join(root, 'own'), reason: 'declared' }])
})

it('deletes nothing below another folder for all scenarios than the default one', async () => {
  await put('elsewhere/scenario1/export/demand.csv')
  const { kept } = await remove({ ...settings(), UPLOADFILEFOLDER: join(root, 'elsewhere') })
  expect(await left()).toEqual(['elsewhere/scenario1/export/demand.csv'])
  expect(kept).toEqual([{ path: join(root, 'elsewhere/scenario1'), reason: 'declared' }])
})

it('deletes nothing where a link in place of the default folder leads to', async () => {
  await put('upload/default/item.csv', 'erp/item.csv')
  await symlink(join(root, 'erp'), join(root, 'upload/scenario1'))
  const { kept } = await remove(settings())
  expect(await left()).toEqual(['erp/item.csv', 'upload/default/item.csv', 'upload/scenario1'])
  expect(kept).toEqual([{ path: join(root, 'upload/scenario1'), reason: 'declared' }])
})

it('leaves other folders of the default folder, and what links lead to', async () => {
  await put('upload/scenario1/item.csv', 'upload/scenario1/erp/demand.csv', 'elsewhere/a.csv')
  await symlink(join(root, 'elsewhere'), join(root, 'upload/scenario1/export'))
  await symlink(join(root, 'elsewhere/a.csv'), join(root, 'upload/scenario1/a.csv'))
  await remove(settings())
  expect(await left()).toEqual([
    'elsewhere/a.csv',
    'upload/scenario1/a.csv',
    'upload/scenario1/erp/demand.csv',
  ])
})

it.each(['backup.sql.gz', 'export/backup.sql.gz', 'uploads/1-ab/backup.sql.gz', 'archive/a/b/backup.sql.gz'])(
  'never deletes the file that is in use: %s',
  async (name) => {
    const used = `upload/scenario1/${name}`
    await put(
      used,
      'upload/scenario1/item.csv',
      `${dirname(used)}/other.csv`,
      'upload/scenario1/archive/a/c.csv',
    )
    await symlink(join(root, 'upload'), join(root, 'link'))
    await remove(settings(), { except: join(root, 'link/scenario1', name) })
    expect((await left()).filter((path) => path !== 'link')).toEqual([used])
  },
)

it.each([
  [
    'whose folder is the folder of the scenario',
    'upload/scenario1',
    ['item.csv', 'export/d.csv', 'errors/e.csv'],
  ],
  ['whose folder is that of its exports', 'upload/scenario1/export', ['export/d.csv', 'export/errors/e.csv']],
  ['whose folder is within its exports', 'upload/scenario1/export/own', ['export/d.csv', 'export/own/x.csv']],
])('never deletes files of another scenario, %s', async (_what, other, names) => {
  const files = names.map((name) => `upload/scenario1/${name}`)
  await put(...files)
  const { counts, kept } = await remove(settings({ default: other }))
  expect(await left()).toEqual(files.toSorted())
  expect(counts.size).toBe(0)
  expect(kept.map(({ reason }) => reason)).toContain('shared')
})

it('names only folders that exist among those that stay', async () => {
  await put('upload/scenario1/item.csv')
  const { kept } = await remove({ ...settings(), LOGDIR: join(root, 'upload/scenario1') })
  expect(kept).toEqual([{ path: join(root, 'upload/scenario1'), reason: 'shared' }])
  await put('upload/scenario2/item.csv')
  const places = settings({ scenario1: 'upload/scenario2' })
  const { kept: shared } = await deleteScenarioFiles(places, { scenario: 'scenario2', scenarios: [] })
  expect(shared).toEqual([{ path: join(root, 'upload/scenario2'), reason: 'shared' }])
})

it('recognizes that the folder of another scenario leads to its folder by a link', async () => {
  await put('upload/scenario1/item.csv')
  await symlink(join(root, 'upload/scenario1'), join(root, 'link'))
  await remove(settings({ default: 'link' }))
  expect(await left()).toContain('upload/scenario1/item.csv')
})

it('never deletes the files of production', async () => {
  await put('upload/default/item.csv')
  await expect(deleteScenarioFiles(settings(), { scenario: 'default', scenarios: [] })).rejects.toThrow(
    /production/,
  )
  expect(await left()).toEqual(['upload/default/item.csv'])
})

it('has nothing to delete where no folder is', async () => {
  expect((await remove(settings())).counts.size).toBe(0)
})
