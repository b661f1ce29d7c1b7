/** Exports to a folder in a separate process, like a task; returns the duration and the memory used. */
import { connectDatabase } from '../../src/database/connect.ts'
import { readEverything } from '../../src/data/read/index.ts'
import { exportFiles } from '../../src/files/export/export-files.ts'
import { formatOfNewFile } from '../../src/files/export/file-format.ts'
import { buildModel, requireEntity } from '../../src/model/model.ts'
import { readMemory } from '../support/process-figures.ts'

export interface ExportRequest {
  readonly folder: string
  /** Name of the file. */
  readonly file: string
}

export interface ExportAnswer {
  readonly milliseconds: number
  /** Resident bytes at the peak; undefined if it cannot be measured. */
  readonly memory: number | undefined
  readonly rows: number
  readonly bytes: number
  readonly failure?: string
}

const [, , url = ''] = process.argv
const database = connectDatabase({ url, timeZone: 'UTC', poolSize: 4, applicationName: 'bench' })

async function run({ folder, file }: ExportRequest): Promise<ExportAnswer> {
  const model = buildModel()
  const request = readEverything(requireEntity(model, 'input.demand'))
  const begun = performance.now()
  const [result] = await exportFiles({
    context: {
      control: database,
      home: database,
      model,
      scenario: 'default',
      storages: new Map(),
      timeZone: 'UTC',
      actor: { userId: null, channel: 'task' },
    },
    folder: { kind: 'upload', path: folder },
    files: [{ file, format: formatOfNewFile(file), source: ({ context }, use) => use({ context, request }) }],
    options: { timeout: 3600, indent: 0 },
  })
  const milliseconds = performance.now() - begun
  if (result?.fault !== undefined) throw result.fault
  const memory = (await readMemory(process.pid))?.peak
  return { milliseconds, memory, rows: result?.rows ?? 0, bytes: result?.size ?? 0 }
}

process.once('message', (request: ExportRequest) => {
  void run(request)
    .catch((error: unknown): ExportAnswer => {
      return { milliseconds: 0, memory: undefined, rows: 0, bytes: 0, failure: String(error) }
    })
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})
