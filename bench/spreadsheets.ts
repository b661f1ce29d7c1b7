/**
 * Benchmark of workbooks at several sizes: the import compared with reading the cells only, the export compared with
 * reading the records only. A sheet has 15 columns.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import type { CellKind } from '../src/files/xlsx/cell-kinds.ts'
import { writeWorkbook } from '../src/files/xlsx/write/write-workbook.ts'
import { demandColumns, demands } from './data-api/demands.ts'
import { createTables, ours, settle } from './data-api/tables.ts'
import { atMostTimes, type Figure, median, megabyte, memoryAtMost } from './support/figures.ts'
import { taskNodeOptions } from '../src/tasks/runner/child-process.ts'
import { type Installation, withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'
import type { WorkAnswer, WorkRequest } from './spreadsheets/work-process.ts'

const memoryLimit = 300 * megabyte

/** Columns in addition to those of the demands of other benchmarks. */
const moreColumns = ['minshipment', 'maxlateness', 'policy'] as const

const kinds: Readonly<Record<string, CellKind>> = {
  due: 'moment',
  quantity: 'general',
  priority: 'general',
  minshipment: 'general',
  maxlateness: 'span',
}

export async function benchSpreadsheets(
  { sizes, only, rounds }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  const chosen = (name: string): boolean => only.length === 0 || only.some((part) => name.includes(part))
  const figures: Figure[] = []
  await withInstallation({}, async (installation) => {
    const { databaseUrl, folder } = installation
    const database = new Client({ connectionString: databaseUrl })
    await database.connect()
    try {
      await createTables(database)
      for (const rows of sizes) {
        const path = join(folder, `${rows}.xlsx`)
        await writeSheet(path, rows)
        report(`a workbook of ${rows.toLocaleString('en')} rows is written`)
        const setting = { installation, database, path, rows, rounds: rows > 200_000 ? 1 : rounds, report }
        if (chosen('import')) figures.push(...(await measureImports(setting)))
        if (chosen('export')) figures.push(await measureExport(setting))
      }
    } finally {
      await database.end()
    }
  })
  return figures
}

interface Setting {
  readonly installation: Installation
  readonly database: Client
  readonly path: string
  readonly rows: number
  readonly rounds: number
  readonly report: (message: string) => void
}

async function writeSheet(path: string, rows: number): Promise<void> {
  const columns = [...demandColumns, ...moreColumns].map((header) => ({
    header,
    kind: kinds[header] ?? 'text',
  }))
  const sheet = { title: 'demand', columns, rows: batches(rows) }
  await pipeline(writeWorkbook([sheet], { language: 'en', tooLong: 'refuse' }), createWriteStream(path))
}

async function* batches(rows: number): AsyncGenerator<readonly (readonly string[])[]> {
  let batch: (readonly string[])[] = []
  for (const record of demands(0, rows)) {
    const values = demandColumns.map((column) => String(record[column]).replace(/^(\d{4}-\d\d-\d\d)T/, '$1 '))
    batch.push([...values, '1.5', '14 06:30:00', 'independent'])
    if (batch.length < 500) continue
    yield batch
    batch = []
  }
  yield batch
}

async function measureImports(setting: Setting): Promise<readonly Figure[]> {
  const { database, rows, rounds } = setting
  const reading: number[] = []
  const works = [
    {
      name: 'import .xlsx, all new',
      empty: true,
      expected: rows,
      limit: 1.5,
      times: [] as number[],
      memory: 0,
    },
    {
      name: 'import .xlsx, unchanged',
      empty: false,
      expected: 0,
      limit: 1.5,
      times: [] as number[],
      memory: 0,
    },
  ]
  for (let round = 0; round < rounds; round += 1) {
    reading.push((await work(setting, 'read', rows)).milliseconds)
    for (const one of works) {
      if (one.empty) await database.query(`TRUNCATE ${ours} CASCADE`)
      else await database.query(`VACUUM (ANALYZE) ${ours}`)
      const { milliseconds, memory = 0 } = await work(setting, 'import', one.expected)
      one.times.push(milliseconds)
      one.memory = Math.max(one.memory, memory)
    }
  }
  const figures: Figure[] = []
  for (const { name, limit, times, memory } of works) {
    const [time, other] = [median(times), median(reading)]
    figures.push({
      work: name,
      rows,
      records: rows,
      unit: 'ms',
      ours: time,
      reference: other,
      against: 'reading the cells and dropping them',
      bar: atMostTimes(limit, time, other),
      ...memoryFigure(memory),
    })
  }
  return figures
}

async function measureExport(setting: Setting): Promise<Figure> {
  const { database, rows, rounds } = setting
  const { rows: counted } = await database.query<{ n: string }>(`SELECT count(*) AS n FROM ${ours}`)
  if (Number(counted[0]?.n) !== rows) {
    await database.query(`TRUNCATE ${ours} CASCADE`)
    await work(setting, 'import', rows)
  }
  const reading: number[] = []
  const times: number[] = []
  let memory = 0
  for (let round = 0; round < rounds; round += 1) {
    reading.push((await work(setting, 'select')).milliseconds)
    const own = await work({ ...setting, path: `${setting.path}.out.xlsx` }, 'export', rows)
    times.push(own.milliseconds)
    memory = Math.max(memory, own.memory ?? 0)
  }
  return {
    work: 'export workbook',
    rows,
    records: rows,
    unit: 'ms',
    ours: median(times),
    reference: median(reading),
    against: 'COPY of the same records, dropped',
    ...memoryFigure(memory),
  }
}

const memoryFigure = (memory: number): Pick<Figure, 'memory' | 'memoryBar'> =>
  memory === 0 ? {} : { memory, ...memoryAtMost(memoryLimit, memory) }

async function work(
  { installation, database, path, report, rows }: Setting,
  name: WorkRequest['work'],
  expected?: number,
): Promise<WorkAnswer> {
  await settle(database)
  const child = fork(join(import.meta.dirname, 'spreadsheets/work-process.ts'), [installation.databaseUrl], {
    execArgv: [...taskNodeOptions()],
  })
  child.send({ work: name, path } satisfies WorkRequest)
  const [answer]: WorkAnswer[] = await once(child, 'message')
  if (answer === undefined || answer.failure !== undefined) throw new Error(answer?.failure ?? 'no answer')
  if (expected !== undefined && answer.rows !== expected) {
    throw new Error(`${name}: ${answer.rows} rows instead of ${expected}.`)
  }
  report(`${name} at ${rows.toLocaleString('en')}: ${Math.round(answer.milliseconds)} ms`)
  return answer
}
