/** Benchmark of the data API at several table sizes. Every figure has a reference measured on the same server. */
import { Client } from 'pg'
import { batchSize, measureBulkWrites } from './data-api/bulk-writes.ts'
import { measureFilters } from './data-api/filters.ts'
import { measureList } from './data-api/list.ts'
import { measurePages } from './data-api/pages.ts'
import type { Setting } from './data-api/setting.ts'
import { measureSingleWrite } from './data-api/single-write.ts'
import { createTables, fill } from './data-api/tables.ts'
import type { Figure } from './support/figures.ts'
import { withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'

interface Measurement {
  readonly name: string
  /** Returns the number of rows in the table at the start of the measurement. */
  readonly present: (rows: number) => number
  readonly measure: (setting: Setting) => Promise<readonly Figure[]>
}

const all = (rows: number): number => rows

/** Sorted so that the table only grows. */
const measurements: readonly Measurement[] = [
  { name: 'bulk', present: (rows) => rows - batchSize(rows), measure: measureBulkWrites },
  { name: 'list', present: all, measure: measureList },
  { name: 'filters', present: all, measure: measureFilters },
  { name: 'pages', present: all, measure: measurePages },
  { name: 'post-one', present: all, measure: measureSingleWrite },
]

export async function benchDataApi(
  { sizes, only, rounds, profile }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  const chosen = measurements.filter(({ name }) => only.length === 0 || only.includes(name))
  const figures: Figure[] = []
  await withInstallation({ profile }, async (installation) => {
    const database = new Client({ connectionString: installation.databaseUrl })
    await database.connect()
    try {
      await createTables(database)
      let present = 0
      for (const rows of sizes) {
        for (const measurement of chosen) {
          const wanted = measurement.present(rows)
          if (wanted > present) {
            report(`filling up to ${wanted.toLocaleString('en')} rows`)
            await fill(database, present, wanted)
            present = wanted
          }
          report(`${measurement.name} at ${rows.toLocaleString('en')} rows`)
          figures.push(...(await measurement.measure({ installation, database, rows, rounds })))
        }
      }
    } finally {
      await database.end()
    }
  })
  return figures
}
