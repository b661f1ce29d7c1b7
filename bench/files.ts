/** Benchmark of imports of a folder at several sizes, compared with `\copy` of the same file into an identical table. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { csvPieces, type Demand, demands } from './data-api/demands.ts'
import { columnList, countRows, createTables, ours, reference, settle, vacuum } from './data-api/tables.ts'
import { runImport } from './files/run-import.ts'
import { atMostTimes, type Figure, median, megabyte, memoryAtMost, timed } from './support/figures.ts'
import { type Installation, withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'

type Change = (demand: Demand, index: number) => Demand

const asTheyAre: Change = (demand) => demand
/** Changes one order in ten: later and larger. */
const tenthChanged: Change = (demand, index) =>
  index % 10 === 0 ? { ...demand, quantity: demand.quantity + 7, due: `2028${demand.due.slice(4)}` } : demand

interface Work {
  readonly name: string
  readonly file: string
  readonly change: Change
  /** Whether the table is empty at the start. */
  readonly empty: boolean
  readonly limit?: number
  readonly expected: (rows: number) => readonly [created: number, updated: number]
}

/** Each work finds the state that it needs if they run in this order. */
const works: readonly Work[] = [
  {
    name: '.csv, all new',
    file: 'demand.csv',
    change: asTheyAre,
    empty: true,
    limit: 1,
    expected: (rows) => [rows, 0],
  },
  {
    name: '.csv, unchanged',
    file: 'demand.csv',
    change: asTheyAre,
    empty: false,
    limit: 0.7,
    expected: () => [0, 0],
  },
  {
    name: '.csv, 10 % changed',
    file: 'demand.csv',
    change: tenthChanged,
    empty: false,
    limit: 0.7,
    expected: (rows) => [0, Math.ceil(rows / 10)],
  },
  {
    name: '.csv.gz, all new',
    file: 'demand.csv.gz',
    change: asTheyAre,
    empty: true,
    expected: (rows) => [rows, 0],
  },
  {
    name: '.cpy, all new',
    file: 'demand.cpy',
    change: asTheyAre,
    empty: true,
    limit: 0.7,
    expected: (rows) => [rows, 0],
  },
]

const memoryLimit = 200 * megabyte

export async function benchFiles(
  { sizes, only, rounds }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  const chosen = works.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))
  const figures: Figure[] = []
  await withInstallation({}, async (installation) => {
    const { databaseUrl, folder } = installation
    const database = new Client({ connectionString: databaseUrl })
    await database.connect()
    try {
      await createTables(database)
      for (const rows of sizes) {
        const files = await writeFiles(folder, rows)
        report(`files of ${rows.toLocaleString('en')} lines are written`)
        const setting = { installation, database, files, rows, report }
        figures.push(
          ...(await measure(setting, chosen, Math.max(1, rows >= 500_000 ? Math.min(rounds, 2) : rounds))),
        )
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
  /** Folders with the file of each work only. */
  readonly files: ReadonlyMap<Work, string>
  readonly rows: number
  readonly report: (message: string) => void
}

async function measure(
  setting: Setting,
  chosen: readonly Work[],
  rounds: number,
): Promise<readonly Figure[]> {
  const { database, files, rows, report } = setting
  const references: number[] = []
  const times = new Map(chosen.map((work) => [work, { times: [] as number[], memory: 0 }]))
  for (let round = 0; round < rounds; round += 1) {
    await empty(database, reference)
    references.push(await timed(() => copyFile(setting, join(files.get(works[0]!)!, 'demand.csv'))))
    report(`\\copy at ${rows.toLocaleString('en')}: ${Math.round(references.at(-1)!)} ms`)
    for (const work of works) {
      if (!chosen.includes(work) && !(work.empty && work.file === 'demand.csv')) continue
      if (work.empty) await empty(database, ours)
      else await restore(setting)
      await settle(database)
      const answer = await runImport(setting.installation.databaseUrl, files.get(work)!)
      const [created, updated] = work.expected(rows)
      if (answer.created !== created || answer.updated !== updated) {
        throw new Error(
          `${work.name}: ${answer.created} created, ${answer.updated} updated; expected ${created}, ${updated}.`,
        )
      }
      const found = await countRows(database, ours)
      if (found !== rows) throw new Error(`${work.name}: ${found} rows; expected ${rows}.`)
      report(`${work.name} at ${rows.toLocaleString('en')}: ${Math.round(answer.milliseconds)} ms`)
      const own = times.get(work)
      if (own === undefined) continue
      own.times.push(answer.milliseconds)
      own.memory = Math.max(own.memory, answer.memory ?? 0)
    }
  }
  return chosen.map((work): Figure => {
    const own = times.get(work)!
    const [time, other] = [median(own.times), median(references)]
    return {
      work: work.name,
      rows,
      records: rows,
      unit: 'ms',
      ours: time,
      reference: other,
      against: '\\copy of the .csv',
      ...(work.limit === undefined ? {} : { bar: atMostTimes(work.limit, time, other) }),
      ...(own.memory === 0 ? {} : { memory: own.memory, ...memoryAtMost(memoryLimit, own.memory) }),
    }
  })
}

async function empty(database: Client, table: string): Promise<void> {
  await database.query(`TRUNCATE ${table} CASCADE`)
  await database.query('TRUNCATE "default"."change"')
  await settle(database)
}

/** Restores the original rows, and vacuums: rows that an import has changed are changed back. */
async function restore({ database, files, rows, installation }: Setting): Promise<void> {
  if (
    (await countRows(database, ours, `"due" >= '2028-01-01'`)) > 0 ||
    (await countRows(database, ours)) < rows
  ) {
    await runImport(installation.databaseUrl, files.get(works[0]!)!)
  }
  await vacuum(database)
}

/** Runs `\copy` with psql. */
async function copyFile({ installation, database }: Setting, file: string): Promise<void> {
  const command = `\\copy ${reference} (${columnList}) FROM '${file}' (FORMAT csv, HEADER)`
  const psql = spawn(
    'psql',
    ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', installation.databaseUrl, '-c', command],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const [code]: unknown[] = await once(psql, 'exit')
  if (code !== 0) throw new Error(`psql ended with exit code ${String(code)}.`)
  if ((await countRows(database, reference)) === 0) throw new Error('\\copy copied nothing.')
}

async function writeFiles(folder: string, rows: number): Promise<ReadonlyMap<Work, string>> {
  const places = new Map<Work, string>()
  for (const [place, work] of works.entries()) {
    const own = join(folder, String(place))
    await rm(own, { recursive: true, force: true })
    await mkdir(own)
    const path = join(own, work.file)
    const lines = Readable.from(csvPieces(changed(rows, work.change)))
    await pipeline(
      work.file.endsWith('.gz')
        ? [lines, createGzip(), createWriteStream(path)]
        : [lines, createWriteStream(path)],
    )
    // Reads the file once, so that no measurement includes reading from the disk.
    for await (const _ of createReadStream(path));
    places.set(work, own)
  }
  return places
}

function* changed(rows: number, change: Change): Generator<Demand> {
  let index = 0
  for (const demand of demands(0, rows)) yield change(demand, index++)
}
