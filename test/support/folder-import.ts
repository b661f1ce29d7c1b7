/** Runs imports of folders in the process of a test, and returns log and report. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, inject } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import type { FolderImport, FolderReport } from '../../src/files/import/folder-import.ts'
import { importFolder } from '../../src/files/import/import-folder.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from './database.ts'

export interface ImportRun {
  readonly report: FolderReport
  /** Lines of the log; warnings and errors start with `!`. */
  readonly log: readonly string[]
}

export interface TestFolder extends AsyncDisposable {
  readonly path: string
  put(name: string, content: string | Buffer): Promise<void>
  /** Imports the files in the folder. */
  import(overrides?: Partial<FolderImport>): Promise<ImportRun>
  /** Returns the names in the folder or a subfolder of it, sorted. */
  list(folder?: string): Promise<readonly string[]>
  read(name: string): Promise<string>
  clear(): Promise<void>
}

export async function createTestFolder(context: DataContext): Promise<TestFolder> {
  const path = await mkdtemp(join(inject('testFolder'), 'import-'))
  const labels = await loadLabels('en')
  return {
    path,
    put: (name, content) => writeFile(join(path, name), content),
    import: async (overrides = {}) => {
      const log: string[] = []
      const report = await importFolder({
        context,
        folder: { kind: 'upload', path },
        records: true,
        errors: { kind: 'errors', path: join(path, 'errors') },
        conventions: { labels, loadLabels, decimal: '.', charset: 'utf-8', dateStyle: 'YYYY-MM-DD' },
        dryRun: false,
        allOrNothing: false,
        onProcessed: 'keep',
        tolerate: 0,
        purge: [],
        withoutChangeLog: false,
        createMissing: [],
        rights: () => ({ view: true, add: true, change: true, delete: true }),
        sql: { role: undefined, timeout: 0, allowed: true },
        log: (message, level = 'info') => log.push(level === 'info' ? message : `! ${message}`),
        progress: () => undefined,
        ...overrides,
      })
      return { report, log }
    },
    list: async (folder = '.') =>
      (await readdir(join(path, folder)).catch(() => [])).toSorted((one, other) => (one < other ? -1 : 1)),
    read: (name) => readFile(join(path, name), 'utf8'),
    clear: async () => {
      await rm(path, { recursive: true, force: true })
      await mkdir(path)
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

export interface TestImports {
  readonly test: TestDatabase
  readonly context: DataContext
  readonly folder: TestFolder
}

/**
 * Opens a database for the tests of a file and a folder whose files are imported into it. Before each test the folder
 * and the tables `empty` are emptied; after the last one both are deleted.
 */
export async function openImports({
  empty = [],
  channel = 'api',
}: {
  readonly empty?: readonly string[]
  readonly channel?: DataContext['actor']['channel']
} = {}): Promise<TestImports> {
  const test = await createTestDatabase()
  const context = createTestContext(test.database, { actor: { userId: null, channel } })
  const folder = await createTestFolder(context)
  const tables = empty.map((name) => `"default"."${name}"`).join(', ')
  beforeEach(async () => {
    await folder.clear()
    if (tables !== '') await test.database.query({ text: `TRUNCATE ${tables} CASCADE` })
  })
  afterAll(async () => {
    await folder[Symbol.asyncDispose]()
    await test[Symbol.asyncDispose]()
  })
  return { test, context, folder }
}
