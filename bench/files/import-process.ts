/** Imports a folder in a separate process, like a task; returns the duration and the memory used. */
import { connectDatabase } from '../../src/database/connect.ts'
import { type FolderImport } from '../../src/files/import/folder-import.ts'
import { importFolder } from '../../src/files/import/import-folder.ts'
import { englishLabels } from '../../src/model/labels/labels.ts'
import { buildModel } from '../../src/model/model.ts'
import { readMemory } from '../support/process-figures.ts'

export interface ImportRequest {
  readonly folder: string
}

export interface ImportAnswer {
  readonly milliseconds: number
  /** Resident bytes at the peak of the process; undefined if it cannot be measured. */
  readonly memory: number | undefined
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failure?: string
}

const [, , url = ''] = process.argv
const database = connectDatabase({ url, timeZone: 'UTC', poolSize: 10, applicationName: 'bench' })

async function run({ folder }: ImportRequest): Promise<ImportAnswer> {
  const job: FolderImport = {
    context: {
      control: database,
      home: database,
      model: buildModel(),
      scenario: 'default',
      storages: new Map(),
      timeZone: 'UTC',
      actor: { userId: null, channel: 'import' },
    },
    records: false,
    folder: { kind: 'upload', path: folder },
    errors: { kind: 'errors', path: `${folder}/errors` },
    conventions: {
      labels: englishLabels,
      loadLabels: () => Promise.resolve(englishLabels),
      decimal: '.',
      charset: 'utf-8',
      dateStyle: 'YYYY-MM-DD',
    },
    dryRun: false,
    allOrNothing: false,
    onProcessed: 'keep',
    tolerate: 0,
    purge: [],
    withoutChangeLog: false,
    createMissing: [],
    rights: () => ({ view: true, add: true, change: true, delete: true }),
    sql: { role: undefined, timeout: 0, allowed: false },
    log: (message, level) => {
      if (level === 'error') console.error(message)
    },
    progress: () => undefined,
  }
  const begun = performance.now()
  const { outcomes } = await importFolder(job)
  const milliseconds = performance.now() - begun
  const [outcome] = outcomes
  if (outcome?.kind !== 'table' || outcome.report.rejected > 0) throw new Error('The import rejected rows.')
  const { created, updated, unchanged } = outcome.report
  return { milliseconds, memory: (await readMemory(process.pid))?.peak, created, updated, unchanged }
}

process.once('message', (request: ImportRequest) => {
  void run(request)
    .catch((error: unknown): ImportAnswer => ({
      milliseconds: 0,
      memory: undefined,
      created: 0,
      updated: 0,
      unchanged: 0,
      failure: String(error),
    }))
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})
