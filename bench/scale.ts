/**
 * Benchmark of the same work with 1,000,000 and 10,000,000 sales orders, with five stock movements each: work that
 * reads or writes the same number of records in both should take about the same time. The reference of every figure
 * is the same work at the smallest size of the run.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import {
  csvPieces,
  demandName,
  demands,
  locationName,
  quantityReachedBy,
  shareOfLocation,
  sourceName,
} from './data-api/demands.ts'
import { demandPath, withService } from './data-api/setting.ts'
import { settle } from './data-api/tables.ts'
import { runImport } from './files/run-import.ts'
import { backupApart } from './scale/backup.ts'
import { fillScale, prepareScale } from './scale/fill.ts'
import type { ApiClient } from './support/api-client.ts'
import { atMostTimes, type Figure, median, timed } from './support/figures.ts'
import { type Installation, withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'

/** Maximum time in relation to the smallest size. */
const limit = 1.3
const [pageSize, batchSize, importSize] = [100, 10_000, 100_000]
/** Numbers of requests of a kind, of which the median counts. */
const [quickTurns, slowTurns] = [100, 5]
/** Number of rows that a filter of location and quantity finds at any size. */
const found = 80

interface Scale {
  readonly installation: Installation
  readonly database: Client
  readonly rows: number
  readonly rounds: number
}

interface Timing {
  readonly work: string
  readonly records: number
  readonly milliseconds: number
}

interface Part {
  readonly name: string
  readonly measure: (scale: Scale) => Promise<readonly Timing[]>
}

const parts: readonly Part[] = [
  { name: 'reads', measure: measureReads },
  { name: 'writes', measure: measureWrites },
  { name: 'import', measure: measureImport },
  { name: 'backup', measure: measureBackup },
]

export async function benchScale(
  { sizes, only, rounds, profile }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  const chosen = parts.filter(({ name }) => only.length === 0 || only.includes(name))
  const figures: Figure[] = []
  const smallest = new Map<string, Timing>()
  await withInstallation({ profile }, async (installation) => {
    const database = new Client({ connectionString: installation.databaseUrl })
    await database.connect()
    try {
      await prepareScale(database)
      let present = 0
      for (const rows of sizes) {
        const took = await timed(() => fillScale(database, { first: present, end: rows }))
        present = rows
        report(`${rows.toLocaleString('en')} demands are there, filled in ${Math.round(took / 1000)} s`)
        for (const { name, measure } of chosen) {
          for (const timing of await measure({ installation, database, rows, rounds })) {
            const before = smallest.get(timing.work)
            if (before === undefined) smallest.set(timing.work, timing)
            figures.push(figureOf(timing, rows, before))
          }
          report(`${name} at ${rows.toLocaleString('en')} rows is measured`)
        }
      }
    } finally {
      await database.end()
    }
  })
  return figures
}

/** Returns the figure. If the number of records grows with the size, the time per record is compared. */
function figureOf({ work, records, milliseconds }: Timing, rows: number, before?: Timing): Figure {
  const reference =
    before === undefined ? undefined : (before.milliseconds * records) / Math.max(1, before.records)
  return {
    work,
    rows,
    records,
    unit: 'ms',
    ours: milliseconds,
    ...(reference === undefined
      ? {}
      : {
          reference,
          against: 'the same at the smallest size',
          bar: atMostTimes(limit, milliseconds, reference),
        }),
  }
}

