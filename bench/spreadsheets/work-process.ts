/** Reads, imports or exports a workbook in a separate process; returns the duration and the memory used. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { planTexts, readEverything, runPlan } from '../../src/data/read/index.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { exportWorkbook } from '../../src/files/workbook/export-workbook.ts'
import { importWorkbook } from '../../src/files/workbook/import-workbook.ts'
import { openWorkbook } from '../../src/files/xlsx/read/open-workbook.ts'
import { englishLabels } from '../../src/model/labels/labels.ts'
import { buildModel, requireEntity } from '../../src/model/model.ts'
import { readMemory } from '../support/process-figures.ts'

export interface WorkRequest {
  readonly work: 'read' | 'import' | 'select' | 'export'
  readonly path: string
}

export interface WorkAnswer {
  readonly milliseconds: number
  /** Resident bytes at the peak of the process; undefined if it cannot be measured. */
  readonly memory: number | undefined
  /** Number of rows that were read or written; for an import, those created and updated. */
  readonly rows: number
  readonly failure?: string
}

const [, , url = ''] = process.argv
const database = connectDatabase({ url, timeZone: 'UTC', poolSize: 4, applicationName: 'bench' })
const model = buildModel()
const demand = requireEntity(model, 'input.demand')
const context = {
  control: database,
  home: database,
  model,
  scenario: 'default',
  storages: new Map(),
  timeZone: 'UTC',
  actor: { userId: null, channel: 'import' },
} as const

const works: Readonly<Record<WorkRequest['work'], (path: string) => Promise<number>>> = {
  read: async (path) => {
    await using workbook = await openWorkbook(path, { decimal: '.' })
    let rows = 0
    for (const title of workbook.sheets) {
      const table = await workbook.open(title)
      if (table === undefined) continue
      for await (const row of table.rows) if (row.cells !== undefined) rows += 1
    }
    return rows
  },
  import: async (path) => {
    const report = await importWorkbook(context, {
      path,
      labels: englishLabels,
      loadLabels: () => Promise.resolve(englishLabels),
      rights: () => ({ mayView: true, mayAdd: true, mayChange: true }),
      dateStyle: 'YYYY-MM-DD',
      createMissing: [],
      withoutChangeLog: false,
      dryRun: false,
      allOrNothing: false,
      tolerated: 0,
      onRejected: ({ name }) => {
        throw new Error(`A row of ${name} was rejected.`)
      },
      onSheet: () => undefined,
    })
    if (report.refused > 0) throw new Error('A sheet was refused.')
    return report.sheets.reduce((sum, { created, updated }) => sum + created + updated, 0)
  },
  select: async () => {
    const plan = planTexts(context, readEverything(demand))
    const framing = { head: '', separator: '', tail: '' }
    const answer = await runPlan(database, plan, framing, { timeout: 3600 })
    let bytes = 0
    for await (const chunk of answer) bytes += Buffer.isBuffer(chunk) ? chunk.length : 1
    return bytes
  },
  export: async (path) => {
    const request = { entities: [demand], labels: englishLabels, anonymous: false }
    const { stream, counts } = await exportWorkbook(context, request)
    await pipeline(stream, createWriteStream(path))
    return counts.get(demand.name) ?? 0
  },
}

async function run({ work, path }: WorkRequest): Promise<WorkAnswer> {
  await database.query({ text: 'SELECT 1' })
  const begun = performance.now()
  const rows = await works[work](path)
  return { milliseconds: performance.now() - begun, memory: (await readMemory(process.pid))?.peak, rows }
}

process.once('message', (request: WorkRequest) => {
  void run(request)
    .catch((error: unknown): WorkAnswer => ({
      milliseconds: 0,
      memory: undefined,
      rows: 0,
      failure: String(error),
    }))
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})
