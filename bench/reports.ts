/**
 * Benchmark of plan reports with different numbers of rows (keys times buckets): the whole report, and a page of a
 * pivot. The reference is the server writing the same rows as text.
 */
import { Client } from 'pg'
import { inventoryReport } from '../src/planning/reports/inventory-report.ts'
import { withService } from './data-api/setting.ts'
import { fillPlan } from './reports/plan-tables.ts'
import { findCopyOut } from './support/copy-out.ts'
import { type Figure, median, megabyte, memoryAtMost, timed } from './support/figures.ts'
import { type Installation, withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'

/** Number of weeks of the horizon. */
const buckets = 50
const span = { bucket: 'week', start: '2026-01-05', end: '2026-12-21' }
const path = `/api/output/inventoryreport/?start=${span.start}&end=${span.end}`

interface Work {
  readonly name: string
  readonly parameters: string
  /** Returns the number of rows that it reads, of all rows. */
  readonly records: (rows: number) => number
  /** Whether it returns the whole report, like the reference. */
  readonly whole: boolean
  /** Limit in milliseconds. */
  readonly limit?: number
}

const works: readonly Work[] = [
  { name: 'csv', parameters: '&format=csv', records: (rows) => rows, whole: true },
  { name: 'json', parameters: '', records: (rows) => rows, whole: true },
  {
    name: 'pivot',
    parameters: '&shape=pivot&limit=50',
    records: () => 50 * buckets,
    whole: false,
    limit: 1_000,
  },
]

const memoryLimit = 64 * megabyte

export async function benchReports(
  { sizes, only, rounds, profile }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  const chosen = works.filter(({ name }) => only.length === 0 || only.includes(name))
  const figures: Figure[] = []
  await withInstallation({ profile }, async (installation) => {
    const database = new Client({ connectionString: installation.databaseUrl })
    await database.connect()
    try {
      for (const rows of sizes) {
        const movements = await fillPlan(database, Math.round(rows / buckets), buckets)
        report(`${movements.toLocaleString('en')} movements are there`)
        for (const work of chosen) {
          figures.push(await measure(installation, work, { rows, rounds }))
          report(`${work.name} at ${rows.toLocaleString('en')} rows is measured`)
        }
      }
    } finally {
      await database.end()
    }
  })
  return figures
}

function measure(
  installation: Installation,
  work: Work,
  { rows, rounds }: { readonly rows: number; readonly rounds: number },
): Promise<Figure> {
  const copyOut = findCopyOut()
  return withService({ installation }, async ({ client, growth }) => {
    const [times, references]: [number[], number[]] = [[], []]
    let bytes = 0
    for (let round = 0; round < rounds; round += 1) {
      const answer = await client.send('GET', `${path}${work.parameters}`)
      times.push(answer.total)
      bytes = answer.bytes
      if (work.whole) references.push(await timed(() => copyOut.run(installation.databaseUrl, statement)))
    }
    const memory = await growth()
    const ours = median(times)
    return {
      work: `GET inventory report, ${work.name}`,
      rows,
      records: work.records(rows),
      unit: 'ms',
      ours,
      ...(work.whole ? { reference: median(references), against: `${copyOut.name} of the query` } : {}),
      ...(work.limit === undefined ? {} : { bar: { text: `≤ ${work.limit} ms`, met: ours <= work.limit } }),
      ...(memory === undefined ? {} : { memory }),
      ...memoryAtMost(memoryLimit, memory),
      note: `${(bytes / megabyte).toFixed(1)} MB`,
    }
  })
}

/** Returns a table of the service; deliveries are rows of the table of all orders. */
function table(entity: string): string {
  const orders = '"default"."operationplan"'
  if (entity === 'input.deliveryorder') return `(SELECT * FROM ${orders} AS v WHERE v."type" = 'DLVR')`
  return `"default"."${entity.split('.')[1] ?? ''}"`
}

/** The rows alone, in the order of the output. */
const statement = `COPY (
  SELECT * FROM (${inventoryReport.figures({ span, plan: table, time: table })}) AS r
  ORDER BY "item", "location", "startdate") TO STDOUT`
