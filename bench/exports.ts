/** Benchmark of exports of the sales orders at several sizes, compared with `psql COPY … | gzip -6` of the same columns. */
import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { createTables, fill, vacuum } from './data-api/tables.ts'
import type { ExportAnswer, ExportRequest } from './exports/export-process.ts'
import { atMostTimes, type Figure, median, megabyte, memoryAtMost, timed } from './support/figures.ts'
import { withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'

interface Work {
  readonly file: string
  /** Shell command that processes the rows in the reference. */
  readonly reference: string
  readonly limit?: number
}

const works: readonly Work[] = [
  { file: 'demand.csv.gz', reference: 'gzip -6', limit: 1.1 },
  { file: 'demand.csv', reference: 'cat' },
  { file: 'demand.json.gz', reference: 'gzip -6' },
  { file: 'demand.xlsx', reference: 'gzip -6' },
]

/** The columns of the file, as written by psql. */
const statement = 'COPY (SELECT * FROM "default"."demand" ORDER BY "name") TO STDOUT (FORMAT csv, HEADER)'

const memoryLimit = 200 * megabyte

export async function benchExports(
  { sizes, only, rounds }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  if (spawnSync('psql', ['--version']).status !== 0) throw new Error('The reference needs psql and gzip.')
  const chosen = works.filter(({ file }) => only.length === 0 || only.some((part) => file.endsWith(part)))
  const figures: Figure[] = []
  await withInstallation({}, async ({ databaseUrl, folder }) => {
    const database = new Client({ connectionString: databaseUrl })
    await database.connect()
    try {
      await createTables(database)
      let filled = 0
      for (const rows of sizes) {
        await fill(database, filled, rows)
        filled = rows
        await vacuum(database)
        report(`${rows.toLocaleString('en')} orders are there`)
        for (const work of chosen) {
          figures.push(await measure({ databaseUrl, folder, rows, rounds, report }, work))
        }
      }
    } finally {
      await database.end()
    }
  })
  return figures
}

interface Setting {
  readonly databaseUrl: string
  readonly folder: string
  readonly rows: number
  readonly rounds: number
  readonly report: (message: string) => void
}

async function measure(setting: Setting, work: Work): Promise<Figure> {
  const { folder, rows, rounds, report } = setting
  const against = join(folder, 'reference')
  const ours: number[] = []
  const references: number[] = []
  let memory = 0
  let bytes = 0
  // Alternates, so that other load of the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    references.push(await timed(() => runReference(setting, work, against)))
    const answer = await runExport(setting, work)
    if (answer.rows !== rows) throw new Error(`${work.file}: ${answer.rows} rows; expected ${rows}.`)
    ours.push(answer.milliseconds)
    memory = Math.max(memory, answer.memory ?? 0)
    bytes = answer.bytes
  }
  const [own, other] = [median(ours), median(references)]
  const sizes = `${Math.round(bytes / megabyte)} MB against ${Math.round((await stat(against)).size / megabyte)} MB`
  report(
    `${work.file} at ${rows.toLocaleString('en')}: ${Math.round(own)} ms against ${Math.round(other)} ms, ${sizes}`,
  )
  return {
    work: `export ${work.file}`,
    rows,
    records: rows,
    unit: 'ms',
    ours: own,
    reference: other,
    against: `psql COPY | ${work.reference}`,
    ...(work.limit === undefined ? {} : { bar: atMostTimes(work.limit, own, other) }),
    memory,
    ...memoryAtMost(memoryLimit, memory),
    note: sizes,
  }
}

async function runReference({ databaseUrl }: Setting, { reference }: Work, path: string): Promise<void> {
  const child = spawn('sh', ['-c', `psql -X -q -d "$URL" -c "$COPY" | ${reference} > "$FILE"`], {
    env: { ...process.env, URL: databaseUrl, COPY: statement, FILE: path },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The reference ended with exit code ${String(code)}.`)
}

async function runExport({ databaseUrl, folder }: Setting, { file }: Work): Promise<ExportAnswer> {
  const child = fork(join(import.meta.dirname, 'exports/export-process.ts'), [databaseUrl])
  const answered = Promise.withResolvers<ExportAnswer>()
  child.once('message', (message: ExportAnswer) => answered.resolve(message))
  child.once('exit', (code) => answered.reject(new Error(`The export ended with exit code ${String(code)}.`)))
  const request: ExportRequest = { folder, file }
  child.send(request)
  const answer = await answered.promise
  if (answer.failure !== undefined) throw new Error(answer.failure)
  return answer
}