async function medianOf(turns: number, action: (turn: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // The first requests are not counted: nothing is in memory yet, and they count the rows of the pages.
  for (let turn = 0; turn < turns + 3; turn += 1) times.push(await timed(() => action(turn)))
  return median(times.slice(3))
}

const list = (params: Readonly<Record<string, string>>): string =>
  `${demandPath}?${new URLSearchParams(params).toString()}`

function measureReads({ installation, rows }: Scale): Promise<readonly Timing[]> {
  const quantity = quantityReachedBy(found / (rows * shareOfLocation)).toFixed(2)
  const number = (turn: number): number => Math.imul(turn + 1, 7_919) % rows
  const near = (turn: number): string => String((turn % 50) * pageSize)
  const page = { limit: String(pageSize) }
  const reads: readonly {
    readonly work: string
    readonly records: number
    readonly turns: number
    readonly path: (turn: number) => string
  }[] = [
    {
      work: 'page by key',
      records: pageSize,
      turns: quickTurns,
      path: (turn) => list({ ...page, offset: near(turn) }),
    },
    {
      work: 'page by item',
      records: pageSize,
      turns: quickTurns,
      path: (turn) => list({ ...page, offset: near(turn), ordering: 'item,name' }),
    },
    {
      work: 'page of a location',
      records: pageSize,
      turns: quickTurns,
      path: (turn) => list({ ...page, location: locationName(turn) }),
    },
    {
      work: 'filter quantity__gte + location',
      records: found,
      turns: quickTurns,
      path: (turn) => list({ location: locationName(turn), quantity__gte: quantity }),
    },
    {
      work: 'filter source',
      records: found,
      turns: quickTurns,
      path: (turn) => list({ source: sourceName(number(turn)) }),
    },
    {
      work: 'record',
      records: 1,
      turns: quickTurns,
      path: (turn) => list({ name: demandName(number(turn)) }),
    },
    {
      work: 'search',
      records: 5,
      turns: slowTurns,
      path: (turn) => `/api/search/?q=${demandName(number(turn)).slice(0, -1)}`,
    },
    {
      work: 'page of the report on stock',
      records: 50,
      turns: slowTurns,
      path: () => '/api/output/inventoryreport/?shape=pivot&limit=50&start=2026-01-05&end=2026-12-21',
    },
  ]
  return withService({ installation }, async ({ client }) => {
    const timings: Timing[] = []
    for (const { work, records, turns, path } of reads) {
      timings.push({
        work,
        records,
        milliseconds: await medianOf(turns, (turn) => client.send('GET', path(turn))),
      })
    }
    return timings
  })
}

/** Value that identifies the records, which are deleted afterwards. */
const source = 'bench scale'

function measureWrites({ installation, database, rows, rounds }: Scale): Promise<readonly Timing[]> {
  const records = [...demands(rows, rows + batchSize, source)]
  const body = JSON.stringify(records)
  return withService({ installation }, async ({ client }) => {
    await settle(database)
    const one = await medianOf(quickTurns, (turn) =>
      client.send('POST', demandPath, JSON.stringify({ ...records[0]!, name: `ONE-${turn}` })),
    )
    const change = await medianOf(quickTurns, (turn) =>
      client.send('PATCH', `${demandPath}ONE-${turn}/`, JSON.stringify({ quantity: turn + 7 })),
    )
    const [posts, deletes]: [number[], number[]] = [[], []]
    await removeAll(client)
    for (let round = 0; round < Math.max(1, rounds); round += 1) {
      await settle(database)
      posts.push(await timed(() => client.send('POST', demandPath, body, { prefer: 'return=minimal' })))
      await settle(database)
      deletes.push(await timed(() => removeAll(client)))
    }
    return [
      { work: 'POST one', records: 1, milliseconds: one },
      { work: 'PATCH one', records: 1, milliseconds: change },
      {
        work: `POST of ${batchSize.toLocaleString('en')}`,
        records: batchSize,
        milliseconds: median(posts),
      },
      {
        work: `DELETE of ${batchSize.toLocaleString('en')} by filter`,
        records: batchSize,
        milliseconds: median(deletes),
      },
    ]
  })
}

const removeAll = (client: ApiClient): Promise<unknown> =>
  client.send('DELETE', `${demandPath}?${new URLSearchParams({ source }).toString()}`)

async function measureImport({ installation, database, rows }: Scale): Promise<readonly Timing[]> {
  const folder = join(installation.folder, 'scale')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const added = demands(rows, rows + importSize, source)
  await pipeline(Readable.from(csvPieces(added)), createWriteStream(join(folder, 'demand.csv')))
  await settle(database)
  const { milliseconds, created } = await runImport(installation.databaseUrl, folder)
  if (created !== importSize) throw new Error(`${created} demands were imported; expected ${importSize}.`)
  await database.query(`DELETE FROM "default"."demand" WHERE "source" = $1`, [source])
  await database.query('VACUUM "default"."demand"')
  return [{ work: `import of ${importSize.toLocaleString('en')}`, records: importSize, milliseconds }]
}

async function measureBackup({ installation, rows }: Scale): Promise<readonly Timing[]> {
  return [{ work: 'backup', records: rows, milliseconds: await backupApart(installation) }]
}
